"""Notes which players are present: those who send requests or read streams."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["CallerPresence"]

_PRESENT = 1.0  # seconds after a noted request in which others need not be noted
_MOST_NOTED = 10_000


class CallerPresence:
    """Tells tournaments that players are present, no more often than necessary."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._noted: dict[int, float] = {}  # the time at which each player was last noted

    async def note(self, player: int | None, wait: float = 0.0) -> None:
        """Note that a player has sent a request; the first one may start their game's clock."""
        if player is None:
            return
        tournaments, registry = self._server.tournaments, self._server.registry
        rooms = registry.known_rooms_of(player)
        if True in [room.state.is_paused for room in rooms]:
            await asyncio.to_thread(tournaments.mark_present, player, wait)
        elif wait or time.monotonic() - self._noted.get(player, 0.0) > _PRESENT:
            if len(self._noted) > _MOST_NOTED:
                self._noted.clear()  # at worst, some players are noted once more
            self._noted[player] = time.monotonic()
            if self._server.tryout is not None and registry.rooms_at_once(player) is None:
                # Another worker may have begun a game of the try-out that is unknown here.
                await asyncio.to_thread(tournaments.mark_present, player, wait)
            else:
                tournaments.mark_present(player, wait)
