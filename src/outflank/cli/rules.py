"""`outflank rules`: how Othello is played."""

from __future__ import annotations

import click

from outflank.rules.handbook import handbook

__all__ = ["command"]


@click.command("rules", epilog="Example:\n\n\b\n  outflank rules | less")
def command() -> None:
    """Print the rules of Othello, Yes/No Othello and Anti-Othello."""
    click.echo_via_pager(handbook()) if _fits_not() else click.echo(handbook(), nl=False)


def _fits_not() -> bool:
    """Tell whether a person would see only the end of the text."""
    import shutil
    import sys

    lines = handbook().count("\n")
    return sys.stdout.isatty() and lines >= shutil.get_terminal_size().lines
