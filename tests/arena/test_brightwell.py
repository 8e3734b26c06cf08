"""Brightwell's quotient, against examples worked out by hand."""

from __future__ import annotations

import pytest

from outflank.arena import Definition, Entrant, Pairing, Result, Tournament, find_format
from outflank.arena.standings import Brightwell, standings
from outflank.arena.tables import standings_rows, standings_text
from outflank.errors import NotationError
from outflank.rules import BLACK, WHITE, Reason

_ENTRANTS = [Entrant(number, name) for number, name in enumerate("ABCD", 1)]
# Black, white and black's discs. Points: A 2, B 1, C 2.5, D 0.5.
_GAMES = [(1, 2, 40), (3, 4, 32), (1, 3, 20), (2, 4, 33), (1, 4, 50), (2, 3, 30)]


def _result(discs: int, reason: Reason = Reason.FULL_BOARD) -> Result:
    winner = None if discs == 32 else BLACK if discs > 32 else WHITE
    return Result(winner, discs, 64 - discs, reason)


def _played(games: list[tuple[int, int, int]] = _GAMES) -> list[tuple[Pairing, Result]]:
    return [
        (Pairing(number, number, black, white), _result(discs))
        for number, (black, white, discs) in enumerate(games, 1)
    ]


def test_the_quotient_is_the_discs_plus_six_times_the_opponents_points() -> None:
    lines = standings(_ENTRANTS, _played(), brightwell=Brightwell(6))
    found = {line.name: line.brightwell for line in lines}
    assert found == {
        "A": 40 + 20 + 50 + 6 * (1 + 2.5 + 0.5),
        "B": 24 + 33 + 30 + 6 * (2 + 0.5 + 2.5),
        "C": 32 + 44 + 34 + 6 * (0.5 + 2 + 1),
        "D": 32 + 31 + 14 + 6 * (2.5 + 1 + 2),
    }


def test_a_bye_and_a_withdrawn_opponent_count_as_a_draw_against_oneself() -> None:
    lines = standings(_ENTRANTS, _played(), withdrawn={4}, byes={2: 1.0}, brightwell=Brightwell(6))
    found = {line.name: line.brightwell for line in lines}
    # B has 2 points including the bye.
    assert found["A"] == 40 + 20 + 6 * (2 + 2.5) + (32 + 6 * 2)
    assert found["B"] == 24 + 30 + 6 * (2 + 2.5) + 2 * (32 + 6 * 2)
    assert found["C"] == 44 + 34 + 6 * (2 + 2) + (32 + 6 * 2.5)


def test_a_game_that_was_not_played_counts_as_a_draw_against_oneself() -> None:
    games = [(Pairing(1, 1, 1, 2), Result.forfeit(WHITE, Reason.NO_SHOW))]
    lines = standings(_ENTRANTS[:2], games, brightwell=Brightwell(6))
    assert [line.brightwell for line in lines] == [32 + 6 * 1, 32 + 0]


def test_the_quotient_breaks_ties_in_points() -> None:
    # A has beaten a player with a point, so it leads by Sonneborn-Berger; C has the most discs.
    games = _played([(1, 3, 33), (2, 4, 60), (3, 4, 33)])
    assert next(line.name for line in standings(_ENTRANTS, games)) == "A"
    lines = standings(_ENTRANTS, games, brightwell=Brightwell(0))
    assert [(line.name, line.brightwell) for line in lines[:3]] == [("C", 64), ("B", 60), ("A", 33)]


@pytest.mark.parametrize(("rounds", "coefficient"), [(7, 0), (8, 6), (13, 6)])
def test_the_default_coefficient_depends_on_the_rounds_of_a_swiss(
    rounds: int, coefficient: int
) -> None:
    settings = {"name": "Cup", "format": "swiss", "rounds": rounds, "tie_break": "brightwell"}
    cup = Definition.from_dict({**settings, "players": list("ABCDEFGHIJKLMN")}).tournament()
    won = cup.with_result(cup.pairings[0], _result(40))
    winner = next(line for line in won.standings() if line.points)
    assert winner.brightwell == 40
    drawn = cup.with_result(cup.pairings[0], _result(32))
    assert [line.brightwell for line in drawn.standings()[:2]] == [32 + coefficient * 0.5] * 2


def test_a_tournament_records_its_tie_break() -> None:
    cup = Definition.from_dict(
        {"name": "Cup", "size": 6, "tie_break": "brightwell:6", "players": ["Ann", "Bob"]}
    )
    assert Definition.from_dict(cup.to_dict()) == cup
    assert cup.to_dict()["tie_break"] == "brightwell:6"
    assert "tie_break" not in Definition("Cup").to_dict()
    begun = cup.tournament()
    after = begun.with_result(begun.pairings[0], Result.forfeit(WHITE, Reason.NO_SHOW))
    lines = after.standings()
    assert lines[0].brightwell == 18 + 6  # in a drawn game on 6x6 each side has 18 discs
    assert standings_rows(lines)[0]["brightwell"] == 24
    assert " BQ " in standings_text(lines)
    assert "brightwell" not in standings_rows(Tournament.begin("Cup", "ab").standings())[0]


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"tie_break": "buchholz"}, "tie_break: 'buchholz' is not a tie-break; try sonneborn-"),
        ({"tie_break": "brightwell:"}, "tie_break: 'brightwell:' is not a tie-break"),
        ({"tie_break": "brightwell:-1"}, "tie_break: 'brightwell:-1' is not a tie-break"),
        ({"tie_break": 6}, "tie_break must be text in quotes, not 6"),
        (
            {"tie_break": "brightwell", "format": "knockout"},
            "tie_break: brightwell works with a swiss or a round robin, not with a knockout",
        ),
    ],
)
def test_an_impossible_tie_break_is_refused(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(NotationError, match=problem.replace("(", r"\(")):
        Definition.from_dict({"name": "Cup", **settings})
    assert find_format("round-robin").has_quotient
