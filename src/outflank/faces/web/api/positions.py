"""Positions: what a text in any notation shows, before a match begins from it."""

from __future__ import annotations

from litestar.di import NamedDependency

from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.positions import PositionObject, PositionOrder
from outflank.faces.web.api.views.matches import word
from outflank.rules import Square
from outflank.server.matches.start_positions import read_start
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route("POST", "/positions", quota=Quota.PAGES)
def read_position(call: Call, order: NamedDependency[PositionOrder]) -> PositionObject:  # noqa: ARG001
    """Read a game or a position in any notation, as a match would begin from it.

    A text whose game is over is refused.
    """
    position = read_start(order.start, order.variant, order.size)
    return PositionObject(
        variant=position.variant.name,
        size=position.size,
        cells=str(position.board),
        turn=word(position.turn),
        legal=[str(move) for move in position.legal_moves if isinstance(move, Square)],
    )


handlers = [read_position]
