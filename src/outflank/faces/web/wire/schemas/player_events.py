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
    """An event of one of your matches."""

    match: MatchSummary


class PlayerMatchStarted(PlayerMatchEvent, frozen=True, tag="MatchStarted"):
    """One of your matches began, or was running when the stream began."""


class PlayerMatchEnded(PlayerMatchEvent, frozen=True, tag="MatchEnded"):
    """One of your matches is over."""


class ChallengeEvent(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """An event of a challenge by or to you."""

    challenge: Challenge


class ChallengeMade(ChallengeEvent, frozen=True, tag="ChallengeMade"):
    """A challenge is open."""


class ChallengeAccepted(ChallengeEvent, frozen=True, tag="ChallengeAccepted"):
    """A challenge was accepted; its match has begun."""


class ChallengeDeclined(ChallengeEvent, frozen=True, tag="ChallengeDeclined"):
    """A challenge was declined."""


class ChallengeWithdrawn(ChallengeEvent, frozen=True, tag="ChallengeWithdrawn"):
    """A challenge was withdrawn."""


class ChallengeExpired(ChallengeEvent, frozen=True, tag="ChallengeExpired"):
    """Nobody accepted a challenge in time."""


class TournamentEvent(Struct, frozen=True, tag_field="event", tag="Tournament"):
    """A tournament that you play in started, paused, resumed or ended."""

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
