"""`outflank play`: a game in the terminal."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from outflank.cli.game import Wish, game_options, wish
from outflank.play.settings import Settings

__all__ = ["command"]


@click.command(
    "play",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank play\n"
    "  outflank play --size 6 --player2 computer:12 --first 1\n"
    "  outflank play --black human:Ann --white human:Bob --clock 5+3\n"
    "  outflank play --variant yesno --oracle local --seed 7\n"
    "  outflank play --resume\n"
    "  outflank play --resume 2",
)
@game_options
@click.option("--plain", is_flag=True, help="Line by line, for pipes and screen readers.")
def command(*, plain: bool, **given: Any) -> None:
    """Play Othello in the terminal.

    Without options a menu asks, which offers what was chosen last. With any of them the game
    starts at once, and what they do not say is as usual: you against the computer at Othello on
    8x8, without a clock. Every game is kept: --resume goes on with it, and `outflank saves`
    lists the unfinished ones.
    """
    from outflank.faces.terminal.abilities import is_full_screen

    settings = Settings.load()
    asked = wish(given, settings)
    if plain or not is_full_screen():
        _play_plain(asked)
    else:
        from outflank.faces.terminal.app import run

        run(asked, settings)


def _play_plain(asked: Wish) -> None:
    from outflank.faces.terminal.lines import Lines
    from outflank.faces.terminal.menu import choose_game
    from outflank.faces.terminal.plain import PlainGame

    lines = Lines(sys.stdin)
    if asked.is_bare:
        chosen = choose_game(asked.game, stdin=lines, stdout=sys.stdout)
        if chosen is None:
            return
        settings = Settings(chosen, asked.look)
        asked = dataclasses.replace(asked, game=chosen, settings=settings, is_bare=False)
    table = asked.open_table()
    asked.settings.save()
    try:
        PlainGame(table, asked.look, stdin=lines, stdout=sys.stdout).run()
    finally:
        table.close()
