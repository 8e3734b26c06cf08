"""`outflank admin`: maintenance of a server's database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Group, option
from outflank.cli.output import format_options, print_rows
from outflank.cli.progress import ProgressBar
from outflank.cli.server.admin_copy import copy
from outflank.cli.server.admin_damaged import damaged
from outflank.cli.server.admin_verify import verify
from outflank.cli.server.database_option import database_option, open_database, signing_key_option
from outflank.cli.server.signing_key import signing_key
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.store.database import Database

__all__ = ["command"]


@click.group(
    "admin",
    cls=Group,
    help=Text("commands.server.admin.help"),
    details=Text("commands.server.admin.details"),
    examples=(
        "outflank admin backup before-the-final.db",
        "outflank admin restore before-the-final.db",
        "outflank admin verify",
        "outflank admin export games.ggf --format ggf",
        "outflank admin key new --role admin",
    ),
)
def command() -> None:
    """Maintain a server's database: back up, restore, copy, export, verify, keys."""


command.add_command(copy)
command.add_command(verify)
command.add_command(damaged)
command.add_command(signing_key)


@command.command(help=Text("commands.server.admin.backup.help"))
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@option("--force", is_flag=True, help=Text("commands.server.admin.backup.options.force"))
@database_option
def backup(*, target: Path, force: bool, database: str) -> None:
    """Copy the whole database into FILE, even while the server runs."""
    from outflank.store.backup import back_up

    if target.exists() and not force:
        raise click.UsageError(say("commands.output.file_exists", file=target))
    with (
        open_database(database) as opened,
        ProgressBar(say("commands.server.admin.copying")) as progress,
    ):
        back_up(opened, target, progress)
    click.echo(
        say("commands.server.admin.backup.done", file=target, count=f"{target.stat().st_size:,}")
    )


@command.command(
    help=Text("commands.server.admin.restore.help"),
    details=Text("commands.server.admin.restore.details"),
)
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@database_option
def restore(*, source: Path, database: str) -> None:
    """Replace the database with a backup; the server must be stopped."""
    from outflank.store.backup import restore as put_back

    with open_database(database, must_exist=False) as opened:
        kept = put_back(opened, source)
        where = opened.path
    click.echo(say("commands.server.admin.restore.done", source=source, target=where))
    if kept is not None:
        click.echo(say("commands.server.admin.restore.kept", name=kept))


@command.command(
    help=Text("commands.server.admin.export.help"),
    details=Text("commands.server.admin.export.details"),
)
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@option(
    "--format",
    "form",
    default="json",
    show_default=True,
    metavar="FORMAT",
    help=Text("commands.server.admin.export.options.format"),
)
@option(
    "--tournament",
    type=int,
    metavar="NUMBER",
    help=Text("commands.server.admin.export.options.tournament"),
)
@option("--force", is_flag=True, help=Text("commands.server.admin.export.options.force"))
@signing_key_option
@database_option
def export(
    *,
    target: Path,
    form: str,
    tournament: int | None,
    force: bool,
    key_file: str,
    database: str,
) -> None:
    """Write every game to FILE, or to standard output for -."""
    from outflank.cli.output import write_file
    from outflank.notation import write
    from outflank.server.record_signer import signer_beside_server
    from outflank.store.records import count, game_of, records
    from outflank.store.signing.signature_store import SignatureStore

    form, lines = _known_format(form), []
    with (
        open_database(database) as opened,
        ProgressBar(say("commands.server.admin.export.exporting")) as progress,
    ):
        signer = signer_beside_server(opened, key_file) if form in ("json", "audit") else None
        if signer is not None:
            signer.sign(tournament=tournament)
        if form == "audit":
            unsigned = SignatureStore(opened).audit_document
            _write_audit(target, signer.signed_audit() if signer else unsigned(), replace=force)
            return
        total = max(1, count(opened))
        for number, record in enumerate(records(opened, tournament), 1):
            is_record = form == "json"
            lines.append(json.dumps(record) if is_record else write(game_of(record), format=form))
            progress(min(number, total), total)
    text = "".join(line + "\n" for line in lines)
    if str(target) == "-":
        click.echo(text, nl=False)
    else:
        write_file(target, text, replace=force)
    count_written = f"{len(lines):,}"
    click.echo(say("commands.server.admin.export.games", count=count_written), err=True)


