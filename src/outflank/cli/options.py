"""Options and arguments that several commands share."""

from __future__ import annotations

import functools
import math
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Command, Decorator, option
from outflank.cli.completion import format_names, variant_names
from outflank.errors import EngineError, NotationError
from outflank.rules import SIZES, Answer, variants
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.notation import Reading
    from outflank.rules import Position

__all__ = [
    "BoardCommand",
    "Seconds",
    "WholeNumber",
    "answer_option",
    "from_option",
    "hash_option",
    "heard",
    "read_argument",
    "read_position",
    "refuse_finished",
    "report_problems",
    "size_option",
    "threads_option",
    "variant_option",
]


class WholeNumber(click.IntRange):
    """A whole number within bounds; click would call it an integer in its messages."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number and check its bounds."""
        try:
            number = int(value)
        except ValueError:
            self.fail(say("commands.usage.not_a_whole_number", value=repr(value)), param, ctx)
        if not _is_between(number, self.min, self.max, is_open=self.min_open):
            problem = say(
                "commands.usage.out_of_bounds", value=number, bounds=self.bounds_in_words()
            )
            self.fail(problem, param, ctx)
        return number

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002
        """Show an option's value as N in the help; an argument has a name."""
        return "N" if isinstance(param, click.Option) else None

    def bounds_in_words(self) -> str:
        """Say which numbers are allowed."""
        return _bounds_in_words(self.min, self.max, is_open=self.min_open)


class Seconds(click.FloatRange):
    """A time in seconds within bounds."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number and check its bounds; infinity and NaN are refused."""
        try:
            seconds = float(value)
        except ValueError:
            self.fail(say("commands.usage.not_a_number", value=repr(value)), param, ctx)
        if not math.isfinite(seconds):
            self.fail(say("commands.usage.not_a_number_of_seconds", value=value), param, ctx)
        if not _is_between(seconds, self.min, self.max, is_open=self.min_open):
            problem = say(
                "commands.usage.out_of_bounds", value=seconds, bounds=self.bounds_in_words()
            )
            self.fail(problem, param, ctx)
        return seconds

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        """Show the value as SECONDS in the help."""
        return "SECONDS"

    def bounds_in_words(self) -> str:
        """Say which numbers are allowed."""
        return _bounds_in_words(self.min, self.max, is_open=self.min_open)


def _is_between(number: float, least: float | None, most: float | None, *, is_open: bool) -> bool:
    """Return whether a number is within bounds; the lower one is excluded if `is_open`."""
    if least is not None and (number < least or (is_open and number == least)):
        return False
    return most is None or number <= most


def _bounds_in_words(least: float | None, most: float | None, *, is_open: bool) -> str:
    """Say which numbers are allowed, for the help and for the error about another number.

    >>> _bounds_in_words(1, 64, is_open=False), _bounds_in_words(0, None, is_open=True)
    ('1 to 64', 'above 0')
    """
    if most is not None:
        return say("commands.usage.bounds.between", least=f"{least:,}", most=f"{most:,}")
    kind = "above" if is_open else "from"
    return say(f"commands.usage.bounds.{kind}", least=f"{least:,}")


_BOARD = re.compile(r"[-.XxOoBbWw*\s]{16,}")


class BoardCommand(Command):
    """A command whose arguments may be boards, which may begin with a dash like options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put a space before boards, so that click does not take them for options."""
        spaced = [f" {word}" if _BOARD.match(word) else word for word in args]
        return super().parse_args(ctx, spaced)


size_option: Decorator = option(
    "--size",
    type=click.Choice([str(size) for size in SIZES]),
    help=Text("commands.options.size"),
)

variant_option: Decorator = option(
    "--variant",
    metavar="NAME",
    shell_complete=variant_names,
    help=Text("commands.options.variant", names=", ".join(variant.name for variant in variants())),
)

from_option: Decorator = option(
    "--from",
    "format_name",
    metavar="FORMAT",
    shell_complete=format_names,
    help=Text("commands.options.from"),
)

answer_option: Decorator = option(
    "--answer",
    type=click.Choice([answer.value for answer in Answer]),
    help=Text("commands.options.answer"),
)

threads_option: Decorator = option(
    "--threads", type=WholeNumber(1, 64), help=Text("commands.options.threads")
)

hash_option: Decorator = option(
    "--hash",
    "hash_mb",
    type=WholeNumber(1, 1 << 20),
    metavar="MB",
    default=256,
    show_default=True,
    help=Text("commands.options.hash"),
)


def read_argument(
    given: str,
    *,
    size: str | None = None,
    variant: str | None = None,
    format_name: str | None = None,
    strict: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Reading:
    """Read the games or positions of an argument: a file, a text, or - for standard input."""
    from outflank.notation import names_file, read, read_file

    if given == "-":
        reader = functools.partial(read, _standard_input())
    elif names_file(given):
        reader = functools.partial(read_file, given)
    else:
        reader = functools.partial(read, given)
    return reader(
        format=format_name,
        size=int(size) if size else None,
        variant=variant or "classic",
        errors="raise" if strict else "report",
        progress=progress,
    )


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise NotationError(Text("errors.cli.no_standard_input_read"))
    return sys.stdin.buffer.read()


def read_position(given: str | None, *, size: str | None, variant: str | None = None) -> Position:
    """Return the position an argument describes, or the start without one."""
    from outflank.rules import find_variant

    if given is None:
        return find_variant(variant or "classic").start(int(size or 8))
    reading = read_argument(given, size=size, variant=variant, strict=True)
    if not reading.records:
        raise NotationError(Text("errors.cli.input_contains_no_position"))
    return reading.position


def heard(position: Position, answer: str | None) -> Position:
    """Return the position after the answer that --answer gives."""
    if answer is None:
        return position
    if not position.variant.answers:
        raise click.UsageError(say("commands.options.no_oracle", variant=position.variant.title))
    if not position.awaits_answer:
        raise click.UsageError(say("commands.options.has_an_answer"))
    return position.hear(answer)


def refuse_finished(position: Position, task: str, place: str = "") -> None:
    """Refuse a finished game, which leaves an engine nothing to do, and say how it ended."""
    if not (position.board.black or position.board.white):
        raise EngineError(Text("errors.cli.no_discs_board_so", place=place))
    if outcome := position.outcome:
        raise EngineError(
            Text("errors.cli.game_over_so_nothing", place=place, outcome=outcome, task=task)
        )


def report_problems(reading: Reading) -> None:
    """Print on standard error which parts of the input were skipped because they are wrong."""
    for problem in reading.problems:
        click.echo(say("commands.options.skipped", problem=problem), err=True)
