"""The events of a match as anybody may read them while it runs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outflank.server.matches.live_room import LiveRoom

__all__ = ["public_lines"]

_SEED = re.compile(rb'("oracle":"drawn):[^"]*')


def public_lines(room: LiveRoom, since: int = 0) -> Sequence[bytes]:
    """Return the events from a number on, each as one line of JSON.

    The seed from which a running match draws its answers would tell those to come.
    """
    lines = room.event_lines(since)
    if since == 0 and lines and not room.is_over:
        return [_SEED.sub(rb"\1", lines[0], count=1), *lines[1:]]
    return lines
