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
from outflank.analysis.sentences import describe_mistake, name_finding, plain_side
from outflank.drawing.html_page import html_page, html_table
from outflank.drawing.svg_board import svg
from outflank.drawing.svg_plot import bar_plot, line_plot
from outflank.rules import BLACK, WHITE, Color, Position, Score, ScoreKind, Square

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
        title = f"Review: {game.title}"
    else:
        sections = [_STYLE, *_many_games(games)]
        title = f"Review of {len(games):,} games"
    sections += ["<h2>Settings</h2>", _settings(settings, games)]
    return html_page(title, sections)


def _summary(game: ReviewedGame) -> str:
    sentences = []
    if game.margin is not None:
        winner = game.name(BLACK if game.margin > 0 else WHITE)
        lead = abs(game.margin)
        sentences.append(
            f"{winner} won by {lead} disc{'' if lead == 1 else 's'}."
            if game.margin
            else "The game was a draw."
        )
    if game.opening:
        sentences.append(f"Opening: {game.opening}.")
    sentences += [
        f"{game.name(color)} gave away {game.review.average_loss(color):.1f} discs per move."
        for color in (BLACK, WHITE)
    ]
    return f'<p class="result">{escape(" ".join(sentences))}</p>'


def _one_game(game: ReviewedGame) -> list[str]:
    moves = game.review.moves
    drawn = []
    if len(moves) > 1:
        values = [(float(move.number), float(move.value.discs)) for move in moves]
        zero = [(float(moves[0].number), 0.0), (float(moves[-1].number), 0.0)]
        drawn = [
            "<h2>Evaluation</h2><p>Black's lead in discs after each move.</p>",
            line_plot({"Black's lead": values, "even": zero}, "move", "discs for Black"),
            "<h2>What each move lost</h2>",
            bar_plot(
                {_named_side(game, color): _losses(moves, color) for color in Color},
                "move",
                "discs",
                fills=_DISCS,
            ),
        ]
    mistakes = [(position, move) for position, move in game.positions() if move.is_mistake]
    return [
        "<h2>Accuracy</h2>",
        _players([game]),
        *drawn,
        "<h2>Mistakes</h2>",
        (
            "<p>The better move has a frame. The numbers are discs for the side to move.</p>"
            if mistakes
            else "<p>None were found.</p>"
        ),
        *(_mistake(position, move, game.number, "") for position, move in mistakes),
        "<h2>All moves</h2>",
        _moves(moves),
    ]


def _named_side(game: ReviewedGame, color: Color) -> str:
    side, name = plain_side(color), game.name(color)
    return side if name == side else f"{side}: {name}"


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
    return [
        "<h2>Players</h2>",
        _players(games),
        "<h2>What went wrong</h2>",
        html_table(
            ["mistake", "times"],
            [(name_finding(code), f"{n:,}") for code, n in counts.most_common()],
        ),
        "<h2>Games</h2>",
        html_table(
            ["game", "opening", "result", "Black's loss per move", "White's", "mistakes"],
            [_game_row(game) for game in games],
            texts=2,
        ),
        f"<h2>The {min(_WORST, len(worst))} worst mistakes</h2>" if worst else "",
        *(
            _mistake(position, move, game.number, f"Game {game.number}, {game.title}, ")
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
    head = ["player", "games", "moves", "loss per move", "mistakes", "accuracy", *PHASES]
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


def _mistake(position: Position, move: ReviewedMove, number: int, where: str) -> str:
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
        title=f"Before move {move.named_number}, {move.move}",
        id=f"game{number}move{move.number}",
    )  # fmt: skip
    cost, *findings = describe_mistake(move)
    heard = "" if move.answer is None else f" ({move.answer.value})"
    lines = [("Better", move.line), ("Played", move.played_line)]
    shown = "".join(
        f'<p class="line">{name}: {_line(line)}</p>' for name, line in lines if len(line) > 1
    )
    reasons = "".join(f"<li>{escape(sentence)}</li>" for sentence in findings)
    return (
        f'<section class="mistake">{board}<div><h3>{escape(where)}{move.named_number}. '
        f"{plain_side(move.color)} {move.move}{heard}</h3><p>{escape(cost)}</p><ul>{reasons}</ul>"
        f'{shown}<p class="source">For {plain_side(move.color)}, {move.move} is worth '
        f"{escape(_value(move.score))} and {move.better} {escape(_value(move.best_score))}."
        "</p></div></section>"
    )


def _line(line: Sequence[object]) -> str:
    more = " ..." if len(line) > RULES.lines.shown else ""
    return escape(" ".join(map(str, line[: RULES.lines.shown])) + more)


def _moves(moves: Sequence[ReviewedMove]) -> str:
    return html_table(
        ["side", "move", "better", "no.", "for Black", "source", "loss"],
        [
            (
                plain_side(move.color),
                f"{move.move}{'' if move.answer is None else f' ({move.answer.value})'}",
                f"{move.better}" if move.has_loss else "",
                f"{move.disc or ''}",
                f"{move.value.discs:+.1f}",
                _source(move.value),
                f"{move.loss:.1f}" if move.has_loss else "",
            )
            for move in moves
        ],
        texts=3,
    )


def _value(score: Score) -> str:
    is_whole = float(score.discs).is_integer()
    return f"{score.discs:+.{0 if is_whole else 1}f} ({_source(score)})"


def _source(score: Score) -> str:
    """Return where a score comes from, in words."""
    match score.kind:
        case ScoreKind.HEURISTIC:
            confidence = "" if score.confidence is None else f" at {score.confidence} %"
            return f"depth {score.depth}{confidence}"
        case ScoreKind.EXPECTED:
            return f"average, depth {score.depth}"
        case _:
            return score.kind.value


def _settings(settings: ReviewSettings, games: Sequence[ReviewedGame]) -> str:
    rows = [("engine", settings.engine or "the best one installed")]
    rows += [
        (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else f"{value}")
        for name, value in settings.to_dict().items()
        if name != "engine" and value is not None
    ]
    rows.append(("nodes", f"{sum(game.review.nodes for game in games):,}"))
    return html_table(["setting", "value"], rows, texts=1)
