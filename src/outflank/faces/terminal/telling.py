"""Sentences of the line mode about a position, fit to be read aloud."""

from __future__ import annotations

from typing import Final

from outflank.engine import Analysis
from outflank.play.sentences import Sentences
from outflank.play.snapshot import SeatView
from outflank.rules import BLACK, WHITE, Board, Position, Score, ScoreKind, Square, SquareSet

__all__ = ["clock", "hint", "line", "moves", "score", "worth"]

_OTHERS: Final = 5  # moves of which a hint says what they are worth


def line(squares: SquareSet, name: str, board: Board, sentences: Sentences) -> str:
    """Read a row or a column aloud."""
    discs = [
        f"{square} {sentences.side(color)}"
        for square in squares
        if (color := board.disc_at(square)) is not None
    ]
    return f"{name}: {', '.join(discs) or 'empty'}."


def score(board: Board, sentences: Sentences) -> str:
    """Say how many discs each side has."""
    sides = (f"{sentences.side(color)} {board.count(color)}" for color in (BLACK, WHITE))
    return f"{', '.join(sides)}, {board.empties} empty."


def moves(position: Position, sentences: Sentences) -> str:
    """Say where the side to move may play, and what each move turns over."""
    found = [
        f"{square} turns over {len(position.place(square).turned)}"
        for square in position.legal_moves.squares
    ]
    return f"{sentences.side(position.turn)} may play: {', '.join(found)}."


def clock(seat: SeatView) -> str:
    """Say how much time a player has."""
    left = [
        f"{milliseconds / 1000:.1f} seconds {what}"
        for milliseconds, what in (
            (seat.clock.remaining, "left"),
            (seat.clock.move_limit, "for this move"),
        )
        if milliseconds is not None
    ]
    return f"{seat.name}: {', '.join(left) or 'no clock'}."


def hint(found: Analysis) -> str:
    """Say what the computer would play, and what the next best moves are worth.

    >>> d3, c4 = (Square.parse(name) for name in ("d3", "c4"))
    >>> hint(Analysis(d3, Score(3.75, depth=10), candidates=((d3, Score(3.75)), (c4, Score(2.5)))))
    'The computer would play d3, worth +3.8 discs as it looks 10 moves ahead. Then come c4 +2.5.'
    """
    value = "" if found.score is None else f", worth {worth(found.score)}"
    others = [
        f"{move} {value.discs:+.1f}"
        for move, value in found.candidates[:_OTHERS]
        if isinstance(move, Square) and move != found.move
    ]
    rest = f" Then come {', '.join(others)}." if others else ""
    return f"The computer would play {found.move}{value}.{rest}"


def worth(score: Score) -> str:
    """Say a score as it is read aloud.

    >>> worth(Score(-4, ScoreKind.EXACT)), worth(Score(1, ScoreKind.PROVEN))
    ('-4 discs for certain', 'a win for certain')
    """
    match score.kind:
        case ScoreKind.EXACT:
            return f"{score.discs:+.0f} discs for certain"
        case ScoreKind.PROVEN:
            result = "a win" if score.discs > 0 else "a loss" if score.discs < 0 else "a draw"
            return f"{result} for certain"
        case ScoreKind.EXPECTED:
            return f"{score.discs:+.1f} discs on average"
        case _:
            depth = f" as it looks {score.depth} moves ahead" if score.depth else ""
            return f"{score.discs:+.1f} discs{depth}"
