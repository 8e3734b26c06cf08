"""`outflank admin`: maintenance of a server's database."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.output import format_options, print_rows
from outflank.cli.progress import ProgressBar
from outflank.errors import JournalError

if TYPE_CHECKING:
    from outflank.store.database import Database

__all__ = ["command"]

_database_option = click.option(
    "--database",
    metavar="URL",
    default="",
    envvar="OUTFLANK_DATABASE",
    help="The server's database; by default the one in your data folder.",
)


@click.group(
    "admin",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank admin backup before-the-final.db\n"
    "  outflank admin restore before-the-final.db\n"
    "  outflank admin verify\n"
    "  outflank admin export games.ggf --format ggf\n"
    "  outflank admin key new --role admin",
)
def command() -> None:
    """Maintain a server's database: back up, restore, export, verify, keys.

    Everything but `restore` works while the server runs.
    """


@command.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Write over an existing file.")
@_database_option
def backup(*, target: Path, force: bool, database: str) -> None:
    """Copy the whole database into FILE, also while the server runs."""
    from outflank.store.backup import back_up

    if target.exists() and not force:
        raise click.UsageError(f"{target} exists already; --force writes over it")
    with _opened(database) as opened, ProgressBar("Copying") as progress:
        back_up(opened, target, progress)
    click.echo(f"The database was copied to {target} ({target.stat().st_size:,} bytes).")


@command.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@_database_option
def restore(*, source: Path, database: str) -> None:
    """Replace the database by a backup; the server must be stopped.

    The old database is kept beside the new one.
    """
    from outflank.store.backup import restore as put_back

    with _opened(database, must_exist=False) as opened:
        kept = put_back(opened, source)
        where = opened.path
    click.echo(f"Restored {source} to {where}.")
    if kept is not None:
        click.echo(f"The old database was kept as {kept}.")


@command.command()
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--format", "form", default="json", show_default=True, metavar="FORMAT",
    help="json (whole records with seals, one a line), ggf or transcript.",
)  # fmt: skip
@click.option("--tournament", type=int, metavar="NUMBER", help="Only the games of a tournament.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
@_database_option
def export(*, target: Path, form: str, tournament: int | None, force: bool, database: str) -> None:
    """Write every game to FILE, or to standard output for -."""
    from outflank.cli.output import write_file
    from outflank.notation import write
    from outflank.store.records import count, game_of, records

    lines = []
    with _opened(database) as opened, ProgressBar("Exporting") as progress:
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
    click.echo(f"{len(lines):,} games were written.", err=True)


@command.command()
@click.argument("source", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@_database_option
def verify(*, source: Path | None, database: str) -> None:
    """Verify that every game in the database, or in an exported FILE, is as it was played.

    Each record's seal is checked, every move is replayed, and the result compared. FILE may also
    be the export of a tournament: then its answers and its standings are checked too.
    """
    from outflank.store.records import count, verify_record
    from outflank.store.records import verify as verify_all

    if source is not None and (tournament := _tournament(source)) is not None:
        _verify_tournament(tournament)
        return
    faults, checked = [], 0
    with ProgressBar("Verifying") as progress:
        if source is not None:
            for checked, line in enumerate(_lines(source), 1):
                if fault := verify_record(_record(line, source, checked)):
                    faults.append(fault)
        else:
            with _opened(database) as opened:
                total = max(1, count(opened))
                for checked, fault in enumerate(verify_all(opened), 1):
                    progress(min(checked, total), total)
                    if fault is not None:
                        faults.append(fault)
    for fault in faults:
        click.echo(f"{fault.match}: {fault.problem}")
    click.echo(f"{checked:,} games were checked, {len(faults):,} are wrong.")
    if faults:
        sys.exit(1)


def _tournament(source: Path) -> dict[str, Any] | None:
    """Return the tournament in a file, or None if it is not a tournament export."""
    try:
        document = json.loads(source.read_text(encoding="utf-8"))
    except ValueError:
        return None
    is_one = isinstance(document, dict) and document.get("format") == "outflank tournament"
    return document if is_one else None


def _verify_tournament(document: dict[str, Any]) -> None:
    from outflank.server.tournaments.exports import problems_of

    problems = problems_of(document)
    for problem in problems:
        click.echo(problem)
    matches = document.get("matches")
    games = len(matches) if isinstance(matches, list) else 0
    found = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    verdict = f"{found} found" if problems else "everything is correct"
    click.echo(f"{games:,} games and the standings were checked: {verdict}.")
    if problems:
        sys.exit(1)


@command.group()
def key() -> None:
    """Make, list and revoke keys; a key is shown only when it is made."""


@key.command("new")
@click.option(
    "--role", type=click.Choice(["admin", "observer"]), default="admin", show_default=True
)
@click.option("--tournament", type=int, metavar="NUMBER",
              help="An organiser of this tournament only.")  # fmt: skip
@_database_option
def new(*, role: str, tournament: int | None, database: str) -> None:
    """Make a key for an organiser or an observer and print it."""
    from outflank.server.accounts.accounts import Accounts
    from outflank.server.accounts.keys import Role
    from outflank.store.account_store import AccountStore

    with _opened(database, must_exist=False) as opened:
        opened.migrate()
        if tournament is not None:
            _require_tournament(opened, tournament)
        made = Accounts(AccountStore(opened), _now).add_key(Role(role), tournament=tournament)
    click.echo(made)
    click.echo(f"Keep this {role} key: it is shown only once.", err=True)


def _require_tournament(database: Database, number: int) -> None:
    from outflank.store.tournament_store import TournamentStore

    if not TournamentStore(database).exists(number):
        raise click.UsageError(f"there is no tournament {number} in this database")


@key.command("list")
@format_options
@_database_option
def list_keys(*, style: str | None, database: str) -> None:
    """List the keys by their first characters."""
    from outflank.store.account_store import AccountStore

    with _opened(database) as opened:
        rows = AccountStore(opened).keys()
    shown = [
        {
            "number": row.id,
            "begins": row.hint,
            "role": row.role,
            "player": row.player,
            "tournament": row.tournament,
            "made": _date(row.created),
            "last used": _date(row.last_used),
            "revoked": _date(row.revoked),
        }
        for row in rows
    ]
    print_rows(shown, style)


@key.command()
@click.argument("number", type=int)
@_database_option
def revoke(*, number: int, database: str) -> None:
    """Revoke the key with that NUMBER (see `list`); it stops working within seconds."""
    from outflank.server.accounts.accounts import Accounts
    from outflank.store.account_store import AccountStore

    with _opened(database) as opened:
        if not Accounts(AccountStore(opened), _now).revoke(number):
            raise click.UsageError(
                f"there is no key {number}; `outflank admin key list` shows them"
            )
    click.echo(f"Key {number} has been revoked.")


def _opened(url: str, *, must_exist: bool = True) -> Database:
    from outflank.server.competition_server import default_database
    from outflank.store.database import Database

    database = Database(url or default_database())
    if must_exist and database.path is not None and not database.path.exists():
        path = database.path
        database.close()
        raise click.UsageError(f"there is no database {path}; choose another with --database")
    return database


def _lines(source: Path) -> list[str]:
    return source.read_text(encoding="utf-8").splitlines()


def _record(line: str, source: Path, number: int) -> dict[str, object]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict) or not isinstance(record.get("match"), dict):
        raise JournalError(f"{source}:{number}: this line is not the record of a game")
    return record


def _now() -> int:
    return round(datetime.now(UTC).timestamp() * 1000)


def _date(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
