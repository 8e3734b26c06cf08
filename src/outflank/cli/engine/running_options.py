"""Options for work on many games: where it is done, recorded and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from outflank.cli.commands import option
from outflank.cli.options import WholeNumber
from outflank.texts import Text

__all__ = ["running_options"]


def running_options(
    out_help: Text, *, plays: bool = True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options; `out_help` is its help for --out.

    Only a command that plays games has --ggf.
    """
    file = click.Path(dir_okay=False, path_type=Path)
    game_option = option(
        "--ggf", metavar="FILE", type=file, help=Text("commands.engine.running.options.ggf")
    )
    force = "force" if plays else "force_html"
    options = (
        option(
            "--concurrency",
            type=WholeNumber(1, 256),
            metavar="N",
            help=Text("commands.engine.running.options.concurrency"),
        ),
        option(
            "--cluster", metavar="ADDRESS", help=Text("commands.engine.running.options.cluster")
        ),
        option("--out", metavar="FILE", type=file, help=out_help),
        *([game_option] if plays else []),
        option(
            "--html", metavar="FILE", type=file, help=Text("commands.engine.running.options.html")
        ),
        option("--force", is_flag=True, help=Text(f"commands.engine.running.options.{force}")),
        option(
            "--json", "as_json", is_flag=True, help=Text("commands.engine.running.options.json")
        ),
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for each in reversed(options):
            command = each(command)
        return command

    return decorate
