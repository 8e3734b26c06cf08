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
@click.option("--all", "every", is_flag=True, help="List those without a move too.")
@format_options
def command(*, every: bool, style: str | None) -> None:
    """List the unfinished games, the newest first.

    Every game is kept while it is played; those that were left without a move are not listed.
    The number or the name of one that is not over, and not open in another window, is what
    --resume takes.
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
    begun = rows if every else [row for row in rows if row["moves"] or row["open"]]
    if begun or style:
        print_rows(begun, style)
    else:
        click.echo("There are no unfinished games.")
    if hidden := len(rows) - len(begun):
        what = "1 game" if hidden == 1 else f"{hidden} games"
        click.echo(f"Not listed: {what} without a move; --all lists all.", err=True)
