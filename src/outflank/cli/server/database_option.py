"""The options of `outflank admin` for the database and the signing key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Decorator, option
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.store.database import Database

__all__ = ["database_option", "open_database", "signing_key_option"]

database_option: Decorator = option(
    "--database",
    metavar="URL",
    default="",
    envvar="OUTFLANK_DATABASE",
    show_envvar=True,
    help=Text("commands.server.admin.options.database"),
)

signing_key_option: Decorator = option(
    "--signing-key",
    "key_file",
    metavar="FILE",
    default="",
    envvar="OUTFLANK_SIGNING_KEY",
    help=Text("commands.server.admin.options.signing_key"),
)


def open_database(
    url: str,
    *,
    must_exist: bool = True,
    if_missing: str | None = None,
) -> Database:
    """Open a database, by default the one in the user's data folder; refuse a missing one."""
    from outflank.server.competition_server import default_database
    from outflank.store.database import Database

    database = Database(url or default_database())
    if must_exist and database.path is not None and not database.path.exists():
        path = database.path
        database.close()
        raise click.UsageError(
            say(
                "commands.server.admin.no_database",
                path=path,
                advice=if_missing or say("commands.server.admin.choose_another"),
            )
        )
    return database
