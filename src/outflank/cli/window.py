"""`outflank window`: a game in a window of its own."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from outflank.cli.game import game_options, wish
from outflank.play.settings import Settings

__all__ = ["command"]


@click.command(
    "window",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank window\n"
    "  outflank window --size 6 --player2 computer:12 --first 1\n"
    "  outflank window --variant yesno --oracle local --gif\n"
    "  outflank window --player1 computer:9 --player2 computer:9 --delay 1\n"
    "  outflank window --resume",
)
@game_options
def command(**given: Any) -> None:
    """Play Othello in a window.

    Without options a start screen asks; with any of them the game starts at once. Choices are
    remembered, and every game is kept: --resume goes on with it.
    """
    asked = wish(given, Settings.load())
    from outflank.faces.window.display import require_display

    require_display()
    from outflank.faces.window.loop import run_window
    from outflank.faces.window.tables import paced

    open_table = None
    if not asked.is_bare:
        Settings(asked.game, asked.look).save()
        at_once = dataclasses.replace(asked, game=paced(asked.game))
        open_table = at_once.open_table
    summary = run_window(asked.game, asked.look, open_table)
    if summary:
        click.echo(summary)
