"""`outflank tutorial` and `outflank puzzles`: learn the rules, and find the best move."""

from __future__ import annotations

import contextlib
import functools
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from outflank.analysis.puzzles import GRADES, own_puzzles, read_puzzles
from outflank.cli.commands import Command, Group, option
from outflank.cli.engine.puzzle import check_command, make_command
from outflank.cli.engine.solve_progress import SolveProgress
from outflank.cli.options import WholeNumber, report_problems, size_option, variant_option
from outflank.cli.output import speaks_unicode
from outflank.cli.play.screen_choice import ascii_option, plain_option, wants_full_screen
from outflank.errors import NotationError
from outflank.faces.local.settings import Settings
from outflank.learning import LearningLog, courses
from outflank.notation import names_file
from outflank.texts import Text, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.analysis.puzzles import Puzzle
    from outflank.engine import Engine
    from outflank.faces.local.exercises.exercise import BoardExercise

__all__ = ["puzzles_command", "tutorial_command"]

_LESSONS = [lesson.key for course in courses().values() for lesson in course.lessons]
_PLAIN = plain_option(Text("commands.play.exercises.options.plain"))


@click.command(
    "tutorial",
    cls=Command,
    help=Text("commands.play.exercises.tutorial.help"),
    details=Text("commands.play.exercises.tutorial.details"),
    examples=(
        "outflank tutorial",
        "outflank tutorial --lesson corners",
        "outflank tutorial --variant yesno",
    ),
)
@option(
    "--variant",
    type=click.Choice(list(courses())),
    default="classic",
    show_default=True,
    help=Text("commands.play.exercises.tutorial.options.variant"),
)
@option(
    "--lesson",
    type=click.Choice(_LESSONS),
    help=Text("commands.play.exercises.tutorial.options.lesson"),
)
@_PLAIN
@ascii_option
def tutorial_command(*, variant: str, lesson: str | None, plain: bool, ascii_only: bool) -> None:
    """Learn Othello on the board, from the rules to counting at the end."""
    from outflank.faces.local.exercises.tutorial import Tutorial

    tutorial = Tutorial(variant, lesson=lesson, log=LearningLog())
    if _run_exercise(tutorial, plain=plain, ascii_only=ascii_only):
        if lesson is None:
            others = [f"--variant {each}" for each in courses() if each != variant]
        else:
            others = [f"--lesson {each}" for each in _LESSONS[_LESSONS.index(lesson) + 1 :][:1]]
        for each in others:
            another = f"outflank tutorial {each}"
            click.echo(say("commands.play.exercises.tutorial.another", command=another))
        click.echo(say("commands.play.exercises.tutorial.play"))
    else:
        click.echo(
            say(
                "commands.play.exercises.tutorial.stopped",
                lesson=tutorial.lesson.title,
                number=tutorial.step_number,
                total=len(tutorial.lesson.steps),
            )
        )


