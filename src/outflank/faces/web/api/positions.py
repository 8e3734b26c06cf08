"""Positions: what a text in any notation shows, before a match begins from it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Routes
from outflank.faces.web.api.match_views import word
from outflank.faces.web.api.schemas import (
    Cells,
    ColorName,
    Plain,
    Size,
    SquareName,
    StartText,
    VariantName,
)
from outflank.rules import Square
from outflank.server.matches.start_positions import read_start
from outflank.server.rate_limits import Quota

__all__ = ["PositionObject", "PositionOrder", "routes"]

routes = Routes("Matches")


class PositionOrder(Plain, frozen=True):
    """A text to read; variant and size are for one that does not say them."""

    start: StartText
    variant: VariantName = "classic"
    size: Size = 8


class PositionObject(Plain, frozen=True):
    """The position at the end of a text."""

    variant: str
    size: int
    cells: Cells
    turn: ColorName
    legal: Annotated[list[SquareName], Meta(description="empty when the side to move must pass")]


@routes.route("POST", "/positions", budget=Quota.PAGES)
def read_position(call: ApiCall, body: PositionOrder) -> PositionObject:  # noqa: ARG001
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
