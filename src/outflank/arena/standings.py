"""The standings of a tournament with tie-breaks and ratings, and its cross table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from outflank.arena.pairing import Entrant, Pairing
from outflank.arena.ratings import UNRATED, Rating, fit_ratings
from outflank.arena.result import Result
from outflank.rules import BLACK, WHITE, Color

__all__ = ["Brightwell", "CrossTable", "Standing", "cross_table", "standings"]

_MOST_MARKS = 4  # up to this many games of a pair have a mark each, more are summed up


@dataclass(frozen=True, slots=True)
class Brightwell:
    """Brightwell's quotient, with which Othello federations break ties.

    It is a player's discs plus `coefficient` times the points of their opponents. A bye, a game
    that was not played and a game against a withdrawn player count as a draw against oneself.

    >>> Brightwell(6).of_left_out(points=2)
    44
    """

    coefficient: float
    draw: int = 32  # a side's discs in a drawn game

    @classmethod
    def for_rounds(cls, rounds: int, draw: int = 32) -> Brightwell:
        """Return the usual quotient: from 8 rounds on the coefficient is 6, below only discs count.

        >>> Brightwell.for_rounds(7).coefficient, Brightwell.for_rounds(8).coefficient
        (0, 6)
        """
        return cls(6 if rounds >= 8 else 0, draw)

    def of_game(self, discs: int, opponent_points: float) -> float:
        """Return what a game adds to the quotient."""
        return discs + self.coefficient * opponent_points

    def of_left_out(self, points: float) -> float:
        """Return what a game without an opponent adds, for a player with this many points."""
        return self.draw + self.coefficient * points


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table; equal players share a rank.

    Ties in points are broken by the Sonneborn-Berger number (the points of the opponents that the
    player beat, and half the points of those they drew with) and then by the disc difference. If
    the tournament has chosen Brightwell's quotient, it replaces the Sonneborn-Berger number.

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
    brightwell: float | None = None  # if it breaks ties

    @property
    def played(self) -> int:
        """How many games count so far, including forfeits."""
        return self.wins + self.draws + self.losses

    @property
    def rank_key(self) -> tuple[float, float, int]:
        """What decides the rank."""
        tie_break = self.sonneborn_berger if self.brightwell is None else self.brightwell
        return self.points, tie_break, self.disc_difference


def standings(
    entrants: Iterable[Entrant],
    games: Collection[tuple[Pairing, Result]],
    *,
    withdrawn: Collection[int] = (),
    anchor: tuple[int, float] | None = None,
    byes: Mapping[int, float] | None = None,
    missed: Mapping[int, int] | None = None,
    rank_keys: Mapping[int, tuple[float, ...]] | None = None,
    brightwell: Brightwell | None = None,
) -> list[Standing]:
    """Return the standings of the entrants from the top, after the games that count.

    Games that were not really played count for points but not for ratings. All by the entrants'
    numbers, `byes` are points without a game, `missed` counts the games that a late entrant has
    lost, and `rank_keys` decide the rank before the points. `brightwell` breaks ties instead of
    the Sonneborn-Berger number.

    >>> from outflank.rules import Reason
    >>> entrants = [Entrant(1, "Ann"), Entrant(2, "Bob")]
    >>> games = [(Pairing(1, 1, 1, 2), Result(BLACK, 40, 24, Reason.FULL_BOARD))]
    >>> for line in standings(entrants, games):
    ...     print(line.rank, line.name, line.points, line.disc_difference)
    1 Ann 1.0 16
    2 Bob 0.0 -16
    """
    lines = {
        entrant.number: Standing(
            0,
            entrant.number,
            entrant.name,
            points=(byes or {}).get(entrant.number, 0.0),
            losses=(missed or {}).get(entrant.number, 0),
            is_withdrawn=entrant.number in withdrawn,
        )
        for entrant in entrants
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
    quotients: Mapping[int, float] = {}
    if brightwell is not None:
        # A bye gives one point for each of its games.
        left_out = {
            number: (byes or {}).get(number, 0.0) + (missed or {}).get(number, 0)
            for number in lines
        }
        quotients = _quotients(brightwell, lines, games, left_out)
    finished = [
        replace(
            line,
            sonneborn_berger=beaten[number],
            rating=ratings[number],
            brightwell=quotients.get(number),
        )
        for number, line in lines.items()
    ]
    return _ranked(finished, rank_keys or {})


def _quotients(
    brightwell: Brightwell,
    lines: Mapping[int, Standing],
    games: Iterable[tuple[Pairing, Result]],
    left_out: Mapping[int, float],
) -> dict[int, float]:
    """Return each entrant's quotient; `left_out` counts their games without an opponent."""
    found = {
        number: left_out.get(number, 0.0) * brightwell.of_left_out(line.points)
        for number, line in lines.items()
    }
    for pairing, result in games:
        for color, discs in zip((BLACK, WHITE), (result.black, result.white), strict=True):
            own, opponent = (lines[pairing.entrant(side)] for side in (color, color.opponent))
            if opponent.is_withdrawn or not result.is_played:
                found[own.entrant] += brightwell.of_left_out(own.points)
            else:
                found[own.entrant] += brightwell.of_game(discs, opponent.points)
    return found


