"""Positions: reads a text in any notation, before a match begins from it."""

from __future__ import annotations

from outflank.faces.web.api.operations import operation
from outflank.faces.web.wire.schemas.positions import PositionBody, PositionObject
from outflank.faces.web.wire.views.matches import word
from outflank.rules import Square
from outflank.server.matches.start_positions import read_start
from outflank.server.rate_limits import RateLimit

__all__ = ["PositionHandlers"]


class PositionHandlers:
    """Handles positions."""

    @operation("POST", "/positions", limit=RateLimit.PAGES)
    def read_position(self, body: PositionBody) -> PositionObject:
        """Read the position from which a match would begin, in any notation.

        A finished game is refused.
        """
        position = read_start(body.start, body.variant, body.size)
        return PositionObject(
            variant=position.variant.name,
            size=position.size,
            cells=str(position.board),
            turn=word(position.turn),
            legal=[str(move) for move in position.legal_moves if isinstance(move, Square)],
        )
