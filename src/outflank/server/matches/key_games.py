"""The game of a player's key, for routes that name no match."""

from __future__ import annotations

import threading

from outflank.errors import UnknownMatch
from outflank.rules import Square, Variant
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.moves import is_repeat_of_ended_match
from outflank.store.reading.row_reading import DamagedRow

__all__ = ["KeyGames", "is_plain"]

_MOST_PLAYERS = 10_000  # whose last match is remembered


class KeyGames:
    """Finds the game of a player, and remembers in which match each player moved last."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._lock = threading.Lock()
        # The match in which each player moved last, by its name: a room would stay in memory.
        self._last_match: dict[int, str | None] = {}

    def room_of(self, player: int | None) -> LiveRoom | None:
        """Return the game of a player's key: that of a tournament, or else the oldest.

        Only games in memory count; `registry.rooms_of` learns of those on other workers.
        """
        if player is None:
            return None
        rooms = self._registry.known_rooms_of(player)
        if len(rooms) > 1:  # asked by every poll, so no list is sorted for it
            rooms = [one for one in rooms if one.entry.tournament is not None] + rooms
        return next((one for one in rooms if is_plain(one.setup.variant)), None)

    def note_move(self, player: int, room: LiveRoom) -> None:
        """Note in which match a player moved last."""
        self._note(player, room.name)

    def goes_on(self, player: int) -> bool:
        """Tell, without the database, whether the player's last match is still running."""
        with self._lock:
            name = self._last_match.get(player)
        return name is not None and self._registry.running_room(name) is not None

    def repeats_ended_match(self, player: int, square: Square) -> bool:
        """Tell whether a square is the move with which the player's last match ended."""
        name = self._last_of(player)
        if name is None or self._registry.running_room(name) is not None:
            return False
        try:
            room = self._registry.room(name)
        except (UnknownMatch, DamagedRow):
            return False
        color = room.entry.color_of(player)
        return color is not None and is_repeat_of_ended_match(room, color, square)

    def _last_of(self, player: int) -> str | None:
        with self._lock:
            if player in self._last_match:
                return self._last_match[player]
        found = self._registry.last_ended_of(player)  # it may have ended before a restart
        self._note(player, found)
        return found

    def _note(self, player: int, match: str | None) -> None:
        """Note a player's last match, and forget the player who has not moved for longest."""
        with self._lock:
            self._last_match.pop(player, None)
            self._last_match[player] = match
            while len(self._last_match) > _MOST_PLAYERS:  # they are looked up again if need be
                del self._last_match[next(iter(self._last_match))]


def is_plain(variant: Variant) -> bool:
    """Tell whether the board alone is enough to play a variant."""
    return not variant.answers and not variant.fewest_wins
