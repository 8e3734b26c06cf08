"""Knows which players have sent a request within the last ten seconds."""

from __future__ import annotations

from collections.abc import Callable

from outflank.server.wake import Message, Wake

__all__ = ["Presence"]

_PRESENT = 10_000  # milliseconds after a request for which a player counts as present
_REMEMBERED = 600_000  # milliseconds for which a player's last request is remembered
_TELL_AGAIN = 4_000  # milliseconds between two messages about the same player
_MANY = 1_000  # players in memory, above which absent ones are removed


class Presence:
    """The last request of each player; a player who waits in a long-poll is present, too.

    Requests to other processes of the server count as well.

    >>> moment = 0
    >>> from outflank.server.wake import LocalWake
    >>> presence = Presence(lambda: moment, LocalWake())
    >>> presence.mark(7)
    >>> moment = 10_000
    >>> presence.is_present(7), presence.is_here_to_stay(7)
    (True, True)
    >>> moment = 10_001
    >>> presence.is_present(7)
    False
    """

    def __init__(self, now: Callable[[], int], wake: Wake) -> None:
        self._now = now
        self._last_seen: dict[int, int] = {}  # each player's last request, or the end of its wait
        self._since: dict[int, int] = {}  # the time from which each player has been present
        self._told: dict[int, int] = {}  # what other processes were told of each player
        self._untold: dict[int, int] = {}  # what they are to be told next
        self._look_at = _MANY
        self._wake = wake  # tells the other processes of the server who is present
        wake.messages.subscribe("presence", self._hear)

    def mark(self, player: int, wait: float = 0.0) -> None:
        """Note a request of a player, which may wait for `wait` seconds."""
        now = self._now()
        until = now + round(wait * 1000)
        if not self.is_present(player) or until - self._told.get(player, 0) > _TELL_AGAIN:
            self._untold[player] = until
        self._note(player, until, now)

    def _note(self, player: int, until: int, now: int) -> None:
        if not self.is_present(player):
            self._since[player] = now
        self._last_seen[player] = until
        if len(self._last_seen) > self._look_at:
            self._forget_absent(now)

    def _forget_absent(self, now: int) -> None:
        for player, seen in list(self._last_seen.items()):
            if now - seen > _REMEMBERED:
                for known in (self._last_seen, self._since, self._told):
                    known.pop(player, None)
        self._look_at = max(_MANY, 2 * len(self._last_seen))

    def is_present(self, player: int | None) -> bool:
        """Return whether a player has sent a request within the last ten seconds."""
        seen = None if player is None else self._last_seen.get(player)
        return seen is not None and self._now() - seen <= _PRESENT

    def last_seen(self, player: int | None) -> int | None:
        """Return the time of a player's last request, or None if it was too long ago."""
        seen = None if player is None else self._last_seen.get(player)
        return None if seen is None else min(seen, self._now())

    def is_here_to_stay(self, player: int | None) -> bool:
        """Return whether a player has been present for ten seconds."""
        if player is None or not self.is_present(player):
            return False
        since = self._since.get(player)
        return since is not None and self._now() - since >= _PRESENT

    # Other processes

    def tell(self) -> None:
        """Tell the other processes who is present; called several times a second.

        One message names all players, because many players send many requests each.
        """
        told, self._untold = self._untold, {}
        if told:
            self._told.update(told)
            self._wake.publish("presence", {"players": list(told.items())})

    def _hear(self, message: Message) -> None:
        now = self._now()
        for player, until in message["players"]:
            self._note(player, max(until, self._last_seen.get(player, 0)), now)
