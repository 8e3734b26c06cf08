"""The options of commands on many games: where the work is done, recorded and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from outflank.cli.options import WholeNumber

__all__ = ["running_options"]


def running_options(
    out_help: str, *, plays: bool = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options; `out_help` is its help for --out.

    Only a command that plays games has --ggf.
    """
    file = click.Path(dir_okay=False, path_type=Path)
    game_option = click.option("--ggf", metavar="FILE", type=file,
                               help="Write the games to this file at the end.")  # fmt: skip
    written = "--ggf and --html" if plays else "--html"
    options = (
        click.option("--concurrency", type=WholeNumber(1, 256), metavar="N",
                     help="Games at once; by default enough for all cores, or 1 if moves are "
                     "timed."),
        click.option("--cluster", metavar="ADDRESS",
                     help="Use the Dask cluster whose scheduler is at ADDRESS."),
        click.option("--out", metavar="FILE", type=file, help=out_help),
        *([game_option] if plays else []),
        click.option("--html", metavar="FILE", type=file,
                     help="Write a report with plots to this file at the end."),
        click.option("--force", is_flag=True,
                     help=f"Overwrite existing files of {written}."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    )  # fmt: skip

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
