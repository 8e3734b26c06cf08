"""Othello as Fairy-Stockfish has it: discs are dropped pawns, and ranks count from the bottom.

The first player, Othello's black, is chess's white: its pieces are capitals and its clock `wtime`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Board,
    Color,
    Move,
    Position,
    Square,
    Variant,
    find_variant,
    parse_move,
)

__all__ = ["VARIANTS", "FlipelloVariant", "parse_drop", "parse_fen", "spell_drop"]


class FlipelloVariant(NamedTuple):
    """What a variant of Fairy-Stockfish is to us."""

    variant: Variant
    size: int


VARIANTS: Final = {
    "antiflipello": FlipelloVariant(find_variant("anti"), 8),
    "flipello": FlipelloVariant(find_variant("classic"), 8),
    "flipello10": FlipelloVariant(find_variant("classic"), 10),
}

_DROP = re.compile(r"[Pp]@([a-p])([0-9]{1,2})")
_STAY = re.compile(r"([a-p][0-9]{1,2})\1")  # a piece that moves to where it stands: a pass
_NO_MOVE: Final = frozenset({"0000", "@@@@", "pass"})
_ROW_PARTS = re.compile(r"[0-9]{1,2}|[PpXxOo*]")
_DISCS: Final = {"P": BLACK, "p": WHITE, "X": BLACK, "x": BLACK, "*": BLACK, "O": WHITE, "o": WHITE}


def spell_drop(move: Move, position: Position) -> str:
    """Write a move; a pass names the mover's lowest and leftmost disc twice.

    >>> spell_drop(Square.parse("e6"), find_variant("classic").start())
    'P@e3'
    """
    size = position.size
    if isinstance(move, Square):
        return f"P@{_at(move, size)}"
    own = position.board.discs(position.turn)
    lowest = min(own, key=lambda square: (-square.row, square.col), default=Square(0, size - 1))
    return _at(lowest, size) * 2


def parse_drop(text: str, position: Position) -> Move:
    """Read a move; any piece that stays where it is means a pass.

    >>> parse_drop("P@e3", find_variant("classic").start())
    e6
    """
    if text.lower() in _NO_MOVE or _STAY.fullmatch(text):
        return PASS
    drop = _DROP.fullmatch(text)
    if drop is None:
        raise NotationError(f"{text[:20]!r} is not a move; a move is such as P@e3")
    rank = int(drop[2])
    if not 1 <= rank <= position.size:
        raise NotationError(f"{text} is not on a board with {position.size} ranks")
    return parse_move(f"{drop[1]}{position.size + 1 - rank}")


def _at(square: Square, size: int) -> str:
    return f"{str(square)[0]}{size - square.row}"


def parse_fen(text: str, variant: Variant) -> Position:
    """Read a position: rows from the top, pieces in hand in brackets or left out, and the side.

    Pieces are P and p, or x and o; the first player is w, or x.

    >>> start = "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppp] w 0 1"
    >>> parse_fen(start, find_variant("classic")) == find_variant("classic").start()
    True
    """
    words = text.split()
    if len(words) < 2:
        raise NotationError("a FEN has rows and a side to move, such as 8/8/8/3pP3/3Pp3/8/8/8 w")
    rows = re.sub(r"\[[^\]]*\]", "", words[0]).split("/")
    size = len(rows)
    if size not in SIZES:
        raise NotationError(f"a FEN of {size} rows fills no board of an even size from 4 to 16")
    cells = "".join(_cells(row, size) for row in rows)
    has_pieces = any(letter in "Pp" for letter in words[0])
    return Position(variant, Board.parse(cells), _side(words[1], is_chess=has_pieces))


def _cells(row: str, size: int) -> str:
    if not re.fullmatch(f"(?:{_ROW_PARTS.pattern})*", row):
        raise NotationError(f"the row {row[:40]!r} has other signs than numbers, P and p")
    parts: list[str] = []
    for part in _ROW_PARTS.findall(row):
        if part.isdecimal():
            parts.append("-" * int(part))
        else:
            parts.append("X" if _DISCS[part] is BLACK else "O")
    cells = "".join(parts)
    if len(cells) != size:
        raise NotationError(f"the row {row[:40]!r} has {len(cells)} squares instead of {size}")
    return cells


def _side(letter: str, *, is_chess: bool) -> Color:
    """Return who moves: chess's white moves first, and so does Othello's black."""
    first, second = ("w", "b") if is_chess else ("b", "w")
    if letter.lower() in ("x", "*", first):
        return BLACK
    if letter.lower() in ("o", second):
        return WHITE
    raise NotationError(f"{letter[:20]!r} is not a side; it is {first} or {second}")
