"""`outflank puzzles`: find the best move, near one's own rating, of the day, or against time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from outflank.analysis import THEMES, own_puzzles, read_puzzles
from outflank.analysis.puzzle_collection.collection import named_collection
from outflank.analysis.puzzles import GRADES
from outflank.cli.commands import Command, option
from outflank.cli.engine.puzzle import check_command, make_command
from outflank.cli.options import WholeNumber, report_problems, size_option, variant_option
from outflank.cli.play.running_exercise import (
    GroupWithDefault,
    ascii_option,
    plain,
    run_exercise,
)
from outflank.errors import NotationError
from outflank.faces.local.exercises.puzzle_choice import (
    DIFFICULTIES,
    SERIES,
    next_puzzles,
    own_rating,
)
from outflank.notation import names_file
from outflank.texts import Text, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from outflank.analysis import Puzzle
    from outflank.faces.local.exercises.learner import LocalLearner

__all__ = ["puzzles_command"]

_TEXTS = "commands.play.puzzles"
_LOWEST, _HIGHEST = 400, 4000  # ratings
_LIMITS = ("grade", "lowest", "highest")  # without these, puzzles suit the learner's rating

_theme = option(
    "--theme",
    type=click.Choice(THEMES),
    metavar="THEME",
    help=Text(f"{_TEXTS}.ask.options.theme"),
)


@click.command(
    "ask",
    cls=Command,
    help=Text(f"{_TEXTS}.ask.help"),
    details=Text(f"{_TEXTS}.ask.details"),
    hidden=True,
    examples=(
        "outflank puzzles",
        "outflank puzzles --theme parity",
        "outflank puzzles --difficulty harder --most 5",
        "outflank puzzles --lowest 1800",
        "outflank puzzles daily",
        "outflank puzzles storm",
        "outflank puzzles endgames.obf",
        "outflank puzzles mine.puzzles",
        "outflank puzzles games.txt --start 5",
        "outflank puzzles make games.ggf --out mine.obf",
    ),
)
@click.argument("file", required=False)
@_theme
@option(
    "--difficulty",
    type=click.Choice(list(DIFFICULTIES)),
    help=Text(f"{_TEXTS}.ask.options.difficulty"),
)
@option("--grade", type=click.Choice(GRADES), help=Text(f"{_TEXTS}.ask.options.grade"))
@option("--lowest", type=WholeNumber(_LOWEST, _HIGHEST), help=Text(f"{_TEXTS}.ask.options.lowest"))
@option(
    "--highest", type=WholeNumber(_LOWEST, _HIGHEST), help=Text(f"{_TEXTS}.ask.options.highest")
)
@option("--most", type=WholeNumber(1), help=Text(f"{_TEXTS}.ask.options.most"))
@option("--start", type=WholeNumber(1), help=Text(f"{_TEXTS}.ask.options.start"))
@size_option
@variant_option
@plain
@ascii_option
def _ask_command(
    *,
    file: str | None,
    theme: str | None,
    difficulty: str | None,
    grade: str | None,
    lowest: int | None,
    highest: int | None,
    most: int | None,
    start: int | None,
    size: str | None,
    variant: str | None,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Find the best move in endgame positions."""
    from outflank.faces.local.exercises.learner import LocalLearner
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession

    chosen = {"theme": theme, "grade": grade, "lowest": lowest, "highest": highest}
    learner = LocalLearner()
    if file is None:
        if size is not None or variant is not None:
            raise click.UsageError(say(f"{_TEXTS}.ask.options_of_a_file"))
        puzzles = _own(learner, chosen, difficulty, most, start)
    else:
        for name, value in (*chosen.items(), ("difficulty", difficulty), ("most", most)):
            if value is not None:
                raise click.UsageError(say(f"{_TEXTS}.ask.built_in_only", option=f"--{name}"))
        puzzles = _of_file(file, size=size, variant=variant)
    if start is not None and start > len(puzzles):
        raise click.UsageError(say(f"{_TEXTS}.ask.only_so_many", count=len(puzzles)))
    session = PuzzleSession(puzzles, learner=learner, goes_on=file is not None and start is None)
    if start is not None:
        session.go_to(start)
    run_exercise(session, is_plain=plain, ascii_only=ascii_only)
    click.echo(session.score)


def _own(
    learner: LocalLearner,
    chosen: Mapping[str, object],
    difficulty: str | None,
    most: int | None,
    start: int | None,
) -> Sequence[Puzzle]:
    """Return built-in puzzles: a series that the learner never tried, or all in their order."""
    among = own_puzzles().chosen(**chosen)  # type: ignore[arg-type]
    if not among:
        raise click.UsageError(say(f"{_TEXTS}.ask.none_such"))
    if start is not None:
        return among if most is None else among[: start - 1 + most]
    is_free = difficulty is not None or not {*map(chosen.get, _LIMITS)} - {None}
    near = own_rating(learner) + DIFFICULTIES[difficulty or "normal"] if is_free else None
    return next_puzzles(among, learner, most or SERIES, near=near)


def _of_file(file: str, *, size: str | None, variant: str | None) -> Sequence[Puzzle]:
    if file == "-":
        raise click.UsageError(say(f"{_TEXTS}.ask.standard_input"))
    collection = named_collection(file)
    if collection:
        return collection
    puzzles, reading = read_puzzles(
        Path(file) if names_file(file) else file,
        size=int(size) if size else None,
        variant=variant or "classic",
    )
    report_problems(reading)
    if not puzzles:
        raise NotationError(Text("errors.cli.file_contains_no_position"))
    return puzzles


@click.command(
    "daily",
    cls=Command,
    help=Text(f"{_TEXTS}.daily.help"),
    details=Text(f"{_TEXTS}.daily.details"),
    examples=("outflank puzzles daily",),
)
@plain
@ascii_option
def _daily_command(*, plain: bool, ascii_only: bool) -> None:
    """Solve the puzzle of the day."""
    from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
    from outflank.faces.local.exercises.learner import LocalLearner

    puzzle = PuzzleOfTheDay(LocalLearner())
    if puzzle.is_done:
        click.echo(say(f"{_TEXTS}.daily.done"))
    run_exercise(puzzle, is_plain=plain, ascii_only=ascii_only)
    if puzzle.closing:
        click.echo(puzzle.closing)


@click.command(
    "storm",
    cls=Command,
    help=Text(f"{_TEXTS}.storm.help"),
    details=Text(f"{_TEXTS}.storm.details"),
    examples=("outflank puzzles storm", "outflank puzzles storm --theme mobility"),
)
@_theme
@plain
@ascii_option
def _storm_command(*, theme: str | None, plain: bool, ascii_only: bool) -> None:
    """Solve as many puzzles as possible in three minutes."""
    from outflank.faces.local.exercises.learner import LocalLearner
    from outflank.faces.local.exercises.storm import Storm

    storm = Storm(own_puzzles().chosen(theme=theme), LocalLearner())
    run_exercise(storm, is_plain=plain, ascii_only=ascii_only)
    if storm.closing:
        click.echo(storm.closing)


puzzles_command: GroupWithDefault = GroupWithDefault(
    "puzzles",
    _ask_command,
    {
        "check": check_command,
        "daily": _daily_command,
        "make": make_command,
        "storm": _storm_command,
    },
)
