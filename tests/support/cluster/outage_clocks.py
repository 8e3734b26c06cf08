"""The effect of outages on the clocks of a match, read from its record."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence

from outflank.play.codec import decode_event
from outflank.play.events import Paused, Resumed
from outflank.play.match import Match

__all__ = ["clock_faults"]

_GRACE = 5_000  # milliseconds that bots have to connect again


def clock_faults(lines: Sequence[str]) -> list[str]:
    """Describe the outages after which a bot had less time than before, or too much grace."""
    events = [decode_event(json.loads(line)) for line in lines]
    found = []
    for number, (paused, resumed) in enumerate(itertools.pairwise(events)):
        if not isinstance(paused, Paused) or not isinstance(resumed, Resumed):
            continue
        before = Match.restore(events[:number]).deadline
        after = Match.restore(events[: number + 2]).deadline
        assert before is not None
        assert after is not None
        left, given = before - paused.at, after - resumed.at
        if not left <= given <= left + _GRACE:
            found.append(f"an outage made {given} ms of {left} ms: {paused}, {resumed}")
    return found
