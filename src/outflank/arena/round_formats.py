"""Formats that are paired round by round, by the results so far: Swiss, knockout and ladder."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.arena.formats import TournamentFormat, drawn_order, register_format
from outflank.arena.matching import preferred_matching
from outflank.arena.pairing import Pairing
from outflank.arena.progress import TournamentProgress
from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE

__all__ = ["Knockout", "Ladder", "RoundFormat", "Swiss"]

_Meeting = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RoundFormat(TournamentFormat):
    """A format that pairs a round when the one before is over.

    Two who meet play `games` games in that round, with the colours swapped from game to game.
    """

    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return the games of the next round if all of those before are over."""
        if tournament.open_pairings:
            return []
        number, meetings = self.next_round(tournament)
        first = len(tournament.pairings) + 1
        made: list[Pairing] = []
        for one, other in meetings:
            black, white = _with_colors(tournament, number, one, other)
            for game in range(self.games):
                sides = (white, black) if game % 2 else (black, white)
                made.append(Pairing(first + len(made), number, *sides))
        return made

    @abstractmethod
    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[_Meeting]]:
        """Return the number of the next round and who meets whom, nobody if there is none."""

    @property
    def is_paired_by_rounds(self) -> bool:
        """Always so."""
        return True

    def strikes(self, played: int, scheduled: int) -> bool:  # noqa: ARG002 - as all formats
        """Tell that who leaves stays in the table: others were paired by those games."""
        return False


@dataclass(frozen=True, slots=True)
class Swiss(RoundFormat):
    """Everybody plays in every round, against somebody with as many points whom they have not met.

    With an odd number the last one without a free round has one, which counts as won. Without
    `rounds` there are two more than would find a winner by knockout.

    >>> Swiss().games_for(8), Swiss(rounds=3).games_for(7)
    (20, 9)
    """

    name: str = "swiss"
    title: str = "Swiss system"
    aliases: tuple[str, ...] = ("swiss-system",)
    rounds: int = 0

    def __post_init__(self) -> None:
        TournamentFormat.__post_init__(self)
        _require_rounds(self.rounds)

    def rounds_for(self, entrants: int) -> int:
        """Return how many rounds so many entrants play."""
        if self.rounds:
            return self.rounds
        most = entrants if entrants % 2 else entrants - 1
        return min(math.ceil(math.log2(max(entrants, 2))) + 2, most)

    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play at most."""
        return self.games * (entrants // 2) * self.rounds_for(entrants) if entrants > 1 else 0

    def bye_points(self, tournament: TournamentProgress) -> dict[int, float]:
        """Return the points of those who had a free round.

        Who was not paired had one if they have played since or are still in; nobody has two.
        """
        last = last_round(tournament)
        playing: dict[int, set[int]] = {number: set() for number in range(1, last + 1)}
        for pairing in tournament.pairings:
            playing[pairing.round].update(pairing.players)
        points: dict[int, float] = {}
        for entrant in tournament.entrants:
            number = entrant.number
            latest = max((at for at, busy in playing.items() if number in busy), default=0)
            until = last if number not in tournament.withdrawn else latest
            if any(number not in playing[at] for at in range(1, until + 1)):
                points[number] = float(self.games)
        return points

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[_Meeting]]:
        """Pair those with equal points, the upper half of them with the lower."""
        number = last_round(tournament) + 1
        seats = _seats(tournament)
        players = [each for each in seats if each not in tournament.withdrawn]
        if number > self.rounds_for(len(tournament.entrants)) or len(players) < 2:
            return number, []
        byes = self.bye_points(tournament)
        points = dict.fromkeys(seats, 0.0) | byes
        for pairing, result in tournament.counted():
            points[pairing.black] += result.points(BLACK)
            points[pairing.white] += result.points(WHITE)
        ranked = sorted(players, key=lambda each: -points[each])  # equals in the order of seats
        met = _meetings(tournament)
        # Rematches only where nobody could be paired without them, and then as few as possible.
        for times in range(max(met.values(), default=0) + 1):
            free: Sequence[int | None] = [None]
            if len(ranked) % 2:
                free = [each for each in reversed(ranked) if each not in byes or times]
            for resting in free:
                paired = preferred_matching(
                    [each for each in ranked if each != resting],
                    lambda one, other, most=times: met.get(frozenset((one, other)), 0) <= most,  # type: ignore[misc]
                    lambda one, others: _by_points(one, others, points),
                )
                if paired is not None:
                    return number, paired
        raise AssertionError("everybody may meet everybody in the end")


@dataclass(frozen=True, slots=True)
class Knockout(RoundFormat):
    """Who loses a meeting is out; the first entrants are kept apart and have the free rounds.

    A meeting is won by points, then by discs, then by whoever was entered first.

    >>> Knockout(games=2).games_for(6)
    10
    """

    name: str = "knockout"
    title: str = "Knockout"
    aliases: tuple[str, ...] = ("elimination", "single-elimination", "cup")

    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play at most."""
        return self.games * max(entrants - 1, 0)

    @property
    def is_settled_by_rounds(self) -> bool:
        """Always so: who is out cannot come back into a later round."""
        return True

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[_Meeting]]:
        """Pair the winners of neighbouring meetings."""
        slots = _bracket(_seats(tournament))
        number = 0
        while len(slots) > 1:
            number += 1
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
            missing = [
                (one, other)
                for one, other in meetings
                if one is not None
                and other is not None
                and _is_to_be_played(tournament, number, one, other)
            ]
            if missing:
                return number, missing
            slots = [_advancing(tournament, number, one, other) for one, other in meetings]
        return number + 1, []

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:
        """Rank by how far somebody came, and then as in any table."""
        slots = _bracket(_seats(tournament))
        reached = dict.fromkeys([each.number for each in tournament.entrants], 0)
        number, last = 0, last_round(tournament)
        while len(slots) > 1 and number <= last:
            number += 1
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
            if any(
                one is not None
                and other is not None
                and _is_undecided(tournament, number, one, other)
                for one, other in meetings
            ):
                break
            slots = [_advancing(tournament, number, one, other) for one, other in meetings]
            for winner in slots:
                if winner is not None:
                    reached[winner] = number
        return {entrant: (float(round_number),) for entrant, round_number in reached.items()}


