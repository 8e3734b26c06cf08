"""`outflank saves`: the unfinished games that can be resumed."""

from __future__ import annotations

import click

from outflank.cli.output import format_options, print_rows

__all__ = ["command"]


@click.command(
    "saves",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank saves\n"
    "  outflank play --resume 2\n"
    "  outflank window --resume 2\n"
    "  outflank saves --json",
)
@format_options
def command(*, style: str | None) -> None:
    """List the unfinished games, the newest first.

    Every game is kept while it is played. The number or the name of one that is not over, and
    not open in another window, is what --resume takes.
    """
    from outflank.play.kept import autosaves, unfinished

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
        for one in unfinished(autosaves())
    ]
    if rows or style:
        print_rows(rows, style)
    else:
        click.echo("There are no unfinished games.")
