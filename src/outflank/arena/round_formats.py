"""Formats that are paired round by round, by the results so far, and the first of them: Swiss."""

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

__all__ = [
    "Meeting",
    "RoundFormat",
    "Swiss",
    "first_entrants",
    "last_round",
    "meeting_score",
    "no_round_left",
    "require_rounds",
    "seat_order",
]

Meeting = tuple[int, int]
"""Two entrants who meet in a round, by their numbers."""


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
    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[Meeting]]:
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
        require_rounds(self.rounds)

    def rounds_for(self, entrants: int) -> int:
        """Return how many rounds so many entrants play."""
        if self.rounds:
            return self.rounds
        most = entrants if entrants % 2 else entrants - 1
        return min(math.ceil(math.log2(max(entrants, 2))) + 2, most)

    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play at most."""
        return self._games(entrants, self.rounds_for(entrants))

    def games_of(self, tournament: TournamentProgress) -> int:
        """Return how many games a tournament that has begun will have at most."""
        return self._games(len(tournament.entrants), self.rounds_of(tournament))

    def _games(self, entrants: int, rounds: int) -> int:
        return self.games * (entrants // 2) * rounds if entrants > 1 else 0

    @property
    def has_quotient(self) -> bool:
        """Always so."""
        return True

    def rounds_of(self, tournament: TournamentProgress) -> int:
        """Return how many rounds a tournament has in the end; who comes later adds none."""
        return self.rounds_for(first_entrants(tournament))

    def entry_problem(self, tournament: TournamentProgress) -> str:
        """Return why nobody can enter, which is so once the last round is paired."""
        return no_round_left(tournament, self.rounds_of(tournament))

    def missed_games(self, tournament: TournamentProgress) -> dict[int, int]:
        """Return the games of the rounds before somebody entered."""
        late = [entrant for entrant in tournament.entrants if entrant.is_late]
        return {each.number: self.games * (each.first_round - 1) for each in late}

    def bye_points(self, tournament: TournamentProgress) -> dict[int, float]:
        """Return the points of those who had a free round.

        Who was not paired had one if they have played since or are still in; nobody has two.
        Rounds before somebody entered are not free but missed.
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
            if any(number not in playing[at] for at in range(entrant.first_round, until + 1)):
                points[number] = float(self.games)
        return points

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[Meeting]]:
        """Pair those with equal points, the upper half of them with the lower."""
        number = last_round(tournament) + 1
        seats = seat_order(tournament)
        players = [each for each in seats if each not in tournament.withdrawn]
        if number > self.rounds_of(tournament) or len(players) < 2:
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


def last_round(tournament: TournamentProgress) -> int:
    """Return the number of the last round that is paired, 0 before the first."""
    return max((pairing.round for pairing in tournament.pairings), default=0)


def require_rounds(rounds: int) -> None:
    """Refuse a number of rounds that cannot be; 0 leaves it to the format."""
    if rounds < 0:
        raise TournamentError(f"a tournament has at least 1 round, not {rounds}")


def first_entrants(tournament: TournamentProgress) -> int:
    """Count who entered before the start."""
    return sum(not entrant.is_late for entrant in tournament.entrants)


def no_round_left(tournament: TournamentProgress, rounds: int) -> str:
    """Say that nobody can enter where all of so many rounds are paired, else nothing."""
    return "its last round is paired" if last_round(tournament) >= rounds else ""


def seat_order(tournament: TournamentProgress) -> list[int]:
    """Return the entrants in their order, or as the lot falls; who came later stands below."""
    first = [entrant.number for entrant in tournament.entrants if not entrant.is_late]
    late = [entrant.number for entrant in tournament.entrants if entrant.is_late]
    return drawn_order(first, tournament.seed) + late


def _with_colors(tournament: TournamentProgress, number: int, one: int, other: int) -> Meeting:
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


def meeting_score(
    tournament: TournamentProgress, number: int, one: int, other: int
) -> tuple[float, float]:
    """Return the points of either side in a meeting."""
    points = {one: 0.0, other: 0.0}
    for pairing, result in tournament.counted():
        if pairing.round == number and set(pairing.players) == {one, other}:
            points[pairing.black] += result.points(BLACK)
            points[pairing.white] += result.points(WHITE)
    return points[one], points[other]


register_format(Swiss())
