"""`outflank convert` and `formats`: convert games and positions from one format to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Command, option
from outflank.cli.completion import written_format_names
from outflank.cli.options import (
    BoardCommand,
    from_option,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import format_options, print_rows, write_file
from outflank.cli.progress import ProgressBar
from outflank.cli.words import cell_in_words
from outflank.errors import NotationError, UnknownName
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.notation import AnyFormat

__all__ = ["command", "formats_command"]


@click.command(
    "convert",
    help=Text("commands.convert.help"),
    details=Text("commands.convert.details"),
    cls=BoardCommand,
    examples=(
        "outflank convert games.ggf games.json",
        "outflank convert f5d6c3d3c4 - --to ggf",
        "outflank convert WTH_2024.wtb games.sgf",
        "outflank convert '8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w' - --from fen-edax --to obf",
        "cat games.ggf | outflank convert - - --to transcript",
    ),
)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@from_option
@option(
    "--to",
    "target_format",
    metavar="FORMAT",
    shell_complete=written_format_names,
    help=Text("commands.convert.options.to"),
)
@size_option
@variant_option
@option("--strict", is_flag=True, help=Text("commands.convert.options.strict"))
@option("--force", is_flag=True, help=Text("commands.convert.options.force"))
def command(
    *,
    source: str,
    target: str,
    format_name: str | None,
    target_format: str | None,
    size: str | None,
    variant: str | None,
    strict: bool,
    force: bool,
) -> None:
    """Convert games or positions: IN is a file, a text or -, OUT is a file or -."""
    from outflank.notation import BinaryFormat, write

    wanted = _format_named(target_format) if target_format else _format_of_name(target)
    if not wanted.is_written:
        raise NotationError(Text("errors.notation.format_only_read", format=wanted.text))
    with ProgressBar(say("commands.convert.reading")) as progress:
        reading = read_argument(
            source,
            size=size,
            variant=variant,
            format_name=format_name,
            strict=strict,
            progress=lambda share: progress(round(share * 1000), 1000),
        )
    if not reading.records:
        raise next(iter(reading.problems), NotationError(Text("errors.cli.input_contains_no_game")))
    report_problems(reading)
    content: str | bytes
    if isinstance(wanted, BinaryFormat):
        content = wanted.write_all(reading.records)
    else:
        content = write(reading.records, format=wanted) + "\n"
    if target == "-":
        _refuse_terminal(content)
        click.echo(content, nl=False)
    else:
        write_file(Path(target), content, replace=force)
    lost = sorted({loss for record in reading.records for loss in wanted.losses(record)})
    if lost:
        click.echo(
            say(
                "commands.convert.losses",
                format=wanted.name,
                losses=", ".join(cell_in_words("losses", each) for each in lost),
            ),
            err=True,
        )
    count = f"{len(reading.records):,}"
    done = say("commands.convert.done", source=reading.format, target=wanted.name, count=count)
    if reading.problems:
        skipped = f"{len(reading.problems):,}"
        done = say("commands.convert.done_but_skipped", done=done, count=skipped)
    click.echo(f"{done}.", err=True)


def _refuse_terminal(content: str | bytes) -> None:
    if isinstance(content, bytes) and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(say("commands.convert.not_text"))


def _format_of_name(target: str) -> AnyFormat:
    """Return the format that the ending of a file's name stands for."""
    from outflank.notation import format_of, written_formats

    try:
        return format_of(target)
    except NotationError:
        names = ", ".join(written_formats())
        raise click.UsageError(
            say("commands.convert.name_shows_no_format", name=repr(target), formats=names)
        ) from None


def _format_named(name: str) -> AnyFormat:
    """Return the format with a name; if there is none, only those that are written are proposed."""
    from outflank.notation import find_any_format, written_formats

    try:
        return find_any_format(name)
    except UnknownName as unknown:
        raise UnknownName(unknown.kind, name, written_formats()) from None


@click.command(
    "formats",
    cls=Command,
    help=Text("commands.convert.formats.help"),
    details=Text("commands.convert.formats.details"),
    examples=("outflank formats --json",),
)
@format_options
def formats_command(*, style: str | None) -> None:
    """List the formats of games and positions, and what each can hold."""
    from outflank.notation import binary_formats, formats
    from outflank.rules import Game

    print_rows(
        [
            {
                "name": each.name,
                "files": list(each.extensions),
                "holds": "games" if each.holds is Game else "positions",
                "written": each.is_written,
                "carries": ", ".join(sorted(each.carries)),
            }
            for each in (*formats(), *binary_formats())
        ],
        style,
    )
