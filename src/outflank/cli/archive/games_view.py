"""The output of `outflank games`: tables and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from outflank.archive import (
    IndexContents,
    IndexedGame,
    MoveTally,
    PlayerTally,
    PositionReport,
    Tally,
    YearTally,
    opening_of,
)
from outflank.cli.output import Row, TableNumber, table
from outflank.rules import BLACK
from outflank.texts import say

__all__ = [
    "contents_in_words",
    "game_facts",
    "game_rows",
    "report_facts",
    "report_in_words",
]


_FIGURE = len("100.0 %")
_TEXTS = "commands.archive.games"

# Words


def report_in_words(report: PositionReport, games: Sequence[IndexedGame], *, by_year: bool) -> str:
    """Return the results of a position by move, by player and by year, with some games."""
    tally = report.tally
    name = report.opening.name if report.opening else ""
    if not tally.games:
        return say(f"{_TEXTS}.none_of", opening=name) if name else say(f"{_TEXTS}.none")
    summary = "\n".join(_summary(report))
    parts = [say(f"{_TEXTS}.ask.opening", name=name, summary=summary) if name else summary]
    if report.moves:
        parts.append(table(_move_rows(report.moves, tally.games)))
    if report.ended:
        parts.append(say(f"{_TEXTS}.ask.ended", count=f"{report.ended:,}"))
    if report.players:
        parts.append(table([_player_row(player) for player in report.players]))
    if by_year:
        parts.append(table([_year_row(year) for year in report.years]))
    if games:
        parts.append(table(game_rows(games), flexible="tournament"))
    return "\n\n".join(parts)


def _summary(report: PositionReport) -> list[str]:
    """Return the lines that say how many games there are, of which years, and their results."""
    tally = report.tally
    known = [year.year for year in report.years if year.year is not None]
    span = "of_years" if known else "of_no_year"
    if known and known[0] == known[-1]:
        span = "of_one_year"
    first, last = (known[0], known[-1]) if known else ("", "")
    count = f"{tally.games:,}"
    games = say(f"{_TEXTS}.ask.{span}", count=count, first=first, last=last)
    if not tally.results:
        return [say(f"{_TEXTS}.ask.no_results", games=games)]
    results = say(
        f"{_TEXTS}.ask.results",
        black=_percent(tally.black_wins, tally),
        white=_percent(tally.white_wins, tally),
        drawn=_percent(tally.draws, tally),
    )
    if tally.average is not None:
        average = say(f"{_TEXTS}.ask.average", discs=f"{tally.average:+.1f}")
        results = f"{results} {average}"
    return [f"{games}.", results]


def _percent(count: int, tally: Tally) -> str:
    return f"{count / tally.results:.1%}".replace("%", " %") if tally.results else ""


def _tally_columns(tally: Tally) -> dict[str, object]:
    cells = {
        "Black won": _percent(tally.black_wins, tally),
        "drawn": _percent(tally.draws, tally),
        "White won": _percent(tally.white_wins, tally),
        "average": "" if tally.average is None else f"{tally.average:+.1f}",
    }
    return {heading: TableNumber(cell.rjust(_FIGURE)) for heading, cell in cells.items()}


def _move_rows(moves: Sequence[MoveTally], games: int) -> list[Row]:
    rows = [
        {
            "move": str(each.move),
            "games": each.tally.games,
            "share": TableNumber(
                f"{each.tally.games / games:.1%}".replace("%", " %").rjust(_FIGURE)
            ),
            **_tally_columns(each.tally),
            "opening": each.opening.name if each.opening else "",
            "same as": " ".join(map(str, each.alike)),
        }
        for each in moves
    ]
    empty = {heading for heading in ("opening", "same as") if not any(row[heading] for row in rows)}
    return [{name: cell for name, cell in row.items() if name not in empty} for row in rows]


def _player_row(player: PlayerTally) -> Row:
    return {
        "player": player.name,
        "games": player.games,
        "as Black": player.as_black,
        "won": player.wins,
        "drawn": player.draws,
        "lost": player.losses,
    }


def _year_row(year: YearTally) -> Row:
    name = "unknown" if year.year is None else str(year.year)
    return {"year": name, "games": year.tally.games, **_tally_columns(year.tally)}


def game_rows(games: Sequence[IndexedGame]) -> list[Row]:
    """Return a row for each game."""
    return [
        {
            "no.": str(game.number),
            "year": "" if game.year is None else str(game.year),
            "tournament": game.tournament,
            "Black": game.black,
            "White": game.white,
            "score": _score(game),
            "opening": _opening(game) or "",
        }
        for game in games
    ]


def _score(game: IndexedGame) -> str:
    """Return the discs of both sides, or the winner if the discs are unknown."""
    if game.margin is not None:
        squares = game.start.size**2
        return f"{(squares + game.margin) // 2}-{(squares - game.margin) // 2}"
    if game.winner is not None:
        return say(f"{_TEXTS}.scores.{game.winner}_won")
    return say(f"{_TEXTS}.scores.drawn") if game.is_draw else ""


def _opening(game: IndexedGame) -> str | None:
    opening = opening_of(game.positions())
    return opening.name if opening else None


def contents_in_words(contents: IndexContents, path: Path) -> str:
    """Return what an index holds, with its largest sources."""
    games = say(f"{_TEXTS}.info.games", count=f"{contents.games:,}")
    players = say(f"{_TEXTS}.info.players", count=f"{contents.players:,}")
    head = say(f"{_TEXTS}.info.contents", file=path, games=games, players=players)
    if contents.first_year is not None:
        years = contents.first_year, contents.last_year
        head = say(f"{_TEXTS}.info.with_years", contents=head, first=years[0], last=years[1])
    head = f"{head}."
    rows = [{"source": name, "games": games} for name, games in contents.sources]
    return f"{head}\n\n{table(rows)}"


# JSON


def report_facts(report: PositionReport) -> dict[str, object]:
    """Return the results of a position for JSON."""
    return {
        "position": str(report.position),
        "opening": report.opening.name if report.opening else None,
        **_tally_facts(report.tally),
        "ended": report.ended,
        "moves": [
            {
                "move": str(each.move),
                "alike": [str(move) for move in each.alike],
                "opening": each.opening.name if each.opening else None,
                **_tally_facts(each.tally),
            }
            for each in report.moves
        ],
        "players": [
            {
                "name": player.name,
                "games": player.games,
                "as_black": player.as_black,
                "wins": player.wins,
                "draws": player.draws,
                "losses": player.losses,
            }
            for player in report.players
        ],
        "years": [{"year": year.year, **_tally_facts(year.tally)} for year in report.years],
    }


def _tally_facts(tally: Tally) -> dict[str, object]:
    average, share = tally.average, tally.share(BLACK)
    return {
        "games": tally.games,
        "black_wins": tally.black_wins,
        "draws": tally.draws,
        "white_wins": tally.white_wins,
        "black_share": None if share is None else round(share, 4),
        "average": None if average is None else round(average, 2),
    }


def game_facts(game: IndexedGame) -> dict[str, object]:
    """Return a game for JSON and CSV."""
    return {
        "number": game.number,
        "year": game.year,
        "tournament": game.tournament,
        "black": game.black,
        "white": game.white,
        "margin": game.margin,
        "winner": "draw" if game.is_draw else str(game.winner) if game.winner else None,
        "opening": _opening(game),
        "moves": game.transcript,
    }
