"""The options of commands that play many games: where they are played, kept and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from outflank.cli.options import WholeNumber

__all__ = ["running_options"]


def running_options(out_help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options; what `--out` keeps is said by the command."""
    file = click.Path(dir_okay=False, path_type=Path)
    options = (
        click.option("--concurrency", type=WholeNumber(1, 256), metavar="N",
                     help="Games at once; enough for all cores, or 1 where time counts."),
        click.option("--cluster", metavar="ADDRESS",
                     help="Play on the Dask cluster whose scheduler is at ADDRESS."),
        click.option("--out", metavar="FILE", type=file, help=out_help),
        click.option("--ggf", metavar="FILE", type=file,
                     help="Write the games to this file in the end."),
        click.option("--html", metavar="FILE", type=file,
                     help="Write a report with plots to this file in the end."),
        click.option("--force", is_flag=True,
                     help="Write over existing files of --ggf and --html."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    )  # fmt: skip

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
