"""GoGui's extensions of GTP: the rules of the game, and analyses that it draws on its board.

GoGui has row 1 at the bottom, so boards are written last row first: squares keep their names, and
GoGui shows the board upside down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from outflank.engine.protocol import Analysis
from outflank.engine.protocols.gtp import spell_vertex
from outflank.rules import BLACK, WHITE, Color, Position, Square
from outflank.texts import catalogue

__all__ = [
    "ANALYSES",
    "ANALYZE_COMMANDS",
    "board",
    "drawing",
    "final_result",
    "legal_moves",
]

_CELLS: Final = {BLACK: "X", WHITE: "O", None: "."}
_FULL: Final = 16.0  # discs ahead at which a square of the heat map has its full size
# Colours of moves by the discs that they lose, from the best move on.
_COLORS: Final = (
    (0.5, "#1a9850"),
    (2, "#91cf60"),
    (4, "#d9ef8b"),
    (8, "#fee08b"),
    (16, "#fc8d59"),
    (float("inf"), "#d73027"),
)


def board(position: Position) -> str:
    """Return the discs as GoGui reads them, last row first."""
    return "\n".join(" ".join(_CELLS[cell] for cell in row) for row in _rows(position))


def drawing(position: Position) -> str:
    """Return a drawing of the board for people, with row 1 at the top."""
    size = position.size
    letters = "   " + " ".join(str(Square(col, 0))[0].upper() for col in range(size))
    rows = [*_rows(position)][::-1]
    lines = [
        f"{number:2} {' '.join(_CELLS[cell] for cell in row)} {number}"
        for number, row in enumerate(rows, 1)
    ]
    counts = f"{position.board.count(BLACK)} black (X), {position.board.count(WHITE)} white (O)"
    turn = final_result(position) if position.is_over else f"{position.turn} to move"
    return "\n" + "\n".join([letters, *lines, letters, f"{counts}, {turn}"])


def legal_moves(position: Position) -> str:
    """Return the legal moves: squares, or `pass`, or nothing when the game is over."""
    return " ".join(spell_vertex(move) for move in position.legal_moves)


def final_result(position: Position) -> str:
    """Return the result, or that the game is not over."""
    outcome = position.outcome
    return "the game is not over" if outcome is None else outcome.text.render(catalogue("en"))


def _rows(position: Position) -> Iterator[list[Color | None]]:
    size = position.size
    for row in reversed(range(size)):
        yield [position.board.disc_at(Square(col, row)) for col in range(size)]


# Analyses


def _evaluation(position: Position, found: Analysis) -> str:
    """Return for every square the value of a move there for black, from -1 to 1."""
    sign = 1 if position.turn is BLACK else -1
    worth = {move: sign * score.discs / _FULL for move, score in found.scores.items()}
    return "\n".join(
        " ".join(
            f"{max(-1.0, min(1.0, worth.get(Square(col, row), 0.0))):.2f}"
            for col in range(position.size)
        )
        for row in reversed(range(position.size))
    )


def _best_moves(position: Position, found: Analysis) -> str:
    """Return colours and labels for every move, from green for the best to red."""
    del position
    if not found.scores:
        return f"TEXT {_text(found)}"
    best = max(score.discs for score in found.scores.values())
    scored = [(spell_vertex(move), score.discs) for move, score in found.scores.items()]
    lines = [f"COLOR {_color(best - discs)} {vertex}" for vertex, discs in scored]
    labels = " ".join(f"{vertex} {discs:+.0f}" for vertex, discs in scored)
    return "\n".join([*lines, f"LABEL {labels}", f"TEXT {_text(found)}"])


def _color(loss: float) -> str:
    return next(color for most, color in _COLORS if loss <= most)


def _main_line(position: Position, found: Analysis) -> str:
    """Return the expected moves."""
    del position
    return " ".join(map(spell_vertex, found.line))


def _score(position: Position, found: Analysis) -> str:
    """Return the score of the position."""
    return f"{position.turn} to move: {_text(found)}"


def _text(found: Analysis) -> str:
    # A level may not choose the best move, but its scores begin with it.
    for move, score in found.scores.items():
        return f"{spell_vertex(move)} {score}, {found.nodes} nodes"
    return "only one move" if found.move is None else spell_vertex(found.move)


ANALYSES: Final[dict[str, Callable[[Position, Analysis], str]]] = {
    "outflank-best_moves": _best_moves,
    "outflank-evaluation": _evaluation,
    "outflank-main_line": _main_line,
    "outflank-score": _score,
}
ANALYZE_COMMANDS: Final = """\
dboard/Evaluation/outflank-evaluation
gfx/Best moves/outflank-best_moves
var/Main line/outflank-main_line
string/Score/outflank-score
plist/Legal moves/gogui-rules_legal_moves
string/Result/gogui-rules_final_result"""
