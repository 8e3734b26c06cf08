"""`outflank tutorial` and `outflank puzzles`: learn the rules, and find the best move."""

from __future__ import annotations

import contextlib
import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outflank.analysis.puzzles import GRADES, own_puzzles, read_puzzles
from outflank.cli.engine.solve_progress import SolveProgress
from outflank.cli.options import WholeNumber, report_problems, size_option, variant_option
from outflank.cli.output import speaks_unicode
from outflank.errors import NotationError
from outflank.faces.local.exercises.lessons import LESSONS
from outflank.notation import names_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.engine import Engine
    from outflank.faces.local.exercises.exercise import BoardExercise
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession

__all__ = ["puzzles_command", "tutorial_command"]


@click.command(
    "tutorial",
    epilog="Examples:\n\n\b\n  outflank tutorial\n  outflank tutorial --variant yesno",
)
@click.option(
    "--variant",
    type=click.Choice(list(LESSONS)),
    default="classic",
    show_default=True,
    help="Which game to learn.",
)
def tutorial_command(*, variant: str) -> None:
    """Learn the rules on the board, in a few minutes.

    Each lesson is a board with something to try: outflanking, a corner, a pass, the end. Type a
    square to play there, show for the answer, back and next to move between lessons.
    """
    from outflank.faces.local.exercises.tutorial import Tutorial

    tutorial = Tutorial(variant)
    if _lead_through(tutorial):
        others = [f"outflank tutorial --variant {one}" for one in LESSONS if one != variant]
        click.echo(f"That was the tutorial. Another one: {', '.join(others)}.")
        click.echo("To play: outflank")
    else:
        click.echo(f"You stopped at lesson {tutorial.number} of {tutorial.total}.")


@click.command(
    "puzzles",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank puzzles\n"
    "  outflank puzzles --grade hard\n"
    "  outflank puzzles endgames.obf\n"
    "  outflank puzzles games.txt --start 5",
)
@click.argument("file", required=False)
@click.option("--grade", type=click.Choice(GRADES), help="Only puzzles of this grade, of our own.")
@click.option("--start", type=WholeNumber(1), help="Begin with puzzle N.")
@size_option
@variant_option
def puzzles_command(
    *, file: str | None, grade: str | None, start: int | None, size: str | None, variant: str | None
) -> None:
    """Find the best move in endgame positions.

    Without FILE the puzzles are our own: positions in which only one move wins. FILE may hold
    positions or games in any notation, such as OBF; a game counts as the position at its end. Each
    position is solved to the end of the game, so that every best move is accepted and the loss of
    any other is told in discs; what cannot be solved in a moment is skipped.
    """
    from outflank.analysis.review import review_engine
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession

    if file is None:
        if size is not None or variant is not None:
            raise click.UsageError("--size and --variant describe the positions of a FILE")
        puzzles = own_puzzles(grade or "")
    else:
        if grade is not None:
            raise click.UsageError("--grade chooses among our own puzzles; leave out the FILE")
        if file == "-":
            raise click.UsageError("standard input is for your moves; name a FILE of positions")
        puzzles, reading = read_puzzles(
            Path(file) if names_file(file) else file,
            size=int(size) if size else None,
            variant=variant or "classic",
        )
        report_problems(reading)
        if not puzzles:
            raise NotationError("the file contains no position")
    if start is not None and start > len(puzzles):
        raise click.UsageError(f"there are only {len(puzzles)} puzzles to start from")
    session = PuzzleSession(puzzles)
    session.go_to(start or 1)
    with contextlib.ExitStack() as engines:
        solver = functools.cache(lambda: engines.enter_context(review_engine()))
        _lead_through(session, before=lambda: _prepare(session, solver))
    click.echo(session.score)


def _prepare(session: PuzzleSession, solver: Callable[[], Engine]) -> None:
    """Solve the puzzle that comes next, and say which were skipped."""
    if session.is_ready:
        return  # as our own are, for which no engine need be made
    engine, told = solver(), len(session.skipped)
    with SolveProgress(1, lambda: getattr(engine, "nodes", 0)):
        session.prepare(engine)
    for sentence in session.skipped[told:]:
        click.echo(sentence)


def _lead_through(exercise: BoardExercise, before: Callable[[], None] = lambda: None) -> bool:
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise
    from outflank.faces.terminal.line_mode.line_input import LineInput

    return LineModeExercise(
        exercise,
        LineInput(sys.stdin),
        sys.stdout,
        unicode=speaks_unicode() and sys.stdout.isatty(),
        color=False,  # so that both colours have signs of their own
        before=before,
    ).run()
