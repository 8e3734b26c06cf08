"""Formats that are paired round by round from the results so far, and one of them, the Swiss."""

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
from outflank.texts import Text

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
    """A format that pairs a round when the previous one is over.

    Two players who meet play `games` games in that round and swap colours after each.
    """

    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return the games of the next round if all earlier games are over."""
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
        """Return the number of the next round and its meetings, which may be none."""

    @property
    def is_paired_by_rounds(self) -> bool:
        """Always True."""
        return True

    def strikes(self, played: int, scheduled: int) -> bool:  # noqa: ARG002 - as all formats
        """Return False: a player who leaves stays, because later pairings depend on their games."""
        return False


@dataclass(frozen=True, slots=True)
class Swiss(RoundFormat):
    """Everybody plays in every round, against a new opponent with the same points if possible.

    If the number is odd, the lowest player who has had no bye gets one, which counts as a win.
    Without `rounds` there are two more rounds than a knockout would have.

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
        """Return the number of rounds for this number of entrants."""
        if self.rounds:
            return self.rounds
        most = entrants if entrants % 2 else entrants - 1
        return min(math.ceil(math.log2(max(entrants, 2))) + 2, most)

    def games_for(self, entrants: int) -> int:
        """Return the largest possible number of games for this number of entrants."""
        return self._games(entrants, self.rounds_for(entrants))

    def games_of(self, tournament: TournamentProgress) -> int:
        """Return the largest possible number of games of a tournament that has begun."""
        return self._games(len(tournament.entrants), self.rounds_of(tournament))

    def _games(self, entrants: int, rounds: int) -> int:
        return self.games * (entrants // 2) * rounds if entrants > 1 else 0

    @property
    def has_quotient(self) -> bool:
        """Always True."""
        return True

    def rounds_of(self, tournament: TournamentProgress) -> int:
        """Return how many rounds a tournament has in total; late entrants add none."""
        return self.rounds_for(first_entrants(tournament))

    def entry_problem(self, tournament: TournamentProgress) -> Text | None:
        """Return why nobody can enter once the last round is paired, else None."""
        return no_round_left(tournament, self.rounds_of(tournament))

    def missed_games(self, tournament: TournamentProgress) -> dict[int, int]:
        """Return how many games each late entrant has missed, by their numbers."""
        late = [entrant for entrant in tournament.entrants if entrant.is_late]
        return {each.number: self.games * (each.first_round - 1) for each in late}

    def bye_points(self, tournament: TournamentProgress) -> dict[int, float]:
        """Return the points of the entrants who had a bye, by their numbers.

        A player who was not paired in a round had a bye, unless they had left for good by then.
        Rounds before a late entry are not byes but missed. Two byes give no more than one.
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
        """Pair players with equal points, the upper half of them with the lower half."""
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
        ranked = sorted(players, key=lambda each: -points[each])  # ties in the order of seats
        met = _meetings(tournament)
        # Allow rematches only if not all can be paired without them, and as few as possible.
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
        raise AssertionError("with enough rematches everybody may meet everybody")


def last_round(tournament: TournamentProgress) -> int:
    """Return the number of the last round that has been paired, or 0 before the first."""
    return max((pairing.round for pairing in tournament.pairings), default=0)


def require_rounds(rounds: int) -> None:
    """Raise TournamentError if the number of rounds is negative; 0 leaves it to the format."""
    if rounds < 0:
        raise TournamentError(Text("errors.arena.too_few_rounds", rounds=rounds))


def first_entrants(tournament: TournamentProgress) -> int:
    """Count the entrants who were there at the start."""
    return sum(not entrant.is_late for entrant in tournament.entrants)


def no_round_left(tournament: TournamentProgress, rounds: int) -> Text | None:
    """Return why nobody can enter if all `rounds` rounds are paired, else None."""
    if last_round(tournament) < rounds:
        return None
    return Text("errors.arena.no_entry_in_last_round")


def seat_order(tournament: TournamentProgress) -> list[int]:
    """Return the entrants in their order or as the seed draws it; late entrants come last."""
    first = [entrant.number for entrant in tournament.entrants if not entrant.is_late]
    late = [entrant.number for entrant in tournament.entrants if entrant.is_late]
    return drawn_order(first, tournament.seed) + late


def _with_colors(tournament: TournamentProgress, number: int, one: int, other: int) -> Meeting:
    """Give black to the player who had it less often, else who had white last, else in turn."""
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
    """Count the rounds in which each two players have met."""
    rounds: dict[frozenset[int], set[int]] = {}
    for pairing in tournament.pairings:
        rounds.setdefault(frozenset(pairing.players), set()).add(pairing.round)
    return {players: len(numbers) for players, numbers in rounds.items()}


def _by_points(one: int, others: Sequence[int], points: dict[int, float]) -> Sequence[int]:
    """Return opponents: equals first, their lower half before the reversed upper, then others."""
    equals = [other for other in others if points[other] == points[one]]
    half = len(equals) // 2
    rest = [other for other in others if points[other] != points[one]]
    return [*equals[half:], *reversed(equals[:half]), *rest]


def meeting_score(
    tournament: TournamentProgress, number: int, one: int, other: int
) -> tuple[float, float]:
    """Return the points of both sides in a meeting."""
    points = {one: 0.0, other: 0.0}
    for pairing, result in tournament.counted():
        if pairing.round == number and set(pairing.players) == {one, other}:
            points[pairing.black] += result.points(BLACK)
            points[pairing.white] += result.points(WHITE)
    return points[one], points[other]


register_format(Swiss())
