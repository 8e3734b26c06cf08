"""`outflank admin damaged`: rows of a server's database that cannot be read."""

from __future__ import annotations

import click

from outflank.cli.commands import Command, option
from outflank.cli.output import confirms, format_options, print_rows
from outflank.cli.server.database_option import database_option, open_database
from outflank.texts import Text, say

__all__ = ["damaged"]


@click.command(
    cls=Command,
    help=Text("commands.server.admin.damaged.help"),
    details=Text("commands.server.admin.damaged.details"),
    examples=(
        "outflank admin damaged",
        "outflank admin damaged --delete tournament 7",
    ),
)
@option(
    "--delete",
    "chosen",
    nargs=2,
    metavar="KIND NAME",
    help=Text("commands.server.admin.damaged.options.delete"),
)
@option("--yes", is_flag=True, help=Text("commands.server.admin.damaged.options.yes"))
@format_options
@database_option
def damaged(*, chosen: tuple[str, str] | None, yes: bool, style: str | None, database: str) -> None:
    """List the rows of the database that cannot be read, and why."""
    from outflank.server.damaged_rows import damaged_rows, delete_damaged

    with open_database(database) as opened:
        if chosen is None:
            found = [
                {"kind": row.kind, "name": row.name, "reason": row.reason}
                for row in damaged_rows(opened)
            ]
            print_rows(found, style)
            return
        kind, name = chosen
        if not yes and not confirms(
            say("commands.server.admin.damaged.question", kind=kind, name=name), err=True
        ):
            raise click.Abort
        problem = delete_damaged(opened, kind, name)
    click.echo(
        say("commands.server.admin.damaged.deleted", kind=kind, name=name, reason=problem.reason)
    )
