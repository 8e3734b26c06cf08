"""Reviews as one self-contained HTML page: boards of the mistakes, graph and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from outflank.analysis.accuracy import PHASES, accuracy_of_players
from outflank.analysis.many_games import ReviewSettings
from outflank.analysis.review import ReviewedMove
from outflank.analysis.review_rules import RULES
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.analysis.sentences import (
    describe_mistake,
    describe_source,
    name_finding,
    plain_side,
)
from outflank.drawing.html_page import html_heading, html_page, html_paragraph, html_table
from outflank.drawing.svg_board import svg
from outflank.drawing.svg_plot import bar_plot, line_plot
from outflank.rules import BLACK, WHITE, Color, Position, Score, Square
from outflank.texts import say

__all__ = ["review_page"]

_BOARD = 260  # pixels of a board
_WORST = 60  # how many mistakes of many games are shown
_DISCS = ("#1c2120", "#fbfaf6")
_STYLE = """<style>
.mistake { display: grid; grid-template-columns: 260px 1fr; gap: 0 1.5rem; align-items: start;
           margin: 1.5rem 0; break-inside: avoid; }
.mistake svg { width: 260px; } .mistake h3 { margin: 0 0 .3rem; }
.mistake p { margin: .3rem 0; } .mistake ul { margin: .3rem 0; padding-left: 1.2rem; }
.line { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.source { color: #555; font-size: .9rem; }
@media (max-width: 40rem) { .mistake { grid-template-columns: 1fr; } }
</style>"""


def review_page(games: Sequence[ReviewedGame], settings: ReviewSettings) -> str:
    """Return a page about one game, or about many with their players and worst mistakes.

    >>> review_page([], ReviewSettings()).count("<h1>")
    1
    """
    if len(games) == 1:
        [game] = games
        sections = [_STYLE, _summary(game), *_one_game(game)]
        title = say("reviews.page.title", game=game.title)
    else:
        sections = [_STYLE, *_many_games(games)]
        title = say("reviews.page.title_of_many", count=f"{len(games):,}")
    sections += [_heading("settings"), _settings(settings, games)]
    return html_page(title, sections)


def _heading(name: str) -> str:
    return html_heading(say(f"reviews.page.headings.{name}"))


def _paragraph(name: str) -> str:
    return html_paragraph(say(f"reviews.page.notes.{name}"))


def _columns(*names: str) -> list[str]:
    return [say(f"reviews.page.columns.{name}") for name in names]


def _axis(name: str) -> str:
    return say(f"reviews.page.axes.{name}")


def _summary(game: ReviewedGame) -> str:
    sentences = []
    if game.margin:
        winner = game.name(BLACK if game.margin > 0 else WHITE)
        sentences.append(say("reviews.page.won", winner=winner, count=abs(game.margin)))
    elif game.margin is not None:
        sentences.append(say("reviews.page.draw"))
    if game.opening:
        sentences.append(say("reviews.page.opening", name=game.opening))
    for color in (BLACK, WHITE):
        loss = f"{game.review.average_loss(color):.1f}"
        sentences.append(say("reviews.page.gave_away", name=game.name(color), count=loss))
    return html_paragraph(" ".join(sentences), "result")


def _one_game(game: ReviewedGame) -> list[str]:
    moves = game.review.moves
    drawn = []
    if len(moves) > 1:
        values = [(float(move.number), float(move.value.discs)) for move in moves]
        zero = [(float(moves[0].number), 0.0), (float(moves[-1].number), 0.0)]
        drawn = [
            _heading("evaluation") + _paragraph("lead"),
            line_plot(
                {_axis("lead"): values, _axis("even"): zero},
                _axis("move"),
                _axis("discs_for_black"),
            ),
            _heading("losses"),
            bar_plot(
                {_named_side(game, color): _losses(moves, color) for color in Color},
                _axis("move"),
                _axis("discs"),
                fills=_DISCS,
            ),
        ]
    mistakes = [(position, move) for position, move in game.positions() if move.is_mistake]
    return [
        _heading("accuracy"),
        _players([game]),
        *drawn,
        _heading("mistakes"),
        _paragraph("boards" if mistakes else "no_mistakes"),
        *(_mistake(position, move, game) for position, move in mistakes),
        _heading("moves"),
        _moves(moves),
    ]


def _named_side(game: ReviewedGame, color: Color) -> str:
    side, name = plain_side(color), game.name(color)
    return side if name == side else say("reviews.page.side_of", side=side, name=name)


def _losses(moves: Sequence[ReviewedMove], color: Color) -> list[tuple[float, float]]:
    return [(float(move.number), round(move.loss, 2)) for move in moves if move.color is color]


def _many_games(games: Sequence[ReviewedGame]) -> list[str]:
    counts = Counter(
        finding.code for game in games for move in game.review.moves for finding in move.findings
    )
    worst = sorted(
        (
            (move.loss, game.number, game, position, move)
            for game in games
            for position, move in game.positions()
            if move.is_mistake
        ),
        key=lambda row: (-row[0], row[1], row[4].number),
    )
    worst_of_all = say("reviews.page.worst_mistakes", count=min(_WORST, len(worst)))
    return [
        _heading("players"),
        _players(games),
        _heading("findings"),
        html_table(
            _columns("mistake", "times"),
            [(name_finding(code), f"{n:,}") for code, n in counts.most_common()],
        ),
        _heading("games"),
        html_table(
            _columns("game", "opening", "result", "blacks_loss", "whites_loss", "mistakes"),
            [_game_row(game) for game in games],
            texts=2,
        ),
        f"<h2>{escape(worst_of_all)}</h2>" if worst else "",
        *(
            _mistake(position, move, game, is_of_many=True)
            for _, _, game, position, move in worst[:_WORST]
        ),
    ]


def _game_row(game: ReviewedGame) -> tuple[str, ...]:
    return (
        f"{game.number}. {game.title}",
        game.opening,
        "" if game.margin is None else f"{game.margin:+d}",
        f"{game.review.average_loss(BLACK):.1f}",
        f"{game.review.average_loss(WHITE):.1f}",
        f"{len(game.review.mistakes)}",
    )


def _players(games: Sequence[ReviewedGame]) -> str:
    head = _columns("player", "games", "moves", "loss_per_move", "mistakes", "accuracy")
    head += [say(f"reviews.page.phases.{phase.replace(' ', '_')}") for phase in PHASES]
    players = sorted(accuracy_of_players(games), key=lambda player: -player.whole.moves)
    return html_table(
        head,
        [
            (
                player.name,
                f"{player.games:,}",
                f"{player.whole.moves:,}",
                f"{player.whole.average_loss or 0:.2f}",
                f"{player.whole.mistakes:,}",
                player.whole.shown,
                *(player.phases[phase].shown for phase in PHASES),
            )
            for player in players
        ],
    )


def _mistake(
    position: Position, move: ReviewedMove, game: ReviewedGame, *, is_of_many: bool = False
) -> str:
    """Return a mistake as HTML: the board before it with both moves, and the sentences about it."""
    scores = {
        square: score
        for square, score in ((move.better, move.best_score), (move.move, move.score))
        if isinstance(square, Square)
    }
    board = svg(
        position,
        size=_BOARD,
        legal=False,
        scores=scores,
        marks={"frame": [move.better] if isinstance(move.better, Square) else []},
        title=say("reviews.page.board", number=move.named_number, move=move.move),
        id=f"game{game.number}move{move.number}",
    )  # fmt: skip
    cost, *findings = describe_mistake(move)
    side = plain_side(move.color)
    heading = say(
        "reviews.page.mistake", number=move.named_number, side=side, move=_with_answer(move)
    )
    if is_of_many:
        heading = say(
            "reviews.page.mistake_in_game", game=game.number, title=game.title, mistake=heading
        )
    worth = say(
        "reviews.page.worth",
        side=side,
        move=move.move,
        score=_value(move.score),
        better=move.better,
        best_score=_value(move.best_score),
    )
    lines = [("better", move.line), ("played", move.played_line)]
    shown = "".join(
        f'<p class="line">{escape(say(f"reviews.page.lines.{name}", line=_line(line)))}</p>'
        for name, line in lines
        if len(line) > 1
    )
    reasons = "".join(f"<li>{escape(sentence)}</li>" for sentence in findings)
    return (
        f'<section class="mistake">{board}<div><h3>{escape(heading)}</h3><p>{escape(cost)}</p>'
        f'<ul>{reasons}</ul>{shown}<p class="source">{escape(worth)}</p></div></section>'
    )


def _with_answer(move: ReviewedMove) -> str:
    """Return a move, and the oracle's answer to it if there was one."""
    if move.answer is None:
        return f"{move.move}"
    return f"{move.move} ({move.answer.text})"


def _line(line: Sequence[object]) -> str:
    more = " ..." if len(line) > RULES.lines.shown else ""
    return " ".join(map(str, line[: RULES.lines.shown])) + more


def _moves(moves: Sequence[ReviewedMove]) -> str:
    return html_table(
        _columns("side", "move", "better", "number", "for_black", "source", "loss"),
        [
            (
                plain_side(move.color),
                _with_answer(move),
                f"{move.better}" if move.has_loss else "",
                f"{move.disc or ''}",
                f"{move.value.discs:+.1f}",
                describe_source(move.value),
                f"{move.loss:.1f}" if move.has_loss else "",
            )
            for move in moves
        ],
        texts=3,
    )


def _value(score: Score) -> str:
    is_whole = float(score.discs).is_integer()
    return f"{score.discs:+.{0 if is_whole else 1}f} ({describe_source(score)})"


def _settings(settings: ReviewSettings, games: Sequence[ReviewedGame]) -> str:
    rows = [
        (say("reviews.page.settings.engine"), settings.engine or say("reviews.page.best_engine"))
    ]
    rows += [
        (
            say(f"reviews.page.settings.{name}"),
            f"{value:,}" if isinstance(value, int) else f"{value}",
        )
        for name, value in settings.to_dict().items()
        if name != "engine" and value is not None
    ]
    rows.append(
        (say("reviews.page.settings.nodes"), f"{sum(game.review.nodes for game in games):,}")
    )
    return html_table(_columns("setting", "value"), rows, texts=1)
