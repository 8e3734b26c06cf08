"""The games of a match for other programs, and a page with tables and plots."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from outflank.arena.engine_match.definition import EngineMatch
from outflank.arena.engine_match.game import GameRecord
from outflank.arena.engine_match.score import EloDifference, MatchScore
from outflank.arena.engine_match.sentences import PAIR_RESULTS, player_titles, warnings_of
from outflank.arena.engine_match.settings_table import (
    limits_in_words,
    settings_in_words,
    settings_table,
)
from outflank.arena.engine_match.sprt import Sprt, SprtProgress
from outflank.drawing.html_page import html_heading, html_page, html_paragraph, html_table
from outflank.drawing.svg_plot import bar_plot, interval_plot, line_plot
from outflank.rules import Game, Reason, Score, ScoreKind, Variant
from outflank.texts import say

__all__ = [
    "match_games",
    "match_report",
    "rebuilt_game",
    "report_columns",
    "report_heading",
    "report_paragraph",
]

_FIRST_PAIRS = 3  # fewer say nothing yet, and their bars would dwarf the rest of the plot
_MARGINS = 8  # discs that one bar of the plot of margins covers


def match_games(match: EngineMatch, records: Iterable[GameRecord]) -> Iterator[Game]:
    """Yield the games with the players' names, as `outflank.notation.write` takes them."""
    titles = player_titles(match.players)
    for record in records:
        game = rebuilt_game(record, match.openings.variant)
        game.headers["black"] = titles[record.black]
        game.headers["white"] = titles[1 - record.black]
        yield game


def rebuilt_game(record: GameRecord, variant: Variant) -> Game:
    """Return a game as it was played, with its end if the board did not decide it.

    If the game was solved, its last move has the exact score.
    """
    game = record.replay(variant)
    if game.outcome is None:
        game.end(record.winner, Reason(record.reason))
        last = next(reversed(list(game.mainline())), None)
        if record.margin is not None and last is not None:
            ahead = abs(record.margin) * (1 if last.color is record.winner else -1)
            last.score = Score(ahead, ScoreKind.EXACT)
    return game


def match_report(
    match: EngineMatch, records: Sequence[GameRecord], sprt: Sprt | None = None
) -> str:
    """Return the page of a match: result, warnings, pairs, Elo, discs, time and settings."""
    games = sorted(records, key=lambda game: (game.pair, game.black))
    titles = player_titles(match.players)
    score = MatchScore.of(games)
    progress = None if sprt is None else SprtProgress.of(sprt, games)
    sections = [
        html_paragraph(_result(titles, score), "result"),
        *([] if progress is None else [report_paragraph("sequential_test", test=progress)]),
        *(html_paragraph(said, "warning") for said in warnings_of(match, score)),
        report_heading("result"),
        _players(titles, score),
        report_heading("pairs"),
        report_paragraph("pairs", player=titles[0]),
        bar_plot(
            [(at / 2, times) for at, times in enumerate(score.pairs)],
            *report_columns("points", "pairs"),
        ),
        html_table(
            [*report_columns("pair"), *PAIR_RESULTS],
            [(*report_columns("times"), *(f"{times:,}" for times in score.pairs))],
        ),
        *_course(games, sprt),
        *_margins(games, titles[0]),
        *_time(games, titles),
        *_faults(games, titles),
        report_heading("settings"),
        settings_table(_settings(match, titles, len(games))),
    ]
    return html_page(say("arena.report.title", first=titles[0], second=titles[1]), sections)


def report_heading(name: str) -> str:
    """Return the heading of a part of the page."""
    return html_heading(say(f"arena.report.headings.{name}"))