def _ranked(lines: list[Standing], rank_keys: Mapping[int, tuple[float, ...]]) -> list[Standing]:
    def key(line: Standing) -> tuple[float, ...]:
        return *rank_keys.get(line.entrant, ()), *line.rank_key

    ordered = sorted(lines, key=key, reverse=True)
    ranks: dict[tuple[float, ...], int] = {}
    for place, line in enumerate(ordered, 1):
        ranks.setdefault(key(line), place)
    return [replace(line, rank=ranks[key(line)]) for line in ordered]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The table with a column for each opponent, in the order of the ranks.

    A cell has a mark for each game: `1` won, `=` drawn, `0` lost, `+` won and `-` lost without
    playing, `x` void, `.` not over. If a pair plays many games, the cell has the points and the
    number of games instead, as in `5.5 of 8`.
    """

    lines: tuple[Standing, ...]
    cells: Mapping[tuple[int, int], str]

    def cell(self, entrant: int, opponent: int) -> str:
        """Return how an entrant did against another, or "" if the two are not paired."""
        return self.cells.get((entrant, opponent), "")


def cross_table(
    lines: Iterable[Standing], games: Iterable[tuple[Pairing, Result | None]]
) -> CrossTable:
    """Return the cross table of the standings and all games, finished or not.

    >>> from outflank.rules import Reason
    >>> won = Pairing(1, 1, 1, 2), Result(BLACK, 40, 24, Reason.FULL_BOARD)
    >>> table = cross_table([], [won, (Pairing(2, 2, 2, 1), None)])
    >>> table.cell(1, 2), table.cell(2, 1)
    ('1.', '0.')
    """
    met: dict[tuple[int, int], list[tuple[Result | None, Color]]] = {}
    for pairing, result in games:
        for key in (pairing.players, pairing.players[::-1]):
            met.setdefault(key, []).append((result, pairing.color_of(key[0])))
    return CrossTable(tuple(lines), {key: _cell(results) for key, results in met.items()})


def _cell(games: list[tuple[Result | None, Color]]) -> str:
    if len(games) <= _MOST_MARKS:
        return "".join(_mark(result, color) for result, color in games)
    points = [result.points(color) for result, color in games if result and not result.is_void]
    return f"{sum(points):g} of {len(points)}"  # a spreadsheet would read 5/8 as a date


def _mark(result: Result | None, color: Color) -> str:
    if result is None:
        return "."
    if result.is_void:
        return "x"
    if result.is_draw:
        return "="
    won, lost = ("1", "0") if result.is_played else ("+", "-")
    return lost if result.is_lost_by(color) else won
