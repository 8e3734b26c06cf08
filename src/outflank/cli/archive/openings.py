"""`outflank openings`: the opening of a position or a game, and the list of all openings."""

from __future__ import annotations

from collections.abc import Sequence

import click

from outflank.archive import (
    Opening,
    opening_of,
    openings,
    openings_on_the_way,
    search_openings,
)
from outflank.archive.openings import find_opening
from outflank.cli.options import BoardCommand, read_argument, report_problems
from outflank.cli.output import format_options, print_rows, table
from outflank.errors import NotationError
from outflank.notation import Record
from outflank.rules import Game, Position
from outflank.texts import Text, say

__all__ = ["command"]


@click.command(
    "openings",
    help=Text("commands.archive.openings.help"),
    details=Text("commands.archive.openings.details"),
    cls=BoardCommand,
    examples=(
        "outflank openings f5d6c3d3c4f4f6f3",
        "outflank openings buffalo",
        "outflank openings games.ggf",
        "outflank openings --csv > openings.csv",
    ),
)
@click.argument("what", required=False)
@format_options
def command(*, what: str | None, style: str | None) -> None:
    """Name the opening of a game or a position, or list the openings."""
    listed = openings() if what is None else search_openings(what)
    if listed:
        print_rows([_facts(opening) for opening in listed], style)
        return
    assert what is not None
    if what.replace(" ", "").replace("'", "").isalpha():
        find_opening(what)  # raises an error that suggests a similar name
    reading = read_argument(what)
    if not reading.records:
        raise next(iter(reading.problems), NotationError(Text("errors.cli.input_contains_no_game")))
    report_problems(reading)
    _name(reading.records, style)


def _facts(opening: Opening) -> dict[str, object]:
    return {
        "name": opening.name,
        "moves": opening.transcript,
        "other names": ", ".join(opening.aliases),
    }


def _name(records: Sequence[Record], style: str | None) -> None:
    if len(records) == 1 and style in (None, "table"):
        click.echo(_in_words(_values(records)[0]))
        return
    rows = []
    for number, what in enumerate(_values(records), 1):
        opening = opening_of(what)
        within = openings_on_the_way(what)[:-1] if isinstance(what, Game) else []
        rows.append(
            {
                "game": number,
                "opening": opening.name if opening else None,
                "moves": opening.transcript if opening else None,
                "on the way": ", ".join(earlier.name for earlier in within),
            }
        )
    if style in ("json", "csv"):
        print_rows(rows, style)
    else:
        click.echo(table(rows, flexible="on the way"))


def _values(records: Sequence[Record]) -> list[Game | Position]:
    return [record if isinstance(record, Game) else record.position for record in records]


def _in_words(what: Game | Position) -> str:
    opening = opening_of(what)
    if opening is None:
        has_names = what.start if isinstance(what, Game) else what
        if has_names.size != 8:
            return say("commands.archive.openings.only_on_8x8")
        kind = "game" if isinstance(what, Game) else "position"
        return say(f"commands.archive.openings.no_name_of_{kind}")
    lines = [say("commands.archive.openings.name", name=opening.name, moves=opening.transcript)]
    if opening.aliases:
        lines.append(say("commands.archive.openings.also_called", names=", ".join(opening.aliases)))
    if isinstance(what, Game):
        way = [earlier.name for earlier in openings_on_the_way(what)[:-1]]
        if way:
            lines.append(say("commands.archive.openings.on_the_way", names=", ".join(way)))
    return "\n".join(lines)
