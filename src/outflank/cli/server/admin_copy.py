"""`outflank admin copy`: copy a whole database into an empty one, of either kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Command
from outflank.cli.progress import ProgressBar
from outflank.cli.server.database_option import open_database
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.store.database import Database

__all__ = ["copy"]


@click.command(
    cls=Command,
    help=Text("commands.server.admin.copy.help"),
    details=Text("commands.server.admin.copy.details"),
    examples=(
        "outflank admin copy cup.db postgresql://outflank@localhost/cup",
        "outflank admin copy postgresql://outflank@localhost/cup cup.db",
    ),
)
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
def copy(*, source: str, target: str) -> None:
    """Copy a whole database into an empty one, from SQLite to PostgreSQL or back."""
    from outflank.store.access.private_files import prepare_files
    from outflank.store.copying import copy_database

    missing = say("commands.server.admin.copy.name_a_source")
    with (
        open_database(source, if_missing=missing) as old,
        open_database(target, must_exist=False) as new,
    ):
        is_new_file = new.path is not None and not new.path.exists()
        for database in (old, new):
            prepare_files(database.path)
        try:
            with ProgressBar(say("commands.server.admin.copying")) as progress:
                copied = copy_database(old, new, progress)
        except BaseException:
            if is_new_file:
                _remove(new)
            raise
        matches = say("commands.server.admin.copy.matches", count=f"{copied.matches:,}")
        rows = f"{copied.rows:,}"
        click.echo(say("commands.server.admin.copy.done", count=rows, matches=matches))
    _remind_of_key(old)


def _remove(database: Database) -> None:
    """Remove the file of a failed copy, and the files that SQLite keeps beside it."""
    assert database.path is not None
    database.engine.dispose()
    for ending in ("", "-wal", "-shm", ".lock"):
        path = database.path.with_name(database.path.name + ending)
        path.unlink(missing_ok=True)


def _remind_of_key(source: Database) -> None:
    from outflank.server.record_signer import key_path

    path = key_path(source)
    if path is not None and path.exists():
        click.echo(
            say("commands.server.admin.copy.copy_the_key", path=path),
            err=True,
        )
