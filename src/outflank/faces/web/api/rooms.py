"""Finds the match that a request names."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["find_room"]


async def find_room(server: CompetitionServer, match: str, *, newest: bool = True) -> LiveRoom:
    """Return a match; a finished one may have to be read from the database.

    An act does not need the newest state: if another worker has a newer one, the act is checked
    against that.
    """
    registry = server.registry
    find = registry.newest_at_once if newest else registry.running_room
    if (found := find(match)) is not None:
        return found
    return await asyncio.to_thread(registry.room, match)
