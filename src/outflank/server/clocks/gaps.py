"""Gaps in service: setting the clock of a match back to the start of a gap."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from outflank.play.events import Event, Resumed
from outflank.play.match import Match
from outflank.play.occupants import SeatKind
from outflank.rules import Color
from outflank.texts import say

__all__ = ["OUTAGE", "Gap", "set_clock_back", "was_resumed"]

# All in milliseconds.
OUTAGE = 2_000  # if no heartbeat was stored for longer than this, the server was down
_RECONNECTING = 1_000  # the time to connect again after a gap that was no outage
_BOT_GRACE = 5_000  # after an outage
_PERSON_GRACE = 20_000


class Gap(NamedTuple):
    """A time in which the server did not serve.

    If it `was_cut`, players had to connect or to send their move again.
    """

    since: int
    until: int
    was_cut: bool

    @property
    def is_outage(self) -> bool:
        """Whether the gap was so long that players may have given up."""
        return self.until - self.since > OUTAGE


def set_clock_back(match: Match, since: int, now: int, *, was_cut: bool) -> list[Event]:
    """Set the clock of a match back to the start of a gap, and start it again."""
    if match.deadline is None or match.outcome is not None:
        return []
    away = now - since
    note = say("server.notes.away", seconds=f"{away / 1000:.1f}")
    events = match.pause(at=min(since, match.deadline), note=note)
    color = match.position.turn
    if away > OUTAGE:
        grace, reply_grace = (_grace(match, side) for side in (color, color.opponent))
    else:
        grace = reply_grace = _RECONNECTING if was_cut else 0
    return events + match.resume(at=now, grace=grace, reply_grace=reply_grace)


def _grace(match: Match, color: Color) -> int:
    """Return the time for a side to connect again after an outage, in milliseconds."""
    is_person = match.setup.player(color).occupant.kind is SeatKind.PERSON
    return _PERSON_GRACE if is_person else _BOT_GRACE


def was_resumed(match: Match, since: int) -> bool:
    """Return whether the clock of a match has been set back since a moment."""
    events = itertools.takewhile(lambda event: event.at >= since, reversed(match.events))
    return any(isinstance(event, Resumed) for event in events)
