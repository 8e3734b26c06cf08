"""`outflank match`: let two engines play each other and tell which is stronger."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.options import Seconds, WholeNumber, size_option, variant_option
from outflank.cli.output import Row, print_rows
from outflank.cli.progress import ProgressBar

if TYPE_CHECKING:
    from outflank.arena.engine_match import (
        EngineMatch,
        GameRecord,
        MatchPlayer,
        MatchScore,
        Openings,
        PlayerScore,
    )

__all__ = ["command"]

_LIMITS: tuple[tuple[str, click.ParamType[Any], str, str], ...] = (
    ("time", Seconds(0, min_open=True), "SECONDS", "Seconds"),
    ("nodes", WholeNumber(1), "N", "Nodes"),
    ("depth", WholeNumber(1, 256), "N", "Plies"),
)


def _limit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command each limit three times: for both players, for A and for B."""
    for name, kind, metavar, what in reversed(_LIMITS):
        for player in ("b", "a"):
            words = f"{what} for each move of {player.upper()} alone."
            option = click.option(f"--{name}-{player}", type=kind, metavar=metavar, help=words)
            command = option(command)
        words = f"{what} for each move of either player."
        command = click.option(f"--{name}", type=kind, metavar=metavar, help=words)(command)
    return command


@click.command(
    "match",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank match 7 5\n"
    "  outflank match alphabeta positional --nodes-a 2000 --pairs 100 --concurrency 2\n"
    "  outflank match 12 'gtp:gtp-rhino -l 3' --openings openings.txt --out rhino.jsonl\n"
    "  outflank match 9 8 --variant yesno --size 10 --time 0.1 --json",
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--pairs", type=WholeNumber(1), default=10, show_default=True,
              help="Openings, each played twice.")  # fmt: skip
@variant_option
@size_option
@_limit_options
@click.option("--plies", type=WholeNumber(0, 60), metavar="N",
              help="Random moves in each opening; 8, or fewer on small boards.")  # fmt: skip
@click.option("--openings", "listed", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
              help="Draw openings from a file of transcripts, games or positions.")  # fmt: skip
@click.option("--seed", type=int, metavar="N", default=1, show_default=True,
              help="The seed for openings, answers and the players' random choices.")  # fmt: skip
