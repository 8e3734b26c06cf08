"""`outflank repertoire`: one's own openings: list, add, drop, memorise, drill and survive."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import click

from outflank.cli.commands import Group, option
from outflank.cli.learning.own_log import OwnLog, now
from outflank.cli.options import WholeNumber, read_argument, report_problems
from outflank.cli.output import format_options, print_rows
from outflank.cli.play.running_exercise import run_exercise
from outflank.cli.play.screen_choice import ascii_option, plain_option
from outflank.faces.local.exercises.openings.saved_replies import replies_in_saved_games
from outflank.learning import (
    Decision,
    KnownDecision,
    Repertoire,
    SurvivalRun,
    describe_choice,
    drill_lines,
    line_of,
    loss_of_choice,
    replies_as_played,
    to_memorise,
)
from outflank.rules import BLACK, WHITE, Color, Game, Move, Position
from outflank.texts import Text, say
from outflank.texts.phrases import capitalised

if TYPE_CHECKING:
    from outflank.engine import Engine

__all__ = ["command"]

_Command = TypeVar("_Command", bound=Callable[..., object])
_VALUED: Final = 20  # new answers; the values of more would take too long
_LISTED: Final = 10  # gaps
_RARELY: Final = 5  # percent

_PLAIN = plain_option(Text("commands.learning.repertoire.options.plain"))


def color_option(command: _Command) -> _Command:
    """Give a command the option --color."""
    return option(
        "--color",
        type=click.Choice([str(BLACK), str(WHITE)]),
        help=Text("commands.learning.repertoire.options.color"),
    )(command)


def seed_option(command: _Command) -> _Command:
    """Give a command the option --seed."""
    return option(
        "--seed", type=WholeNumber(0), help=Text("commands.learning.repertoire.options.seed")
    )(command)


@click.group(
    "repertoire",
    help=Text("commands.learning.repertoire.help"),
    details=Text("commands.learning.repertoire.details"),
    cls=Group,
    examples=(
        "outflank repertoire add Tiger --color black",
        "outflank repertoire add f5d6c3d3c4b3 --color white",
        "outflank repertoire list",
        "outflank repertoire memorise",
        "outflank repertoire drill",
        "outflank repertoire survive --color white",
    ),
)
def command() -> None:
    """Learn openings: your own answers, drilled and repeated."""


# Reading and changing


@command.command(
    "list",
    help=Text("commands.learning.repertoire.list.help"),
    details=Text("commands.learning.repertoire.list.details"),
    examples=("outflank repertoire list", "outflank repertoire list --color white --json"),
)
@color_option
@format_options
def list_command(*, color: str | None, style: str | None) -> None:
    """List the decisions."""
    own = OwnLog.read()
    due = set(own.due())
    rows = [_row(one, due) for side in _sides(color) for one in own.repertoire.known(side)]
    for side in _sides(color):
        rows += [_row_apart(one, own.repertoire, due) for one in own.repertoire.apart(side)]
    if not rows and style in (None, "table"):
        click.echo(say("commands.learning.repertoire.list.empty"))
        return
    print_rows(rows, style)


def _row(one: KnownDecision, due: set[str]) -> dict[str, object]:
    return {
        "side": capitalised(one.color.text),
        "opening": one.opening,
        "after": "".join(map(str, one.way)),
        "answer": " ".join(map(str, one.answers)),
        "due": one.subject in due,
    }


def _row_apart(one: Decision, repertoire: Repertoire, due: set[str]) -> dict[str, object]:
    position = Position.parse(one.position)
    return {
        "side": capitalised(position.turn.text),
        "opening": "",
        "after": one.position,
        "answer": " ".join(map(str, repertoire.answers_in(position))),
        "due": one.subject in due,
    }


@command.command(
    "add",
    help=Text("commands.learning.repertoire.add.help"),
    details=Text("commands.learning.repertoire.add.details"),
    examples=(
        "outflank repertoire add Tiger --color black",
        "outflank repertoire add f5d6c3d3c4b3 --color white",
        "outflank repertoire add lines.txt --color black",
    ),
)
@click.argument("what", metavar="LINE")
@option(
    "--color",
    type=click.Choice([str(BLACK), str(WHITE)]),
    required=True,
    help=Text("commands.learning.repertoire.add.options.color"),
)
def add_command(*, what: str, color: str) -> None:
    """Add the decisions of one side of a line."""
    own, side = OwnLog.read(), Color(color)
    repertoire, added = own.repertoire, list[tuple[Position, Move]]()
    decisions: list[Decision] = []
    for line in _lines(what):
        before = repertoire
        new = repertoire.line(line, side, at=now())
        decisions += new
        repertoire = Repertoire([*repertoire, *new])
        added += [
            (position, move)
            for position, move in line_of(line)
            if position.turn is side and not before.is_answer(position, move)
            if repertoire.is_answer(position, move)
        ]
    own.add(decisions)
    click.echo(say("commands.learning.repertoire.add.added", count=len(decisions)))
    if len(added) <= _VALUED:
        for sentence in _values(added):
            click.echo(sentence)


def _lines(what: str) -> list[str | Game]:
    """Return the lines of an argument: an opening's name, a transcript, a file of games, or -."""
    letters = "".join(letter for letter in what if letter not in " '-")
    if what != "-" and letters.isalpha():
        return [what]
    reading = read_argument(what)
    if not reading.records:
        _ = reading.game  # raises the first problem
    report_problems(reading)
    return [record if isinstance(record, Game) else Game(record.position) for record in reading]


