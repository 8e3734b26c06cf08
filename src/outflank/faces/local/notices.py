"""Sentences about what happened in a match, each of a kind that a face can show in its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    OfferMade,
    Passed,
    Paused,
    Resumed,
)

__all__ = ["Notice", "NoticeKind", "notice_kind"]

NoticeKind: TypeAlias = Literal[
    "plain", "start", "answer", "pass", "offer", "pause", "end", "problem", "progress"
]
_KINDS: Final[dict[type[Event], NoticeKind]] = {
    MatchStarted: "start",
    AnswerHeard: "answer",
    Passed: "pass",
    OfferMade: "offer",
    Paused: "pause",
    Resumed: "pause",
    MatchEnded: "end",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what happened, and its kind."""

    text: str
    kind: NoticeKind = "plain"


def notice_kind(event: Event) -> NoticeKind:
    """Return the kind of the notice of an event."""
    return _KINDS.get(type(event), "plain")
