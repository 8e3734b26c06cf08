"""What an answer is worth when it is chosen: how many discs it gives away."""

from __future__ import annotations

from outflank.engine import Engine, Limit
from outflank.learning.openings.replies import book_losses
from outflank.notation import Book
from outflank.rules import Move, Position
from outflank.texts import say

__all__ = ["describe_choice", "loss_of_choice"]

_LIMIT = Limit(depth=14)
_NOTHING = 0.5  # discs: what an answer gives away less than this is not worth a sentence


def loss_of_choice(
    position: Position, move: Move, engine: Engine | None = None, book: Book | None = None
) -> float | None:
    """Return how many discs a move gives away: by the book, else by an engine, else None.

    >>> from outflank.rules import Square
    >>> loss_of_choice(Position.parse("f5d6c3d3c4"), Square.parse("f3"))
    9.96875
    """
    known = book_losses(position, book)
    if move in known:
        return known[move]
    if engine is None:
        return None
    after = position.play(move)
    if after.is_over:
        return None
    best = engine.analyse(position, _LIMIT).score
    reply = engine.analyse(after, _LIMIT).score
    return None if best is None or reply is None else max(0.0, best.discs + reply.discs)


def describe_choice(move: Move, loss: float | None) -> str:
    """Return a sentence on what an answer gives away, "" if nothing or unknown.

    >>> from outflank.rules import Square
    >>> describe_choice(Square.parse("f3"), 9.96875)
    'f3 gives away about 10 discs.'
    """
    if loss is None or loss < _NOTHING:
        return ""
    return say("learning.openings.gives_away", move=move, count=f"{loss:.0f}")