@click.command(
    "ask",
    cls=Command,
    help=Text("commands.play.exercises.ask.help"),
    details=Text("commands.play.exercises.ask.details"),
    hidden=True,
    examples=(
        "outflank puzzles",
        "outflank puzzles --grade hard",
        "outflank puzzles endgames.obf",
        "outflank puzzles games.txt --start 5",
        "outflank puzzles make games.ggf --out mine.obf",
    ),
)
@click.argument("file", required=False)
@option(
    "--grade", type=click.Choice(GRADES), help=Text("commands.play.exercises.ask.options.grade")
)
@option("--start", type=WholeNumber(1), help=Text("commands.play.exercises.ask.options.start"))
@size_option
@variant_option
@_PLAIN
@ascii_option
def _ask_command(
    *,
    file: str | None,
    grade: str | None,
    start: int | None,
    size: str | None,
    variant: str | None,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Find the best move in endgame positions."""
    from outflank.analysis.review import review_engine
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession
    from outflank.faces.local.exercises.solved_puzzles import SolvedPuzzles

    puzzles = _puzzles(file, grade, size=size, variant=variant)
    if start is not None and start > len(puzzles):
        raise click.UsageError(say("commands.play.exercises.ask.only_so_many", count=len(puzzles)))
    session = PuzzleSession(puzzles, solved=SolvedPuzzles())
    if start is not None:
        session.go_to(start)
    with contextlib.ExitStack() as engines:
        solver = functools.cache(lambda: engines.enter_context(review_engine()))
        _run_exercise(session, solver, plain=plain, ascii_only=ascii_only)
    click.echo(session.score)


class _PuzzlesGroup(Group):
    """A group that runs a named subcommand, else the command that asks puzzles."""

    def __init__(self, ask: Command, commands: dict[str, click.Command]) -> None:
        super().__init__(
            "puzzles", commands=commands, help=ask.text, details=ask.details, examples=ask.examples
        )
        self._ask = ask

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Pass arguments that do not begin with a subcommand to the command that asks."""
        if args[:1] and args[0] in self.commands:
            return super().parse_args(ctx, args)
        wants_help = not {*ctx.help_option_names}.isdisjoint(args)
        return super().parse_args(ctx, ["--help"] if wants_help else ["ask", *args])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a subcommand; the one that asks is not listed."""
        return super().get_command(ctx, cmd_name) or self._ask

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show the options and the file before the subcommands."""
        return [*self._ask.collect_usage_pieces(ctx), "| COMMAND [ARGS]..."]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options of the command that asks, and the subcommands."""
        self._ask.format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


puzzles_command: _PuzzlesGroup = _PuzzlesGroup(
    _ask_command, {"check": check_command, "make": make_command}
)


def _puzzles(
    file: str | None, grade: str | None, *, size: str | None, variant: str | None
) -> Sequence[Puzzle]:
    """Return the built-in puzzles, or those of a file."""
    if file is None:
        if size is not None or variant is not None:
            raise click.UsageError(say("commands.play.exercises.ask.options_of_a_file"))
        return own_puzzles(grade or "")
    if grade is not None:
        raise click.UsageError(say("commands.play.exercises.ask.grade_of_built_in"))
    if file == "-":
        raise click.UsageError(say("commands.play.exercises.ask.standard_input"))
    puzzles, reading = read_puzzles(
        Path(file) if names_file(file) else file,
        size=int(size) if size else None,
        variant=variant or "classic",
    )
    report_problems(reading)
    if not puzzles:
        raise NotationError(Text("errors.cli.file_contains_no_position"))
    return puzzles


def _run_exercise(
    exercise: BoardExercise,
    solver: Callable[[], Engine] | None = None,
    *,
    plain: bool,
    ascii_only: bool,
) -> bool:
    """Run an exercise in full screen or line mode, and return whether the user reached its end."""
    if wants_full_screen(plain=plain):
        from outflank.faces.terminal.full_screen.app import run_exercise

        def prepare(cancel: Event) -> Sequence[str]:
            return _prepare(exercise, solver, cancel)

        look = Settings.load().appearance
        run_exercise(exercise, look, prepare=prepare, ascii_only=ascii_only)
        return exercise.is_over
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
    solver: Callable[[], Engine] | None,
    cancel: Event | None = None,
    *,
    shows_progress: bool = False,
) -> Sequence[str]:
    """Solve the next puzzle, and return sentences about those that were skipped."""
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession

    if solver is None or not isinstance(exercise, PuzzleSession) or exercise.is_ready:
        return ()  # built-in puzzles are solved already and need no engine
    engine, reported = solver(), len(exercise.skipped)
    with contextlib.ExitStack() as stack:
        if shows_progress:
            stack.enter_context(SolveProgress(1, lambda: getattr(engine, "nodes", 0)))
        exercise.prepare(engine, cancel)
    return exercise.skipped[reported:]
