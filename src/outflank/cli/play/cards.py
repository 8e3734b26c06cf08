"""`outflank cards`: repeat the cards that are due, list them, and drop those one does not want."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from outflank.cli.commands import Command, option
from outflank.cli.output import format_options, print_rows, table
from outflank.cli.play.running_exercise import (
    GroupWithDefault,
    ascii_option,
    plain,
    run_exercise,
)
from outflank.errors import UnknownName
from outflank.faces.local.exercises.due_cards import RepeatedCard, all_cards, due_cards
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Dropped, new_id
from outflank.texts import Text, say

__all__ = ["cards_command"]

_TEXTS = "commands.play.cards"
_MINUTES = "%Y-%m-%d %H:%M"


@click.command(
    "repeat",
    cls=Command,
    help=Text(f"{_TEXTS}.repeat.help"),
    details=Text(f"{_TEXTS}.repeat.details"),
    hidden=True,
    examples=(
        "outflank cards",
        "outflank cards list",
        "outflank cards list --due --json",
        "outflank cards drop mq4xk2v7ha",
        "outflank review 2 --player Ann",
    ),
)
@plain
@ascii_option
def _repeat_command(*, plain: bool, ascii_only: bool) -> None:
    """Repeat the cards that are due."""
    from outflank.faces.local.exercises.card_session import CardSession, nothing_due

    learner = _learner()
    if not (cards := due_cards(learner)):
        click.echo(nothing_due(learner))
        return
    session = CardSession(cards, learner)
    run_exercise(session, is_plain=plain, ascii_only=ascii_only)
    if session.closing:
        click.echo(session.closing)


@click.command(
    "list",
    cls=Command,
    help=Text(f"{_TEXTS}.list.help"),
    details=Text(f"{_TEXTS}.list.details"),
    examples=("outflank cards list", "outflank cards list --due", "outflank cards list --json"),
)
@option("--due", "only_due", is_flag=True, help=Text(f"{_TEXTS}.list.options.due"))
@format_options
def _list_command(*, only_due: bool, style: str | None) -> None:
    """List the cards, those that come first at the top."""
    learner = _learner()
    cards = due_cards(learner) if only_due else all_cards(learner)
    if style in ("json", "csv"):
        print_rows([_facts(card) for card in cards], style)
    elif cards:
        click.echo(table([_row(card) for card in cards], flexible="game"))
    else:
        from outflank.faces.local.exercises.card_session import nothing_due

        click.echo(nothing_due(learner))


@click.command(
    "drop",
    cls=Command,
    help=Text(f"{_TEXTS}.drop.help"),
    details=Text(f"{_TEXTS}.drop.details"),
    examples=("outflank cards drop mq4xk2v7ha",),
)
@click.argument("card", nargs=-1, required=True)
def _drop_command(*, card: tuple[str, ...]) -> None:
    """Drop cards: they do not come again."""
    learner = _learner()
    known = {each.id: each for each in all_cards(learner)}
    for name in card:
        if name not in known:
            raise UnknownName("card", name, list(known)[:5])
    for name in dict.fromkeys(card):
        entry = Dropped(id=new_id(), at=learner.now, subject=known[name].subject)
        problem = learner.record(entry)
        click.echo(problem or say(f"{_TEXTS}.drop.done", card=name))


def _learner() -> LocalLearner:
    """Return the learner; if the log cannot be read, say so."""
    learner = LocalLearner()
    if learner.problem:
        click.echo(learner.problem, err=True)
    return learner


def _row(card: RepeatedCard) -> dict[str, object]:
    return {
        "card": card.id,
        "kind": "mistake" if card.is_mistake else "puzzle",
        "due": f"{datetime.fromtimestamp(card.state.due / 1000, UTC).astimezone():{_MINUTES}}",
        "tries": card.state.attempts,
        "game": card.mistake.source if card.mistake is not None else "",
    }


def _facts(card: RepeatedCard) -> dict[str, object]:
    mistake = card.mistake
    return {
        "card": card.id,
        "kind": "mistake" if card.is_mistake else "puzzle",
        "position": str(card.position),
        "variant": card.position.variant.name,
        "due": card.state.due,
        "attempts": card.state.attempts,
        "lapses": card.state.lapses,
        "played": mistake.played if mistake is not None else None,
        "best": [*mistake.best] if mistake is not None else None,
        "loss": mistake.loss if mistake is not None else None,
        "game": mistake.source if mistake is not None else None,
        "move": mistake.disc if mistake is not None else None,
    }


cards_command: GroupWithDefault = GroupWithDefault(
    "cards", _repeat_command, {"drop": _drop_command, "list": _list_command}
)
