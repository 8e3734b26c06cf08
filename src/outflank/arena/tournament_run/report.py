"""The games of a tournament for other programs, and a page with tables and plots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from outflank.arena.engine_match.report import (
    rebuilt_game,
    report_columns,
    report_heading,
    report_paragraph,
)
from outflank.arena.engine_match.score import PlayerScore, player_score
from outflank.arena.engine_match.sentences import fault_sentence, time_sentence
from outflank.arena.engine_match.settings_table import (
    limits_in_words,
    settings_in_words,
    settings_table,
)
from outflank.arena.tables import cross_table_rows, standings_cells
from outflank.arena.tournament_run.definition import EngineTournament
from outflank.arena.tournament_run.records import TournamentGame
from outflank.arena.tournament_run.runner import continued
from outflank.drawing.html_page import html_page, html_paragraph, html_table
from outflank.drawing.svg_plot import interval_plot
from outflank.rules import BLACK, Game
from outflank.texts import say

__all__ = ["player_scores", "tournament_games", "tournament_report", "tournament_warnings"]


def tournament_games(cup: EngineTournament, games: Iterable[TournamentGame]) -> Iterator[Game]:
    """Yield the games with the players' names, as `outflank.notation.write` takes them."""
    names = [player.name for player in cup.players]
    for game in games:
        built = rebuilt_game(game.record, cup.openings.variant)
        built.headers["black"] = names[game.black - 1]
        built.headers["white"] = names[game.white - 1]
        yield built


def player_scores(cup: EngineTournament, games: Sequence[TournamentGame]) -> list[PlayerScore]:
    """Return each player's results, time and faults, in the order of the players."""
    return [
        player_score(
            [
                (game.record, game.place_of(number))
                for game in games
                if number in (game.black, game.white)
            ]
        )
        for number in range(1, len(cup.players) + 1)
    ]


def tournament_warnings(cup: EngineTournament, games: Sequence[TournamentGame]) -> list[str]:
    """Return the sentences on time and faults of all players."""
    said = []
    for player, score in zip(cup.players, player_scores(cup, games), strict=True):
        said += [time_sentence(player.name, player, score), fault_sentence(player.name, score)]
    return [sentence for sentence in said if sentence]


def tournament_report(cup: EngineTournament, games: Sequence[TournamentGame]) -> str:
    """Return the page of a tournament: table, ratings, cross table, time, faults and settings."""
    tournament = continued(cup, games)
    lines = tournament.standings()
    verdict = "has_won" if tournament.is_finished else "leads"
    count = f"{len(games):,}"
    said = [say(f"arena.report.{verdict}", name=lines[0].name, count=count)] if lines else []
    name, elo = report_columns("name", "elo")
    head, *table = standings_cells(lines, lambda line: line.name)
    elos = [
        (line.name, line.rating.elo - line.rating.error, line.rating.elo,
         line.rating.elo + line.rating.error)
        for line in sorted(lines, key=lambda line: -line.rating.elo)
    ]  # fmt: skip
    crossed = cross_table_rows(tournament.cross_table())
    sections = [
        *(html_paragraph(sentence, "result") for sentence in said),
        *(html_paragraph(each, "warning") for each in tournament_warnings(cup, games)),
        report_heading("standings"),
        html_table(head, table, texts=2),
        report_heading("ratings"),
        report_paragraph("ratings"),
        interval_plot(elos, elo),
        report_heading("cross_table"),
        html_table(
            ["#", name, *(str(row["rank"]) for row in crossed)],
            [
                (
                    str(row["rank"]),
                    str(row["name"]),
                    *(str(row[f"against {other['number']}"]) for other in crossed),
                )
                for row in crossed
            ],
            texts=2,
        ),
        report_heading("time_and_faults"),
        _times(cup, games),
        *_fault_list(cup, games),
        report_heading("settings"),
        settings_table(_settings(cup)),
    ]
    return html_page(cup.definition.name, sections)


def _times(cup: EngineTournament, games: Sequence[TournamentGame]) -> str:
    return html_table(
        report_columns("name", "moves", "seconds", "ms_a_move", "slowest_ms", "late", "faults"),
        [
            (
                player.name,
                f"{score.asked:,}",
                f"{score.seconds:,.1f}",
                f"{1000 * score.pace:,.1f}",
                f"{1000 * score.slowest:,.1f}",
                f"{score.late:,}",
                f"{score.faults:,}",
            )
            for player, score in zip(cup.players, player_scores(cup, games), strict=True)
        ],
    )


def _fault_list(cup: EngineTournament, games: Sequence[TournamentGame]) -> list[str]:
    rows = []
    for game in games:
        if game.record.fault:
            loser = game.white if game.record.winner is BLACK else game.black
            row = (str(game.number), cup.players[loser - 1].name, game.record.reason)
            rows.append((*row, game.record.fault))
    if not rows:
        return []
    return [html_table(report_columns("game", "player", "reason", "what"), rows, texts=4)]


def _settings(cup: EngineTournament) -> list[tuple[str, str]]:
    plain = cup.to_dict()
    players = [
        (player["name"], limits_in_words(player["engine"], player))
        for player in plain.pop("players")
    ]
    return [*players, *settings_in_words(plain)]