@command.group(cls=Group, help=Text("commands.server.admin.key.help"))
def key() -> None:
    """Make, list and revoke keys; a key is shown only when it is made."""


@key.command(
    "new",
    help=Text("commands.server.admin.key.new.help"),
    details=Text("commands.server.admin.key.new.details"),
)
@option("--role", type=click.Choice(["admin", "observer"]), default="admin", show_default=True)
@option(
    "--tournament",
    type=int,
    metavar="NUMBER",
    help=Text("commands.server.admin.key.new.options.tournament"),
)
@option(
    "--label", metavar="TEXT", default="", help=Text("commands.server.admin.key.new.options.label")
)
@database_option
def new(*, role: str, tournament: int | None, label: str, database: str) -> None:
    """Make a key for an organiser or an observer and print it."""
    from outflank.server.accounts.accounts import Accounts
    from outflank.server.accounts.keys import Role
    from outflank.store.access.private_files import prepare_files
    from outflank.store.account_store import AccountStore

    with open_database(database, must_exist=False) as opened:
        prepare_files(opened.path)
        opened.migrate()
        if tournament is not None:
            _require_tournament(opened, tournament)
        accounts = Accounts(AccountStore(opened), _now)
        made = accounts.add_key(Role(role), tournament=tournament, label=label)
    click.echo(made)
    click.echo(say(f"commands.server.admin.key.keep.{role}"), err=True)


def _known_format(name: str) -> str:
    """Return the name of a format in which games can be written, or raise `UnknownName`."""
    from outflank.errors import UnknownName
    from outflank.notation import binary_formats, formats

    texts = ["json", "audit", *(each.name for each in formats() if each.name != "json")]
    if name.lower() not in (*texts, *(each.name for each in binary_formats())):
        raise UnknownName("format", name, texts)
    return name.lower()


def _write_audit(target: Path, document: dict[str, Any], *, replace: bool) -> None:
    from outflank.cli.output import write_file

    text = json.dumps(document, indent=1) + "\n"
    if str(target) == "-":
        click.echo(text, nl=False)
    else:
        write_file(target, text, replace=replace)
    count = f"{len(document['entries']):,}"
    click.echo(say("commands.server.admin.export.entries", count=count), err=True)


def _require_tournament(database: Database, number: int) -> None:
    from outflank.store.tournament_store import TournamentStore

    if not TournamentStore(database).exists(number):
        raise click.UsageError(say("commands.server.admin.key.no_tournament", number=number))


@key.command("list", help=Text("commands.server.admin.key.list.help"))
@format_options
@database_option
def list_keys(*, style: str | None, database: str) -> None:
    """List the keys, each with its first characters."""
    from outflank.store.account_store import AccountStore

    with open_database(database) as opened:
        rows = AccountStore(opened).keys()
    shown = [
        {
            "number": row.id,
            "begins": row.hint,
            "role": row.role,
            "label": row.label,
            "player": row.player,
            "tournament": row.tournament,
            "made": _date(row.created),
            "last used": _date(row.last_used),
            "revoked": _date(row.revoked),
        }
        for row in rows
    ]
    print_rows(shown, style)


@key.command(help=Text("commands.server.admin.key.revoke.help"))
@click.argument("number", type=int)
@database_option
def revoke(*, number: int, database: str) -> None:
    """Revoke the key with that NUMBER (see `list`); it stops working within seconds."""
    from outflank.server.accounts.accounts import Accounts
    from outflank.store.account_store import AccountStore
    from outflank.store.server_state import LeaseStore

    with open_database(database) as opened:
        # A server asks for keys revoked since its last check, and its clock may be ahead of ours.
        at = max(_now(), LeaseStore(opened).last_heartbeat() or 0)
        if not Accounts(AccountStore(opened), lambda: at).revoke(number):
            raise click.UsageError(say("commands.server.admin.key.no_key", number=number))
    click.echo(say("commands.server.admin.key.revoked", number=number))


def _now() -> int:
    return round(datetime.now(UTC).timestamp() * 1000)


def _date(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
