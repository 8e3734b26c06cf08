"""`outflank convert`: games and positions from one format into another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.options import (
    BoardCommand,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import write_file
from outflank.cli.progress import ProgressBar
from outflank.errors import NotationError

if TYPE_CHECKING:
    from outflank.notation import Format

__all__ = ["command"]


@click.command(
    "convert",
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank convert games.ggf games.json\n"
    "  outflank convert f5d6c3d3c4 - --to ggf\n"
    "  cat games.ggf | outflank convert - - --to transcript",
)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--to", "format_name", metavar="FORMAT", help="The format of OUT, if its name does not say."
)
@size_option
@variant_option
@click.option("--strict", is_flag=True, help="Stop at the first mistake instead of skipping it.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
def command(
    *,
    source: str,
    target: str,
    format_name: str | None,
    size: str | None,
    variant: str | None,
    strict: bool,
    force: bool,
) -> None:
    """Convert games or positions: IN is a file, a text or -, OUT is a file or -.

    The format of IN is recognised, that of OUT comes from its ending or from --to: transcript,
    board, drawing, obf, ggf, json.
    """
    from outflank.notation import find_format, write

    wanted = find_format(format_name) if format_name else _told_by(target)
    with ProgressBar("Reading") as progress:
        reading = read_argument(
            source,
            size=size,
            variant=variant,
            strict=strict,
            progress=lambda share: progress(round(share * 1000), 1000),
        )
    if not reading.records:
        raise next(iter(reading.problems), NotationError("the input contains no game"))
    report_problems(reading)
    text = write(reading.records, format=wanted) + "\n"
    if target == "-":
        click.echo(text, nl=False)
    else:
        write_file(Path(target), text, replace=force)
    lost = sorted({loss for record in reading.records for loss in wanted.losses(record)})
    if lost:
        click.echo(f"Note: {wanted.name} cannot hold the {', '.join(lost)}.", err=True)
    skipped = f", {len(reading.problems)} skipped" if reading.problems else ""
    count = len(reading.records)
    noun = "record" if count == 1 else "records"
    click.echo(f"{reading.format} to {wanted.name}: {count} {noun}{skipped}.", err=True)


def _told_by(target: str) -> Format[Any]:
    """Return the format that a file's name tells."""
    from outflank.notation import format_of, formats

    try:
        return format_of(target)
    except NotationError:
        names = ", ".join(one.name for one in formats())
        raise click.UsageError(
            f"the name {target!r} does not tell the format; add --to with one of {names}"
        ) from None
