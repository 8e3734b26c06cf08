"""The choice between full screen and line mode: by options, and by what the terminal can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from outflank.cli.commands import Decorator, option
from outflank.errors import MissingExtra
from outflank.texts import Text, say

__all__ = ["ascii_option", "plain_option", "wants_full_screen"]

_Command = TypeVar("_Command", bound=Callable[..., object])


def plain_option(help_text: Text) -> Callable[[_Command], _Command]:
    """Give a command the option --plain."""
    return option("--plain", is_flag=True, help=help_text)


ascii_option: Decorator = option(
    "--ascii", "ascii_only", is_flag=True, help=Text("commands.play.play.options.ascii")
)


def wants_full_screen(*, plain: bool) -> bool:
    """Return whether to use full screen; if only an extra is missing, say which."""
    from outflank.faces.terminal import capabilities

    if plain or not capabilities.is_full_screen():
        return False
    try:
        import outflank.faces.terminal.full_screen  # noqa: F401 - it checks the extra
    except MissingExtra as missing:
        click.echo(say("commands.play.play.line_by_line", problem=missing), err=True)
        return False
    return True
