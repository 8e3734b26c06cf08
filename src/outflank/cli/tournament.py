"""`outflank tournament`: organise a tournament on a server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.options import WholeNumber
from outflank.cli.output import Row, format_options, print_rows
from outflank.cli.server_options import find_key, printable
from outflank.cli.writing import write_file

if TYPE_CHECKING:
    from outflank.client.sync_client import Client

__all__ = ["command"]

_KEY = "OUTFLANK_ADMIN_KEY"


@click.group(
    "tournament",
    epilog="Examples:\n\n"
    "\b\n"
    "  export OUTFLANK_ADMIN_KEY=...\n"
    "  outflank tournament new cup.toml\n"
    "  outflank tournament players 3 Ann Bob --computer 5 --csv-file keys.csv\n"
    "  outflank tournament start 3\n"
    "  outflank tournament status 3 --watch\n"
    "  outflank tournament export 3 --format csv",
)
def command() -> None:
    """Organise a tournament on a server, with an organiser's key.

    Every command takes --server, and the key by --key, --key-file or OUTFLANK_ADMIN_KEY.
    Looking needs no key.
    """


def _server_options(run: Callable[..., None]) -> Callable[..., None]:
    for decorate in (
        click.option("--key-file", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
                     help="Read the organiser's key from a file."),
        click.option("--key", metavar="KEY", help=f"The organiser's key; better in {_KEY}."),
        click.option("--server", "url", metavar="URL", default="http://localhost:5000",
                     envvar="OUTFLANK_SERVER", show_default=True, help="The server."),
    ):  # fmt: skip
        run = decorate(run)
    return run


_tournament = click.argument("tournament", type=WholeNumber(1))


@contextmanager
def _client(
    url: str, key: str | None, key_file: str | None, *, acts: bool = True
) -> Iterator[Client]:
    from outflank.client.sync_client import Client

    secret = find_key(key, key_file, _KEY) if acts else None
    with Client(url, secret, patience=10.0) as client:
        yield client


# Preparing


@command.command(
    "new",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank tournament new cup.toml\n"
    "  outflank tournament new --name Cup --format gauntlet --games 4 --clock 5+3\n"
    "  outflank tournament new cup.toml --size 6 --csv-file keys.csv",
)
@click.argument("file", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@_server_options
@click.option("--name", help="What it is called.")
@click.option("--format", "form", metavar="NAME", help="round-robin, double-round-robin, gauntlet.")
@click.option("--games", type=WholeNumber(1), help="Games between each pair.")
@click.option("--variant", metavar="NAME", help="The game to play.")
@click.option("--size", type=WholeNumber(4, 16), help="Squares along a side.")
@click.option("--clock", metavar="CLOCK", help="5+3 (minutes+seconds), 30s/move or none.")
@click.option("--boards", type=WholeNumber(1), help="Games played at once.")
@click.option("--no-show", type=WholeNumber(1), help="Seconds in which the first move must come.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="Enter a player; repeat.")
@click.option("--csv-file", metavar="FILE", help="Write the players' keys to this file.")
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
    """Announce a tournament, from a TOML file, from options, or both.

    The file has the settings name, players, format, games, variant, size, clock, boards, no_show,
    withdraw_after, oracle and seed; options go before it. Players who are named are entered at
    once, and their keys are shown only now.
    """
    from outflank.arena import Definition

    settings = _read_toml(file) if file else {}
    chosen = given | {"format": form, "players": list(players) or None}
    settings |= {name: value for name, value in chosen.items() if value is not None}
    definition = Definition.from_dict(settings, source=file or "")  # says what is wrong, here
    _refuse_existing(csv_file)
    with _client(url, key, key_file) as client:
        made = client.new_tournament(definition.to_dict())
    click.echo(f"Tournament {made['id']}, {printable(made['name'])}, is announced.", err=True)
    _print_keys(made.get("entered", []), csv_file, style, number=made["id"])


def _read_toml(file: str) -> dict[str, Any]:
    import tomllib

    from outflank.arena.definition import tournament_from_toml

    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        tournament_from_toml(text, source=file)  # says it in one sentence, with the place
        raise


@command.command(
    "players",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank tournament players 3 Ann Bob Cid\n"
    "  outflank tournament players 3 --computer 3 --computer 7\n"
    "  outflank tournament players 3 --names names.txt --csv-file keys.csv",
)
@_tournament
@click.argument("names", nargs=-1)
@_server_options
@click.option("--names", "names_file", metavar="FILE", type=click.File("r", encoding="utf-8"),
              help="Read further names from a file, one a line.")  # fmt: skip
@click.option("--computer", "levels", multiple=True, type=WholeNumber(1, 20), metavar="LEVEL",
              help="Enter a computer of the server; repeat.")  # fmt: skip
@click.option("--csv-file", metavar="FILE", help="Write the keys to this file.")
@format_options
def players_command(
    *,
    tournament: int,
    names: tuple[str, ...],
    names_file: Any,
    levels: tuple[int, ...],
    csv_file: str | None,
    url: str,
    key: str | None,
    key_file: str | None,
    style: str | None,
) -> None:
    """Enter players and print their keys, which are shown only this once.

    Without any names the entrants are listed.
    """
    everybody = [*names, *(_names_in(names_file) if names_file else [])]
    if not everybody and not levels:
        with _client(url, key, key_file, acts=False) as client:
            entrants = client.tournament(tournament)["entrants"]
        columns = ("number", "name", "seat", "withdrawn")
        print_rows([{name: _cell(each[name]) for name in columns} for each in entrants], style)
        return
    _refuse_existing(csv_file)
    with _client(url, key, key_file) as client:
        computers = [f"computer:{level}" for level in levels]
        entered = client.add_players(tournament, everybody, computers=computers)["players"]
    _print_keys(entered, csv_file, style, number=tournament)


def _names_in(file: Any) -> list[str]:
    return [line.strip() for line in file if line.strip()]


def _refuse_existing(csv_file: str | None) -> None:
    """Complain before keys are made that could then not be written."""
    if csv_file and Path(csv_file).exists():
        raise click.UsageError(f"{csv_file} exists already, and may hold keys that are used")


def _print_keys(
    entered: Sequence[Mapping[str, Any]], csv_file: str | None, style: str | None, *, number: int
) -> None:
    rows = [
        {
            "tournament": number,
            "number": each["number"],
            "name": printable(each["name"]),
            "key": each["key"],
        }
        for each in entered
    ]
    if csv_file:
        from outflank.arena.tables import rows_csv

        text = rows_csv([{**row, "key": row["key"] or ""} for row in rows])
        try:
            write_file(Path(csv_file), text.replace("\r\n", "\n"), replace=False)
        except click.UsageError:
            print_rows(rows, style)  # they are shown only once, so not lost here
            raise
        Path(csv_file).chmod(0o600)  # whoever has a key plays in its name
        click.echo(f"Wrote {len(rows)} keys to {csv_file}.", err=True)
    elif rows or style:
        print_rows(rows, style)
        if style in (None, "table"):
            click.echo("\nThese keys are shown only now: give each player theirs.")


# Running


def _order_command(order: str, done: str, summary: str) -> None:
    def act(*, tournament: int, url: str, key: str | None, key_file: str | None) -> None:
        with _client(url, key, key_file) as client:
            after = client.order_tournament(tournament, order)
        progress = after["progress"]
        click.echo(
            f"{printable(after['name'])} {done}: {progress['played']} of {progress['total']} "
            "games played."
        )

    act.__doc__ = summary
    epilog = f"Example:\n\n\b\n  outflank tournament {order} 3"
    command.command(order, epilog=epilog)(_tournament(_server_options(act)))


_order_command("start", "has started", "Pair the entrants and let the games begin.")
_order_command("pause", "is paused", "Stop every clock and begin no game until it goes on.")
_order_command("resume", "goes on", "Go on after a pause.")
_order_command("finish", "is over", "End a tournament now; games that run count for nobody.")


@command.command("withdraw", epilog="Example:\n\n\b\n  outflank tournament withdraw 3 2")
@_tournament
@click.argument("number", type=WholeNumber(1))
@_server_options
def withdraw_command(
    *, tournament: int, number: int, url: str, key: str | None, key_file: str | None
) -> None:
    """Take the entrant of that NUMBER out of a tournament."""
    with _client(url, key, key_file) as client:
        after = client.withdraw(tournament, number)
    gone = next(each for each in after["entrants"] if each["number"] == number)
    click.echo(f"{printable(gone['name'])} has left; unplayed games are {gone['fate']}.")


# Looking


@command.command(
    "status",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank tournament status            all tournaments\n"
    "  outflank tournament status 3 --watch  one, until it is over\n"
    "  outflank tournament status 3 --json",
)
@click.argument("tournament", type=WholeNumber(1), required=False)
@_server_options
@click.option("--watch", is_flag=True, help="Show it anew every few seconds until it is over.")
@click.option("--every", type=click.FloatRange(0.1), default=2.0, show_default=True,
              metavar="SECONDS", help="How often --watch looks.")  # fmt: skip
@format_options
def status_command(
    *,
    tournament: int | None,
    url: str,
    key: str | None,
    key_file: str | None,
    watch: bool,
    every: float,
    style: str | None,
) -> None:
    """Show how a tournament stands: the table with Elo and its 95 % bars, and the boards.

    Without a number all tournaments are listed; with --json or --csv only the table is printed.
    """
    with _client(url, key, key_file, acts=False) as client:
        if tournament is None:
            print_rows([_summary(one) for one in client.tournaments()["tournaments"]], style)
        elif watch:
            _watch(client, tournament, every)
        elif style is None:
            from outflank.cli.tournament_view import show

            show(client.tournament(tournament), _standings(client, tournament))
        else:
            print_rows([_safe(row) for row in _standings(client, tournament)], style)


def _watch(client: Client, tournament: int, every: float) -> None:
    """Show a tournament until it is over."""
    import contextlib
    import time

    from outflank.cli.tournament_view import LiveView

    with LiveView() as view, contextlib.suppress(KeyboardInterrupt):
        while True:
            now = client.tournament(tournament)
            view.show(now, _standings(client, tournament))
            if now["status"] in ("finished", "archived"):
                return
            time.sleep(every)


def _standings(client: Client, tournament: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = client.tournament(tournament, "standings")["standings"]
    return lines


@command.command(
    "export",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank tournament export 3 cup.json        all games, with their seals\n"
    "  outflank tournament export 3 --format csv    the table for a spreadsheet\n"
    "  outflank tournament export 3 --format txt    the games as transcripts",
)
@_tournament
@click.argument("out", default="-")
@_server_options
@click.option("--format", "form", type=click.Choice(["json", "csv", "txt"]), default="json",
              show_default=True, help="The record, the table, or the games.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over an existing file.")
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
    """Write a tournament down: its whole record, its table, or its games."""
    with _client(url, key, key_file, acts=False) as client:
        if form == "json":
            record = client.tournament(tournament, "export")
            text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        elif form == "csv":
            from outflank.arena.tables import rows_csv

            text = rows_csv(_standings(client, tournament)).replace("\r\n", "\n")
        else:
            text = _games_text(client, tournament)
    if out == "-":
        click.echo(text, nl=False)
    else:
        write_file(Path(out), text, replace=force)
        click.echo(f"Wrote {out}.", err=True)


def _games_text(client: Client, tournament: int) -> str:
    """Write one line a game: who played, how it ended, and the moves."""
    names = {each["number"]: each["name"] for each in client.tournament(tournament)["entrants"]}
    lines = []
    for game in client.tournament(tournament, "pairings")["pairings"]:
        score = "-".join(map(str, game["score"])) if game["score"] else "-"
        moves = ""
        if game["match"] is not None:
            moves = "".join(client.match(game["match"])["moves_played"])
        players = f"{names[game['black']]} v {names[game['white']]}"
        parts = (str(game["number"]), printable(players), score, game["reason"] or "-", moves)
        lines.append("\t".join(parts).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _summary(one: Mapping[str, Any]) -> Row:
    progress = one["progress"]
    return {
        "id": one["id"],
        "name": printable(one["name"]),
        "status": one["status"],
        "format": one["format"],
        "variant": one["variant"],
        "size": one["size"],
        "clock": one["clock"],
        "players": one["players"],
        "played": progress["played"],
        "games": progress["total"],
    }


def _safe(row: Mapping[str, Any]) -> Row:
    return {name: _cell(value) for name, value in row.items()}


def _cell(value: object) -> object:
    return printable(value) if isinstance(value, str) else value
