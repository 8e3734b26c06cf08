"""The wire forms of a player's events."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from outflank.faces.web.wire.schemas.challenges import Challenge
from outflank.faces.web.wire.schemas.matches import MatchSummary
from outflank.faces.web.wire.schemas.tournaments import TournamentSummary

__all__ = [
    "ChallengeAccepted",
    "ChallengeDeclined",
    "ChallengeEvent",
    "ChallengeExpired",
    "ChallengeMade",
    "ChallengeWithdrawn",
    "PlayerEvent",
    "PlayerMatchEnded",
    "PlayerMatchStarted",
    "TournamentEvent",
]


class PlayerMatchEvent(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something about a match of yours."""

    match: MatchSummary


class PlayerMatchStarted(PlayerMatchEvent, frozen=True, tag="MatchStarted"):
    """A match of yours began, or runs when you begin to listen."""


class PlayerMatchEnded(PlayerMatchEvent, frozen=True, tag="MatchEnded"):
    """A match of yours is over."""


class ChallengeEvent(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something about a challenge that you made or got."""

    challenge: Challenge


class ChallengeMade(ChallengeEvent, frozen=True, tag="ChallengeMade"):
    """A challenge is open."""


class ChallengeAccepted(ChallengeEvent, frozen=True, tag="ChallengeAccepted"):
    """A challenge was accepted; its match has begun."""


class ChallengeDeclined(ChallengeEvent, frozen=True, tag="ChallengeDeclined"):
    """A challenge was declined."""


class ChallengeWithdrawn(ChallengeEvent, frozen=True, tag="ChallengeWithdrawn"):
    """A challenge was taken back."""


class ChallengeExpired(ChallengeEvent, frozen=True, tag="ChallengeExpired"):
    """Nobody took a challenge up in time."""


class TournamentEvent(Struct, frozen=True, tag_field="event", tag="Tournament"):
    """A tournament that you play in began, stopped, went on or ended."""

    tournament: TournamentSummary


PlayerEvent: TypeAlias = (
    PlayerMatchStarted
    | PlayerMatchEnded
    | ChallengeMade
    | ChallengeAccepted
    | ChallengeDeclined
    | ChallengeWithdrawn
    | ChallengeExpired
    | TournamentEvent
)
