"""Running an exercise in the terminal, in full screen or line by line, for the commands that do."""

from __future__ import annotations

import contextlib
import functools
import sys
from threading import Event
from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Command, Group, option
from outflank.cli.output import speaks_unicode
from outflank.cli.play.screen_choice import ascii_option, plain_option, wants_full_screen
from outflank.faces.local.settings import Settings
from outflank.texts import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.engine import Engine
    from outflank.faces.local.exercises.exercise import BoardExercise

__all__ = ["GroupWithDefault", "ascii_option", "option", "plain", "run_exercise"]

plain = plain_option(Text("commands.play.exercises.options.plain"))


class GroupWithDefault(Group):
    """A group that runs a named subcommand, and without one the command that is its default."""

    def __init__(self, name: str, default: Command, commands: dict[str, click.Command]) -> None:
        super().__init__(
            name,
            commands=commands,
            help=default.text,
            details=default.details,
            examples=default.examples,
        )
        self._default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Pass arguments that do not begin with a subcommand to the default."""
        if args[:1] and args[0] in self.commands:
            return super().parse_args(ctx, args)
        wants_help = not {*ctx.help_option_names}.isdisjoint(args)
        default = self._default.name or ""
        return super().parse_args(ctx, ["--help"] if wants_help else [default, *args])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a subcommand; the default is not listed."""
        return super().get_command(ctx, cmd_name) or self._default

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show the options and arguments of the default before the subcommands."""
        return [*self._default.collect_usage_pieces(ctx), "| COMMAND [ARGS]..."]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options of the default, and the subcommands."""
        self._default.format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def run_exercise(exercise: BoardExercise, *, is_plain: bool, ascii_only: bool) -> bool:
    """Run an exercise in full screen or line mode, and return whether the user reached its end."""
    from outflank.analysis.review import review_engine

    with contextlib.ExitStack() as engines:
        # Opened only when a task needs it.
        solver = functools.cache(lambda: engines.enter_context(review_engine()))
        if wants_full_screen(plain=is_plain):
            from outflank.faces.terminal.full_screen.app import run_exercise as run_full_screen

            def prepare(cancel: Event) -> Sequence[str]:
                return _prepare(exercise, solver, cancel)

            look = Settings.load().appearance
            run_full_screen(exercise, look, prepare=prepare, ascii_only=ascii_only)
            return exercise.is_over
        return _run_line_by_line(exercise, solver, ascii_only=ascii_only)


def _run_line_by_line(
    exercise: BoardExercise, solver: Callable[[], Engine], *, ascii_only: bool
) -> bool:
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise
    from outflank.faces.terminal.line_mode.line_input import LineInput

    def before() -> None:
        for sentence in _prepare(exercise, solver, shows_progress=True):
            click.echo(sentence)

    return LineModeExercise(
        exercise,
        LineInput(sys.stdin),
        sys.stdout,
        unicode=speaks_unicode() and sys.stdout.isatty() and not ascii_only,
        color=False,  # so that each colour has its own sign
        before=before,
    ).run()


def _prepare(
    exercise: BoardExercise,
    solver: Callable[[], Engine],
    cancel: Event | None = None,
    *,
    shows_progress: bool = False,
) -> Sequence[str]:
    """Let an engine prepare the next task, and return sentences about those that were skipped."""
    from outflank.cli.engine.solve_progress import SolveProgress

    if exercise.is_ready:
        return ()  # built-in puzzles are solved already and need no engine
    engine, reported = solver(), len(exercise.skipped)
    with contextlib.ExitStack() as stack:
        if shows_progress:
            stack.enter_context(SolveProgress(1, lambda: getattr(engine, "nodes", 0)))
        exercise.prepare(engine, cancel)
    return exercise.skipped[reported:]
