"""Run random tournaments, check everything an organiser relies on, and test the error bars.

    python tools/trial_tournaments.py --count 10000 --simulations 1000

A tournament of 2 to 64 players is paired in a random format; the smaller ones are played to
the end, with games side by side, absences, void games and players who leave in the
middle of a round. Then players of known strength are simulated and the ratings' bars must cover
the truth in 93 to 97 cases of 100.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from outflank.arena import (
    DoubleRoundRobin,
    Gauntlet,
    Knockout,
    Ladder,
    Pairing,
    Result,
    RoundRobin,
    Swiss,
    Tournament,
    TournamentFormat,
    WithdrawalEffect,
    expected_score,
    fit_ratings,
)
from outflank.rules import BLACK, WHITE, Reason

PLAYABLE = 250  # games; larger tournaments are only paired
SPREAD = 200.0  # Elo between the simulated players
DRAWS = 0.03  # about as many as there are among good players


def random_format(chance: random.Random, players: int) -> TournamentFormat:
    """Return a format that `players` players can play."""
    games = chance.randint(1, 4)
    challengers = chance.randint(1, players - 1)
    return chance.choice(
        [
            RoundRobin(games=games),
            DoubleRoundRobin(games=2 * ((games + 1) // 2)),
            Gauntlet(games=games, challengers=challengers),
            Swiss(games=chance.randint(1, 2), rounds=chance.choice([0, 0, 3, players])),
            Knockout(games=games),
            Ladder(games=chance.randint(1, 2), rounds=chance.choice([0, 5])),
        ]
    )


def random_result(chance: random.Random) -> Result:
    """Return a random end of a game, mostly a win on the board."""
    winner = chance.choice([BLACK, WHITE])
    kind = chance.random()
    if kind < 0.04:
        return Result(None, 32, 32, Reason.FULL_BOARD)
    if kind < 0.08:
        return Result.forfeit(winner.opponent, Reason.NO_SHOW)
    if kind < 0.09:
        return Result(None, 0, 0, chance.choice([Reason.NO_SHOW, Reason.VOID, Reason.CRASH]))
    if kind < 0.2:
        reasons = [Reason.TIME, Reason.ILLEGAL_MOVE, Reason.RESIGNATION, Reason.DISCONNECTION]
        return Result(winner, 20, 12, chance.choice([*reasons, Reason.CRASH]))
    most = chance.randint(33, 64)
    discs = (most, 64 - most) if winner is BLACK else (64 - most, most)
    return Result(winner, *discs, Reason.FULL_BOARD)


def check_pairings(tournament: Tournament) -> None:
    """Check that everybody meets the right opponents, with fair colours and byes."""
    if tournament.format.is_paired_by_rounds:
        check_rounds(tournament)
        return
    form, numbers = tournament.format, [each.number for each in tournament.entrants]
    pairings = tournament.pairings
    assert [each.number for each in pairings] == list(range(1, len(pairings) + 1))
    assert len(pairings) == form.games_for(len(numbers))
    meetings = Counter(frozenset(each.players) for each in pairings)
    assert meetings == Counter(dict.fromkeys(pairs_of(form, numbers), form.games))
    surplus: Counter[int] = Counter()
    by_pair: Counter[tuple[int, int]] = Counter()
    for each in pairings:
        surplus.update({each.black: 1, each.white: -1})
        by_pair[each.players] += 1
    assert all(abs(count) <= 1 for count in surplus.values())
    for black, white in by_pair:
        assert abs(by_pair[black, white] - by_pair[white, black]) <= form.games % 2
    rounds = Counter(each.round for each in pairings)
    assert sorted(rounds) == list(range(1, len(rounds) + 1))
    byes: Counter[int] = Counter(dict.fromkeys(numbers, 0))
    for number, games in rounds.items():
        resting = [each.number for each in tournament.byes(number)]
        assert len(resting) + 2 * games == len(numbers)  # nobody plays two games of a round
        byes.update(resting)
    equals = [numbers]
    if isinstance(form, Gauntlet):
        equals = [numbers[: form.challengers], numbers[form.challengers :]]
    for group in equals:
        assert len({byes[number] for number in group}) == 1


def check_rounds(tournament: Tournament) -> None:
    """Check the rules for every round that is paired by earlier results."""
    form, pairings = tournament.format, tournament.pairings
    assert [each.number for each in pairings] == list(range(1, len(pairings) + 1))
    assert len(pairings) <= form.games_for(len(tournament.entrants))
    rounds = sorted({each.round for each in pairings})
    assert rounds == sorted(each for each in rounds if each >= 1)
    assert [each.round for each in pairings] == sorted(each.round for each in pairings)
    for number in rounds:
        games = [each for each in pairings if each.round == number]
        meetings = Counter(frozenset(each.players) for each in games)
        assert set(meetings.values()) == {form.games}
        players = Counter(player for meeting in meetings for player in meeting)
        assert set(players.values()) == {1}  # nobody meets two opponents in a round
        by_pair = Counter(each.players for each in games)
        for black, white in by_pair:
            assert abs(by_pair[black, white] - by_pair[white, black]) <= form.games % 2
    if form.games == 1:
        check_colors(pairings)
    if isinstance(form, Swiss):
        check_swiss(tournament, form)
    elif isinstance(form, Knockout):
        check_knockout(tournament)


def check_colors(pairings: Iterable[Pairing]) -> None:
    """Check that black went to the player who had had it less often."""
    surplus: Counter[int] = Counter()
    for each in pairings:
        assert surplus[each.black] <= surplus[each.white]
        surplus.update({each.black: 1, each.white: -1})


def check_swiss(tournament: Tournament, form: Swiss) -> None:
    """Check that byes are shared, and that nobody meets an opponent again if it can be avoided."""
    pairings, entrants = tournament.pairings, len(tournament.entrants)
    rounds = {each.round for each in pairings}
    assert len(rounds) <= form.rounds_for(entrants)
    if not tournament.withdrawn:
        assert all(
            len({player for each in pairings if each.round == number for player in each.players})
            == entrants - entrants % 2
            for number in rounds
        )
        byes = Counter(each.number for number in rounds for each in tournament.byes(number))
        # With at most half as many rounds as players, rematches can always be avoided.
        if len(rounds) <= entrants // 2:
            met = Counter(frozenset(each.players) for each in pairings)
            assert set(met.values()) == {form.games}
            assert all(times == 1 for times in byes.values())
    assert all(points == form.games for points in form.bye_points(tournament).values())


def check_knockout(tournament: Tournament) -> None:
    """Check that losers never play again, and that all byes are in the first round."""
    last: dict[int, int] = {}
    for each in tournament.pairings:
        last.update(dict.fromkeys(each.players, each.round))
    by_round = Counter(frozenset(each.players) | {-each.round} for each in tournament.pairings)
    for meeting in by_round:
        number = -min(meeting)
        players = [player for player in meeting if player > 0]
        assert sum(last[player] > number for player in players) <= 1
    if tournament.is_finished and not tournament.withdrawn:
        meetings = len(by_round)
        assert meetings == len(tournament.entrants) - 1
        assert [line.rank for line in tournament.standings()][:2] == [1, 2]
        first = [each for each in tournament.pairings if each.round == 1]
        resting = len(tournament.byes(1))
        assert (resting + len({frozenset(each.players) for each in first})).bit_count() == 1


def pairs_of(form: TournamentFormat, numbers: list[int]) -> Iterable[frozenset[int]]:
    """Return the pairs of players that should meet."""
    if isinstance(form, Gauntlet):
        first, rest = numbers[: form.challengers], numbers[form.challengers :]
        return [frozenset((one, other)) for one in first for other in rest]
    return [frozenset((one, other)) for one in numbers for other in numbers if one < other]


def play_out(tournament: Tournament, chance: random.Random) -> Tournament:
    """Play a tournament to its end, with games side by side and everything that can go wrong."""
    boards = chance.randint(1, 8)
    live: list[Pairing] = []
    while not tournament.is_finished:
        busy = {player for each in live for player in each.players}
        idle = {each.number for each in tournament.entrants} - busy
        started = tournament.next_pairings(idle, boards - len(live))
        players = [player for each in started for player in each.players]
        assert len(players) == len(set(players))
        assert set(players) <= idle
        live += started
        assert 0 < len(live) <= boards
        if chance.random() < 0.02:
            left = chance.choice(tournament.entrants).number
            tournament = tournament.withdraw(left)
            assert tournament.withdraw(left) is tournament
            check_withdrawal(tournament, left)
            live = [each for each in live if tournament.is_open(each)]
            continue
        ended = live.pop(chance.randrange(len(live)))
        result = random_result(chance)
        tournament = tournament.with_result(ended, result)
        assert tournament.with_result(ended, result) is tournament  # reported twice, counted once
        live = [each for each in live if tournament.is_open(each)]
    assert tournament.next_pairings(lambda _: True, boards) == []
    return tournament


def check_withdrawal(tournament: Tournament, number: int) -> None:
    """Check that players who have left play no more, and how their games count."""
    assert not any(number in each.players for each in tournament.open_pairings)
    listed = [each.number for each in tournament.listed]
    assert (number in listed) == (tournament.withdrawn[number] is WithdrawalEffect.FORFEITED)
    if number not in listed:
        assert not any(number in each.players for each, _ in tournament.counted())


def check_table(tournament: Tournament) -> None:
    """Check that the table adds up, and does not depend on the order of the results."""
    lines = tournament.standings()
    games = [result for _, result in tournament.counted()]
    free = sum(tournament.format.bye_points(tournament).values())
    scored = sum(not game.is_lost_by_both for game in games)
    assert sum(line.points for line in lines) == scored + free
    assert sum(line.played for line in lines) == 2 * len(games)
    assert sum(line.disc_difference for line in lines) == 0
    keys = tournament.format.rank_keys(tournament)
    order = [(*keys.get(line.entrant, ()), *line.rank_key) for line in lines]
    assert order == sorted(order, reverse=True)
    assert abs(sum(line.rating.elo for line in lines)) < 1e-3 * max(len(lines), 1)
    assert all(line.rating.error < 3000 for line in lines)
    table = tournament.cross_table()
    assert [line.entrant for line in table.lines] == [line.entrant for line in lines]
    turned = dict(reversed(list(tournament.results.items())))
    assert replace(tournament, results=turned).standings() == lines


def try_tournament(chance: random.Random) -> None:
    """Run one random tournament."""
    players = chance.choice([chance.randint(2, 9), chance.randint(2, 64)])
    form = random_format(chance, players)
    seed = chance.choice([None, chance.randrange(2**63)])
    names = [f"Player {number}" for number in range(players)]
    tournament = Tournament.begin("Trial", names, form, seed=seed)
    assert tournament == Tournament.begin("Trial", names, form, seed=seed)
    check_pairings(tournament)
    if form.games_for(players) <= PLAYABLE:
        played = play_out(tournament, chance)
        if form.is_paired_by_rounds:
            check_pairings(played)
        check_table(played)


def coverage(simulations: int, seed: int, *, players: int = 8, games: int = 4) -> float:
    """Return how often the error bars of simulated round robins cover the true strength."""
    chance = random.Random(seed)
    covered = 0
    for _ in range(simulations):
        drawn = [chance.gauss(0, SPREAD) for _ in range(players)]
        truth = [elo - sum(drawn) / players for elo in drawn]
        results = []
        for pairing in Tournament.begin("Trial", "x" * players, RoundRobin(games=games)).pairings:
            one, other = pairing.black - 1, pairing.white - 1
            score = simulated_score(chance, truth[one] - truth[other])
            results.append((one, other, score))
        ratings = fit_ratings(range(players), results)
        covered += sum(ratings[place].covers(elo) for place, elo in enumerate(truth))
    return covered / (simulations * players)


def simulated_score(chance: random.Random, difference: float) -> float:
    """Return a random result, 1, 0.5 or 0, for a player who is stronger by this difference."""
    expected = expected_score(difference)
    draws = DRAWS * 2 * min(expected, 1 - expected)
    lot = chance.random()
    if lot < draws:
        return 0.5
    return 1.0 if lot < expected + draws / 2 else 0.0


def main() -> None:
    """Read the command line, run the tournaments and test the error bars."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=10_000, help="number of tournaments (10000)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations (1000)")
    parser.add_argument("--seed", type=int, help="repeat the run that named this seed")
    options = parser.parse_args()
    seed = random.randrange(10**9) if options.seed is None else options.seed
    for number in range(options.count):
        try:
            try_tournament(random.Random(f"{seed} {number}"))
        except Exception:
            print(f"Tournament {number} of seed {seed} went wrong.")
            raise
    print(f"{options.count} tournaments from seed {seed}: every rule held.")
    if options.simulations:
        share = coverage(options.simulations, seed)
        print(f"{options.simulations} simulations: the 95 % bars cover {share:.1%} (93 % to 97 %).")
        sys.exit(0 if 0.93 <= share <= 0.97 else 1)


if __name__ == "__main__":
    main()
