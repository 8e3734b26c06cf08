"""Notices about a match: each has a sentence, and a kind by which a face chooses its look."""

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
    """Return the kind of notice that an event gets."""
    return _KINDS.get(type(event), "plain")
