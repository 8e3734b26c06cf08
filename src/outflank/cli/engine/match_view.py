"""A running match in a terminal: a live table, or a progress bar."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, Self

from outflank.arena.engine_match import GameRecord, MatchScore, SprtProgress
from outflank.arena.engine_match.sentences import PAIR_RESULTS, warnings_of
from outflank.cli.output import speaks_unicode
from outflank.cli.progress import ProgressBar
from outflank.cli.words import heading_in_words
from outflank.extras import is_installed
from outflank.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from rich.live import Live

    from outflank.arena.engine_match import EngineMatch

__all__ = ["MatchView", "match_rows", "match_view"]

_STEP = 0.2  # seconds between two updates
_BAR = 30  # characters


class MatchView(Protocol):
    """Shows the state of a match, as a context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def show(self, games: Sequence[GameRecord], progress: SprtProgress | None) -> None:
        """Show the finished games, and the state of the sequential test."""

    def clear(self) -> None:
        """Remove the display so that something else can be printed."""


def match_view(match: EngineMatch, titles: Sequence[str], games: int, before: int) -> MatchView:
    """Return a live table on a terminal if `rich` is installed, else a progress bar."""
    is_seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if is_seen and is_installed("rich"):
        return _LiveTable(match, titles, games, before)
    return _Bar(titles, games, before)


def match_rows(titles: Sequence[str], score: MatchScore) -> list[dict[str, Any]]:
    """Return a row for each player, by the headings of the table."""
    return [
        {
            "player": title,
            "wins": player.wins,
            "draws": player.draws,
            "losses": player.losses,
            "points": player.points,
            "discs": round(_margin(score, who), 2),
            "seconds": round(player.seconds, 3),
            "ms a move": round(1000 * player.pace, 3),
            "slowest ms": round(1000 * player.slowest, 3),
            "late": player.late,
            "faults": player.faults,
        }
        for who, (title, player) in enumerate(zip(titles, score.players, strict=True))
    ]


def _margin(score: MatchScore, who: int) -> float:
    margin = score.margin or 0.0
    return 0.0 - margin if who else margin  # not -0.0


class _Bar:
    """A progress bar with the share of games played and the score."""

    def __init__(self, titles: Sequence[str], games: int, before: int) -> None:
        self._bar = ProgressBar(" - ".join(titles), before=before)
        self._games = games

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.clear()

    def show(self, games: Sequence[GameRecord], progress: SprtProgress | None) -> None:  # noqa: ARG002
        self._bar(len(games), max(self._games, len(games)), MatchScore.of(games).summary())

    def clear(self) -> None:
        self._bar.clear()


class _LiveTable:
    """The final table, redrawn as games end."""

    def __init__(self, match: EngineMatch, titles: Sequence[str], games: int, before: int) -> None:
        from rich.console import Console
        from rich.live import Live

        self._match, self._titles = match, titles
        self._games, self._before = games, before
        self._began = time.monotonic()
        self._drawn = 0.0
        console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._live: Live = Live(console=console, auto_refresh=False, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def clear(self) -> None:
        self._live.update("", refresh=True)

    def show(self, games: Sequence[GameRecord], progress: SprtProgress | None) -> None:
        now = time.monotonic()
        if now - self._drawn < _STEP:
            return
        self._drawn = now
        self._live.update(self._picture(games, progress, now), refresh=True)

    def _picture(
        self, games: Sequence[GameRecord], progress: SprtProgress | None, now: float
    ) -> Any:
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        score = MatchScore.of(games)
        unicode = speaks_unicode(sys.stderr)
        table = Table(
            box=box.SIMPLE_HEAD if unicode else box.ASCII2, padding=(0, 1, 0, 0), pad_edge=False
        )
        rows = [_short(row) for row in match_rows(self._titles, score)]
        for name in rows[0]:
            is_name = name == "player"
            table.add_column(
                heading_in_words(name),
                justify="left" if is_name else "right",
                no_wrap=not is_name,
                overflow="fold",
            )
        for row in rows:
            table.add_row(*(Text(cell) for cell in row.values()))
        pairs = ", ".join(
            f"{result} x {times:,}" for result, times in zip(PAIR_RESULTS, score.pairs, strict=True)
        )
        lines = [
            self._progress_line(len(games), now, unicode=unicode),
            say(
                "commands.engine.match.elo",
                first=self._titles[0],
                second=self._titles[1],
                elo=score.elo,
            ),
            say("commands.engine.match.pairs", results=pairs),
        ]
        if progress is not None:
            lines.append(say("commands.engine.match.test", test=progress))
        lines += warnings_of(self._match, score)
        return Group(table, Text("\n".join(lines)))

    def _progress_line(self, played: int, now: float, *, unicode: bool) -> str:
        total = max(self._games, played)
        full, empty = ("█", "░") if unicode else ("#", ".")
        bar = (full * round(_BAR * played / total)).ljust(_BAR, empty)
        fresh = played - self._before
        progress = say("commands.engine.match.progress", played=f"{played:,}", count=f"{total:,}")
        if fresh > 0:
            left = _duration((now - self._began) * (total - played) / fresh)
            progress = say("commands.engine.match.progress_with_time", progress=progress, time=left)
        return f"{bar} {progress}"


def _short(row: Mapping[str, Any]) -> dict[str, str]:
    """Return a row's cells as short text, so that they fit on a narrow terminal."""
    return {
        name: f"{value:,.0f}" if name in ("seconds", "ms a move", "slowest ms") else _cell(value)
        for name, value in row.items()
    }


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,g}"
    return str(value)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return say("commands.engine.match.hours", hours=hours, minutes=minutes)
    if minutes:
        return say("commands.engine.match.minutes", minutes=minutes, seconds=rest)
    return say("commands.engine.match.seconds", seconds=rest)
