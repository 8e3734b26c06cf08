"""`outflank match`: let two engines play each other to see which is stronger."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outflank.cli.commands import Command, option
from outflank.cli.completion import engine_names
from outflank.cli.engine.joined_cluster import joined_cluster
from outflank.cli.engine.running_options import running_options
from outflank.cli.options import Seconds, WholeNumber, size_option, variant_option
from outflank.cli.output import print_rows, refuse_existing, write_file
from outflank.cli.progress import ProgressBar
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.arena.engine_match import (
        EngineMatch,
        GameRecord,
        MatchPlayer,
        MatchScore,
        Openings,
        Sprt,
        SprtProgress,
    )

__all__ = ["command"]

_BALANCED = "balanced"
_PAIRS = 10
_PAIRS_OF_A_TEST = 10_000
_SHARE = click.FloatRange(0, 0.5, min_open=True, max_open=True)

_LIMITS: tuple[tuple[str, click.ParamType[Any], str], ...] = (
    ("time", Seconds(0, min_open=True), "SECONDS"),
    ("nodes", WholeNumber(1), "N"),
    ("depth", WholeNumber(1, 256), "N"),
)


class _OpeningsFile(click.Path):
    """A file of openings, or the name of the built-in list."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check that the file exists."""
        return value if value == _BALANCED else super().convert(value, param, ctx)


