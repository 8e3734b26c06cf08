"""The table and the cross table for terminals, spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence

from outflank.arena.standings import CrossTable, Standing
from outflank.drawing.terminal_text import columns, shortened
from outflank.texts import say

__all__ = [
    "cross_table_rows",
    "cross_table_text",
    "rows_csv",
    "standings_cells",
    "standings_rows",
    "standings_text",
]

_NAME_WIDTH = 32
_OWN = "*"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def standings_rows(lines: Sequence[Standing]) -> list[dict[str, str | int | float | bool]]:
    """Return the table as plain values, for JSON and for `rows_csv`.

    >>> standings_rows([Standing(1, 7, "Ann", wins=1, points=1.0)])[0]["points"]
    1.0
    """
    return [
        {
            "rank": line.rank,
            "number": line.entrant,
            "name": line.name,
            "played": line.played,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            "points": line.points,
            "sonneborn_berger": line.sonneborn_berger,
            "disc_difference": line.disc_difference,
            "elo": round(line.rating.elo, 1),
            "elo_error": round(line.rating.error, 1),
            "withdrawn": line.is_withdrawn,
            **({} if line.brightwell is None else {"brightwell": line.brightwell}),
        }
        for line in lines
    ]


def cross_table_rows(table: CrossTable) -> list[dict[str, str | int | float]]:
    """Return the cross table as plain values, with a column for each entrant's number.

    >>> cross_table_rows(CrossTable((Standing(1, 7, "Ann"),), {}))
    [{'rank': 1, 'number': 7, 'name': 'Ann', 'points': 0.0, 'against 7': '*'}]
    """
    rows: list[dict[str, str | int | float]] = []
    for line in table.lines:
        row: dict[str, str | int | float] = {
            "rank": line.rank,
            "number": line.entrant,
            "name": line.name,
            "points": line.points,
        }
        for other in table.lines:
            own = other.entrant == line.entrant
            cell = _OWN if own else table.cell(line.entrant, other.entrant)
            row[f"against {other.entrant}"] = cell
        rows.append(row)
    return rows


def rows_csv(rows: Sequence[Mapping[str, str | int | float | bool]]) -> str:
    """Return rows as CSV; a quote precedes text that a spreadsheet would take for a formula.

    >>> rows_csv([{"name": "=1+1", "elo": -5.0}]).splitlines()
    ['name,elo', "'=1+1,-5.0"]
    """
    written = io.StringIO()
    # With the standard line ends, a carriage return within a name is quoted too.
    writer = csv.writer(written, lineterminator="\r\n")
    if rows:
        writer.writerow([_inert(name) for name in rows[0]])
    writer.writerows([[_inert(value) for value in row.values()] for row in rows])
    return written.getvalue()


def _inert(value: str | float | bool) -> str | float | bool:  # noqa: FBT001 - it is a cell
    if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def standings_text(lines: Sequence[Standing]) -> str:
    """Return the table as text for a terminal.

    >>> print(standings_text([Standing(1, 7, "Ann", wins=1, points=1.0)]))
      #  Name  Games  +  =  -  Points    SB  Discs  Elo  95 %
      1  Ann       1  1  0  0       1  0.00     +0   +0    ±0
    """
    return _aligned(standings_cells(lines, _name))


def standings_cells(
    lines: Sequence[Standing], name_of: Callable[[Standing], str]
) -> list[list[str]]:
    """Return the cells of the table as people read them, its headings first.

    >>> standings_cells([Standing(1, 7, "Ann", wins=1, points=1.0)], lambda line: line.name)[1]
    ['1', 'Ann', '1', '1', '0', '0', '1', '0.00', '+0', '+0', '±0']
    """
    is_brightwell = any(line.brightwell is not None for line in lines)
    tie_break = "brightwell" if is_brightwell else "sonneborn_berger"
    words = ("name", "games", "points", tie_break, "discs", "elo")
    name, games, points, broken_by, discs, elo = (say(f"arena.tables.{word}") for word in words)
    heads = ["#", name, games, "+", "=", "-", points, broken_by, discs, elo, "95 %"]
    body = [
        [
            str(line.rank),
            name_of(line),
            f"{line.played:,}",
            f"{line.wins:,}",
            f"{line.draws:,}",
            f"{line.losses:,}",
            f"{line.points:,g}",
            f"{line.rank_key[1]:,.2f}",
            f"{line.disc_difference:+,d}",
            f"{round(line.rating.elo):+d}",
            f"±{round(line.rating.error)}",
        ]
        for line in lines
    ]
    return [heads, *body]


def cross_table_text(table: CrossTable) -> str:
    """Return the cross table as text for a terminal; column 1 is the player at the top.

    >>> lines = (Standing(1, 7, "Ann", wins=1, points=1.0), Standing(2, 3, "Bob"))
    >>> print(cross_table_text(CrossTable(lines, {(7, 3): "1", (3, 7): "0"})))
         Name  Points  1  2
      1  Ann        1  *  1
      2  Bob        0  0  *
    """
    places = [str(place) for place in range(1, len(table.lines) + 1)]
    body = [
        [
            place,
            _name(line),
            f"{line.points:g}",
            *(
                _OWN if other.entrant == line.entrant else table.cell(line.entrant, other.entrant)
                for other in table.lines
            ),
        ]
        for place, line in zip(places, table.lines, strict=True)
    ]
    return _aligned([["", say("arena.tables.name"), say("arena.tables.points"), *places], *body])


def _name(line: Standing) -> str:
    """Return a name without characters that could control a terminal."""
    name = "".join(letter if letter.isprintable() else "?" for letter in line.name)
    shown = shortened(name, _NAME_WIDTH)
    return say("arena.tables.left", name=shown) if line.is_withdrawn else shown


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Align cells in columns, names to the left and everything else to the right."""
    widths = [max(map(columns, cells)) for cells in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (width - columns(cell))
            if place == 1
            else " " * (width - columns(cell)) + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(["", *cells]).rstrip())
    return "\n".join(lines)
