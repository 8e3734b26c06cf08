"""`outflank admin copy`: a whole database into an empty one, also of the other kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outflank.cli.output import counted
from outflank.cli.progress import ProgressBar
from outflank.cli.server.database_option import open_database

if TYPE_CHECKING:
    from outflank.store.database import Database

__all__ = ["copy"]


@click.command(
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank admin copy cup.db postgresql://outflank@localhost/cup\n"
    "  outflank admin copy postgresql://outflank@localhost/cup cup.db",
)
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
def copy(*, source: str, target: str) -> None:
    """Copy a whole database into an empty one, from SQLite to PostgreSQL or back.

    SOURCE and TARGET are files or URLs; no server may use them meanwhile. Every row is compared
    and every seal recomputed before the copy is kept; if that fails, or at Ctrl-C, TARGET stays
    empty.
    """
    from outflank.store.access.private_files import prepare_files
    from outflank.store.copying import copy_database

    missing = "name one that is there as SOURCE"
    with (
        open_database(source, if_missing=missing) as old,
        open_database(target, must_exist=False) as new,
    ):
        is_new_file = new.path is not None and not new.path.exists()
        for one in (old, new):
            prepare_files(one.path)
        try:
            with ProgressBar("Copying") as progress:
                copied = copy_database(old, new, progress)
        except BaseException:
            if is_new_file:
                _remove(new)
            raise
        rows = counted(copied.rows, "row was", "rows were")
        click.echo(f"{rows} copied, {counted(copied.matches, 'match', 'matches')} among them.")
    _tell_of_key(old)


def _remove(database: Database) -> None:
    """Remove a file that was made for nothing, with those that SQLite keeps beside it."""
    assert database.path is not None
    database.engine.dispose()
    for ending in ("", "-wal", "-shm", ".lock"):
        path = database.path.with_name(database.path.name + ending)
        path.unlink(missing_ok=True)


def _tell_of_key(source: Database) -> None:
    from outflank.server.record_signer import key_path

    path = key_path(source)
    if path is not None and path.exists():
        click.echo(
            f"The signing key is in no database: take {path} along, and name it to the server "
            "with --signing-key.",
            err=True,
        )
