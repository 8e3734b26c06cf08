"""`outflank learn`: what one has reached, and what is next."""

from __future__ import annotations

import json

import click

from outflank.cli.commands import Command, option
from outflank.texts import Text, say

__all__ = ["learn_command"]

_TEXTS = "commands.play.learn"


@click.command(
    "learn",
    cls=Command,
    help=Text(f"{_TEXTS}.help"),
    details=Text(f"{_TEXTS}.details"),
    examples=("outflank learn", "outflank learn --json"),
)
@option("--json", "as_json", is_flag=True, help=Text(f"{_TEXTS}.options.json"))
def learn_command(*, as_json: bool) -> None:
    """Show your rating, your streak, the cards that are due and your weaknesses."""
    from outflank.faces.local.exercises.learner import LocalLearner
    from outflank.faces.local.exercises.overview import overview_of

    learner = LocalLearner()
    if learner.problem:
        click.echo(learner.problem, err=True)
    found = overview_of(learner)
    if as_json:
        click.echo(json.dumps(found.to_dict(), indent=2))
        return
    for line in found.lines():
        click.echo(line)
    click.echo(say(f"{_TEXTS}.next"))
