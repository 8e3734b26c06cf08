"""Options and output shared by the commands that talk to a server."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Decorator, option
from outflank.cli.options import WholeNumber
from outflank.cli.output import Row, print_rows, write_file
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.client.sync_client import Client

__all__ = [
    "FIRST_PATIENCE",
    "connected",
    "csv_text",
    "find_key",
    "print_keys",
    "print_table",
    "printable",
    "refuse_existing",
    "server_options",
    "tell_renamed",
    "tournament_argument",
]

FIRST_PATIENCE = 1.5  # seconds for a server that has not answered yet; the address may be wrong

_KEY = "OUTFLANK_ADMIN_KEY"

tournament_argument: Decorator = click.argument("tournament", type=WholeNumber(1))


def server_options(run: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for the server and the organiser's key."""
    for decorate in (
        option(
            "--key-file",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help=Text("commands.server.client.options.key_file"),
        ),
        option(
            "--key", metavar="KEY", help=Text("commands.server.client.options.key", variable=_KEY)
        ),
        option(
            "--server",
            "url",
            metavar="URL",
            default="http://localhost:5000",
            envvar="OUTFLANK_SERVER",
            show_default=True,
            help=Text("commands.server.client.options.server"),
        ),
    ):
        run = decorate(run)
    return run


@contextmanager
def connected(
    url: str, key: str | None, key_file: str | None, *, acts: bool = True
) -> Iterator[Client]:
    """Connect to the server, with the organiser's key if the command changes something."""
    from outflank.client.sync_client import Client

    secret = find_key(key, key_file, _KEY) if acts else None
    with Client(url, secret, patience=FIRST_PATIENCE, on_waiting=_print_problem) as client:
        yield client


def _print_problem(problem: str) -> None:
    click.echo(printable(problem), err=True)


def refuse_existing(csv_file: str | None) -> None:
    """Refuse an existing file, before making keys that could then not be written."""
    if csv_file and Path(csv_file).exists():
        raise click.UsageError(say("commands.server.client.keys_file_exists", file=csv_file))


def print_table(rows: Sequence[Row], style: str | None) -> None:
    """Print rows; in CSV, names that look like formulas are escaped."""
    if style == "csv":
        click.echo(csv_text(rows), nl=False)
    else:
        print_rows(rows, style)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV with plain line feeds."""
    from outflank.arena.tables import rows_csv

    return rows_csv(rows).replace("\r\n", "\n")


def print_keys(
    entered: Sequence[Mapping[str, Any]], csv_file: str | None, style: str | None, *, number: int
) -> None:
    """Print new keys, which are never shown again, or write them to a file."""
    rows = [
        {
            "tournament": number,
            "number": each["number"],
            "name": printable(each["name"]),
            "key": each["key"],
        }
        for each in entered
    ]
    if csv_file:
        text = csv_text([{**row, "key": row["key"] or ""} for row in rows])
        try:
            write_file(Path(csv_file), text, replace=False)
        except click.UsageError:
            print_table(rows, style)  # otherwise they would be lost
            raise
        Path(csv_file).chmod(0o600)  # keys are secret
        made = sum(row["key"] is not None for row in rows)
        click.echo(say("commands.server.client.keys_written", count=made, file=csv_file), err=True)
    elif rows or style:
        print_table(rows, style)
        if style in (None, "table") and any(row["key"] for row in rows):
            click.echo("\n" + say("commands.server.client.keys_shown_once"))


def tell_renamed(
    asked: Sequence[str], entered: Sequence[Mapping[str, Any]], *, number: int
) -> None:
    """Say which new players got a number because their name was taken."""
    new = entered[len(entered) - len(asked) :]  # they come after computers and registered players
    for name, each in zip(asked, new, strict=True):
        if re.search(r" \(\d+\)$", each["name"]) and each["name"] != name:
            sentence = say(
                "commands.server.client.name_taken",
                name=printable(name),
                new=printable(each["name"]),
                tournament=number,
                number=each["number"],
            )
            click.echo(sentence, err=True)


def find_key(key: str | None, file: str | None, variable: str) -> str:
    """Return the key from the command line, a file or the environment."""
    if key and file:
        raise click.UsageError(say("commands.server.client.key_given_twice"))
    if file:
        found = _first_line(Path(file))
        if not found:
            raise click.UsageError(say("commands.server.client.no_key_in_file", file=file))
        return found
    found = key or os.environ.get(variable, "").strip()
    if not found:
        raise click.UsageError(say("commands.server.client.key_needed", variable=variable))
    return found


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except UnicodeDecodeError:
        raise click.UsageError(say("commands.usage.not_a_text_file", name=path)) from None
    return lines[0] if lines else ""


def printable(text: str) -> str:
    r"""Replace control characters in somebody else's text, so that it cannot harm the terminal.

    >>> printable("Ann\x1b[2J")
    'Ann?[2J'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)
