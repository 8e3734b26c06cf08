"""`outflank tournament new` and `change`: the settings of a tournament, before it starts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from outflank.cli.commands import Command, option
from outflank.cli.completion import variant_names
from outflank.cli.options import WholeNumber
from outflank.cli.output import format_options
from outflank.cli.server.client_options import (
    connected,
    print_keys,
    printable,
    refuse_existing,
    server_options,
    tell_renamed,
    tournament_argument,
)
from outflank.texts import Text, say

__all__ = ["change_command", "new_command"]

_file_argument = click.argument(
    "file", required=False, type=click.Path(dir_okay=False, allow_dash=True)
)


def _settings_options(run: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting of a tournament."""
    for decorate in (
        option(
            "--closed/--open", default=None, help=Text("commands.server.tournament.options.closed")
        ),
        option(
            "--tie-break", metavar="NAME", help=Text("commands.server.tournament.options.tie_break")
        ),
        option(
            "--no-show",
            type=WholeNumber(1),
            help=Text("commands.server.tournament.options.no_show"),
        ),
        option(
            "--boards", type=WholeNumber(1), help=Text("commands.server.tournament.options.boards")
        ),
        option("--clock", metavar="CLOCK", help=Text("commands.server.tournament.options.clock")),
        option(
            "--size", type=WholeNumber(4, 16), help=Text("commands.server.tournament.options.size")
        ),
        option(
            "--variant",
            metavar="NAME",
            shell_complete=variant_names,
            help=Text("commands.server.tournament.options.variant"),
        ),
        option(
            "--rounds", type=WholeNumber(1), help=Text("commands.server.tournament.options.rounds")
        ),
        option(
            "--games", type=WholeNumber(1), help=Text("commands.server.tournament.options.games")
        ),
        option(
            "--format",
            "form",
            metavar="NAME",
            help=Text("commands.server.tournament.options.format"),
        ),
        option("--name", help=Text("commands.server.tournament.options.name")),
    ):
        run = decorate(run)
    return run


@click.command(
    "new",
    cls=Command,
    help=Text("commands.server.tournament.new.help"),
    details=Text("commands.server.tournament.new.details"),
    examples=(
        "outflank tournament new cup.toml",
        "outflank tournament new --name Cup --format gauntlet --games 4 --clock 5+3",
        "outflank tournament new cup.toml --size 6 --csv-file keys.csv",
    ),
)
@_file_argument
@server_options
@_settings_options
@option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help=Text("commands.server.tournament.new.options.player"),
)
@option("--csv-file", metavar="FILE", help=Text("commands.server.tournament.new.options.csv_file"))
@format_options
def new_command(
    *,
    file: str | None,
    url: str,
    key: str | None,
    key_file: str | None,
    csv_file: str | None,
    form: str | None,
    players: tuple[str, ...],
    style: str | None,
    **given: Any,
) -> None:
    """Create a tournament from a TOML file, from options, or both."""
    from outflank.arena import Definition

    settings = _chosen(file, given | {"format": form, "players": list(players) or None})
    # These raise the errors of wrong and of impossible settings.
    definition = Definition.from_dict(settings, source=file or "")
    definition = definition.fitted(is_chosen="no_show" in settings)
    refuse_existing(csv_file)
    with connected(url, key, key_file) as client:
        made = client.new_tournament(definition.to_dict())
    click.echo(
        say("commands.server.tournament.new.done", number=made["id"], name=printable(made["name"])),
        err=True,
    )
    entered = made.get("entered", [])
    print_keys(entered, csv_file, style, number=made["id"])
    tell_renamed(definition.players, entered, number=made["id"])


@click.command(
    "change",
    cls=Command,
    help=Text("commands.server.tournament.change.help"),
    details=Text("commands.server.tournament.change.details"),
    examples=(
        "outflank tournament change 3 --clock 5+3 --boards 8",
        "outflank tournament change 3 --format swiss --rounds 7",
        "outflank tournament change 3 cup.toml",
    ),
)
@tournament_argument
@_file_argument
@server_options
@_settings_options
def change_command(
    *,
    tournament: int,
    file: str | None,
    url: str,
    key: str | None,
    key_file: str | None,
    form: str | None,
    **given: Any,
) -> None:
    """Change settings of a tournament that has not started; its players keep their keys."""
    settings = _chosen(file, given | {"format": form})
    settings.pop("players", None)
    if not settings:
        raise click.UsageError(say("commands.server.tournament.change.name_a_setting"))
    with connected(url, key, key_file) as client:
        after = client.change_tournament(tournament, settings)
    definition = after["definition"]
    shown = ", ".join(
        f"{name} {definition.get(name, say('commands.server.tournament.change.as_usual'))}"
        for name in settings
    )
    click.echo(
        say(
            "commands.server.tournament.change.done",
            name=printable(after["name"]),
            settings=printable(shown),
        )
    )


def _chosen(file: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a file, overridden by options."""
    from outflank.arena.tournament_run.definition import LOCAL_SETTINGS

    settings = _read_toml(file) if file else {}
    for name in LOCAL_SETTINGS:  # for `outflank tournament run`, which runs engines itself
        settings.pop(name, None)
    return settings | {name: value for name, value in options.items() if value is not None}


def _read_toml(file: str) -> dict[str, Any]:
    import tomllib

    from outflank.arena.definition import tournament_from_toml

    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        tournament_from_toml(text, source=file)  # raises the error in one sentence
        raise
