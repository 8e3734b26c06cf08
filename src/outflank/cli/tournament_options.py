"""What the commands of `outflank tournament` share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.options import WholeNumber
from outflank.cli.output import Row, print_rows
from outflank.cli.server_options import find_key, printable
from outflank.cli.writing import write_file

if TYPE_CHECKING:
    from outflank.client.sync_client import Client

__all__ = [
    "connected",
    "csv_text",
    "print_keys",
    "print_table",
    "refuse_existing",
    "server_options",
    "tournament_argument",
]

_KEY = "OUTFLANK_ADMIN_KEY"

tournament_argument = click.argument("tournament", type=WholeNumber(1))


def server_options(run: Callable[..., None]) -> Callable[..., None]:
    """Let a command know the server and the organiser's key."""
    for decorate in (
        click.option("--key-file", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
                     help="Read the organiser's key from a file."),
        click.option("--key", metavar="KEY", help=f"The organiser's key; better in {_KEY}."),
        click.option("--server", "url", metavar="URL", default="http://localhost:5000",
                     envvar="OUTFLANK_SERVER", show_default=True, help="The server."),
    ):  # fmt: skip
        run = decorate(run)
    return run


@contextmanager
def connected(
    url: str, key: str | None, key_file: str | None, *, acts: bool = True
) -> Iterator[Client]:
    """Talk to the server, with the key for whoever acts and without for whoever looks."""
    from outflank.client.sync_client import Client

    secret = find_key(key, key_file, _KEY) if acts else None
    with Client(url, secret, patience=10.0) as client:
        yield client


def refuse_existing(csv_file: str | None) -> None:
    """Complain before keys are made that could then not be written."""
    if csv_file and Path(csv_file).exists():
        raise click.UsageError(f"{csv_file} exists already, and may hold keys that are used")


def print_table(rows: Sequence[Row], style: str | None) -> None:
    """Print rows; as CSV, a name that a spreadsheet would take for a formula is made inert."""
    if style == "csv":
        click.echo(csv_text(rows), nl=False)
    else:
        print_rows(rows, style)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV with the line ends of text files."""
    from outflank.arena.tables import rows_csv

    return rows_csv(rows).replace("\r\n", "\n")


def print_keys(
    entered: Sequence[Mapping[str, Any]], csv_file: str | None, style: str | None, *, number: int
) -> None:
    """Print keys, which are shown only now, or write them to a file."""
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
            print_table(rows, style)  # they are shown only once, so not lost here
            raise
        Path(csv_file).chmod(0o600)  # whoever has a key plays in its name
        made = sum(row["key"] is not None for row in rows)
        click.echo(f"Wrote {made} keys to {csv_file}.", err=True)
    elif rows or style:
        print_table(rows, style)
        if style in (None, "table") and any(row["key"] for row in rows):
            click.echo("\nThese keys are shown only now: give each player theirs.")
