"""`outflank window` and `outflank launcher`: a game in a window, and its menu entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Command, Group
from outflank.cli.play.game_options import LaunchOptions, game_options, launch_options
from outflank.faces.local.settings import Settings
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.faces.local.local_game import LocalGame

__all__ = ["launcher_group", "window_command"]


@click.command(
    "window",
    cls=Command,
    help=Text("commands.play.window.help"),
    details=Text("commands.play.window.details"),
    examples=(
        "outflank window",
        "outflank window --size 6 --player2 computer:12 --first 1",
        "outflank window --variant yesno --oracle local --gif",
        "outflank window --player1 computer:9 --player2 computer:9 --delay 1",
        "outflank window --resume",
    ),
)
@game_options
def window_command(**given: Any) -> None:
    """Play Othello in a window."""
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
    cls=Group,
    help=Text("commands.play.window.launcher.help"),
    details=Text("commands.play.window.launcher.details"),
    examples=(
        "outflank launcher install",
        "outflank launcher remove",
    ),
)
def launcher_group() -> None:
    """Add the game to the desktop menu, or remove it."""


@launcher_group.command(
    "install",
    help=Text("commands.play.window.install.help"),
    examples=("outflank launcher install",),
)
def install_command() -> None:
    """Add the menu entries."""
    from outflank.extras import require_extra
    from outflank.faces.launcher import install

    require_extra("window", "pygame")  # an entry must open something

    for path in install():
        click.echo(say("commands.play.window.launcher.wrote", name=path))


@launcher_group.command(
    "remove", help=Text("commands.play.window.remove.help"), examples=("outflank launcher remove",)
)
def remove_command() -> None:
    """Remove the menu entries."""
    from outflank.faces.launcher import remove

    gone = remove()
    for path in gone:
        click.echo(say("commands.play.window.launcher.removed", name=path))
    if not gone:
        click.echo(say("commands.play.window.launcher.nothing"))
