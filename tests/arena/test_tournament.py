import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.arena import (
    Entrant,
    Gauntlet,
    Pairing,
    Result,
    RoundRobin,
    Standing,
    Tournament,
    TournamentFormat,
    TournamentProgress,
    WithdrawalEffect,
)
from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE, Reason

BLACK_WINS = Result(BLACK, 40, 24, Reason.FULL_BOARD)
WHITE_WINS = Result(WHITE, 24, 40, Reason.FULL_BOARD)
DRAWN = Result(None, 32, 32, Reason.FULL_BOARD)
VOID = Result(None, 0, 0, Reason.VOID)


def cup(players: int = 4, *, games: int = 1, withdraw_after: int = 3) -> Tournament:
    names = "abcdefgh"[:players]
    return Tournament.begin("Cup", names, RoundRobin(games=games), withdraw_after=withdraw_after)


def win_for(tournament: Tournament, pairing: Pairing, winner: int) -> Tournament:
    color = pairing.color_of(winner)
    return tournament.with_result(pairing, BLACK_WINS if color is BLACK else WHITE_WINS)


def played(tournament: Tournament) -> Tournament:
    """Let the lower number win every open game."""
    while tournament.open_pairings:
        pairing = tournament.open_pairings[0]
        tournament = win_for(tournament, pairing, min(pairing.players))
    return tournament


def no_show(pairing: Pairing, absent: int) -> Result:
    return Result.forfeit(pairing.color_of(absent), Reason.NO_SHOW)


def line_of(tournament: Tournament, number: int) -> Standing:
    return next(line for line in tournament.standings() if line.entrant == number)


# Results


def test_a_tournament_is_a_frozen_picklable_value() -> None:
    tournament = played(cup(5))
    assert pickle.loads(pickle.dumps(tournament)) == tournament
    with pytest.raises(FrozenInstanceError):
        tournament.name = "Other"  # type: ignore[misc]


def test_entrants_keep_their_numbers_and_must_differ() -> None:
    entrants = [Entrant(10, "Ann"), Entrant(20, "Bob"), Entrant(30, "Cid")]
    tournament = Tournament.begin("Cup", entrants)
    assert {number for each in tournament.pairings for number in each.players} == {10, 20, 30}
    assert tournament.entrant(20).name == "Bob"
    with pytest.raises(TournamentError, match="there is no entrant 1 in"):
        tournament.entrant(1)
    with pytest.raises(TournamentError, match="the same number"):
        Tournament.begin("Cup", [Entrant(1, "Ann"), Entrant(1, "Bob")])


def test_a_game_is_found_by_its_number_in_any_order_of_the_games() -> None:
    tournament = cup()
    turned = replace(tournament, pairings=tournament.pairings[::-1])
    for pairing in tournament.pairings:
        assert tournament.pairing(pairing.number) == turned.pairing(pairing.number) == pairing
    for number in (-1, 0, 7):
        with pytest.raises(TournamentError, match=f"there is no game {number} in"):
            tournament.pairing(number)


def test_the_next_games_are_the_first_whose_players_are_idle() -> None:
    tournament = cup()
    assert [each.number for each in tournament.next_pairings({1, 2, 3, 4}, 9)] == [1, 2]
    assert [each.number for each in tournament.next_pairings({1, 2, 3, 4}, 1)] == [1]
    assert tournament.next_pairings({1, 2, 3, 4}, 0) == []
    assert tournament.next_pairings({1}, 2) == []
    busy = {2}
    found = tournament.next_pairings(lambda number: number not in busy, 2)
    assert [each.players for each in found] == [(1, 4)]


def test_a_tournament_is_finished_when_every_game_has_its_result() -> None:
    tournament = cup(3)
    for count, pairing in enumerate(tournament.pairings):
        assert not tournament.is_finished
        assert len(tournament.open_pairings) == 3 - count
        tournament = tournament.with_result(pairing.number, DRAWN)
    assert tournament.is_finished
    assert not Tournament("Empty", ()).is_finished


def test_a_result_may_be_repeated_but_is_replaced_only_on_purpose() -> None:
    tournament = cup().with_result(1, BLACK_WINS)
    assert tournament.with_result(1, BLACK_WINS) is tournament
    with pytest.raises(TournamentError, match=r"game 1 already has a result: black wins 40-24"):
        tournament.with_result(1, WHITE_WINS)
    assert tournament.with_result(1, WHITE_WINS, replacing=True).results[1] == WHITE_WINS


def test_a_game_can_be_played_again() -> None:
    tournament = cup().with_result(1, BLACK_WINS)
    assert tournament.without_result(1) == cup()
    assert tournament.without_result(tournament.pairing(2)) == tournament
    with pytest.raises(TournamentError, match="a player of game 1 has left"):
        tournament.withdraw(4).without_result(1)


def test_a_void_game_counts_for_nobody_and_is_over() -> None:
    tournament = cup(2).with_result(1, VOID)
    assert tournament.is_finished
    assert [line.played for line in tournament.standings()] == [0, 0]


