"""Who is there: which players have sent a request within the last ten seconds."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Presence"]

_PRESENT = 10_000  # milliseconds after a request for which a player counts as present


class Presence:
    """The last request of each player; a player who waits in a long-poll is present as well.

    >>> moment = 0
    >>> presence = Presence(lambda: moment)
    >>> presence.mark(7)
    >>> moment = 10_000
    >>> presence.is_present(7), presence.is_here_to_stay(7)
    (True, True)
    >>> moment = 10_001
    >>> presence.is_present(7)
    False
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._last_seen: dict[int, int] = {}  # each player's last request, or the end of its wait
        self._since: dict[int, int] = {}  # since when each player has been present

    def mark(self, player: int, wait: float = 0.0) -> None:
        """Note a request of a player, which may wait that many seconds."""
        now = self._now()
        if not self.is_present(player):
            self._since[player] = now
        self._last_seen[player] = now + round(wait * 1000)

    def is_present(self, player: int | None) -> bool:
        """Tell whether a player has sent a request within the last ten seconds."""
        seen = None if player is None else self._last_seen.get(player)
        return seen is not None and self._now() - seen <= _PRESENT

    def is_here_to_stay(self, player: int | None) -> bool:
        """Tell whether a player has been present for ten seconds."""
        if player is None or not self.is_present(player):
            return False
        return self._now() - self._since[player] >= _PRESENT
