"""Reviews as one HTML page that needs nothing else: boards of the mistakes, graph and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from outflank.analysis.accuracy import PHASES, Accuracy, accuracy_of_players
from outflank.analysis.many_games import ReviewSettings
from outflank.analysis.review import ReviewedMove
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.analysis.sentences import describe_mistake, texts
from outflank.drawing.html_page import html_page, html_table
from outflank.drawing.svg_board import svg
from outflank.drawing.svg_plot import bar_plot, line_plot
from outflank.rules import BLACK, WHITE, Color, Position, Score, ScoreKind, Square

__all__ = ["review_page"]

_BOARD = 260  # pixels of a board
_LINE = 10  # moves of a line that are shown
_WORST = 60  # mistakes of many games that are shown
_DISCS = ("#1c2120", "#fbfaf6")
_SHOWN = 0.05  # discs from which on a loss is shown
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
    """Return the page of one game, or of many with their players and worst mistakes.

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
    sections += ["<h2>How it was made</h2>", _settings(settings, games)]
    return html_page(title, sections)


def _summary(game: ReviewedGame) -> str:
    said = []
    if game.margin is not None:
        winner = game.name(BLACK if game.margin > 0 else WHITE)
        lead = abs(game.margin)
        said.append(
            f"{winner} won by {lead} disc{'' if lead == 1 else 's'}."
            if game.margin
            else "The game was a draw."
        )
    if game.opening:
        said.append(f"Opening: {game.opening}.")
    said += [
        f"{game.name(color)} gave away {game.review.average_loss(color):.1f} discs a move."
        for color in (BLACK, WHITE)
    ]
    return f'<p class="result">{escape(" ".join(said))}</p>'


def _one_game(game: ReviewedGame) -> list[str]:
    moves = game.review.moves
    drawn = []
    if len(moves) > 1:
        values = [(float(one.number), float(one.value.discs)) for one in moves]
        zero = [(float(moves[0].number), 0.0), (float(moves[-1].number), 0.0)]
        drawn = [
            "<h2>Evaluation</h2><p>Discs ahead for Black after each move.</p>",
            line_plot({"Black's lead": values, "even": zero}, "move", "discs for Black"),
            "<h2>What each move lost</h2>",
            bar_plot(
                {_named_side(game, color): _losses(moves, color) for color in Color},
                "move",
                "discs",
                fills=_DISCS,
            ),
        ]
    mistakes = [(position, one) for position, one in game.positions() if one.is_mistake]
    return [
        "<h2>Accuracy</h2>",
        _players([game]),
        *drawn,
        "<h2>Mistakes</h2>",
        (
            "<p>The better move has a frame. Figures are discs for the side to move.</p>"
            if mistakes
            else "<p>None were found.</p>"
        ),
        *(_mistake(position, one, game.number, "") for position, one in mistakes),
        "<h2>All moves</h2>",
        _moves(moves),
    ]


def _named_side(game: ReviewedGame, color: Color) -> str:
    side, name = _side(color), game.name(color)
    return side if name == side else f"{side}: {name}"


def _losses(moves: Sequence[ReviewedMove], color: Color) -> list[tuple[float, float]]:
    return [(float(one.number), round(one.loss, 2)) for one in moves if one.color is color]


def _many_games(games: Sequence[ReviewedGame]) -> list[str]:
    counts = Counter(
        finding.code for one in games for move in one.review.moves for finding in move.findings
    )
    names = texts()["names"]
    worst = sorted(
        (
            (one.loss, game.number, game, position, one)
            for game in games
            for position, one in game.positions()
            if one.is_mistake
        ),
        key=lambda row: (-row[0], row[1], row[4].number),
    )
    return [
        "<h2>Players</h2>",
        _players(games),
        "<h2>What went wrong</h2>",
        html_table(
            ["mistake", "times"], [(names[code], f"{n:,}") for code, n in counts.most_common()]
        ),
        "<h2>Games</h2>",
        html_table(
            ["game", "opening", "result", "Black lost a move", "White lost a move", "mistakes"],
            [_game_row(one) for one in games],
            texts=2,
        ),
        f"<h2>The {min(_WORST, len(worst))} worst mistakes</h2>" if worst else "",
        *(
            _mistake(position, one, game.number, f"Game {game.number}, {game.title}, ")
            for _, _, game, position, one in worst[:_WORST]
        ),
    ]


