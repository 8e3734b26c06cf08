"""`outflank saves`: the saved games, listed, renamed and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Group, option
from outflank.cli.output import confirms, format_options, print_rows, table
from outflank.texts import Text, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.faces.local.saved_games import SavedGame

__all__ = ["command"]

_MINUTES = "%Y-%m-%d %H:%M"


@click.group(
    "saves",
    cls=Group,
    help=Text("commands.play.saves.help"),
    details=Text("commands.play.saves.details"),
    invoke_without_command=True,
    examples=(
        "outflank saves",
        "outflank play --resume 2",
        "outflank window --resume 2",
        'outflank saves rename 2 "Sunday final"',
        "outflank saves delete 3 4",
        "outflank saves --json",
    ),
)
@option("--all", "every", is_flag=True, help=Text("commands.play.saves.options.all"))
@format_options
@click.pass_context
def command(ctx: click.Context, *, every: bool, style: str | None) -> None:
    """List the saved games, newest first; rename or delete them."""
    if ctx.invoked_subcommand is not None:
        return
    from outflank.faces.local.saved_games import SavedGames

    found = SavedGames().all()
    shown = [saved for saved in found if every or saved.is_worth_opening]
    if style in ("json", "csv"):
        print_rows([_facts(saved) for saved in shown], style)
    elif shown:
        click.echo(table(_rows(shown), flexible="game"))
    elif not found:
        click.echo(say("commands.play.saves.none"))
    if hidden := len(found) - len(shown):
        click.echo(say("commands.play.saves.hidden", count=hidden), err=True)


def _rows(shown: Sequence[SavedGame]) -> list[dict[str, object]]:
    """Return a row for each game; times have seconds if two rows would look alike without."""
    seen = {(game.title, game.board, game.status, f"{game.changed:{_MINUTES}}") for game in shown}
    time_format = _MINUTES if len(seen) == len(shown) else f"{_MINUTES}:%S"
    return [_row(game, time_format) for game in shown]


def _row(saved: SavedGame, time_format: str) -> dict[str, object]:
    return {
        "no.": saved.number,
        "game": saved.title,
        "board": saved.board,
        "status": saved.status,
        "played": f"{saved.changed:{time_format}}",
    }


def _facts(saved: SavedGame) -> dict[str, object]:
    return {
        "number": saved.number,
        "players": " v ".join(saved.players),
        "variant": saved.variant,
        "size": saved.size,
        "moves": saved.moves,
        "date": f"{saved.changed:{_MINUTES}}",
        "open": saved.is_open,
        "name": saved.name,
        "over": saved.is_over,
        "autosave": saved.is_autosave,
    }


@command.command(
    "rename",
    help=Text("commands.play.saves.rename.help"),
    details=Text("commands.play.saves.rename.details"),
    examples=('outflank saves rename 2 "Sunday final"',),
)
@click.argument("game")
@click.argument("name")
def rename_command(*, game: str, name: str) -> None:
    """Rename a saved game."""
    from outflank.faces.local.saved_games import SavedGames

    games = SavedGames()
    saved = games.find(game)
    path = games.rename(saved, name)
    click.echo(say("commands.play.saves.rename.done", name=saved.name, new=path.stem))


@command.command(
    "delete",
    help=Text("commands.play.saves.delete.help"),
    details=Text("commands.play.saves.delete.details"),
    examples=(
        "outflank saves delete 3 4",
        "outflank saves delete --yes 3",
    ),
)
@click.argument("game", nargs=-1, required=True)
@option("--yes", "-y", is_flag=True, help=Text("commands.play.saves.delete.options.yes"))
def delete_command(*, game: tuple[str, ...], yes: bool) -> None:
    """Delete saved games, asking about each."""
    from outflank.faces.local.saved_games import SavedGames

    games = SavedGames()
    found = [games.find(name) for name in dict.fromkeys(game)]  # deleting one changes the numbers
    for saved in found:
        if yes or _confirms(say("commands.play.saves.delete.question", game=saved)):
            games.delete(saved)
            click.echo(say("commands.play.saves.delete.done", game=saved.title))
        else:
            click.echo(say("commands.play.saves.delete.kept", game=saved.title))


def _confirms(question: str) -> bool:
    """Ask a question; the end of the input counts as no."""
    try:
        return confirms(question)
    except click.Abort as end:
        if isinstance(end.__context__, KeyboardInterrupt):
            raise
        click.echo()
        return False
