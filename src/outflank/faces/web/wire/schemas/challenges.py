"""The wire forms of challenges."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from outflank.faces.web.wire.schemas.matches import Origin
from outflank.faces.web.wire.schemas.players import PlayerObject
from outflank.faces.web.wire.schemas.values import (
    MAX_NUMBER,
    ChallengeId,
    ClockText,
    ColorChoice,
    Milliseconds,
    OracleName,
    Plain,
    Scoring,
    Size,
    StartText,
    VariantName,
)

__all__ = ["Challenge", "ChallengeBody", "ChallengeList"]


class ChallengeBody(Plain, frozen=True):
    """A proposal to play."""

    opponent: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
        | Annotated[str, Meta(min_length=1, max_length=256)]
        | None
    ) = None
    variant: VariantName = "classic"
    size: Size = 8
    clock: ClockText = "none"
    color: Annotated[ColorChoice, Meta(description="yours")] = "lot"
    rated: bool = False
    scoring: Scoring = "board"
    oracle: OracleName = "local"
    listed: Annotated[bool, Meta(description="show it to everybody, without an opponent")] = False
    expires_in: Annotated[float, Meta(ge=1, le=86400, description="seconds")] = 60.0
    start: StartText = ""
    origin: Annotated[Origin, Meta(description="instead of a start")] | None = None


class Challenge(Plain, frozen=True):
    """A proposal to play; without an opponent, anybody who has its id can accept it."""

    id: ChallengeId
    status: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    challenger: PlayerObject
    opponent: PlayerObject | None
    variant: str
    size: int
    clock: str
    color: Annotated[ColorChoice, Meta(description="the challenger's")]
    rated: bool
    scoring: Scoring
    oracle: OracleName
    listed: bool
    created: Milliseconds
    expires: Milliseconds
    match: str | None
    start: Annotated[
        str,
        Meta(description="the position it begins from, as cells and side; empty for the usual one"),
    ]
    origin: Annotated[Origin, Meta(description="of a what-if match")] | None


class ChallengeList(Plain, frozen=True):
    """The open challenges by and to a player, the oldest first."""

    challenges: list[Challenge]
