"""Swiss, knockout and ladder: who meets whom in the next round, and what happens to leavers."""

import itertools
import random
from collections import Counter

import pytest
from trial_tournaments import check_rounds

from outflank.arena import (
    Knockout,
    Ladder,
    Pairing,
    Result,
    Swiss,
    Tournament,
    TournamentFormat,
    find_format,
)
from outflank.arena.matching import preferred_matching
from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE, Color, Reason


def won_by(color: Color | None) -> Result:
    discs = {BLACK: (40, 24), WHITE: (24, 40), None: (32, 32)}[color]
    return Result(color, *discs, Reason.FULL_BOARD)


def begin(players: int, form: TournamentFormat, seed: int | None = None) -> Tournament:
    return Tournament.begin("Cup", [f"P{number}" for number in range(1, players + 1)], form,
                            seed=seed)  # fmt: skip


def stronger_wins(pairing: Pairing) -> Result:
    """Let the lower number win."""
    return won_by(BLACK if pairing.black < pairing.white else WHITE)


def play_round(cup: Tournament) -> Tournament:
    for pairing in cup.open_pairings:
        cup = cup.with_result(pairing, stronger_wins(pairing))
    return cup


def play_all(cup: Tournament) -> Tournament:
    while not cup.is_finished:
        cup = play_round(cup)
    check_rounds(cup)
    return cup


def meetings(cup: Tournament, number: int) -> list[tuple[int, ...]]:
    found = [tuple(sorted(each.players)) for each in cup.pairings if each.round == number]
    return list(dict.fromkeys(found))


# Matching


def test_the_preferred_matching_is_found_if_there_is_any() -> None:
    chance = random.Random(3)
    for _ in range(300):
        players = list(range(chance.choice([2, 4, 6, 8])))
        allowed = {
            frozenset(pair) for pair in itertools.combinations(players, 2) if chance.random() < 0.45
        }
        assert matching(players, allowed) == first_matching(players, allowed)


def matching(players: list[int], allowed: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    return preferred_matching(
        players, lambda one, other: frozenset((one, other)) in allowed, lambda _, left: left
    )


def first_matching(
    players: list[int], allowed: set[frozenset[int]]
) -> list[tuple[int, int]] | None:
    """Return the first perfect matching in the order of the players, by trying them all."""
    if not players:
        return []
    one, *rest = players
    for other in rest:
        if frozenset((one, other)) in allowed:
            left = first_matching([each for each in rest if each != other], allowed)
            if left is not None:
                return [(one, other), *left]
    return None


# Swiss


def test_in_a_swiss_the_upper_half_meets_the_lower_and_then_equals_meet() -> None:
    cup = begin(8, Swiss(rounds=3))
    assert meetings(cup, 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    cup = play_round(cup)
    assert meetings(cup, 2) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    cup = play_round(cup)
    assert meetings(cup, 3)[0] == (1, 2)
    cup = play_round(cup)
    assert cup.is_finished
    assert cup.standings()[0].name == "P1"


def test_with_an_odd_number_the_lowest_player_rests_and_nobody_rests_twice() -> None:
    cup = play_all(begin(7, Swiss(rounds=5)))
    resting = [entrant.number for at in range(1, 6) for entrant in cup.byes(at)]
    assert resting[0] == 7
    assert len(set(resting)) == 5
    lines = {line.entrant: line for line in cup.standings()}
    assert lines[7].points == 1 + lines[7].wins


def test_a_swiss_of_enough_rounds_is_a_round_robin_and_of_more_repeats_evenly() -> None:
    cup = play_all(begin(6, Swiss(rounds=5)))
    assert set(Counter(frozenset(each.players) for each in cup.pairings).values()) == {1}
    cup = play_all(begin(4, Swiss(rounds=6)))
    assert set(Counter(frozenset(each.players) for each in cup.pairings).values()) == {2}


def test_a_player_who_leaves_a_swiss_is_not_paired_and_may_come_back() -> None:
    cup = begin(6, Swiss(rounds=4)).withdraw(6)
    cup = play_round(cup)
    assert all(6 not in pair for pair in meetings(cup, 2))
    cup = play_round(cup.reinstate(6))
    assert any(6 in pair for pair in meetings(cup, 3))
    with pytest.raises(
        TournamentError, match="belongs to round 1, and the next round has been paired"
    ):
        cup.without_result(1)
    turned = cup.with_result(1, won_by(None), replacing=True)
    assert turned.standings() != cup.standings()


# Knockout


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 16])
def test_a_knockout_finds_the_strongest_with_one_meeting_fewer_than_players(players: int) -> None:
    cup = play_all(begin(players, Knockout(games=2)))
    assert len(cup.pairings) == 2 * (players - 1)
    assert [line.name for line in cup.standings()][:2] == ["P1", "P2"]
    assert set(meetings(cup, max(each.round for each in cup.pairings))) == {(1, 2)}


def test_the_first_entrants_get_the_byes_and_meet_last() -> None:
    cup = begin(6, Knockout())
    assert meetings(cup, 1) == [(4, 5), (3, 6)]
    assert [entrant.number for entrant in cup.byes(1)] == [1, 2]


