"""Who scored what against whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.arena.pairing import Pairing
from outflank.arena.result import Result
from outflank.arena.standings import Standing
from outflank.rules import Color

if TYPE_CHECKING:
    from outflank.arena.tournament import Tournament

__all__ = ["CrossTable", "cross_table"]

_MOST_MARKS = 4  # a mark for each game up to here, sums beyond


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The table with a column for each opponent, in the order of the ranks.

    A cell has one mark for each game: `1` won, `=` drawn, `0` lost, `+` and `-` won and lost
    without playing, `x` void and `.` not over. Where a pair plays many games it has their
    points and their number instead, as in `5.5 of 8`.
    """

    lines: tuple[Standing, ...]
    cells: Mapping[tuple[int, int], str]

    def cell(self, entrant: int, opponent: int) -> str:
        """Return how an entrant did against another; nothing if the two are not paired."""
        return self.cells.get((entrant, opponent), "")


def cross_table(tournament: Tournament) -> CrossTable:
    """Return the cross table of a tournament.

    >>> from outflank.arena import Result, RoundRobin, Tournament
    >>> from outflank.rules import BLACK, Reason
    >>> cup = Tournament.begin("Cup", ["Ann", "Bob"], RoundRobin(games=2))
    >>> cup = cup.with_result(1, Result(BLACK, 40, 24, Reason.FULL_BOARD))
    >>> cross_table(cup).cell(1, 2), cross_table(cup).cell(2, 1)
    ('1.', '0.')
    """
    games: dict[tuple[int, int], list[tuple[Pairing, Result | None]]] = {}
    for pairing in tournament.pairings:
        if not tournament.is_struck(pairing):
            result = tournament.results.get(pairing.number)
            for key in (pairing.players, pairing.players[::-1]):
                games.setdefault(key, []).append((pairing, result))
    cells = {
        (entrant, opponent): _cell([(result, pairing.color_of(entrant)) for pairing, result in met])
        for (entrant, opponent), met in games.items()
    }
    return CrossTable(tuple(tournament.standings()), cells)


def _cell(games: list[tuple[Result | None, Color]]) -> str:
    if len(games) <= _MOST_MARKS:
        return "".join(_mark(result, color) for result, color in games)
    points = [result.points(color) for result, color in games if result and not result.is_void]
    return f"{sum(points):g} of {len(points)}"  # 5/8 would be a date to a spreadsheet


def _mark(result: Result | None, color: Color) -> str:
    if result is None:
        return "."
    if result.is_void:
        return "x"
    if result.is_draw:
        return "="
    won, lost = ("1", "0") if result.is_played else ("+", "-")
    return lost if result.is_lost_by(color) else won
