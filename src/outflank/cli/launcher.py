"""`outflank launcher`: menu entries of the desktop."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.group(
    "launcher",
    epilog="Examples:\n\n\b\n  outflank launcher install\n  outflank launcher remove",
)
def command() -> None:
    """Put the game into the menu of the desktop, or take it out again.

    There is an entry for the window and one for the terminal; searching for Othello or Reversi
    finds them.
    """


@command.command("install", epilog="Example:\n\n\b\n  outflank launcher install")
def install_command() -> None:
    """Make the menu entries."""
    from outflank.faces.launcher import install

    for path in install():
        click.echo(f"Wrote {path}")


@command.command("remove", epilog="Example:\n\n\b\n  outflank launcher remove")
def remove_command() -> None:
    """Remove the menu entries."""
    from outflank.faces.launcher import remove

    gone = remove()
    for path in gone:
        click.echo(f"Removed {path}")
    if not gone:
        click.echo("There were no menu entries to remove.")
