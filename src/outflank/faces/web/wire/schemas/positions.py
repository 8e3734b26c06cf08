"""The wire forms of positions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from outflank.faces.web.wire.schemas.values import (
    Cells,
    ColorName,
    Plain,
    Size,
    SquareName,
    StartText,
    VariantName,
)

__all__ = ["PositionBody", "PositionObject"]


class PositionBody(Plain, frozen=True):
    """A text to read; `variant` and `size` are for notations without them."""

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
