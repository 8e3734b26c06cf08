"""`outflank tournament`: organise a tournament on a server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Group, option
from outflank.cli.engine.tournament_run import command as run_command
from outflank.cli.options import Seconds, WholeNumber
from outflank.cli.output import Row, format_options, one_of, write_file
from outflank.cli.server.client_options import (
    connected,
    csv_text,
    print_keys,
    print_table,
    printable,
    refuse_existing,
    server_options,
    tell_renamed,
    tournament_argument,
)
from outflank.cli.server.organiser_commands import acts
from outflank.cli.server.tournament_settings import change_command, new_command
from outflank.play.occupants import Occupant
from outflank.texts import Text, say
from outflank.texts.phrases import capitalised

if TYPE_CHECKING:
    from outflank.client.sync_client import Client

__all__ = ["command"]

_WATCH_PATIENCE = 300.0  # seconds; a server that has answered once will come back


@click.group(
    "tournament",
    cls=Group,
    help=Text("commands.server.tournament.help"),
    details=Text("commands.server.tournament.details"),
    examples=(
        "export OUTFLANK_ADMIN_KEY=...",
        "outflank tournament new cup.toml",
        "outflank tournament players 3 Ann Bob --computer 5 --csv-file keys.csv",
        "outflank tournament change 3 --clock 5+3",
        "outflank tournament start 3",
        "outflank tournament status 3 --watch",
        "outflank tournament export 3 --format csv",
    ),
)
def command() -> None:
    """Organise a tournament on a server, with an organiser's key, or run one on this machine."""


for _act in (new_command, change_command, *acts(), run_command):
    command.add_command(_act)


# Preparing


@command.command(
    "players",
    help=Text("commands.server.tournament.players.help"),
    details=Text("commands.server.tournament.players.details"),
    examples=(
        "outflank tournament players 3 Ann Bob Cid",
        "outflank tournament players 3 --registered Ann --computer 3 --computer 7",
        "outflank tournament players 3 --names names.txt --csv-file keys.csv",
    ),
)
@tournament_argument
@click.argument("names", nargs=-1)
@server_options
@option(
    "--names",
    "names_file",
    metavar="FILE",
    type=click.File("r", encoding="utf-8"),
    help=Text("commands.server.tournament.players.options.names"),
)
@option(
    "--registered",
    multiple=True,
    metavar="NAME",
    help=Text("commands.server.tournament.players.options.registered"),
)
@option(
    "--computer",
    "levels",
    multiple=True,
    type=WholeNumber(1, 20),
    metavar="LEVEL",
    help=Text("commands.server.tournament.players.options.computer"),
)
@option(
    "--csv-file", metavar="FILE", help=Text("commands.server.tournament.players.options.csv_file")
)
@format_options
def players_command(
    *,
    tournament: int,
    names: tuple[str, ...],
    names_file: Any,
    registered: tuple[str, ...],
    levels: tuple[int, ...],
    csv_file: str | None,
    url: str,
    key: str | None,
    key_file: str | None,
    style: str | None,
) -> None:
    """Enter players and print their keys, which are shown only once."""
    everybody = [*names, *(_names_in(names_file) if names_file else [])]
    if not everybody and not registered and not levels:
        with connected(url, key, key_file, acts=False) as client:
            entrants = client.tournament(tournament)["entrants"]
        columns = ("number", "name", "seat", "withdrawn", "connected")
        rows = [{name: _cell(each.get(name)) for name in columns} for each in entrants]
        print_table(rows, style)
        return
    refuse_existing(csv_file)
    with connected(url, key, key_file) as client:
        computers = [str(Occupant.computer(level)) for level in levels]
        made = client.add_players(tournament, everybody, registered=registered, computers=computers)
    print_keys(made["players"], csv_file, style, number=tournament)
    tell_renamed(everybody, made["players"], number=tournament)


def _names_in(file: Any) -> list[str]:
    return [line.strip() for line in file if line.strip()]


# Showing


@command.command(
    "status",
    help=Text("commands.server.tournament.status.help"),
    details=Text("commands.server.tournament.status.details"),
    examples=(
        (
            "outflank tournament status",
            Text("commands.server.tournament.status.examples.all"),
        ),
        (
            "outflank tournament status 3 --watch",
            Text("commands.server.tournament.status.examples.watch"),
        ),
        (
            "outflank tournament status 3 --cross",
            Text("commands.server.tournament.status.examples.cross"),
        ),
        (
            "outflank tournament status 3 --games",
            Text("commands.server.tournament.status.examples.games"),
        ),
        "outflank tournament status 3 --json",
    ),
)
@click.argument("tournament", type=WholeNumber(1), required=False)
@server_options
@option("--watch", is_flag=True, help=Text("commands.server.tournament.status.options.watch"))
@option(
    "--every",
    type=Seconds(0.1),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help=Text("commands.server.tournament.status.options.every"),
)
@one_of(
    "part",
    cross=Text("commands.server.tournament.status.options.cross"),
    games=Text("commands.server.tournament.status.options.games"),
)
@format_options
def status_command(
    *,
    tournament: int | None,
    url: str,
    key: str | None,
    key_file: str | None,
    watch: bool,
    every: float,
    part: str | None,
    style: str | None,
) -> None:
    """Show a tournament: the standings with Elo and 95 % intervals, and the running games."""
    if part and (tournament is None or watch):
        raise click.UsageError(
            say("commands.server.tournament.status.part_needs_number", part=part)
        )
    with connected(url, key, key_file, acts=False) as client:
        if tournament is None:
            _print_all(client.tournaments()["tournaments"], style)
        elif part == "cross":
            print_table(_cross_table(client, tournament), style)
        elif part == "games":
            print_table(_games(client, tournament), style)
        elif watch:
            _watch(client, tournament, every)
        elif style is None:
            from outflank.cli.server.tournament_view import show

            show(client.tournament(tournament), _standings(client, tournament))
        else:
            print_table([_safe(row) for row in _standings(client, tournament)], style)