@dataclass(frozen=True, slots=True)
class WinnersMeet(TournamentFormat):
    """Two rounds: the winners of the first meet, as in a small Swiss system."""

    name: str = "winners"
    title: str = "Winners meet"

    def games_for(self, entrants: int) -> int:
        return entrants // 2 + entrants // 4

    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        if not tournament.pairings:
            numbers = [entrant.number for entrant in tournament.entrants]
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            return [Pairing(at, 1, *pair) for at, pair in enumerate(pairs, 1)]
        if tournament.open_pairings or tournament.pairings[-1].round == 2:
            return []
        first, second = [line.entrant for line in tournament.standings() if line.points]
        return [Pairing(len(tournament.pairings) + 1, 2, first, second)]


def test_a_format_may_pair_each_round_by_the_results_so_far() -> None:
    tournament = Tournament.begin("Cup", "abcd", WinnersMeet())
    tournament = tournament.with_result(1, WHITE_WINS)
    assert len(tournament.pairings) == 2
    tournament = tournament.with_result(2, WHITE_WINS)
    assert set(tournament.pairings[2].players) == {2, 4}
    assert not tournament.is_finished
    assert tournament.with_result(3, BLACK_WINS).is_finished


# Leaving


def test_a_player_who_leaves_before_half_of_their_games_is_struck() -> None:
    tournament = cup(5)
    [first, *_] = [each for each in tournament.pairings if 2 in each.players]
    tournament = win_for(tournament, first, 2).withdraw(2)
    assert tournament.withdrawn == {2: WithdrawalEffect.STRUCK}
    assert [line.entrant for line in played(tournament).standings()] == [1, 3, 4, 5]
    assert all(line.played == 3 for line in played(tournament).standings())
    assert tournament.is_struck(first)
    with pytest.raises(TournamentError, match="was cancelled because a player withdrew"):
        tournament.with_result(first, VOID, replacing=True)


def test_a_player_who_leaves_after_half_of_their_games_forfeits_the_rest() -> None:
    tournament = cup(5)
    own = [each for each in tournament.pairings if 2 in each.players]
    for pairing in own[:2]:
        tournament = win_for(tournament, pairing, 2)
    tournament = tournament.withdraw(2)
    assert tournament.withdrawn == {2: WithdrawalEffect.FORFEITED}
    line = line_of(tournament, 2)
    assert (line.wins, line.losses, line.is_withdrawn) == (2, 2, True)
    assert {tournament.results[each.number].reason for each in own[2:]} == {Reason.WITHDRAWAL}
    assert not any(2 in each.players for each in tournament.open_pairings)


def test_missed_games_do_not_count_as_played() -> None:
    tournament = cup(5, withdraw_after=0)
    for pairing in [each for each in tournament.pairings if 2 in each.players]:
        tournament = tournament.with_result(pairing, no_show(pairing, 2))
    assert line_of(tournament, 2).losses == 4
    assert tournament.withdraw(2).withdrawn == {2: WithdrawalEffect.STRUCK}


def test_a_player_who_leaves_after_all_their_games_stays_in_the_table() -> None:
    tournament = played(cup())
    assert tournament.withdraw(1).results == tournament.results
    assert line_of(tournament.withdraw(1), 1).rank == 1


def test_two_players_who_have_left_have_no_open_game() -> None:
    tournament = cup(4, games=2)
    for pairing in tournament.pairings[:8]:
        tournament = win_for(tournament, pairing, min(pairing.players))
    tournament = tournament.withdraw(1).withdraw(2)
    assert set(tournament.withdrawn.values()) == {WithdrawalEffect.FORFEITED}
    assert {each.players for each in tournament.open_pairings} <= {(3, 4), (4, 3)}


def test_when_all_but_one_are_struck_the_tournament_is_finished() -> None:
    tournament = cup()
    for number in (1, 2, 3):
        tournament = tournament.withdraw(number)
    assert tournament.is_finished
    assert [line.entrant for line in tournament.standings()] == [4]
    assert line_of(tournament.withdraw(4), 4).is_withdrawn


def test_only_an_entrant_can_leave_or_come_back() -> None:
    with pytest.raises(TournamentError, match="there is no entrant 9"):
        cup().withdraw(9)
    with pytest.raises(TournamentError, match="entrant 1 has not left"):
        cup().reinstate(1)


@given(st.integers(0, 10), st.integers(1, 5))
def test_a_player_who_comes_back_has_the_same_games_as_before(count: int, number: int) -> None:
    tournament = cup(5)
    for pairing in tournament.pairings[:count]:
        tournament = tournament.with_result(pairing, DRAWN)
    assert tournament.withdraw(number).reinstate(number) == tournament


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3)])
@pytest.mark.parametrize("count", [0, 2, 3, 4])
def test_a_player_who_comes_back_wins_against_players_who_left_for_good(
    count: int, first: int, second: int
) -> None:
    tournament = cup(4)
    for pairing in tournament.pairings[:count]:
        tournament = tournament.with_result(pairing, DRAWN)
    both = tournament.withdraw(first).withdraw(second)
    back = both.reinstate(first)
    assert list(back.withdrawn) == [second]
    assert not any(second in each.players for each in back.open_pairings)
    if back.withdrawn == tournament.withdraw(second).withdrawn:
        assert back == tournament.withdraw(second)