@dataclass(frozen=True, slots=True)
class Ladder(RoundFormat):
    """Neighbours on a ladder play each other, and who wins from below changes places.

    The entrants stand on it in their order, the first at the top. In odd rounds the second
    challenges the first, the fourth the third and so on, in even rounds the third the second.
    Without `rounds` there are as many as players, in which anybody can climb to the top.

    >>> Ladder().games_for(5)
    10
    """

    name: str = "ladder"
    title: str = "Ladder"
    rounds: int = 0

    def __post_init__(self) -> None:
        TournamentFormat.__post_init__(self)
        _require_rounds(self.rounds)

    def rounds_for(self, entrants: int) -> int:
        """Return how many rounds so many entrants play."""
        return self.rounds or entrants

    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play at most."""
        if entrants < 2:
            return 0
        rungs = range(entrants)
        rounds = range(1, self.rounds_for(entrants) + 1)
        return self.games * sum(len(_neighbours(rungs, number)) for number in rounds)

    @property
    def is_settled_by_rounds(self) -> bool:
        """Always so: later rounds were paired by who had climbed."""
        return True

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[_Meeting]]:
        """Pair neighbours, leaving out who has left."""
        number = last_round(tournament) + 1
        if number > self.rounds_for(len(tournament.entrants)):
            return number, []
        order = self.rungs(tournament)
        return number, _neighbours(
            [each for each in order if each not in tournament.withdrawn], number
        )

    def rungs(self, tournament: TournamentProgress) -> list[int]:
        """Return the entrants from the top of the ladder."""
        order = _seats(tournament)
        meetings: dict[int, set[frozenset[int]]] = {}
        for pairing in tournament.pairings:
            meetings.setdefault(pairing.round, set()).add(frozenset(pairing.players))
        for number in sorted(meetings):
            for meeting in meetings[number]:
                upper, lower = sorted(meeting, key=order.index)
                score = _score(tournament, number, upper, lower)
                if score[1] > score[0]:
                    above, below = order.index(upper), order.index(lower)
                    order[above], order[below] = lower, upper
        return order

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:
        """Rank by the rungs."""
        order = self.rungs(tournament)
        return {number: (float(len(order) - rung),) for rung, number in enumerate(order)}


def last_round(tournament: TournamentProgress) -> int:
    """Return the number of the last round that is paired, 0 before the first."""
    return max((pairing.round for pairing in tournament.pairings), default=0)


def _require_rounds(rounds: int) -> None:
    if rounds < 0:
        raise TournamentError(f"a tournament has at least 1 round, not {rounds}")


def _seats(tournament: TournamentProgress) -> list[int]:
    """Return the entrants in their order, or as the lot falls."""
    return drawn_order([entrant.number for entrant in tournament.entrants], tournament.seed)


def _with_colors(tournament: TournamentProgress, number: int, one: int, other: int) -> _Meeting:
    """Give black to who has had it less; then to who had white last; then by turns."""
    surplus = dict.fromkeys((one, other), 0)
    latest = dict.fromkeys((one, other), 0)
    for pairing in tournament.pairings:
        for player, step in ((pairing.black, 1), (pairing.white, -1)):
            if player in surplus:
                surplus[player] += step
                latest[player] = step
    first, second = (surplus[one], latest[one]), (surplus[other], latest[other])
    if first == second:
        return (one, other) if number % 2 else (other, one)
    return (one, other) if first < second else (other, one)


def _meetings(tournament: TournamentProgress) -> dict[frozenset[int], int]:
    """Count in how many rounds each two have met."""
    rounds: dict[frozenset[int], set[int]] = {}
    for pairing in tournament.pairings:
        rounds.setdefault(frozenset(pairing.players), set()).add(pairing.round)
    return {players: len(numbers) for players, numbers in rounds.items()}


def _by_points(one: int, others: Sequence[int], points: dict[int, float]) -> Sequence[int]:
    """Return the lower half of the equals, their upper half from below, and then all others."""
    equals = [other for other in others if points[other] == points[one]]
    half = len(equals) // 2
    rest = [other for other in others if points[other] != points[one]]
    return [*equals[half:], *reversed(equals[:half]), *rest]


def _score(
    tournament: TournamentProgress, number: int, one: int, other: int
) -> tuple[float, float]:
    """Return the points of either side in a meeting."""
    points = {one: 0.0, other: 0.0}
    for pairing, result in tournament.counted():
        if pairing.round == number and set(pairing.players) == {one, other}:
            points[pairing.black] += result.points(BLACK)
            points[pairing.white] += result.points(WHITE)
    return points[one], points[other]


def _games_of(tournament: TournamentProgress, number: int, one: int, other: int) -> list[Pairing]:
    return [
        each
        for each in tournament.pairings
        if each.round == number and set(each.players) == {one, other}
    ]


def _bracket(seats: Sequence[int]) -> list[int | None]:
    """Return the slots of the first round, so that the first two can meet only in the last."""
    places = [0]
    while len(places) < len(seats):
        count = 2 * len(places)
        places = [place for each in places for place in (each, count - 1 - each)]
    return [seats[place] if place < len(seats) else None for place in places]


def _plays_later(tournament: TournamentProgress, number: int, player: int) -> bool:
    return any(each.round > number and player in each.players for each in tournament.pairings)


def _is_to_be_played(tournament: TournamentProgress, number: int, one: int, other: int) -> bool:
    """Tell whether a meeting has neither been paired nor passed over, since somebody had left."""
    if _games_of(tournament, number, one, other):
        return False
    if any(_plays_later(tournament, number, each) for each in (one, other)):
        return False
    return one not in tournament.withdrawn and other not in tournament.withdrawn


def _is_undecided(tournament: TournamentProgress, number: int, one: int, other: int) -> bool:
    games = _games_of(tournament, number, one, other)
    if any(tournament.is_open(each) for each in games):
        return True
    return not games and _is_to_be_played(tournament, number, one, other)


def _advancing(
    tournament: TournamentProgress, number: int, one: int | None, other: int | None
) -> int | None:
    """Return who goes on from a meeting, None if nobody is left."""
    if one is None or other is None:
        return other if one is None else one
    if _games_of(tournament, number, one, other):
        return _winner(tournament, number, one, other)
    for each in (one, other):
        if _plays_later(tournament, number, each):
            return each
    left = [each for each in (one, other) if each not in tournament.withdrawn]
    return left[0] if left else None


def _winner(tournament: TournamentProgress, number: int, one: int, other: int) -> int:
    """Return who won a meeting: by points, by discs, or by having been entered first."""
    first, second = _score(tournament, number, one, other)
    if first != second:
        return one if first > second else other
    discs = sum(
        result.margin(pairing.color_of(one))
        for pairing, result in tournament.counted()
        if pairing.round == number and set(pairing.players) == {one, other}
    )
    if discs:
        return one if discs > 0 else other
    return min((one, other), key=_seats(tournament).index)


def _neighbours(order: Sequence[int], number: int) -> list[_Meeting]:
    """Return who challenges whom in a round; two alone always meet."""
    start = 0 if number % 2 or len(order) < 3 else 1
    return [(order[at], order[at + 1]) for at in range(start, len(order) - 1, 2)]


for _format in (Swiss(), Knockout(), Ladder()):
    register_format(_format)
