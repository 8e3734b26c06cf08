"""The events of a running match that everybody may read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outflank.server.matches.live_room import LiveRoom

__all__ = ["public_lines"]

_SEED = re.compile(rb'("oracle":"drawn):[^"]*')


def public_lines(room: LiveRoom, since: int = 0) -> Sequence[bytes]:
    """Return the events from a number on, each as one line of JSON.

    They leave out the seed of a running match, which would reveal coming answers.
    """
    lines = room.event_lines(since)
    if since == 0 and lines and not room.is_over:
        return [_SEED.sub(rb"\1", lines[0], count=1), *lines[1:]]
    return lines
