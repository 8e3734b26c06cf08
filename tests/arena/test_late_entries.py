"""Entries to a running tournament: from which round, with which points, in which formats."""

import pytest

from outflank.arena import (
    Entrant,
    Gauntlet,
    Knockout,
    Ladder,
    Result,
    RoundRobin,
    Swiss,
    TieBreak,
    Tournament,
    TournamentFormat,
)
from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE, Reason


def begin(players: str, form: TournamentFormat, **settings: object) -> Tournament:
    return Tournament.begin("Cup", players, form, **settings)  # type: ignore[arg-type]


def play_round(cup: Tournament) -> Tournament:
    """Let the lower number win every game."""
    for pairing in cup.open_pairings:
        winner = BLACK if pairing.black < pairing.white else WHITE
        discs = (40, 24) if winner is BLACK else (24, 40)
        cup = cup.with_result(pairing, Result(winner, *discs, Reason.FULL_BOARD))
    return cup


def playing(cup: Tournament, number: int) -> set[int]:
    return {player for each in cup.pairings if each.round == number for player in each.players}


def test_in_a_swiss_missed_rounds_are_lost_and_not_byes() -> None:
    cup = play_round(begin("abcd", Swiss(rounds=4)))
    before = cup.pairings
    cup = cup.enter([Entrant(5, "Eve"), Entrant(6, "Fay")])  # while round 2 is being played
    assert cup.pairings == before
    lines = {line.entrant: line for line in cup.standings()}
    assert (lines[5].points, lines[5].losses, lines[5].played) == (0, 2, 2)
    cup = play_round(cup)
    assert playing(cup, 3) == {1, 2, 3, 4, 5, 6}
    cup = play_round(play_round(cup))
    assert cup.is_finished
    lines = {line.entrant: line for line in cup.standings()}
    assert all(line.played == 4 for line in lines.values())
    assert cup.format.bye_points(cup) == {}
    assert sum(line.points for line in lines.values()) == len(cup.pairings)


def test_a_round_without_an_opponent_after_the_entry_is_a_bye() -> None:
    cup = play_round(begin("ab", Swiss(rounds=3)).enter([Entrant(3, "Cid")]))
    free = ({1, 2, 3} - playing(cup, 2)).pop()
    assert cup.format.bye_points(cup) == {free: 1.0}
    assert free == 2  # or the two who have met would meet again


def test_late_entrants_add_no_rounds() -> None:
    cup = begin("abcd", Swiss())
    rounds = cup.format.rounds_of(cup)
    late = cup.enter([Entrant(number, f"P{number}") for number in range(5, 20)])
    assert late.format.rounds_of(late) == rounds
    while not late.is_finished:
        late = play_round(late)
    assert max(each.round for each in late.pairings) == rounds
    assert late.format.games_of(late) >= len(late.pairings)


def test_the_quotient_counts_a_missed_round_as_a_draw_against_oneself() -> None:
    cup = begin("abcd", Swiss(rounds=2), tie_break=TieBreak.parse("brightwell:6"))
    cup = play_round(cup.enter([Entrant(5, "Eve"), Entrant(6, "Fay")]))
    eve = next(line for line in cup.standings() if line.entrant == 5)
    assert eve.brightwell == 32


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_late_entrants_begin_at_the_bottom_of_a_ladder_with_any_seed(seed: int | None) -> None:
    cup = play_round(begin("abcd", Ladder(), seed=seed))
    rungs = cup.format.rungs(cup)  # type: ignore[attr-defined]
    cup = cup.enter([Entrant(5, "Eve"), Entrant(6, "Fay")])
    assert cup.format.rungs(cup) == [*rungs, 5, 6]  # type: ignore[attr-defined]
    assert [line.entrant for line in cup.standings()] == [*rungs, 5, 6]
    cup = play_round(cup)
    assert {5, 6} <= playing(cup, 3)
    while not cup.is_finished:
        cup = play_round(cup)
    assert max(each.round for each in cup.pairings) == 4


@pytest.mark.parametrize("form", [RoundRobin(), Gauntlet(), Knockout()])
def test_other_formats_take_no_late_entrants(form: TournamentFormat) -> None:
    cup = begin("abcd", form)
    with pytest.raises(TournamentError, match=r"nobody can enter any more: .* at its start"):
        cup.enter([Entrant(5, "Eve")])


def test_nobody_can_enter_in_the_last_round_or_after_the_end_or_twice() -> None:
    cup = begin("abcd", Swiss(rounds=2))
    with pytest.raises(TournamentError, match="same number"):
        cup.enter([Entrant(4, "Eve")])
    cup = play_round(cup)
    with pytest.raises(TournamentError, match="its last round is paired"):
        cup.enter([Entrant(5, "Eve")])
    with pytest.raises(TournamentError, match="every game has been played"):
        play_round(cup).enter([Entrant(5, "Eve")])


def test_a_late_entrant_may_leave_again() -> None:
    cup = begin("abcd", Swiss(rounds=3)).enter([Entrant(5, "Eve")]).withdraw(5)
    while not cup.is_finished:
        cup = play_round(cup)
    assert {line.entrant: line.points for line in cup.standings()}[5] == 0
