"""`outflank window` and `outflank launcher`: a game in a window, and its menu entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.play.game_options import LaunchOptions, game_options, launch_options
from outflank.faces.local.settings import Settings

if TYPE_CHECKING:
    from outflank.faces.local.local_game import LocalGame

__all__ = ["launcher_group", "window_command"]


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
def window_command(**given: Any) -> None:
    """Play Othello in a window.

    Without options, a start screen lets you choose and offers your last choices. With any option,
    the game starts at once, and options you leave out have their defaults: you against the
    computer at Othello on 8x8, without a clock. Options hold for one game. Every game is saved as
    you play: --resume continues it, and `outflank saves` lists the saved games.
    """
    settings = Settings.load()
    request = launch_options(given, settings)
    from outflank.faces.window import require_display

    require_display()
    from outflank.faces.window.game_window import run_window

    open_game = None if request.is_bare else _opening(request)
    summary = run_window(request.game, request.appearance, open_game, notice=settings.problem)
    if summary:
        click.echo(summary)


def _opening(request: LaunchOptions) -> Callable[[], LocalGame]:
    """Return a function that opens the requested game once the window is shown."""
    from outflank.faces.local.options import GameOptions

    if request.resume is None:
        return lambda: request.open_game(GameOptions.paced)
    local_game = request.open_game(GameOptions.paced)  # if there is none, no window opens
    return lambda: local_game


@click.group(
    "launcher",
    epilog="Examples:\n\n\b\n  outflank launcher install\n  outflank launcher remove",
)
def launcher_group() -> None:
    """Add the game to the desktop menu, or remove it.

    There is an entry for the window and one for the terminal; searching for Othello or Reversi
    finds them.
    """


@launcher_group.command("install", epilog="Example:\n\n\b\n  outflank launcher install")
def install_command() -> None:
    """Add the menu entries."""
    from outflank.extras import require_extra
    from outflank.faces.launcher import install

    require_extra("window", "pygame")  # an entry must open something

    for path in install():
        click.echo(f"Wrote {path}")


@launcher_group.command("remove", epilog="Example:\n\n\b\n  outflank launcher remove")
def remove_command() -> None:
    """Remove the menu entries."""
    from outflank.faces.launcher import remove

    gone = remove()
    for path in gone:
        click.echo(f"Removed {path}")
    if not gone:
        click.echo("There were no menu entries to remove.")
