"""What defines a match of engines is checked when it is made, not when it is played."""

from typing import Any

import pytest

from outflank.arena.engine_match import EngineMatch, MatchPlayer, RandomOpenings
from outflank.errors import SizeError, UnknownName
from outflank.rules import Anti, Classic

PLAYER = MatchPlayer("random")
OPENINGS = RandomOpenings(Classic(), 4, plies=2)


@pytest.mark.parametrize("players", [None, (), (PLAYER,), (PLAYER, PLAYER, PLAYER), ("1", "2")])
def test_a_match_has_two_players(players: Any) -> None:
    with pytest.raises(TypeError, match=r"^a match has two players, each a MatchPlayer, not "):
        EngineMatch(players, OPENINGS)


def test_the_openings_of_a_match_are_openings() -> None:
    with pytest.raises(TypeError, match=r"^the openings of a match are Openings, not 4$"):
        EngineMatch((PLAYER, PLAYER), 4)  # type: ignore[arg-type]


def test_random_openings_refuse_impossible_values() -> None:
    wrong: Any = "two"
    assert RandomOpenings("anti", 4).variant == Anti()
    with pytest.raises(UnknownName, match=r"^there is no variant 'antti'"):
        RandomOpenings("antti")
    with pytest.raises(SizeError, match=r"^a board has an even size from 4 to 16, not 5$"):
        RandomOpenings(Classic(), 5)
    with pytest.raises(TypeError, match=r"^plies is a whole number or None, not 'two'$"):
        RandomOpenings(Classic(), 4, plies=wrong)
