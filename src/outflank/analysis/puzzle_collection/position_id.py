"""A short name for a position, the same for the seven symmetric to it."""

from __future__ import annotations

import base64
import hashlib

from outflank.rules import Position

__all__ = ["position_id"]


def position_id(position: Position) -> str:
    """Return ten letters that stand for a position and the seven symmetric to it.

    >>> start = Position.start()
    >>> position_id(start.play("f5")) == position_id(start.play("d3"))
    True
    """
    text = f"{position.variant.name} {position.canonical()}"
    digest = hashlib.sha256(text.encode()).digest()
    return base64.b32encode(digest)[:10].decode().lower()
