"""`outflank play`: games in the terminal, in full screen or line mode."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from outflank.cli.commands import Command
from outflank.cli.play.game_options import LaunchOptions, game_options, launch_options
from outflank.cli.play.screen_choice import ascii_option, plain_option, wants_full_screen
from outflank.faces.local.settings import Settings
from outflank.texts import Text

__all__ = ["play_command"]


@click.command(
    "play",
    cls=Command,
    help=Text("commands.play.play.help"),
    details=Text("commands.play.play.details"),
    examples=(
        "outflank play",
        "outflank play --size 6 --player2 computer:12 --first 1",
        "outflank play --black human:Ann --white human:Bob --clock 5+3",
        "outflank play --variant yesno --oracle local --seed 7",
        "outflank play --resume",
        "outflank play --resume 2",
    ),
)
@game_options
@plain_option(Text("commands.play.play.options.plain"))
@ascii_option
def play_command(*, plain: bool, ascii_only: bool, **given: Any) -> None:
    """Play Othello in the terminal."""
    settings = Settings.load()
    request = launch_options(given, settings)
    if not wants_full_screen(plain=plain):
        if settings.problem:
            click.echo(settings.problem, err=True)
        _play_line_mode(request)
    else:
        from outflank.faces.local.options import GameOptions
        from outflank.faces.terminal.full_screen.app import run

        local_game = None if request.is_bare else request.open_game(GameOptions.paced)
        run(
            request.game,
            request.appearance,
            local_game,
            notice=settings.problem,
            ascii_only=ascii_only,
        )


def _play_line_mode(request: LaunchOptions) -> None:
    from outflank.faces.local.saved_games import SavedGame, SavedGames
    from outflank.faces.terminal.line_mode.game import LineModeGame
    from outflank.faces.terminal.line_mode.line_input import LineInput
    from outflank.faces.terminal.line_mode.menu import choose_game

    lines = LineInput(sys.stdin)
    if request.is_bare:
        chosen = choose_game(request.game, stdin=lines, stdout=sys.stdout)
        if chosen is None:
            return
        if isinstance(chosen, SavedGame):
            name = SavedGames().match_name(chosen)
            request = dataclasses.replace(request, resume=name, is_bare=False)
        else:
            request = dataclasses.replace(request, game=chosen, is_bare=False)
    local_game = request.open_game()
    game = LineModeGame(local_game, request.appearance, stdin=lines, stdout=sys.stdout)
    try:
        game.run()
    finally:
        game.local_game.close()
