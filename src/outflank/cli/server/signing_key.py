"""`outflank admin signing-key`: the key with which the server signs its records."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from outflank.cli.output import format_options, print_rows
from outflank.cli.server.database_option import database_option, open_database, signing_key_option

__all__ = ["signing_key"]


@click.group("signing-key")
def signing_key() -> None:
    """Show, list and renew the key with which the server signs its records.

    The server makes the key when it first starts. Only its public half is ever shown.
    """


@signing_key.command()
@click.option("--pem", is_flag=True, help="As PEM, for other programs such as openssl.")
@database_option
def show(*, pem: bool, database: str) -> None:
    """Print the public key that signs now, for `admin verify --public-key`."""
    from outflank.store.signing.signature_store import SignatureStore

    with open_database(database) as opened:
        opened.migrate()
        known = SignatureStore(opened).known_keys()
    present = next((one.key for one in known if one.until is None), None)
    if present is None:
        raise click.UsageError(
            "this database has no signing key yet; the server makes one when it starts"
        )
    click.echo(present.pem if pem else present.text, nl=not pem)


@signing_key.command("list")
@format_options
@database_option
def list_keys(*, style: str | None, database: str) -> None:
    """List the public keys that the server has had, and from when to when each signed."""
    from outflank.store.signing.signature_store import SignatureStore

    with open_database(database) as opened:
        opened.migrate()
        known = SignatureStore(opened).known_keys()
    shown = [
        {
            "id": one.key.id,
            "public key": one.key.text,
            "since": _date(one.since),
            "until": _date(one.until),
        }
        for one in known
    ]
    print_rows(shown, style)


@signing_key.command()
@signing_key_option
@database_option
def renew(*, key_file: str, database: str) -> None:
    """Replace the key by a new one; what was signed keeps its signature.

    A running server takes it over before it signs again; copy the file to all other hosts, which
    sign nothing until they have it. The old private key is deleted, the old public key stays
    listed. The file must hold the key that signs now, so name it as it was named to `serve`.
    """
    from outflank.server.record_signer import renew_signing_key

    with open_database(database) as opened:
        opened.migrate()
        made = renew_signing_key(opened, key_file)
    click.echo(made.text)
    click.echo(
        "Publish this key beside the old ones, and copy its file to the server's other hosts, if "
        "there are any; it signs from now on.",
        err=True,
    )


def _date(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
