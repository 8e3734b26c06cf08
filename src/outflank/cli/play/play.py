"""`outflank play` and `outflank saves`: games in the terminal, and those that can be resumed."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from outflank.cli.output import format_options, print_rows
from outflank.cli.play.game_options import LaunchOptions, game_options, launch_options
from outflank.play.settings import Settings

__all__ = ["play_command", "saves_command"]


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
def play_command(*, plain: bool, **given: Any) -> None:
    """Play Othello in the terminal.

    Without options a menu asks, which offers what was chosen last. With any of them the game
    starts at once, and what they do not say is as usual: you against the computer at Othello on
    8x8, without a clock. Every game is kept: --resume goes on with it, and `outflank saves`
    lists the unfinished ones.
    """
    from outflank.faces.terminal.abilities import is_full_screen

    settings = Settings.load()
    asked = launch_options(given, settings)
    if plain or not is_full_screen():
        _play_plain(asked)
    else:
        from outflank.faces.terminal.app import run

        run(asked, settings)


def _play_plain(asked: LaunchOptions) -> None:
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
    local_game = asked.open_table()
    asked.settings.save()
    try:
        PlainGame(local_game, asked.look, stdin=lines, stdout=sys.stdout).run()
    finally:
        local_game.close()


@click.command(
    "saves",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank saves\n"
    "  outflank play --resume 2\n"
    "  outflank window --resume 2\n"
    "  outflank saves --json",
)
@click.option("--all", "every", is_flag=True, help="List those without a move too.")
@format_options
def saves_command(*, every: bool, style: str | None) -> None:
    """List the unfinished games, the newest first.

    Every game is kept while it is played; those that were left without a move are not listed.
    The number or the name of one that is not over, and not open in another window, is what
    --resume takes.
    """
    from outflank.play.autosave import autosave_journal, unfinished_games

    rows = [
        {
            "number": one.number,
            "players": " v ".join(player.name for player in one.match.setup.players),
            "variant": one.match.setup.variant.name,
            "size": one.match.setup.size,
            "moves": len(one.match.game.moves),
            "date": f"{one.changed:%Y-%m-%d %H:%M}",
            "open": one.is_open,
            "name": one.name,
        }
        for one in unfinished_games(autosave_journal())
    ]
    begun = rows if every else [row for row in rows if row["moves"] or row["open"]]
    if begun or style:
        print_rows(begun, style)
    else:
        click.echo("There are no unfinished games.")
    if hidden := len(rows) - len(begun):
        what = "1 game" if hidden == 1 else f"{hidden} games"
        click.echo(f"Not listed: {what} without a move; --all lists all.", err=True)