def report_columns(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [say(f"arena.report.columns.{name}") for name in names]


def report_paragraph(key: str, **values: object) -> str:
    """Return a paragraph with a text of the report."""
    return html_paragraph(say(f"arena.report.{key}", **values))


def _result(titles: Sequence[str], score: MatchScore) -> str:
    return say(
        "arena.report.elo",
        first=titles[0],
        second=titles[1],
        elo=score.elo,
        percent=f"{100 * score.elo.likelihood:.1f}",
    )


def _players(titles: Sequence[str], score: MatchScore) -> str:
    return html_table(
        report_columns(
            "player",
            "wins",
            "draws",
            "losses",
            "points",
            "ms_a_move",
            "slowest_ms",
            "late",
            "faults",
        ),
        [
            (
                title,
                f"{player.wins:,}",
                f"{player.draws:,}",
                f"{player.losses:,}",
                f"{player.points:,g}",
                f"{1000 * player.pace:,.1f}",
                f"{1000 * player.slowest:,.1f}",
                f"{player.late:,}",
                f"{player.faults:,}",
            )
            for title, player in zip(titles, score.players, strict=True)
        ],
    )


def _course(games: Sequence[GameRecord], sprt: Sprt | None) -> list[str]:
    """Draw how the Elo difference and the test developed from pair to pair."""
    points: dict[int, list[float]] = {}
    for game in games:
        points.setdefault(game.pair, []).append(game.points(0))
    results = [round(2 * sum(both)) for both in points.values() if len(both) == 2]
    if not results:
        return []
    counts = list(
        accumulate(
            results,
            lambda before, at: [times + (place == at) for place, times in enumerate(before)],
            initial=[0] * 5,
        )
    )
    found = [EloDifference.of(each) for each in counts]
    last = found[-1]
    lines = {
        say(f"arena.report.curves.{field}"): [
            (float(at), getattr(each, field))
            for at, each in enumerate(found)
            if at >= _FIRST_PAIRS and math.isfinite(getattr(each, field))
        ]
        for field in ("elo", "high", "low")
    }
    drawn: list[str] = []
    if math.isfinite(last.low) and math.isfinite(last.high):
        row = (say("arena.report.at_the_end"), last.low, last.elo, last.high)
        drawn.append(interval_plot([row], say("arena.report.elo_difference")))
    if any(lines.values()):
        drawn.append(line_plot(lines, *report_columns("pairs", "elo")))
    if drawn:
        drawn.insert(0, report_heading("elo"))
    if sprt is not None:
        low, high = sprt.bounds
        ends = float(len(results))
        ratio = say("arena.report.ratio")
        drawn += [
            report_heading("sequential_test"),
            line_plot(
                {
                    ratio: [(float(at), sprt.ratio(each)) for at, each in enumerate(counts)],
                    _hypothesis(sprt.elo1): [(0.0, high), (ends, high)],
                    _hypothesis(sprt.elo0): [(0.0, low), (ends, low)],
                },
                say("arena.report.columns.pairs"),
                ratio,
            ),
        ]
    return drawn


def _hypothesis(elo: float) -> str:
    return say("arena.report.hypothesis", elo=f"{elo:g}")


def _margins(games: Sequence[GameRecord], title: str) -> list[str]:
    margins = [
        game.margin if game.black == 0 else -game.margin
        for game in games
        if game.margin is not None
    ]
    if not margins:
        return []
    bars = Counter(_MARGINS * round(margin / _MARGINS) for margin in margins)
    steps = range(min(bars), max(bars) + 1, _MARGINS)
    return [
        report_heading("discs"),
        report_paragraph("discs", player=title, average=f"{sum(margins) / len(margins):+.1f}"),
        bar_plot([(float(at), float(bars[at])) for at in steps], *report_columns("discs", "games")),
    ]


def _time(games: Sequence[GameRecord], titles: Sequence[str]) -> list[str]:
    lines = {
        title: [
            (float(at), 1000 * game.seconds[who] / game.asked[who])
            for at, game in enumerate(games, 1)
            if game.asked[who]
        ]
        for who, title in enumerate(titles)
    }
    if not any(lines.values()):
        return []
    return [
        report_heading("time"),
        line_plot(lines, *report_columns("game", "milliseconds_a_move")),
    ]


def _faults(games: Sequence[GameRecord], titles: Sequence[str]) -> list[str]:
    rows = []
    for game in games:
        if game.fault:
            loser = next((who for who in range(2) if not game.points(who)), game.black)
            row = (f"{game.pair + 1}", titles[loser], game.reason, game.fault)
            rows.append(row)
    if not rows:
        return []
    return [
        report_heading("faults"),
        html_table(report_columns("pair", "player", "reason", "what"), rows, texts=4),
    ]


def _settings(match: EngineMatch, titles: Sequence[str], games: int) -> list[tuple[str, str]]:
    plain = match.to_dict()
    players = [
        (say("arena.report.player", letter=letter), limits_in_words(title, player))
        for letter, title, player in zip("AB", titles, plain.pop("players"), strict=True)
    ]
    return [*players, *settings_in_words({"games": f"{games:,}"} | plain)]
