"""`outflank tutorial`: learn the rules on the board."""

from __future__ import annotations

import click

from outflank.cli.commands import Command, option
from outflank.cli.play.running_exercise import ascii_option, plain, run_exercise
from outflank.learning import courses
from outflank.texts import Text, say

__all__ = ["tutorial_command"]

_LESSONS = [lesson.key for course in courses().values() for lesson in course.lessons]


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
    metavar="LESSON",
    help=Text("commands.play.exercises.tutorial.options.lesson"),
)
@plain
@ascii_option
def tutorial_command(*, variant: str, lesson: str | None, plain: bool, ascii_only: bool) -> None:
    """Learn Othello on the board, from the rules to counting at the end."""
    from outflank.faces.local.exercises.learner import LocalLearner
    from outflank.faces.local.exercises.tutorial import Tutorial

    learner = LocalLearner()
    if learner.problem:
        click.echo(learner.problem, err=True)
    tutorial = Tutorial(variant, lesson=lesson, log=learner.log)
    if run_exercise(tutorial, is_plain=plain, ascii_only=ascii_only):
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
