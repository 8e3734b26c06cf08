"""Which players are there: those who have sent a request, or read a stream."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["CallerPresence"]

_PRESENT = 1.0  # seconds for which a request counts as presence without being noted again
_MOST_NOTED = 10_000


class CallerPresence:
    """Tells the tournaments that players are there, not more often than they need to know."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._noted: dict[int, float] = {}  # when each player was last counted as present

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
                self._noted.clear()  # at worst some are noted once more
            self._noted[player] = time.monotonic()
            if self._server.tryout is not None and registry.rooms_at_once(player) is None:
                # Others may have begun a game of the try-out that is not known here.
                await asyncio.to_thread(tournaments.mark_present, player, wait)
            else:
                tournaments.mark_present(player, wait)
