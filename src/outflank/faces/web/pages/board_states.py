"""The states of `<outflank-board>`, made from positions."""

from __future__ import annotations

from typing import Any

from outflank.rules import Placement, Position

__all__ = ["board_state"]


def board_state(position: Position, last: Placement | None = None) -> dict[str, Any]:
    """Return the state of `<outflank-board>` for a position and the move that led to it.

    >>> state = board_state(Position.start(4))
    >>> state["cells"], state["turn"], state["legal"]["b1"]
    ('-----OX--XO-----', 'black', ['b2'])
    """
    legal = [] if position.awaits_answer else position.legal_moves.squares
    return {
        "size": position.size,
        "cells": str(position.board),
        "turn": None if position.is_over else str(position.turn),
        "legal": {str(square): _names(position.place(square).turned) for square in legal},
        "answer": position.answer and str(position.answer),
        "last": last
        and {
            "square": str(last.square),
            "flipped": _names(last.flipped),
            "forced": _names(last.forced),
        },
    }


def _names(squares: Any) -> list[str]:
    return [str(square) for square in squares]
