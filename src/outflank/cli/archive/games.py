"""`outflank games`: build the index of played games, and look games up in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from outflank.archive import GameFilter, GameIndex, build_index, default_index
from outflank.cli.archive.games_view import (
    contents_in_words,
    game_facts,
    game_rows,
    report_facts,
    report_in_words,
)
from outflank.cli.commands import Decorator, Group, option
from outflank.cli.options import BoardCommand, WholeNumber, read_position, size_option
from outflank.cli.output import format_options, print_rows, table
from outflank.cli.progress import ProgressBar
from outflank.errors import NoGameIndex
from outflank.texts import Text, say

__all__ = ["command"]

_Command = TypeVar("_Command", bound=Callable[..., object])
_DEFAULT = "ask"
_LISTED = 5  # problems of a build that are listed one by one


class _AskingGroup(Group):
    """A group that takes `outflank games f5d6` for `outflank games ask f5d6`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `ask` before arguments that do not begin with a subcommand."""
        if not args or args[0] not in {*self.commands, "-h", "--help"}:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)


index_option: Decorator = option(
    "--index",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=Text("commands.archive.games.options.index"),
)


def filter_options(command: _Command) -> _Command:
    """Give a command the options that choose games."""
    for decorate in (
        option(
            "--tournament", metavar="TEXT", help=Text("commands.archive.games.options.tournament")
        ),
        option(
            "--years",
            "--year",
            metavar="YEARS",
            help=Text("commands.archive.games.options.years"),
        ),
        option("--white", metavar="NAME", help=Text("commands.archive.games.options.white")),
        option("--black", metavar="NAME", help=Text("commands.archive.games.options.black")),
        option("--player", metavar="NAME", help=Text("commands.archive.games.options.player")),
    ):
        command = decorate(command)
    return command


@click.group(
    "games",
    help=Text("commands.archive.games.help"),
    details=Text("commands.archive.games.details"),
    cls=_AskingGroup,
    examples=(
        "outflank games build ~/wthor",
        "outflank games f5d6c3d3c4",
        'outflank games f5d6 --player "Tamenori" --years 1990-1999',
        "outflank games list f5f6e6d6c5 --most 50",
        "outflank games info",
    ),
)
def command() -> None:
    """Look up played games: by position, by player, by year."""


@command.command(
    "build",
    help=Text("commands.archive.games.build.help"),
    details=Text("commands.archive.games.build.details"),
    examples=(
        "outflank games build ~/wthor",
        "outflank games build games.ggf more.sgf --index mine.sqlite",
        "outflank games build games.tsv.gz",
    ),
)
@click.argument("source", nargs=-1, required=True, type=click.Path(path_type=Path))
@index_option
def build_command(*, source: tuple[Path, ...], path: Path | None) -> None:
    """Build the index from files and folders of games; it replaces the previous one."""
    for missing in (path for path in source if not path.exists()):
        raise click.UsageError(say("commands.usage.no_file", name=repr(str(missing))))
    target = path or default_index()
    with ProgressBar(say("commands.archive.games.build.building")) as progress:
        report = build_index(
            source,
            target,
            progress=lambda stage, share: progress(round(share * 1000), 1000, stage, steady=False),
        )
    for problem in report.problems[:_LISTED]:
        click.echo(say("commands.options.skipped", problem=problem), err=True)
    if report.skipped > _LISTED:
        click.echo(
            say("commands.archive.games.build.more_skipped", count=f"{report.skipped - _LISTED:,}"),
            err=True,
        )
    click.echo(
        say(
            "commands.archive.games.build.done",
            count=f"{report.games:,}",
            positions=f"{report.positions:,}",
            file=target,
        )
    )


@command.command(
    _DEFAULT,
    cls=BoardCommand,
    help=Text("commands.archive.games.ask.help"),
    details=Text("commands.archive.games.ask.details"),
    examples=(
        "outflank games ask f5d6c3d3c4",
        'outflank games ask f5d6 --black "Tamenori Hideshi"',
        "outflank games ask --years 2020-2025 --json",
    ),
)
@click.argument("position", required=False)
@filter_options
@size_option
@index_option
@option(
    "--players",
    type=WholeNumber(0, 1000),
    default=5,
    show_default=True,
    help=Text("commands.archive.games.ask.options.players"),
)
@option(
    "--games",
    "most",
    type=WholeNumber(0, 1000),
    default=3,
    show_default=True,
    help=Text("commands.archive.games.ask.options.games"),
)
@option("--by-year", is_flag=True, help=Text("commands.archive.games.ask.options.by_year"))
@option("--json", "as_json", is_flag=True, help=Text("commands.archive.games.ask.options.json"))
def ask_command(
    *,
    position: str | None,
    size: str | None,
    path: Path | None,
    players: int,
    most: int,
    by_year: bool,
    as_json: bool,
    **chosen: str | None,
) -> None:
    """Show what was played in a position: the moves and their results, players and years."""
    asked = read_position(position, size=size)
    only = _filter(chosen)
    with _opened(path) as index:
        report = index.ask(asked, only, players=players)
        games = index.games(asked, only, most=most) if most else []
    if as_json:
        facts = report_facts(report) | {"examples": [game_facts(game) for game in games]}
        click.echo(json.dumps(facts, ensure_ascii=False))
    else:
        click.echo(report_in_words(report, games, by_year=by_year))


@command.command(
    "list",
    help=Text("commands.archive.games.list.help"),
    cls=BoardCommand,
    examples=(
        "outflank games list f5d6c3d3c4 --most 50",
        'outflank games list --player "Tamenori" --csv > games.csv',
        "outflank games list f5f4 --transcripts | outflank convert - parallel.ggf",
    ),
)
@click.argument("position", required=False)
@filter_options
@size_option
@index_option
@option(
    "--most",
    type=WholeNumber(1),
    default=20,
    show_default=True,
    help=Text("commands.archive.games.list.options.most"),
)
@option("--all", "every", is_flag=True, help=Text("commands.archive.games.list.options.all"))
@option("--transcripts", is_flag=True, help=Text("commands.archive.games.list.options.transcripts"))
@format_options
def list_command(
    *,
    position: str | None,
    size: str | None,
    path: Path | None,
    most: int,
    every: bool,
    transcripts: bool,
    style: str | None,
    **chosen: str | None,
) -> None:
    """List games, newest first; with a POSITION only those in which it occurred."""
    asked = None if position is None else read_position(position, size=size)
    with _opened(path) as index:
        games = index.games(asked, _filter(chosen), most=None if every else most)
    if transcripts:
        for game in games:
            click.echo(game.transcript)
    elif style in ("json", "csv"):
        print_rows([game_facts(game) for game in games], style)
    elif games:
        click.echo(table(game_rows(games), flexible="tournament"))
    else:
        click.echo(say("commands.archive.games.none"))


@command.command(
    "info", help=Text("commands.archive.games.info.help"), examples=("outflank games info --json",)
)
@index_option
@option("--json", "as_json", is_flag=True, help=Text("commands.archive.games.info.options.json"))
def info_command(*, path: Path | None, as_json: bool) -> None:
    """Show what the index holds: games, players, years and sources."""
    with _opened(path) as index:
        contents = index.contents()
        if as_json:
            facts = {
                "file": str(index.path),
                "games": contents.games,
                "players": contents.players,
                "years": [contents.first_year, contents.last_year],
                "sources": [{"name": name, "games": games} for name, games in contents.sources],
            }
            click.echo(json.dumps(facts, ensure_ascii=False))
        else:
            click.echo(contents_in_words(contents, index.path))


def _filter(chosen: dict[str, str | None]) -> GameFilter:
    years = chosen["years"]
    return GameFilter(
        player=chosen["player"],
        black=chosen["black"],
        white=chosen["white"],
        tournament=chosen["tournament"],
        years=None if years is None else _years(years),
    )


def _years(text: str) -> tuple[int, int]:
    """Read 2015, 2010-2019, or 2010- for all years from then on."""
    first, dash, last = text.partition("-")
    last = last or ("9999" if dash else first)
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise click.UsageError(say("commands.archive.games.not_years", text=repr(text)))
    return int(first), int(last)


def _opened(path: Path | None) -> GameIndex:
    """Open an index; if the user named one that cannot be read, raise a usage error."""
    try:
        return GameIndex(path)
    except NoGameIndex as problem:
        if path is None:
            raise
        raise click.UsageError(str(problem)) from None
