"""Boards as the protocols write them."""

from __future__ import annotations

import re

from outflank.rules import BLACK, WHITE, Position

__all__ = ["cells", "fen"]


def cells(position: Position, signs: str = "XO-") -> str:
    """Write the squares row by row, with the signs of black, white and empty.

    >>> from outflank.rules import Classic
    >>> cells(Classic().start(4))
    '-----OX--XO-----'
    """
    board, size = position.board, position.size
    of = {BLACK: signs[0], WHITE: signs[1], None: signs[2]}
    letters = "abcdefghijklmnop"[:size]
    rows = range(1, size + 1)
    return "".join(of[board.disc_at(f"{letter}{row}")] for row in rows for letter in letters)


def fen(position: Position, signs: str) -> str:
    """Write the rows from the top, with numbers for empty squares.

    >>> from outflank.rules import Classic
    >>> fen(Classic().start(), "xo")
    '8/8/8/3ox3/3xo3/8/8/8'
    """
    text, size = cells(position, f"{signs}-"), position.size
    rows = (text[start : start + size] for start in range(0, size * size, size))
    return "/".join(re.sub("-+", lambda run: str(len(run[0])), row) for row in rows)
