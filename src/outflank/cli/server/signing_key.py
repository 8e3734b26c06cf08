"""`outflank admin signing-key`: the key with which the server signs its records."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from outflank.cli.commands import Group, option
from outflank.cli.output import format_options, print_rows
from outflank.cli.server.database_option import database_option, open_database, signing_key_option
from outflank.texts import Text, say

__all__ = ["signing_key"]


@click.group(
    "signing-key",
    cls=Group,
    help=Text("commands.server.signing_key.help"),
    details=Text("commands.server.signing_key.details"),
)
def signing_key() -> None:
    """Show, list and renew the key with which the server signs its records."""


@signing_key.command(help=Text("commands.server.signing_key.show.help"))
@option("--pem", is_flag=True, help=Text("commands.server.signing_key.show.options.pem"))
@database_option
def show(*, pem: bool, database: str) -> None:
    """Print the public key in use, for `admin verify --public-key`."""
    from outflank.store.signing.signature_store import SignatureStore

    with open_database(database) as opened:
        opened.migrate()
        known = SignatureStore(opened).known_keys()
    present = next((key.key for key in known if key.until is None), None)
    if present is None:
        raise click.UsageError(say("commands.server.signing_key.no_key"))
    click.echo(present.pem if pem else present.text, nl=not pem)


@signing_key.command("list", help=Text("commands.server.signing_key.list.help"))
@format_options
@database_option
def list_keys(*, style: str | None, database: str) -> None:
    """List the public keys that the server has had, and when each was in use."""
    from outflank.store.signing.signature_store import SignatureStore

    with open_database(database) as opened:
        opened.migrate()
        known = SignatureStore(opened).known_keys()
    shown = [
        {
            "id": key.key.id,
            "public key": key.key.text,
            "since": _date(key.since),
            "until": _date(key.until),
        }
        for key in known
    ]
    print_rows(shown, style)


@signing_key.command(
    help=Text("commands.server.signing_key.renew.help"),
    details=Text("commands.server.signing_key.renew.details"),
)
@signing_key_option
@database_option
def renew(*, key_file: str, database: str) -> None:
    """Replace the key with a new one; earlier signatures stay valid."""
    from outflank.server.record_signer import renew_signing_key

    with open_database(database) as opened:
        opened.migrate()
        made = renew_signing_key(opened, key_file)
    click.echo(made.text)
    click.echo(
        say("commands.server.signing_key.renewed"),
        err=True,
    )


def _date(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