def _values(added: Sequence[tuple[Position, Move]]) -> list[str]:
    """Return a sentence for each answer that gives discs away, by the book or by an engine."""
    sentences = []
    with contextlib.ExitStack() as stack:
        engine: Engine | None = None
        for position, move in added:
            loss = loss_of_choice(position, move)
            if loss is None:
                if engine is None:
                    from outflank.analysis.review import review_engine

                    engine = stack.enter_context(review_engine())
                loss = loss_of_choice(position, move, engine)
            sentences.append(describe_choice(move, loss))
    return list(filter(None, sentences))


@command.command(
    "drop",
    help=Text("commands.learning.repertoire.drop.help"),
    examples=("outflank repertoire drop f5d6c3d3",),
)
@click.argument("after", metavar="MOVES")
def drop_command(*, after: str) -> None:
    """Drop the decision after some moves."""
    own = OwnLog.read()
    position = Position.start() if after == "start" else read_argument(after).position
    dropped = own.repertoire.drop(position, at=now())
    answers = ", ".join(map(str, own.repertoire.answers_in(position)))
    own.add([dropped])
    click.echo(say("commands.learning.repertoire.drop.dropped", answers=answers))


@command.command(
    "memorise",
    help=Text("commands.learning.repertoire.memorise.help"),
    details=Text("commands.learning.repertoire.memorise.details"),
    examples=("outflank repertoire memorise", "outflank repertoire memorise --share 1"),
)
@color_option
@option(
    "--share",
    type=WholeNumber(0, 100),
    default=_RARELY,
    show_default=True,
    metavar="PERCENT",
    help=Text("commands.learning.repertoire.memorise.options.share"),
)
def memorise_command(*, color: str | None, share: int) -> None:
    """Say how many decisions opponents really ask for, and which are missing."""
    own = OwnLog.read()
    with replies_as_played(replies_in_saved_games() or ()) as replies:
        source = say(f"learning.openings.sources.{replies.name}")
        for side in _sides(color):
            found = to_memorise(own.repertoire, side, replies, share=share / 100)
            click.echo(
                say(
                    "commands.learning.repertoire.memorise.number",
                    side=capitalised(side.text),
                    count=len(found.decisions),
                    percent=share,
                    source=source,
                )
            )
            for gap in found.gaps[:_LISTED]:
                key = "gap_named" if gap.opening else "gap"
                named = {"opening": gap.opening} if gap.opening else {}
                line = "".join(map(str, gap.way)) or say(
                    "commands.learning.repertoire.memorise.start"
                )
                chance = f"{gap.chance:.0%}"
                click.echo(
                    "  "
                    + say(
                        f"commands.learning.repertoire.memorise.{key}",
                        line=line,
                        chance=chance,
                        **named,
                    )
                )


# Exercises


@command.command(
    "drill",
    help=Text("commands.learning.repertoire.drill.help"),
    details=Text("commands.learning.repertoire.drill.details"),
    examples=("outflank repertoire drill", "outflank repertoire drill --color white --lines 3"),
)
@color_option
@option(
    "--lines",
    type=WholeNumber(1, 1000),
    default=10,
    show_default=True,
    help=Text("commands.learning.repertoire.drill.options.lines"),
)
@seed_option
@_PLAIN
@ascii_option
def drill_command(
    *, color: str | None, lines: int, seed: int | None, plain: bool, ascii_only: bool
) -> None:
    """Drill the decisions."""
    from outflank.faces.local.exercises.openings.drill_exercise import OpeningDrillExercise

    own = OwnLog.read()
    with replies_as_played(replies_in_saved_games() or ()) as replies:
        planned = drill_lines(
            own.repertoire, _sides(color), replies, due=own.due(), seed=seed, most=lines
        )
    if not planned:
        click.echo(say("commands.learning.repertoire.list.empty"))
        return
    exercise = OpeningDrillExercise(planned, own.repertoire, own.keep)
    run_exercise(exercise, is_plain=plain, ascii_only=ascii_only)
    click.echo(exercise.score)


@command.command(
    "survive",
    help=Text("commands.learning.repertoire.survive.help"),
    details=Text("commands.learning.repertoire.survive.details"),
    examples=("outflank repertoire survive", "outflank repertoire survive --color white --seed 7"),
)
@color_option
@seed_option
@_PLAIN
@ascii_option
def survive_command(*, color: str | None, seed: int | None, plain: bool, ascii_only: bool) -> None:
    """Play a survival run."""
    from outflank.faces.local.exercises.openings.survival_exercise import SurvivalExercise

    own = OwnLog.read()
    with replies_as_played(replies_in_saved_games() or ()) as replies:
        run = SurvivalRun(
            BLACK if color is None else Color(color),
            replies,
            own.repertoire,
            seed=now() if seed is None else seed,
        )
        exercise = SurvivalExercise(run, own.keep)
        run_exercise(exercise, is_plain=plain, ascii_only=ascii_only)
        click.echo(exercise.score)


def _sides(color: str | None) -> list[Color]:
    return [BLACK, WHITE] if color is None else [Color(color)]
