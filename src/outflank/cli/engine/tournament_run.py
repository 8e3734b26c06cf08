"""`outflank tournament run`: let engines play a tournament on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from outflank.cli.commands import Command, option
from outflank.cli.engine.joined_cluster import joined_cluster
from outflank.cli.engine.running_options import running_options
from outflank.cli.options import WholeNumber
from outflank.cli.output import refuse_existing, write_file
from outflank.cli.progress import ProgressBar
from outflank.extras import is_installed
from outflank.texts import Text, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.live import Live

    from outflank.arena import Tournament
    from outflank.arena.tournament_run import EngineTournament, TournamentGame

__all__ = ["command"]

_FILE = """\
\b
  name = "Levels"
  format = "swiss"
  games = 2
  players = ["level:3", "level:5", "edax", "greedy"]
  [engines]
  edax = {engine = "gtp:edax -gtp", seconds = 0.3}"""  # \\b keeps click from joining the lines
_STEP = 0.2  # seconds between two updates


@click.command(
    "run",
    cls=Command,
    help=Text("commands.engine.tournament.help"),
    details=Text("commands.engine.tournament.details"),
    examples=(
        "outflank tournament run cup.toml",
        "outflank tournament run cup.toml --out cup.jsonl --html cup.html --ggf cup.ggf",
    ),
    notes=Text("commands.engine.tournament.file", content=_FILE),
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@option(
    "--seed", type=WholeNumber(0), metavar="N", help=Text("commands.engine.tournament.options.seed")
)
@running_options(Text("commands.engine.tournament.options.out"))
def command(
    *,
    file: str,
    seed: int | None,
    concurrency: int | None,
    cluster: str | None,
    out: Path | None,
    ggf: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Let engines play a tournament on this machine, without a server."""
    from outflank.arena.tournament_run import EngineTournament

    text = sys.stdin.read() if file == "-" else _text_of(file)
    cup = EngineTournament.from_toml(text, source="" if file == "-" else file)
    if seed is not None:
        cup = replace(cup, definition=replace(cup.definition, seed=seed))
    for path in (ggf, html):
        if path is not None and not force:
            refuse_existing(path)
    games = _play(cup, concurrency, out, cluster)
    if ggf is not None:
        from outflank.arena.tournament_run import tournament_games
        from outflank.notation import write

        written = write(list(tournament_games(cup, games)), format="ggf") + "\n"
        write_file(ggf, written, replace=True)
    if html is not None:
        from outflank.arena.tournament_run import tournament_report

        write_file(html, tournament_report(cup, games), replace=True)
    _report(cup, games, as_json=as_json)


def _text_of(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise click.UsageError(
            say("commands.usage.cannot_be_read", name=file, reason=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise click.UsageError(say("commands.usage.not_a_text_file", name=file)) from None


def _play(
    cup: EngineTournament, concurrency: int | None, out: Path | None, cluster: str | None
) -> list[TournamentGame]:
    from outflank.arena.tournament_run import TournamentFile, run_tournament

    with contextlib.ExitStack() as stack:
        elsewhere = stack.enter_context(joined_cluster(cluster))
        kept = stack.enter_context(TournamentFile(out, cup)) if out else None
        done = list(kept.games) if kept else []
        total = cup.definition.format.games_for(len(cup.players))
        view = stack.enter_context(_view(cup.definition.name, total, len(done)))
        played = len(done)

        def note(game: TournamentGame, after: Tournament) -> None:
            nonlocal played
            if kept is not None:
                kept.add(game)
            played += 1
            view.show(played, after)

        try:
            return run_tournament(
                cup, done=done, concurrency=concurrency, on_game=note, elsewhere=elsewhere
            )
        except BaseException:
            if kept is not None:
                view.clear()
                saved = say("commands.engine.tournament.saved", done=played, count=total, file=out)
                click.echo(saved, err=True)
            raise


def _report(cup: EngineTournament, games: Sequence[TournamentGame], *, as_json: bool) -> None:
    from outflank.arena import (
        cross_table_rows,
        cross_table_text,
        standings_rows,
        standings_text,
    )
    from outflank.arena.engine_match.sentences import fault_counts
    from outflank.arena.tournament_run import player_scores, tournament_warnings
    from outflank.arena.tournament_run.runner import continued

    tournament = continued(cup, games)
    warnings = tournament_warnings(cup, games)
    if as_json:
        scores = player_scores(cup, games)
        times: list[dict[str, Any]] = [
            {
                "name": player.name,
                "moves": score.asked,
                "seconds": round(score.seconds, 3),
                "ms a move": round(1000 * score.pace, 3),
                "slowest ms": round(1000 * score.slowest, 3),
                "late": score.late,
                **fault_counts(score),
            }
            for player, score in zip(cup.players, scores, strict=True)
        ]
        plain = {
            "games": len(games),
            "standings": standings_rows(tournament.standings()),
            "crosstable": cross_table_rows(tournament.cross_table()),
            "players": times,
            "warnings": warnings,
            "tournament": cup.to_dict(),
        }
        click.echo(json.dumps(plain, indent=2, ensure_ascii=False))
        return
    click.echo(standings_text(tournament.standings()))
    click.echo()
    click.echo(cross_table_text(tournament.cross_table()))
    for sentence in warnings:
        click.echo(f"\n{sentence}")


def _view(name: str, total: int, before: int) -> _TournamentBar:
    is_seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if is_seen and is_installed("rich"):
        return _LiveStandings(name, total, before)
    return _TournamentBar(name, total, before)


class _TournamentBar:
    """A progress bar with the share of games played and the leader."""

    def __init__(self, name: str, total: int, before: int) -> None:
        self._bar = ProgressBar(name, before=before)
        self._total = total

    def show(self, played: int, tournament: Tournament) -> None:
        """Show how far the tournament has come."""
        leader = tournament.standings()[0]
        total = max(self._total, played)
        self._bar(
            played,
            total,
            say("commands.engine.tournament.leads", name=leader.name, count=f"{leader.points:g}"),
        )

    def clear(self) -> None:
        """Remove the display so that something else can be printed."""
        self._bar.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


class _LiveStandings(_TournamentBar):
    """The standings, redrawn as games end."""

    def __init__(self, name: str, total: int, before: int) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(name, total, before)
        self._name = name
        self._drawn = 0.0
        console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._live: Live = Live(console=console, auto_refresh=False, transient=True)

    def show(self, played: int, tournament: Tournament) -> None:
        """Draw the standings."""
        from rich.text import Text

        from outflank.arena import standings_text

        now = time.monotonic()
        if now - self._drawn < _STEP:
            return
        self._drawn = now
        last = max(each.round for each in tournament.pairings)
        head = say(
            "commands.engine.tournament.playing",
            name=self._name,
            played=f"{played:,}",
            count=f"{max(self._total, played):,}",
            round=last,
        )
        table = standings_text(tournament.standings())
        self._live.update(Text(f"{head}\n\n{table}", no_wrap=True, overflow="crop"), refresh=True)

    def clear(self) -> None:
        """Remove the standings."""
        self._live.update("", refresh=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()
