"""The wire forms of a player's news."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from outflank.faces.web.wire.schemas.challenges import Challenge
from outflank.faces.web.wire.schemas.matches import MatchSummary
from outflank.faces.web.wire.schemas.tournaments import TournamentSummary

__all__ = [
    "ChallengeAcceptedNews",
    "ChallengeDeclinedNews",
    "ChallengeExpiredNews",
    "ChallengeMadeNews",
    "ChallengeNews",
    "ChallengeWithdrawnNews",
    "MatchEndedNews",
    "MatchStartedNews",
    "News",
    "TournamentNews",
]


class MatchNews(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something about a match of yours."""

    match: MatchSummary


class MatchStartedNews(MatchNews, frozen=True, tag="MatchStarted"):
    """A match of yours began, or runs when you begin to listen."""


class MatchEndedNews(MatchNews, frozen=True, tag="MatchEnded"):
    """A match of yours is over."""


class ChallengeNews(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something about a challenge that you made or got."""

    challenge: Challenge


class ChallengeMadeNews(ChallengeNews, frozen=True, tag="ChallengeMade"):
    """A challenge is open."""


class ChallengeAcceptedNews(ChallengeNews, frozen=True, tag="ChallengeAccepted"):
    """A challenge was accepted; its match has begun."""


class ChallengeDeclinedNews(ChallengeNews, frozen=True, tag="ChallengeDeclined"):
    """A challenge was declined."""


class ChallengeWithdrawnNews(ChallengeNews, frozen=True, tag="ChallengeWithdrawn"):
    """A challenge was taken back."""


class ChallengeExpiredNews(ChallengeNews, frozen=True, tag="ChallengeExpired"):
    """Nobody took a challenge up in time."""


class TournamentNews(Struct, frozen=True, tag_field="event", tag="Tournament"):
    """A tournament that you play in began, stopped, went on or ended."""

    tournament: TournamentSummary


News: TypeAlias = (
    MatchStartedNews
    | MatchEndedNews
    | ChallengeMadeNews
    | ChallengeAcceptedNews
    | ChallengeDeclinedNews
    | ChallengeWithdrawnNews
    | ChallengeExpiredNews
    | TournamentNews
)
