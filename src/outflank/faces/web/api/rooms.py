"""Finding the match that a request names."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["find_room"]


async def find_room(server: CompetitionServer, match: str, *, newest: bool = True) -> LiveRoom:
    """Return a match; one that is over may have to be read from the database.

    Whoever acts on it need not have the newest state: other workers may have a newer one, against
    which the act is then checked.
    """
    registry = server.registry
    find = registry.newest_at_once if newest else registry.running_room
    if (found := find(match)) is not None:
        return found
    return await asyncio.to_thread(registry.room, match)
