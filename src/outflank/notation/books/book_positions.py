"""The common part of all books' records: the discs of two sides, and moves with scores."""

from __future__ import annotations

from outflank.errors import NotationError
from outflank.notation.record import ScoredPosition
from outflank.rules import BLACK, Board, Move, Position, Score, ScoreKind
from outflank.texts import Text

__all__ = ["Known", "book_position", "book_score", "scored_position"]

_SIZE = 8
Known = tuple[Move, Score]  # a move and its score


def book_score(discs: int, level: int | None = None) -> Score:
    """Return a score from a book, with the level of its search as its depth."""
    return Score(discs, ScoreKind.BOOK, level)


def book_position(player: int, opponent: int) -> Position:
    """Return a position with the player as black, who is to move; bit 0 is a1."""
    if player & opponent:
        raise NotationError(Text("errors.notation.book_square_of_both"))
    return Position(Board(_SIZE, player, opponent), BLACK)


def scored_position(
    position: Position, known: list[Known], score: Score, comment: str = ""
) -> ScoredPosition:
    """Return a position with its moves, best first; each move must be legal."""
    for move, _ in known:
        if not position.is_legal(move):
            raise NotationError(
                Text("errors.notation.illegal_book_move", move=move, position=position)
            )
    best_first = sorted(known, key=lambda pair: pair[1].discs, reverse=True)
    return ScoredPosition(position, tuple(best_first), score, comment)
