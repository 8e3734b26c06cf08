"""Positions: what a text in any notation shows, before a match begins from it."""

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
        """Read a game or a position in any notation, as a match would begin from it.

        A text whose game is over is refused.
        """
        position = read_start(body.start, body.variant, body.size)
        return PositionObject(
            variant=position.variant.name,
            size=position.size,
            cells=str(position.board),
            turn=word(position.turn),
            legal=[str(move) for move in position.legal_moves if isinstance(move, Square)],
        )
