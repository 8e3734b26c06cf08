"""`outflank play` and `outflank saves`: games in the terminal, and those that can be resumed."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from outflank.cli.output import format_options, print_rows
from outflank.cli.play.game_options import LaunchOptions, game_options, launch_options
from outflank.errors import MissingExtra
from outflank.faces.local.settings import Settings

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
@click.option("--plain", is_flag=True, help="Play line by line, for pipes and screen readers.")
def play_command(*, plain: bool, **given: Any) -> None:
    """Play Othello in the terminal.

    Without options a menu asks, offering what you chose last time. With options the game starts
    at once, with defaults for the rest: you against the computer, Othello on 8x8, no clock. Every
    game is saved as you play: --resume continues it, and `outflank saves` lists the unfinished
    ones.
    """
    from outflank.faces.terminal.capabilities import is_full_screen

    settings = Settings.load()
    request = launch_options(given, settings)
    if plain or not is_full_screen() or not _has_full_screen_game():
        _play_line_mode(request)
    else:
        from outflank.faces.local.options import GameOptions
        from outflank.faces.terminal.full_screen.app import run

        local_game = None if request.is_bare else request.open_game(GameOptions.paced)
        if local_game is not None and settings != request.settings:
            request.settings.save()
        run(request.settings.game, request.appearance, local_game)


def _has_full_screen_game() -> bool:
    """Tell whether the full-screen game is installed, and say so if it is not."""
    try:
        import outflank.faces.terminal.full_screen  # noqa: F401 - it checks that by itself
    except MissingExtra as missing:
        click.echo(f"Playing line by line: {missing}.", err=True)
        return False
    return True


def _play_line_mode(request: LaunchOptions) -> None:
    from outflank.faces.terminal.line_mode.game import LineModeGame
    from outflank.faces.terminal.line_mode.line_input import LineInput
    from outflank.faces.terminal.line_mode.menu import choose_game

    lines = LineInput(sys.stdin)
    if request.is_bare:
        chosen = choose_game(request.game, stdin=lines, stdout=sys.stdout)
        if chosen is None:
            return
        settings = Settings(chosen, request.appearance)
        request = dataclasses.replace(request, game=chosen, settings=settings, is_bare=False)
    local_game = request.open_game()
    request.settings.save()
    try:
        LineModeGame(local_game, request.appearance, stdin=lines, stdout=sys.stdout).run()
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
@click.option("--all", "every", is_flag=True, help="Also list games without a move.")
@format_options
def saves_command(*, every: bool, style: str | None) -> None:
    """List the unfinished games, the newest first.

    Every game is saved as you play; games without a move are not listed. --resume takes the
    number or the name of a game that is not open in another window.
    """
    from outflank.faces.local.autosave import autosave_journal, unfinished_games

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
        click.echo(f"{what} without a move not listed; --all lists them too.", err=True)
