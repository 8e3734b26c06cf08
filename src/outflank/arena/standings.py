"""The table of a tournament: points, tie-breaks and ratings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from outflank.arena.ratings import UNRATED, Rating, fit_ratings
from outflank.rules import BLACK, Color

if TYPE_CHECKING:
    from outflank.arena.tournament import Tournament

__all__ = ["Standing", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table; who cannot be told apart shares a rank.

    A tie in points is broken by Sonneborn and Berger's number, the points of those whom one beat
    and half the points of those with whom one drew, and then by the difference of the discs.

    >>> Standing(1, 7, "Ann", wins=2, draws=1, points=2.5).played
    3
    """

    rank: int
    entrant: int
    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    disc_difference: int = 0
    sonneborn_berger: float = 0.0
    rating: Rating = UNRATED
    is_withdrawn: bool = False

    @property
    def played(self) -> int:
        """How many games count so far, those won and lost by forfeit too."""
        return self.wins + self.draws + self.losses

    @property
    def merit(self) -> tuple[float, float, int]:
        """What decides the rank."""
        return self.points, self.sonneborn_berger, self.disc_difference


def standings(tournament: Tournament, *, anchor: tuple[int, float] | None = None) -> list[Standing]:
    """Return the table from the top, without those who were struck.

    Games that were not really played count for points and not for ratings.

    >>> from outflank.arena import Result, Tournament
    >>> from outflank.rules import Reason
    >>> cup = Tournament.begin("Cup", ["Ann", "Bob"])
    >>> cup = cup.with_result(1, Result(BLACK, 40, 24, Reason.FULL_BOARD))
    >>> [(line.rank, line.name, line.points, line.disc_difference) for line in standings(cup)]
    [(1, 'Ann', 1.0, 16), (2, 'Bob', 0.0, -16)]
    """
    games = list(tournament.counted())
    lines = {
        entrant.number: Standing(
            0, entrant.number, entrant.name, is_withdrawn=entrant.number in tournament.withdrawn
        )
        for entrant in tournament.listed
    }
    for pairing, result in games:
        for color in Color:
            line = lines[pairing.entrant(color)]
            lines[line.entrant] = replace(
                line,
                wins=line.wins + (result.winner is color),
                draws=line.draws + result.is_draw,
                losses=line.losses + result.is_lost_by(color),
                points=line.points + result.points(color),
                disc_difference=line.disc_difference + result.margin(color),
            )
    beaten = dict.fromkeys(lines, 0.0)
    for pairing, result in games:
        for color in Color:
            opponent = lines[pairing.entrant(color.opponent)]
            beaten[pairing.entrant(color)] += result.points(color) * opponent.points
    rated = ((*each.players, result.points(BLACK)) for each, result in games if result.is_played)
    ratings = fit_ratings(lines, rated, anchor=anchor)
    finished = [
        replace(line, sonneborn_berger=beaten[number], rating=ratings[number])
        for number, line in lines.items()
    ]
    return _ranked(finished)


def _ranked(lines: list[Standing]) -> list[Standing]:
    ordered = sorted(lines, key=lambda line: line.merit, reverse=True)
    ranks: dict[tuple[float, float, int], int] = {}
    for place, line in enumerate(ordered, 1):
        ranks.setdefault(line.merit, place)
    return [replace(line, rank=ranks[line.merit]) for line in ordered]