def _game_row(one: ReviewedGame) -> tuple[str, ...]:
    return (
        f"{one.number}. {one.title}",
        one.opening,
        "" if one.margin is None else f"{one.margin:+d}",
        f"{one.review.average_loss(BLACK):.1f}",
        f"{one.review.average_loss(WHITE):.1f}",
        f"{len(one.review.mistakes)}",
    )


def _players(games: Sequence[ReviewedGame]) -> str:
    head = ["player", "games", "moves", "lost a move", "mistakes", "accuracy", *PHASES]
    players = sorted(accuracy_of_players(games), key=lambda one: -one.whole.moves)
    return html_table(
        head,
        [
            (
                one.name,
                f"{one.games:,}",
                f"{one.whole.moves:,}",
                f"{one.whole.average_loss or 0:.2f}",
                f"{one.whole.mistakes:,}",
                _percent(one.whole),
                *(_percent(one.phases[phase]) for phase in PHASES),
            )
            for one in players
        ],
    )


def _percent(one: Accuracy) -> str:
    return "" if one.percent is None else f"{one.percent:.0f} %"


def _mistake(position: Position, one: ReviewedMove, number: int, where: str) -> str:
    """Draw a mistake: the board before it with both moves, and what there is to say."""
    scores = {
        move: score
        for move, score in ((one.better, one.best_score), (one.move, one.score))
        if isinstance(move, Square)
    }
    board = svg(
        position,
        size=_BOARD,
        legal=False,
        scores=scores,
        marks={"frame": [one.better] if isinstance(one.better, Square) else []},
        title=f"Before move {one.named_number}, {one.move}",
        id=f"game{number}move{one.number}",
    )  # fmt: skip
    cost, *said = describe_mistake(one)
    heard = "" if one.answer is None else f" ({one.answer.value})"
    lines = [("Better", one.line), ("Played", one.played_line)]
    shown = "".join(
        f'<p class="line">{name}: {_line(line)}</p>' for name, line in lines if len(line) > 1
    )
    reasons = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    return (
        f'<section class="mistake">{board}<div><h3>{escape(where)}{one.named_number}. '
        f"{_side(one.color)} {one.move}{heard}</h3><p>{escape(cost)}</p><ul>{reasons}</ul>"
        f'{shown}<p class="source">{one.move} is worth {escape(_value(one.score))}, '
        f"{one.better} {escape(_value(one.best_score))} to {_side(one.color)}.</p></div></section>"
    )


def _line(line: Sequence[object]) -> str:
    more = " ..." if len(line) > _LINE else ""
    return escape(" ".join(map(str, line[:_LINE])) + more)


def _moves(moves: Sequence[ReviewedMove]) -> str:
    return html_table(
        ["side", "move", "better", "no.", "for Black", "value", "lost"],
        [
            (
                _side(one.color),
                f"{one.move}{'' if one.answer is None else f' ({one.answer.value})'}",
                f"{one.better}" if one.loss >= _SHOWN else "",
                f"{one.disc or ''}",
                f"{one.value.discs:+.1f}",
                _source(one.value),
                f"{one.loss:.1f}" if one.loss >= _SHOWN else "",
            )
            for one in moves
        ],
        texts=3,
    )


def _value(score: Score) -> str:
    is_whole = float(score.discs).is_integer()
    return f"{score.discs:+.{0 if is_whole else 1}f} ({_source(score)})"


def _source(score: Score) -> str:
    """Say where a value comes from."""
    match score.kind:
        case ScoreKind.HEURISTIC:
            sure = "" if score.confidence is None else f" at {score.confidence} %"
            return f"depth {score.depth}{sure}"
        case ScoreKind.EXPECTED:
            return f"average, depth {score.depth}"
        case _:
            return score.kind.value


def _side(color: Color) -> str:
    return str(color).capitalize()


def _settings(settings: ReviewSettings, games: Sequence[ReviewedGame]) -> str:
    rows = [("engine", settings.engine or "the best that is installed")]
    rows += [
        (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else f"{value}")
        for name, value in settings.to_dict().items()
        if name != "engine" and value is not None
    ]
    rows.append(("nodes", f"{sum(one.review.nodes for one in games):,}"))
    return html_table(["setting", "value"], rows, texts=1)