# Absence


def test_a_player_who_misses_too_many_games_in_a_row_is_withdrawn() -> None:
    tournament = cup(6, withdraw_after=2)
    own = [each for each in tournament.pairings if 3 in each.players]
    tournament = tournament.with_result(own[0], no_show(own[0], 3))
    tournament = win_for(tournament, own[1], 3)
    tournament = tournament.with_result(own[2], no_show(own[2], 3))
    assert tournament.withdrawn == {}
    tournament = tournament.with_result(own[3], VOID)  # says nothing either way
    tournament = tournament.with_result(own[4], no_show(own[4], 3))
    assert tournament.withdrawn == {3: WithdrawalEffect.STRUCK}


def test_a_win_by_the_opponents_absence_ends_the_row() -> None:
    tournament = cup(6, withdraw_after=2)
    own = [each for each in tournament.pairings if 3 in each.players]
    for place, absent in enumerate([3, own[1].opponent_of(3), 3]):
        tournament = tournament.with_result(own[place], no_show(own[place], absent))
    assert tournament.withdrawn == {}


def test_a_game_that_both_missed_counts_for_both() -> None:
    tournament = cup(3, withdraw_after=1)
    pairing = tournament.pairings[0]
    tournament = tournament.with_result(pairing, Result(None, 0, 0, Reason.NO_SHOW))
    assert set(tournament.withdrawn) == set(pairing.players)
    assert tournament.is_finished


def test_missed_games_in_a_row_are_counted_in_the_order_in_which_they_ended() -> None:
    tournament = cup(4, withdraw_after=2)
    own = [each for each in tournament.pairings if 1 in each.players]
    tournament = tournament.with_result(own[2], no_show(own[2], 1))
    tournament = tournament.with_result(own[0], no_show(own[0], 1))
    assert 1 in tournament.withdrawn


def test_the_organiser_can_choose_to_withdraw_nobody() -> None:
    tournament = cup(4, withdraw_after=0)
    for pairing in [each for each in tournament.pairings if 1 in each.players]:
        tournament = tournament.with_result(pairing, no_show(pairing, 1))
    assert tournament.withdrawn == {}


# The table


def test_the_table_counts_points_and_breaks_ties() -> None:
    tournament = Tournament.begin("Cup", "abcd", RoundRobin())
    winners = {(1, 2): 1, (1, 3): 3, (1, 4): 1, (2, 3): 2, (2, 4): 2, (3, 4): 0}
    for pairing in tournament.pairings:
        low, high = sorted(pairing.players)
        winner = winners[low, high]
        if winner:
            tournament = win_for(tournament, pairing, winner)
        else:
            tournament = tournament.with_result(pairing, DRAWN)
    table = [
        (line.rank, line.entrant, line.points, line.sonneborn_berger, line.disc_difference)
        for line in tournament.standings()
    ]
    assert table == [
        (1, 1, 2.0, 2.5, 16),
        (2, 2, 2.0, 2.0, 16),
        (3, 3, 1.5, 2.25, 0),
        (4, 4, 0.5, 0.75, -32),
    ]


def test_equal_players_share_a_rank() -> None:
    tournament = cup(3)
    assert [line.rank for line in tournament.standings()] == [1, 1, 1]
    for pairing in tournament.pairings:
        tournament = tournament.with_result(pairing, DRAWN)
    assert [line.rank for line in tournament.standings()] == [1, 1, 1]
    assert [line.rank for line in played(cup(3)).standings()] == [1, 2, 3]


def test_the_table_can_be_anchored() -> None:
    tournament = played(cup(3))
    assert line_of(tournament, 2).rating.elo == pytest.approx(0, abs=1e-6)
    anchored = {line.entrant: line.rating for line in tournament.standings(anchor=(3, 1500))}
    assert anchored[3].elo == 1500
    assert anchored[1].elo > anchored[2].elo > 1500


def test_forfeits_give_points_but_do_not_count_for_ratings() -> None:
    tournament = cup(2, games=2, withdraw_after=0)
    for pairing in tournament.pairings:
        tournament = tournament.with_result(pairing, no_show(pairing, 1))
    assert [(line.points, round(line.rating.elo)) for line in tournament.standings()] == [
        (2, 0),
        (0, 0),
    ]


def test_players_other_than_challengers_do_not_meet_in_a_gauntlet() -> None:
    tournament = Tournament.begin("Cup", "abcd", Gauntlet(games=2))
    table = played(tournament).cross_table()
    assert [table.cell(1, number) for number in (2, 3, 4)] == ["11"] * 3
    assert table.cell(2, 3) == ""