@click.option("--concurrency", type=WholeNumber(1, 256), default=1, show_default=True,
              help="Games played at once.")  # fmt: skip
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Record every game in this file, and continue the match in it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    first: str,
    second: str,
    pairs: int,
    variant: str | None,
    size: str | None,
    plies: int | None,
    listed: str | None,
    seed: int,
    concurrency: int,
    out: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Let the engines A and B play a match, every opening twice with the colours swapped.

    A player is a level (7 or level:7), an engine by its name (outflank, alphabeta, greedy,
    positional, random), or gtp:COMMAND for any program that speaks GTP. The table at the end has
    the Elo difference with its 95 % bars, computed from pairs of games.

    With --out every game is recorded when it ends, as one line of JSON. The same command again
    continues the match where it stopped.
    """
    if listed is not None and plies is not None:
        raise click.UsageError("--plies is for random openings; --openings brings its own")
    from outflank.arena.engine_match import EngineMatch

    players = _player(first, limits, "a"), _player(second, limits, "b")
    match = EngineMatch(players, _openings(listed, plies, variant, size), seed)
    _play(match, pairs, concurrency, out, as_json=as_json)


def _player(name: str, limits: dict[str, Any], player: str) -> MatchPlayer:
    from outflank.arena.engine_match import MatchPlayer
    from outflank.engine import Limit, find

    def bound(kind: str) -> Any:
        own = limits[f"{kind}_{player}"]
        return limits[kind] if own is None else own

    find(name, programs=True).close()  # says which there are if there is none of that name
    return MatchPlayer(name.strip(), Limit(bound("time"), bound("depth"), bound("nodes")))


def _openings(
    listed: str | None, plies: int | None, variant: str | None, size: str | None
) -> Openings:
    from outflank.arena.engine_match import OpeningBook, RandomOpenings
    from outflank.rules import find_variant

    if listed is None:
        return RandomOpenings(find_variant(variant or "classic"), int(size or 8), plies=plies)
    from outflank.cli.options import read_argument

    with ProgressBar("reading the openings") as progress:
        reading = read_argument(
            listed,
            size=size,
            variant=variant,
            strict=True,
            progress=lambda share: progress(round(1000 * share), 1000),
        )
    return OpeningBook(reading.games)


def _play(
    match: EngineMatch, pairs: int, concurrency: int, out: Path | None, *, as_json: bool
) -> None:
    from outflank.arena.engine_match import GamesFile, MatchScore, run_match

    label = " - ".join(_titles(match))
    with contextlib.ExitStack() as stack:
        games_file = stack.enter_context(GamesFile(out, match)) if out else None
        games: list[GameRecord] = list(games_file.games) if games_file else []
        progress = stack.enter_context(ProgressBar(label, before=len(games)))

        def note(game: GameRecord) -> None:
            if games_file is not None:
                games_file.add(game)
            games.append(game)
            progress(len(games), max(2 * pairs, len(games)), MatchScore.of(games).summary())

        try:
            run_match(match, pairs, done=list(games), concurrency=concurrency, on_game=note)
        except BaseException:
            if games_file is not None:
                progress.clear()
                kept = f"{len(games_file.games)} of {2 * pairs} games are in {out}"
                click.echo(f"{kept}; the same command continues the match.", err=True)
            raise
    _report(match, MatchScore.of(games), as_json=as_json)


def _report(match: EngineMatch, score: MatchScore, *, as_json: bool) -> None:
    rows = [_row(match, score, who) for who in range(2)]
    if as_json:
        players = [{**row, **_faults(score.players[who])} for who, row in enumerate(rows)]
        plain = {**score.to_dict(), "players": players, "match": match.to_dict()}
        click.echo(json.dumps(plain, indent=2, ensure_ascii=False))
        return
    names = _titles(match)
    print_rows([{**row, "player": name} for row, name in zip(rows, names, strict=True)], None)
    click.echo()
    counted = ", ".join(
        f"{points} x {times}"
        for points, times in zip(("0-2", "½-1½", "1-1", "1½-½", "2-0"), score.pairs, strict=True)
    )
    for name, player in zip(names, score.players, strict=True):
        if any(_faults(player).values()):
            lost = ", ".join(f"{times} {what}" for what, times in _faults(player).items())
            click.echo(f"Games that {name} lost other than on the board: {lost}.")
    likelihood = 100 * score.elo.likelihood
    click.echo(f"Pairs: {counted}.")
    click.echo(f"Elo of {names[0]} against {names[1]}: {score.elo}.")
    click.echo(f"Likelihood that {names[0]} is stronger: {likelihood:.1f} %.")


def _titles(match: EngineMatch) -> list[str]:
    """Name the players so that levels read as levels, and equal names differ."""
    names = [f"level {one.name}" if one.name.isdecimal() else one.name for one in match.players]
    if names[0] == names[1]:
        names = [f"{name} ({letter})" for name, letter in zip(names, "AB", strict=True)]
    return names


def _row(match: EngineMatch, score: MatchScore, who: int) -> Row:
    player = score.players[who]
    margin = 0.0 if score.margin is None else score.margin
    return {
        "player": match.players[who].name,
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "points": player.points,
        "discs": round(-margin if who else margin, 2),
        "seconds": round(player.seconds, 3),
        "ms a move": round(1000 * player.pace, 3),
        "slowest ms": round(1000 * player.slowest, 3),
        "late": player.late,
        "faults": player.faults,
    }


def _faults(player: PlayerScore) -> dict[str, int]:
    return {
        "illegal moves": player.illegal,
        "time-outs": player.timeouts,
        "crashes": player.crashes,
        "resignations": player.resignations,
    }
