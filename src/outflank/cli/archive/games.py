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
from outflank.cli.options import BoardCommand, WholeNumber, read_position, size_option
from outflank.cli.output import format_options, print_rows, table
from outflank.cli.progress import ProgressBar
from outflank.errors import NoGameIndex

__all__ = ["command"]

_Command = TypeVar("_Command", bound=Callable[..., object])
_DEFAULT = "ask"
_LISTED = 5  # problems of a build that are listed one by one


class _AskingGroup(click.Group):
    """A group that takes `outflank games f5d6` for `outflank games ask f5d6`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `ask` before arguments that do not begin with a subcommand."""
        if not args or args[0] not in {*self.commands, "-h", "--help"}:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)


index_option = click.option(
    "--index",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Use this index instead of the usual one.",
)


def filter_options(command: _Command) -> _Command:
    """Give a command the options that choose games."""
    for option in (
        click.option(
            "--tournament", metavar="TEXT", help="Only games of tournaments with this in the name."
        ),
        click.option(
            "--years",
            "--year",
            metavar="YEARS",
            help="Only games of these years: 2015, 2010-2019, or 2010- for all since 2010.",
        ),
        click.option("--white", metavar="NAME", help="Only games in which this player had white."),
        click.option("--black", metavar="NAME", help="Only games in which this player had black."),
        click.option(
            "--player", metavar="NAME", help="Only games of this player; part of a name will do."
        ),
    ):
        command = option(command)
    return command


@click.group(
    "games",
    cls=_AskingGroup,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank games build ~/wthor\n"
    "  outflank games f5d6c3d3c4\n"
    '  outflank games f5d6 --player "Tamenori" --years 1990-1999\n'
    "  outflank games list f5f6e6d6c5 --most 50\n"
    "  outflank games info",
)
def command() -> None:
    """Look up played games: by position, by player, by year.

    You bring the games: build the index once from files of games. The largest collection is the
    WTHOR database of the French federation, with all tournament games since 1977. Its files are at
    https://www.ffothello.org/informatique/la-base-wthor/ and docs/archive.md says how to get them.
    """


@command.command(
    "build",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank games build ~/wthor\n"
    "  outflank games build games.ggf more.sgf --index mine.sqlite\n"
    "  outflank games build games.tsv.gz",
)
@click.argument("source", nargs=-1, required=True, type=click.Path(path_type=Path))
@index_option
def build_command(*, source: tuple[Path, ...], path: Path | None) -> None:
    """Build the index from files and folders of games; it replaces the previous one.

    SOURCE is a folder of WTHOR files (WTH_*.wtb with WTHOR.JOU and WTHOR.TRN) or of other games, a
    file of games in any notation, or a table (.tsv, .csv, also .gz) with a line of headings: moves,
    and any of black, white, year, tournament, black_discs. If you interrupt it, the previous index
    stays.
    """
    target = path or default_index()
    with ProgressBar("Building") as progress:
        report = build_index(
            source,
            target,
            progress=lambda stage, share: progress(round(share * 1000), 1000, stage, steady=False),
        )
    for problem in report.problems[:_LISTED]:
        click.echo(f"Skipped: {problem}", err=True)
    if report.skipped > _LISTED:
        click.echo(f"Skipped: {report.skipped - _LISTED:,} more games.", err=True)
    games = "1 game" if report.games == 1 else f"{report.games:,} games"
    click.echo(f"{games} with {report.positions:,} positions are in {target}.")


@command.command(
    _DEFAULT,
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank games ask f5d6c3d3c4\n"
    '  outflank games ask f5d6 --black "Tamenori Hideshi"\n'
    "  outflank games ask --years 2020-2025 --json",
)
@click.argument("position", required=False)
@filter_options
@size_option
@index_option
@click.option(
    "--players",
    type=WholeNumber(0, 1000),
    default=5,
    show_default=True,
    help="Show this many players.",
)
@click.option(
    "--games",
    "most",
    type=WholeNumber(0, 1000),
    default=3,
    show_default=True,
    help="Show this many games.",
)
@click.option("--by-year", is_flag=True, help="Show the results of each year.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
    """Show what was played in a position: the moves and their results, players and years.

    POSITION is a game, a position, a file or - for standard input; by default it is the start.
    Rotated and mirrored boards count as the same. Discs are counted as in tournaments: empty
    squares go to the winner.
    """
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
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank games list f5d6c3d3c4 --most 50\n"
    '  outflank games list --player "Tamenori" --csv > games.csv\n'
    "  outflank games list f5f4 --transcripts | outflank convert - parallel.ggf",
)
@click.argument("position", required=False)
@filter_options
@size_option
@index_option
@click.option(
    "--most",
    type=WholeNumber(1),
    default=20,
    show_default=True,
    help="List at most this many games.",
)
@click.option("--all", "every", is_flag=True, help="List all games.")
@click.option("--transcripts", is_flag=True, help="Print only the moves, one game per line.")
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
        click.echo("There are no such games.")


@command.command("info", epilog="Example:\n\n\b\n  outflank games info --json")
@index_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
        raise click.UsageError(
            f"{text!r} is not a year or a range of years; try 2024, 2019-2024 or 2019-"
        )
    return int(first), int(last)


def _opened(path: Path | None) -> GameIndex:
    """Open an index; if the user named one that cannot be read, raise a usage error."""
    try:
        return GameIndex(path)
    except NoGameIndex as problem:
        if path is None:
            raise
        raise click.UsageError(str(problem)) from None
