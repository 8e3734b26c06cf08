"""The ladder: neighbours play each other, and a winner from below climbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.arena.formats import TournamentFormat, register_format
from outflank.arena.progress import TournamentProgress
from outflank.arena.round_formats import (
    Meeting,
    RoundFormat,
    first_entrants,
    last_round,
    meeting_score,
    no_round_left,
    require_rounds,
    seat_order,
)
from outflank.texts import Text

__all__ = ["Ladder"]


@dataclass(frozen=True, slots=True)
class Ladder(RoundFormat):
    """Neighbours on a ladder play each other; if the lower one wins, they change places.

    The entrants start in their order, the first at the top. In odd rounds the second challenges
    the first, the fourth the third and so on, in even rounds the third the second. Without
    `rounds` there are as many rounds as players, enough for anybody to climb to the top.

    >>> Ladder().games_for(5)
    10
    """

    name: str = "ladder"
    title: str = "Ladder"
    rounds: int = 0

    def __post_init__(self) -> None:
        TournamentFormat.__post_init__(self)
        require_rounds(self.rounds)

    def rounds_for(self, entrants: int) -> int:
        """Return the number of rounds for this number of entrants."""
        return self.rounds or entrants

    def games_for(self, entrants: int) -> int:
        """Return the largest possible number of games for this number of entrants."""
        return self._games(entrants, self.rounds_for(entrants))

    def games_of(self, tournament: TournamentProgress) -> int:
        """Return the largest possible number of games of a tournament that has begun."""
        return self._games(len(tournament.entrants), self.rounds_of(tournament))

    def _games(self, entrants: int, rounds: int) -> int:
        if entrants < 2:
            return 0
        numbers = range(1, rounds + 1)
        return self.games * sum(len(_neighbours(range(entrants), number)) for number in numbers)

    def rounds_of(self, tournament: TournamentProgress) -> int:
        """Return how many rounds a tournament has in total; late entrants add none."""
        return self.rounds_for(first_entrants(tournament))

    def entry_problem(self, tournament: TournamentProgress) -> Text | None:
        """Return why nobody can enter once the last round is paired, else None."""
        return no_round_left(tournament, self.rounds_of(tournament))

    @property
    def is_settled_by_rounds(self) -> bool:
        """True: the pairings of later rounds depend on who has climbed."""
        return True

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[Meeting]]:
        """Pair neighbours, without the players who have left."""
        number = last_round(tournament) + 1
        if number > self.rounds_of(tournament):
            return number, []
        order = self.rungs(tournament)
        return number, _neighbours(
            [each for each in order if each not in tournament.withdrawn], number
        )

    def rungs(self, tournament: TournamentProgress) -> list[int]:
        """Return the entrants from the top of the ladder."""
        order = seat_order(tournament)
        meetings: dict[int, set[frozenset[int]]] = {}
        for pairing in tournament.pairings:
            meetings.setdefault(pairing.round, set()).add(frozenset(pairing.players))
        for number in sorted(meetings):
            for meeting in meetings[number]:
                upper, lower = sorted(meeting, key=order.index)
                score = meeting_score(tournament, number, upper, lower)
                if score[1] > score[0]:
                    above, below = order.index(upper), order.index(lower)
                    order[above], order[below] = lower, upper
        return order

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:
        """Rank by the place on the ladder."""
        order = self.rungs(tournament)
        return {number: (float(len(order) - rung),) for rung, number in enumerate(order)}


def _neighbours(order: Sequence[int], number: int) -> list[Meeting]:
    """Return who challenges whom in a round; if there are only two, they always meet."""
    start = 0 if number % 2 or len(order) < 3 else 1
    return [(order[at], order[at + 1]) for at in range(start, len(order) - 1, 2)]


register_format(Ladder())
