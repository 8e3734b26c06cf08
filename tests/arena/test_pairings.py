import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trial_tournaments import check_pairings, try_tournament

from outflank.arena import (
    DoubleRoundRobin,
    Gauntlet,
    Pairing,
    RoundRobin,
    Tournament,
    TournamentFormat,
    berger_table,
    find_format,
    formats,
    register_format,
)
from outflank.errors import TournamentError, UnknownName
from outflank.registry import Registry
from outflank.rules import BLACK, WHITE
from support.paths import ROOT
from support.properties import examples

player_counts = st.integers(2, 64)
game_counts = st.integers(1, 4)
seeds = st.none() | st.integers(0, 2**63 - 1)


def begin(players: int, form: TournamentFormat, seed: int | None = None) -> Tournament:
    names = [f"Player {number}" for number in range(1, players + 1)]
    return Tournament.begin("Cup", names, form, seed=seed)


def test_bergers_table_of_six_is_the_published_one() -> None:
    printed = """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """
    rounds = [
        [tuple(int(seat) - 1 for seat in game.split("-")) for game in line.split()]
        for line in printed.strip().splitlines()
    ]
    assert [sorted(games) for games in berger_table(6)] == [sorted(games) for games in rounds]


@given(player_counts, game_counts, seeds)
@examples(15)
def test_in_a_round_robin_everybody_meets_with_fair_colours_and_byes(
    players: int, games: int, seed: int | None
) -> None:
    check_pairings(begin(players, RoundRobin(games=games), seed))


@given(player_counts, seeds)
@examples(12)
def test_in_a_double_round_robin_each_ordered_pair_meets_once(
    players: int, seed: int | None
) -> None:
    tournament = begin(players, DoubleRoundRobin(), seed)
    met = Counter(pairing.players for pairing in tournament.pairings)
    assert len(met) == players * (players - 1)
    assert set(met.values()) == {1}
    black = Counter(pairing.black for pairing in tournament.pairings)
    assert set(black.values()) == {players - 1}


@given(player_counts, game_counts, seeds, st.data())
@examples(15)
def test_in_a_gauntlet_the_challengers_meet_all_others_with_fair_colours(
    players: int, games: int, seed: int | None, data: st.DataObject
) -> None:
    challengers = data.draw(st.integers(1, players - 1))
    check_pairings(begin(players, Gauntlet(games=games, challengers=challengers), seed))


@given(st.integers(1, 32).map(lambda half: 2 * half + 1), game_counts)
@examples(8)
def test_with_an_odd_number_everybody_rests_once_per_cycle(players: int, games: int) -> None:
    tournament = begin(players, RoundRobin(games=games))
    resting = Counter(
        entrant.number
        for number in range(1, players * games + 1)
        for entrant in tournament.byes(number)
    )
    assert resting == dict.fromkeys(range(1, players + 1), games)


def test_the_same_seed_draws_the_same_order_and_other_seeds_draw_others() -> None:
    orders = {seed: begin(8, RoundRobin(), seed).pairings for seed in (None, 0, 1, 2)}
    assert len(set(orders.values())) == 4
    assert orders[1] == begin(8, RoundRobin(), 1).pairings
    # The draw is part of the record of a tournament, so it may never change.
    assert [each.players for each in begin(4, RoundRobin(), 5).pairings] == [
        (2, 4),
        (3, 1),
        (1, 4),
        (2, 3),
        (4, 3),
        (1, 2),
    ]


def test_games_can_be_put_before_all_others() -> None:
    first = [(1, 2), (3, 4)]
    cup = Tournament.begin("Cup", "abcd", DoubleRoundRobin(), seed=7, first=first)
    assert [pairing.players for pairing in cup.pairings[:2]] == first
    assert [pairing.number for pairing in cup.pairings] == list(range(1, 13))
    assert len({pairing.players for pairing in cup.pairings}) == 12
    with pytest.raises(
        TournamentError, match="1 with black against 1 is not a game of this tournament"
    ):
        Tournament.begin("Cup", "abcd", first=[(1, 1)])


def test_a_game_put_first_twice_is_two_games() -> None:
    cup = Tournament.begin("Cup", "abc", RoundRobin(games=3), first=[(1, 2), (1, 2)])
    assert [pairing.players for pairing in cup.pairings[:2]] == [(1, 2), (1, 2)]
    assert len(cup.pairings) == 9


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("round-robin", RoundRobin()),
        ("Round Robin", RoundRobin(games=1)),
        ("double_round_robin", DoubleRoundRobin(games=2)),
        ("gauntlet", Gauntlet(challengers=1)),
    ],
)
def test_a_format_is_found_by_name(name: str, form: TournamentFormat) -> None:
    assert find_format(name) == form
    assert str(form) == form.name


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="there is no format 'swis'"):
        find_format("swis")


def test_a_format_can_be_added_and_replaced_only_on_purpose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = sys.modules[TournamentFormat.__module__]
    monkeypatch.setattr(module, "_known", Registry("format", "swiss"))
    four = RoundRobin("four", "Four games", (), games=4)
    register_format(four)
    assert find_format("four").games == 4
    assert four in formats()
    with pytest.raises(ValueError, match="Four games is already called 'four'"):
        register_format(replace(four, games=6))
    register_format(replace(four, games=6), replace=True)
    assert find_format("four").games == 6


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: RoundRobin(games=0), "at least 1 game, not 0"),
        (lambda: DoubleRoundRobin(games=3), "an even number of games, not 3"),
        (lambda: DoubleRoundRobin(games=-2), "at least 1 game, not -2"),
        (lambda: Gauntlet(challengers=0), "at least 1 challenger, not 0"),
        (lambda: begin(1, RoundRobin()), "at least 2 players, not 1"),
        (lambda: begin(0, Gauntlet()), "at least 2 players, not 0"),
        (lambda: begin(2, Gauntlet(challengers=2)), "gauntlet of 2 needs at least 3 players"),
    ],
)
def test_the_error_for_an_impossible_format_says_what_would_be_right(
    make: object, problem: str
) -> None:
    assert callable(make)
    with pytest.raises(TournamentError, match=problem):
        make()


def test_a_pairing_knows_its_sides() -> None:
    pairing = Pairing(1, 1, black=5, white=9)
    assert (pairing.entrant(BLACK), pairing.entrant(WHITE)) == (5, 9)
    assert (pairing.color_of(5), pairing.color_of(9)) == (BLACK, WHITE)
    assert (pairing.opponent_of(5), pairing.opponent_of(9)) == (9, 5)
    with pytest.raises(TournamentError, match="entrant 7 does not play in game 1"):
        pairing.color_of(7)


@given(st.integers(0, 2**32))
@examples(20)
def test_every_rule_holds_in_random_tournaments(seed: int) -> None:
    try_tournament(random.Random(seed))


def test_the_trial_counts_its_tournaments_and_finds_no_fault() -> None:
    command = [sys.executable, str(ROOT / "tools" / "trial_tournaments.py"), "--seed", "1"]
    run = subprocess.run(
        [*command, "--count", "20", "--simulations", "0"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "20 tournaments from seed 1: every rule held.\n"


@pytest.mark.parametrize("form", formats(), ids=str)
def test_every_format_counts_no_games_for_fewer_than_two_entrants(form: TournamentFormat) -> None:
    assert [form.games_for(entrants) for entrants in (0, 1)] == [0, 0]
