"""Commands that change a tournament: start, pause, withdraw, adjudicate and so on."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from outflank.cli.commands import Command, option
from outflank.cli.options import WholeNumber
from outflank.cli.output import confirms, format_options
from outflank.cli.server.client_options import (
    connected,
    print_keys,
    printable,
    refuse_existing,
    server_options,
    tournament_argument,
)
from outflank.texts import Text, say
from outflank.texts.phrases import listed_in_words

__all__ = ["acts"]

_TEXTS = "commands.server.tournament"
_ORDERS = ("pause", "resume", "finish")

_entrant = click.argument("number", type=WholeNumber(1))


def acts() -> list[click.Command]:
    """Return the commands."""
    orders = [_order_command(order) for order in _ORDERS]
    return [
        start_command,
        *orders,
        withdraw_command,
        reinstate_command,
        key_command,
        adjudicate_command,
    ]


def _order_command(order: str) -> click.Command:
    texts = f"{_TEXTS}.{order}"

    def act(*, tournament: int, url: str, key: str | None, key_file: str | None) -> None:
        with connected(url, key, key_file) as client:
            after = client.order_tournament(tournament, order)
        name = printable(after["name"])
        click.echo(say(f"{texts}.done", name=name, progress=_progress(after)))

    decorate = click.command(
        order,
        cls=Command,
        help=Text(f"{texts}.help"),
        details=Text(f"{texts}.details") if order == "finish" else None,
        examples=(f"outflank tournament {order} 3",),
    )
    return decorate(tournament_argument(server_options(act)))


@click.command(
    "start",
    cls=Command,
    help=Text("commands.server.tournament.start.help"),
    details=Text("commands.server.tournament.start.details"),
    examples=(
        (
            "outflank tournament status 3",
            Text("commands.server.tournament.start.examples.connected"),
        ),
        "outflank tournament start 3",
    ),
)
@tournament_argument
@server_options
@option("--yes", is_flag=True, help=Text("commands.server.tournament.start.options.yes"))
def start_command(
    *, tournament: int, url: str, key: str | None, key_file: str | None, yes: bool
) -> None:
    """Pair the entrants and start the games."""
    with connected(url, key, key_file) as client:
        absent = [
            printable(each["name"])
            for each in client.tournament(tournament)["entrants"]
            if each.get("connected") is False
        ]
        if absent:
            names = listed_in_words(absent)
            click.echo(say(f"{_TEXTS}.start.absent", names=names, count=len(absent)), err=True)
            if (
                not yes
                and sys.stdin.isatty()
                and not confirms(say(f"{_TEXTS}.start.question"), err=True)
            ):
                click.echo(say("commands.server.tournament.start.nothing_started"), err=True)
                return
        after = client.order_tournament(tournament, "start")
    click.echo(
        say(
            "commands.server.tournament.start.done",
            name=printable(after["name"]),
            progress=_progress(after),
        )
    )


@click.command(
    "withdraw",
    cls=Command,
    help=Text("commands.server.tournament.withdraw.help"),
    details=Text("commands.server.tournament.withdraw.details"),
    examples=("outflank tournament withdraw 3 2",),
)
@tournament_argument
@_entrant
@server_options
def withdraw_command(
    *, tournament: int, number: int, url: str, key: str | None, key_file: str | None
) -> None:
    """Withdraw the entrant with that NUMBER from a tournament."""
    with connected(url, key, key_file) as client:
        before = client.tournament(tournament)
        after = client.withdraw(tournament, number)
    entrant = _entrant_of(after, number)
    if entrant is None:
        known = _entrant_of(before, number)
        click.echo(
            say(
                "commands.server.tournament.withdraw.removed",
                name=printable(known["name"] if known else str(number)),
            )
        )
    else:
        name = printable(entrant["name"])
        click.echo(say(f"{_TEXTS}.withdraw.{entrant['fate']}", name=name))


@click.command(
    "reinstate",
    cls=Command,
    help=Text("commands.server.tournament.reinstate.help"),
    examples=("outflank tournament reinstate 3 2",),
)
@tournament_argument
@_entrant
@server_options
def reinstate_command(
    *, tournament: int, number: int, url: str, key: str | None, key_file: str | None
) -> None:
    """Reinstate the withdrawn entrant with that NUMBER, with the games they missed."""
    with connected(url, key, key_file) as client:
        after = client.reinstate(tournament, number)
    entrant = _entrant_of(after, number)
    name = (
        printable(entrant["name"])
        if entrant
        else say("commands.server.tournament.reinstate.entrant", number=number)
    )
    click.echo(
        say("commands.server.tournament.reinstate.done", name=name, progress=_progress(after))
    )


@click.command(
    "key",
    cls=Command,
    help=Text("commands.server.tournament.key.help"),
    examples=("outflank tournament key 3 2",),
)
@tournament_argument
@_entrant
@server_options
@option("--csv-file", metavar="FILE", help=Text("commands.server.tournament.key.options.csv_file"))
@format_options
def key_command(
    *,
    tournament: int,
    number: int,
    csv_file: str | None,
    url: str,
    key: str | None,
    key_file: str | None,
    style: str | None,
) -> None:
    """Give the entrant with that NUMBER a new key; the old one stops working."""
    refuse_existing(csv_file)
    with connected(url, key, key_file) as client:
        made = client.new_entrant_key(tournament, number)
    print_keys([made], csv_file, style, number=tournament)


@click.command(
    "adjudicate",
    cls=Command,
    help=Text("commands.server.tournament.adjudicate.help"),
    details=Text("commands.server.tournament.adjudicate.details"),
    examples=(
        "outflank tournament adjudicate 3 17 draw --note 'power cut'",
        (
            "outflank tournament adjudicate 3 17 solved",
            Text("commands.server.tournament.adjudicate.examples.solved"),
        ),
        (
            "outflank tournament adjudicate 3 17 void",
            Text("commands.server.tournament.adjudicate.examples.void"),
        ),
    ),
)
@tournament_argument
@click.argument("game")
@click.argument(
    "verdict",
    metavar="VERDICT",
    type=click.Choice(["black", "white", "draw", "solved", "void"]),
)
@server_options
@option("--note", default="", help=Text("commands.server.tournament.adjudicate.options.note"))
def adjudicate_command(
    *,
    tournament: int,
    game: str,
    verdict: str,
    note: str,
    url: str,
    key: str | None,
    key_file: str | None,
) -> None:
    """Decide a running or finished GAME, named by its number in the tournament or its match id."""
    with connected(url, key, key_file) as client:
        number = _number_of(game, client.tournament(tournament, "pairings")["pairings"])
        after = client.adjudicate(tournament, number, verdict, note)
        games = client.tournament(tournament, "pairings")["pairings"]
    decided = next(each for each in games if each["number"] == number)
    name = printable(after["name"])
    if verdict == "void":
        done = say(f"{_TEXTS}.adjudicate.void", number=number, name=name)
    else:
        result = _result_in(decided)
        done = say(f"{_TEXTS}.adjudicate.decided", number=number, name=name, result=result)
    click.echo(say(f"{_TEXTS}.adjudicate.done", done=done, progress=_progress(after)))


def _number_of(game: str, pairings: Sequence[Mapping[str, Any]]) -> int:
    """Return the number of the game that is named by its number or by its match id."""
    for each in pairings:
        if game in (str(each["number"]), each["match"]):
            return int(each["number"])
    raise click.UsageError(
        say(
            "commands.server.tournament.adjudicate.no_game",
            game=repr(game[:32]),
            most=len(pairings),
        )
    )


def _result_in(pairing: Mapping[str, Any]) -> str:
    """Return a result in words.

    >>> _result_in({"result": "black", "score": [40, 24], "reason": "adjudication"})
    'black wins 40-24 (adjudication)'
    """
    from outflank.rules import Color
    from outflank.rules.outcome import as_reason

    black, white = pairing["score"]
    reason = as_reason(pairing["reason"]).text
    if pairing["result"] == "draw":
        return say("rules.outcome.draw", black=black, white=white, reason=reason)
    color = Color(pairing["result"]).text
    return say("rules.outcome.won", color=color, black=black, white=white, reason=reason)


def _entrant_of(tournament: Mapping[str, Any], number: int) -> Mapping[str, Any] | None:
    found = (each for each in tournament["entrants"] if each["number"] == number)
    return next(found, None)


def _progress(tournament: Mapping[str, Any]) -> str:
    progress = tournament["progress"]
    return say(
        "commands.server.tournament.progress", played=progress["played"], total=progress["total"]
    )
