"""Options and arguments that several commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from outflank.errors import NotationError
from outflank.rules import SIZES, variants

if TYPE_CHECKING:
    from outflank.notation import Reading
    from outflank.rules import Position

__all__ = [
    "BoardCommand",
    "WholeNumber",
    "hash_option",
    "read_argument",
    "read_position",
    "report_problems",
    "size_option",
    "threads_option",
    "variant_option",
]


class WholeNumber(click.IntRange):
    """A whole number within bounds, called so in messages."""

    name = "whole number"


_BOARD = re.compile(r"[-.XxOoBbWw*\s]{16,}")


class BoardCommand(click.Command):
    """A command whose arguments may be boards, which begin like options: with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep boards from being taken for options; readers do not mind a space before them."""
        kept = [f" {word}" if _BOARD.match(word) else word for word in args]
        return super().parse_args(ctx, kept)


size_option = click.option(
    "--size",
    type=click.Choice([str(size) for size in SIZES]),
    help="Squares along a side of the board; 8 unless the text itself tells.",
)

variant_option = click.option(
    "--variant",
    metavar="NAME",
    help=f"The game to play: {', '.join(one.name for one in variants())}.",
)

threads_option = click.option(
    "--threads", type=WholeNumber(1, 64), help="Threads that think; all processors unless said."
)

hash_option = click.option(
    "--hash",
    "hash_mb",
    type=WholeNumber(1, 1 << 20),
    metavar="MB",
    default=256,
    show_default=True,
    help="Megabytes for the table of known positions.",
)


def read_argument(
    given: str,
    *,
    size: str | None = None,
    variant: str | None = None,
    strict: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Reading:
    """Read what an argument names: a file, the text itself, or - for standard input."""
    from outflank.notation import read

    text = _standard_input() if given == "-" else given
    return read(
        text,
        size=int(size) if size else None,
        variant=variant or "classic",
        errors="raise" if strict else "report",
        progress=progress,
    )


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise NotationError("there is no standard input to read from")
    return sys.stdin.buffer.read()


def read_position(given: str | None, *, size: str | None, variant: str | None = None) -> Position:
    """Return the position an argument describes, or the start without one."""
    from outflank.rules import find_variant

    if given is None:
        return find_variant(variant or "classic").start(int(size or 8))
    reading = read_argument(given, size=size, variant=variant, strict=True)
    if not reading.records:
        raise NotationError("there is no position in what was given")
    return reading.position


def report_problems(reading: Reading) -> None:
    """Say on standard error which parts could not be read and were skipped."""
    for problem in reading.problems:
        click.echo(f"Skipped: {problem}", err=True)