def _player_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command each limit for both players, for A and for B, and a folder for A and B."""
    for player in ("b", "a"):
        command = option(
            f"--directory-{player}",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help=Text("commands.engine.match.options.directory_of_player", player=player.upper()),
        )(command)
    for name, kind, metavar in reversed(_LIMITS):
        key = f"commands.engine.match.options.{name}"
        for player in ("b", "a"):
            text = Text(f"{key}_of_player", player=player.upper())
            decorate = option(f"--{name}-{player}", type=kind, metavar=metavar, help=text)
            command = decorate(command)
        command = option(f"--{name}", type=kind, metavar=metavar, help=Text(key))(command)
    return command


@click.command(
    "match",
    cls=Command,
    help=Text("commands.engine.match.help"),
    details=Text("commands.engine.match.details"),
    examples=(
        "outflank match 7 5",
        "outflank match 12 outflank --nodes-b 5000 --openings balanced",
        "outflank match alphabeta positional --nodes-a 2000 --pairs 100 --concurrency 2",
        "outflank match 12 'gtp:gtp-rhino -l 3' --openings openings.txt --out rhino.jsonl",
        "outflank match 12 'gtp:./edax -gtp' --directory-b /opt/edax --time 1",
        "outflank match 12 12 --nodes-a 20000 --nodes-b 10000 --sprt 0 20 --out test.jsonl",
        "outflank match 9 8 --pairs 200 --html report.html --ggf games.ggf",
        "outflank match 9 8 --variant yesno --size 10 --time 0.1 --json",
    ),
)
@click.argument("first", metavar="A", shell_complete=engine_names)
@click.argument("second", metavar="B", shell_complete=engine_names)
@option(
    "--pairs", type=WholeNumber(1), metavar="N", help=Text("commands.engine.match.options.pairs")
)
@variant_option
@size_option
@_player_options
@option(
    "--sprt",
    "elos",
    type=float,
    nargs=2,
    metavar="ELO0 ELO1",
    help=Text("commands.engine.match.options.sprt"),
)
@option(
    "--alpha",
    type=_SHARE,
    metavar="SHARE",
    default=0.05,
    show_default=True,
    help=Text("commands.engine.match.options.alpha"),
)
@option(
    "--beta",
    type=_SHARE,
    metavar="SHARE",
    default=0.05,
    show_default=True,
    help=Text("commands.engine.match.options.beta"),
)
@option(
    "--adjudicate",
    type=WholeNumber(0),
    default=0,
    metavar="N",
    help=Text("commands.engine.match.options.adjudicate"),
)
@option("--clock", metavar="CLOCK", help=Text("commands.engine.match.options.clock"))
@option(
    "--plies",
    type=WholeNumber(0, 60),
    metavar="N",
    help=Text("commands.engine.match.options.plies"),
)
@option(
    "--openings",
    "listed",
    metavar="FILE",
    type=_OpeningsFile(),
    help=Text("commands.engine.match.options.openings"),
)
@option(
    "--seed",
    type=int,
    metavar="N",
    default=1,
    show_default=True,
    help=Text("commands.engine.match.options.seed"),
)
@running_options(Text("commands.engine.match.options.out"))
def command(
    *,
    first: str,
    second: str,
    pairs: int | None,
    variant: str | None,
    size: str | None,
    elos: tuple[float, float] | None,
    alpha: float,
    beta: float,
    adjudicate: int,
    clock: str | None,
    plies: int | None,
    listed: str | None,
    seed: int,
    concurrency: int | None,
    cluster: str | None,
    out: Path | None,
    ggf: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
    **of_players: Any,
) -> None:
    """Let the engines A and B play a match, every opening twice with the colours swapped."""
    if listed is not None and plies is not None:
        raise click.UsageError(say("commands.engine.match.plies_or_openings"))
    from outflank.arena.engine_match import EngineMatch, Sprt
    from outflank.play.clock import ClockSetting

    players = _player(first, of_players, "a"), _player(second, of_players, "b")
    openings = _openings(listed, plies, variant, size)
    match = EngineMatch(players, openings, seed, adjudicate, ClockSetting.parse(clock or "none"))
    sprt = Sprt(*elos, alpha, beta) if elos else None
    for path in (ggf, html):
        if path is not None and not force:
            refuse_existing(path)
    most = pairs or (int(min(_PAIRS_OF_A_TEST, openings.most_pairs)) if sprt else _PAIRS)
    played = _play(match, most, sprt, concurrency, out, cluster=cluster)
    if ggf is not None:
        played.write_ggf(ggf)
    if html is not None:
        played.write_html(html)
    played.report(as_json=as_json)


def _player(name: str, given: dict[str, Any], player: str) -> MatchPlayer:
    from outflank.arena.engine_match import MatchPlayer
    from outflank.engine import Limit

    def bound(kind: str) -> Any:
        own = given[f"{kind}_{player}"]
        return given[kind] if own is None else own

    limit = Limit(bound("time"), bound("depth"), bound("nodes"))
    # An unknown name raises an error that lists the names.
    return MatchPlayer.named(name, limit, directory=given[f"directory_{player}"])


def _openings(
    listed: str | None, plies: int | None, variant: str | None, size: str | None
) -> Openings:
    from outflank.arena.engine_match import OpeningBook, RandomOpenings
    from outflank.rules import find_variant

    if listed is None:
        return RandomOpenings(find_variant(variant or "classic"), int(size or 8), plies=plies)
    if listed == _BALANCED:
        if (variant or "classic", int(size or 8)) != ("classic", 8):
            raise click.UsageError(say("commands.engine.match.balanced_openings"))
        from outflank.arena.engine_match.balanced import balanced_openings

        return balanced_openings()
    from outflank.cli.options import read_argument

    with ProgressBar(say("commands.engine.match.reading_openings")) as progress:
        reading = read_argument(
            listed,
            size=size,
            variant=variant,
            strict=True,
            progress=lambda share: progress(round(1000 * share), 1000),
        )
    return OpeningBook(reading.games)


def _play(
    match: EngineMatch,
    pairs: int,
    sprt: Sprt | None,
    concurrency: int | None,
    out: Path | None,
    *,
    cluster: str | None = None,
) -> _PlayedMatch:
    from outflank.arena.engine_match import GamesFile, SprtProgress, run_match
    from outflank.arena.engine_match.sentences import player_titles
    from outflank.cli.engine.match_view import match_view

    titles = player_titles(match.players)
    with contextlib.ExitStack() as stack:
        elsewhere = stack.enter_context(joined_cluster(cluster))
        games_file = stack.enter_context(GamesFile(out, match)) if out else None
        games: list[GameRecord] = list(games_file.games) if games_file else []
        test = SprtProgress.of(sprt, games) if sprt else None
        view = stack.enter_context(match_view(match, titles, 2 * pairs, len(games)))

        def note(game: GameRecord) -> None:
            if games_file is not None:
                games_file.add(game)
            games.append(game)
            if test is not None:
                test.add(game)
            view.show(games, test)

        view.show(games, test)  # the first game may take a while
        try:
            counted = run_match(
                match,
                pairs,
                done=list(games),
                concurrency=concurrency,
                sprt=sprt,
                on_game=note,
                elsewhere=elsewhere,
            )
        except BaseException:
            if games_file is not None:
                view.clear()
                saved = say(
                    "commands.engine.match.saved",
                    done=len(games_file.games),
                    count=2 * pairs,
                    file=out,
                )
                click.echo(saved, err=True)
            raise
    return _PlayedMatch(match, titles, counted, sprt, test)


@dataclass(frozen=True)
class _PlayedMatch:
    """A finished match, and the ways to show it."""

    match: EngineMatch
    titles: Sequence[str]
    games: Sequence[GameRecord]
    sprt: Sprt | None
    test: SprtProgress | None

    def write_ggf(self, path: Path) -> None:
        """Write the games as GGF, for other programs."""
        from outflank.arena.engine_match import match_games
        from outflank.notation import write

        ordered = sorted(self.games, key=lambda game: (game.pair, game.black))
        write_file(
            path, write(list(match_games(self.match, ordered)), format="ggf") + "\n", replace=True
        )

    def write_html(self, path: Path) -> None:
        """Write the report as an HTML page."""
        from outflank.arena.engine_match import match_report

        write_file(path, match_report(self.match, self.games, self.sprt), replace=True)

    def report(self, *, as_json: bool) -> None:
        """Print the result."""
        from outflank.arena.engine_match import MatchScore
        from outflank.arena.engine_match.sentences import fault_counts, warnings_of
        from outflank.cli.engine.match_view import match_rows

        score = MatchScore.of(self.games)
        if as_json:
            names = [player.name for player in self.match.players]
            players = [
                {**row, **fault_counts(score.players[who])}
                for who, row in enumerate(match_rows(names, score))
            ]
            plain = {
                **score.to_dict(),
                **({"sprt": self.test.to_dict()} if self.test else {}),
                "warnings": warnings_of(self.match, score),
                "players": players,
                "match": self.match.to_dict(),
            }
            click.echo(json.dumps(plain, indent=2, ensure_ascii=False))
            return
        print_rows(match_rows(self.titles, score), None)
        click.echo()
        for sentence in warnings_of(self.match, score):
            click.echo(sentence)
        self._sum_up(score)

    def _sum_up(self, score: MatchScore) -> None:
        from outflank.arena.engine_match.sentences import PAIR_RESULTS

        counted = ", ".join(
            f"{points} x {times}" for points, times in zip(PAIR_RESULTS, score.pairs, strict=True)
        )
        first, second = self.titles
        click.echo(say("commands.engine.match.pairs", results=counted))
        click.echo(say("commands.engine.match.elo", first=first, second=second, elo=score.elo))
        click.echo(
            say(
                "commands.engine.match.likelihood",
                player=first,
                percent=f"{100 * score.elo.likelihood:.1f}",
            )
        )
        if self.test is not None:
            click.echo(say("commands.engine.match.test", test=self.test))