def _watch(client: Client, tournament: int, every: float) -> None:
    """Show a tournament until it is over."""
    import contextlib
    import time

    from outflank.cli.server.tournament_view import LiveView

    with LiveView() as view, contextlib.suppress(KeyboardInterrupt):
        while True:
            now = client.tournament(tournament)
            view.show(now, _standings(client, tournament))
            client.patience = _WATCH_PATIENCE
            if now["status"] in ("finished", "archived"):
                return
            time.sleep(every)


def _standings(client: Client, tournament: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = client.tournament(tournament, "standings")["standings"]
    return lines


def _cross_table(client: Client, tournament: int) -> list[Row]:
    """Return a row for each entrant, with a column for each opponent's number."""
    lines = client.tournament(tournament, "crosstable")["lines"]
    numbers = sorted(line["number"] for line in lines)
    return [
        {
            "rank": line["rank"],
            "number": line["number"],
            "name": printable(line["name"]),
            **{f"v {number}": line["against"].get(str(number), "") for number in numbers},
            "points": line["points"],
        }
        for line in lines
    ]


def _games(client: Client, tournament: int) -> list[Row]:
    """Return a row for each game."""
    names = _names_of(client, tournament)
    return [
        {
            "game": each["number"],
            "round": each["round"],
            "black": names[each["black"]],
            "white": names[each["white"]],
            "result": "struck" if each["struck"] else each["result"],
            "score": "-".join(map(str, each["score"])) if each["score"] else None,
            "reason": each["reason"],
            "match": each["match"],
        }
        for each in client.tournament(tournament, "pairings")["pairings"]
    ]


def _names_of(client: Client, tournament: int) -> dict[int, str]:
    entrants = client.tournament(tournament)["entrants"]
    return {each["number"]: printable(each["name"]) for each in entrants}


@command.command(
    "export",
    help=Text("commands.server.tournament.export.help"),
    examples=(
        (
            "outflank tournament export 3 cup.json",
            Text("commands.server.tournament.export.examples.record"),
        ),
        (
            "outflank tournament export 3 --format csv",
            Text("commands.server.tournament.export.examples.standings"),
        ),
        (
            "outflank tournament export 3 --format txt",
            Text("commands.server.tournament.export.examples.transcripts"),
        ),
    ),
)
@tournament_argument
@click.argument("out", default="-")
@server_options
@option(
    "--format",
    "form",
    type=click.Choice(["json", "csv", "txt"]),
    default="json",
    show_default=True,
    help=Text("commands.server.tournament.export.options.format"),
)
@option("--force", is_flag=True, help=Text("commands.server.tournament.export.options.force"))
def export_command(
    *,
    tournament: int,
    out: str,
    url: str,
    key: str | None,
    key_file: str | None,
    form: str,
    force: bool,
) -> None:
    """Export a tournament: its whole record, its standings, or its games."""
    with connected(url, key, key_file, acts=False) as client:
        if form == "json":
            record = client.tournament(tournament, "export")
            text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        elif form == "csv":
            text = csv_text(_standings(client, tournament))
        else:
            text = _games_text(client, tournament)
    if out == "-":
        click.echo(text, nl=False)
    else:
        write_file(Path(out), text, replace=force)
        click.echo(say("commands.output.wrote", name=out), err=True)


def _games_text(client: Client, tournament: int) -> str:
    """Return a line for each game: the players, how it ended, and the moves."""
    lines = []
    for game in _games(client, tournament):
        moves = ""
        if game["match"] is not None:
            moves = "".join(client.match(str(game["match"]))["moves_played"])
        players = f"{game['black']} v {game['white']}"
        parts = (str(game["game"]), players, game["score"] or "-", game["reason"] or "-", moves)
        lines.append("\t".join(map(str, parts)).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _print_all(tournaments: Sequence[Mapping[str, Any]], style: str | None) -> None:
    """List tournaments, and say why damaged ones cannot be shown."""
    problems = {each["id"]: printable(each.get("problem", "")) for each in tournaments}
    rows = [_summary(each) for each in tournaments]
    if not any(problems.values()):
        print_table(rows, style)
    elif style in ("json", "csv"):
        print_table([{**row, "problem": problems[row["id"]] or None} for row in rows], style)
    else:
        damaged = {"status": "damaged", "size": None}
        print_table([{**row, **(damaged if problems[row["id"]] else {})} for row in rows], style)
        for problem in filter(None, problems.values()):
            click.echo(f"{capitalised(problem)}.", err=True)
        click.echo(say("commands.server.tournament.status.damaged"), err=True)


def _summary(tournament: Mapping[str, Any]) -> dict[str, Any]:
    progress = tournament["progress"]
    return {
        "id": tournament["id"],
        "name": printable(tournament["name"]),
        "status": tournament["status"],
        "format": tournament["format"],
        "variant": tournament["variant"],
        "size": tournament["size"],
        "clock": tournament["clock"],
        "players": tournament["players"],
        "played": progress["played"],
        "games": progress["total"],
    }


def _safe(row: Mapping[str, Any]) -> Row:
    return {name: _cell(value) for name, value in row.items()}


def _cell(value: object) -> object:
    return printable(value) if isinstance(value, str) else value
