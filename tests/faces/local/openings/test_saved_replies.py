"""The saved games of the person at this machine tell what opponents reply."""

from __future__ import annotations

import pytest

from outflank.faces.local.exercises.openings.saved_replies import replies_in_saved_games
from outflank.faces.local.saved_games import SavedGames
from outflank.play.match import Match
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, Position, Square


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path_factory.mktemp("home")))


def save(number: int, line: str, setup: Setup, *, is_over: bool = True) -> None:
    match = Match.start(setup)
    for at in range(0, len(line), 2):
        match.play(Square.parse(line[at : at + 2]), at=0)
    if is_over:
        match.resign(BLACK, at=1)
    SavedGames().save(match.events, f"game {number}")


def test_replies_are_those_of_finished_games_against_computers() -> None:
    setup = Setup(players=(Player("Ann"), Player("Computer", "computer:1")))
    for number in range(10):
        assert replies_in_saved_games() is None
        save(number, "f5d6c3" if number < 6 else "d3c3", setup)
    save(20, "f5f4", setup, is_over=False)
    save(21, "f5f4", Setup())
    replies = replies_in_saved_games()
    assert replies is not None
    found = {str(one.move): one.games for one in replies.in_position(Position.parse("f5"))}
    assert found == {"d6": 6, "f6": 4}  # d3c3 is f5f6, turned
    assert replies.in_position(Position.start()) == []  # the person's own moves do not count