def test_a_bracket_shows_every_meeting_as_far_as_it_is_known() -> None:
    cup = begin(6, Knockout(games=2))
    first, second, final = cup.format.bracket(cup)
    assert [(each.one, each.other) for each in first] == [(1, None), (4, 5), (2, None), (3, 6)]
    assert [each.is_free for each in first] == [True, False, True, False]
    assert [(each.one, each.other, each.is_decided) for each in second + final] == [
        (1, None, False), (2, None, False), (None, None, False),
    ]  # fmt: skip
    cup = play_round(cup)
    first, second, final = cup.format.bracket(cup)
    assert [(each.winner, each.points) for each in first] == [
        (1, (0, 0)), (4, (2, 0)), (2, (0, 0)), (3, (2, 0)),
    ]  # fmt: skip
    assert [(each.one, each.other, len(each.games)) for each in second] == [(1, 4, 2), (2, 3, 2)]
    *_, (last,) = (done := play_all(cup)).format.bracket(done)
    assert (last.one, last.other, last.winner, last.round) == (1, 2, 1, 3)
    left = play_round(begin(4, Knockout())).withdraw(1)
    assert [each.winner for (each,) in left.format.bracket(left)[1:]] == [2]
    assert begin(4, Swiss()).format.bracket(begin(4, Swiss())) == []


def test_a_tied_meeting_is_decided_by_discs_and_then_for_the_earlier_entrant() -> None:
    cup = begin(2, Knockout(games=2))
    first, second = cup.pairings
    assert (first.players, second.players) == ((1, 2), (2, 1))
    cup = cup.with_result(first, Result(WHITE, 20, 44, Reason.FULL_BOARD))
    by_discs = cup.with_result(second, Result(WHITE, 31, 33, Reason.FULL_BOARD))
    assert by_discs.standings()[0].entrant == 2
    tied = cup.with_result(second, Result(WHITE, 20, 44, Reason.FULL_BOARD))
    assert tied.standings()[0].entrant == 1


def test_when_a_player_leaves_a_knockout_the_opponent_goes_on() -> None:
    cup = begin(4, Knockout())
    cup = cup.withdraw(1)
    game = next(each for each in cup.open_pairings)
    cup = cup.with_result(game, stronger_wins(game))
    assert meetings(cup, 2) == [(2, 4)]
    with pytest.raises(TournamentError, match="the next round has been paired"):
        cup.with_result(1, won_by(BLACK), replacing=True)
    assert play_all(cup.reinstate(1)).standings()[0].entrant == 2
    final = play_round(begin(4, Knockout())).withdraw(1)
    assert final.is_finished
    assert final.standings()[0].entrant == 2


def test_a_finalist_who_left_before_the_final_was_paired_may_come_back_for_it() -> None:
    cup = begin(4, Knockout())
    one = next(each for each in cup.pairings if 1 in each.players)
    other = next(each for each in cup.pairings if 1 not in each.players)
    cup = cup.with_result(one, stronger_wins(one)).withdraw(1)
    cup = cup.with_result(other, stronger_wins(other))
    assert cup.is_finished
    assert cup.standings()[0].entrant == 2
    again = cup.reinstate(1)
    assert meetings(again, 2) == [(1, 2)]


# Ladder


def test_with_as_many_rounds_as_players_a_ladder_sorts_them_all() -> None:
    for seed in range(5):
        cup = play_all(begin(7, Ladder(), seed=seed))
        assert [line.entrant for line in cup.standings()] == list(range(1, 8))


def test_only_neighbours_play_and_only_a_win_from_below_changes_places() -> None:
    cup = begin(4, Ladder(rounds=2))
    assert meetings(cup, 1) == [(1, 2), (3, 4)]
    for pairing in cup.open_pairings:
        cup = cup.with_result(pairing, won_by(None if 1 in pairing.players else WHITE))
    assert meetings(cup, 2) == [(2, 4)]
    assert [line.entrant for line in cup.standings()] == [1, 2, 4, 3]
    with pytest.raises(TournamentError, match="the next round has been paired"):
        cup.with_result(1, won_by(WHITE), replacing=True)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Swiss(rounds=-1), "at least 1 round, not -1"),
        (lambda: Ladder(rounds=-2), "at least 1 round, not -2"),
        (lambda: begin(1, Knockout()), "at least 2 players, not 1"),
    ],
)
def test_an_impossible_format_is_refused(make: object, problem: str) -> None:
    assert callable(make)
    with pytest.raises(TournamentError, match=problem):
        make()


def test_the_formats_are_found_by_name() -> None:
    assert [find_format(name) for name in ("Swiss", "cup", "ladder")] == [
        Swiss(),
        Knockout(),
        Ladder(),
    ]


def test_a_large_swiss_is_paired() -> None:
    cup = begin(256, Swiss(rounds=4), seed=1)
    cup = play_all(cup)
    assert len(cup.pairings) == 4 * 128
