"""Recently refused requests of each player, shown to bot writers."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, replace

__all__ = ["RefusedRequest", "RefusedRequests"]

_EACH = 20  # refused requests kept for a player
_PLAYERS = 1000  # the most recent players, which are kept


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """A refused request, and the number of its repeats in a row."""

    at: int  # the last time, in milliseconds since 1970
    request: str
    code: str
    text: str
    times: int = 1


class RefusedRequests:
    """The latest refused requests of every player, in memory only.

    >>> requests = RefusedRequests()
    >>> for at in (1, 2):
    ...     requests.note(7, RefusedRequest(at, "POST /move", "ILLEGAL_MOVE", "e4 flips nothing"))
    >>> requests.of(7)[0].times
    2
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[int, deque[RefusedRequest]] = OrderedDict()

    def note(self, player: int, refused: RefusedRequest) -> None:
        """Add a refused request; a repeat only raises the count."""
        with self._lock:
            own = self._known.setdefault(player, deque(maxlen=_EACH))
            self._known.move_to_end(player)
            if own and replace(own[-1], at=refused.at, times=refused.times) == refused:
                refused = replace(refused, times=own.pop().times + 1)
            own.append(refused)
            if len(self._known) > _PLAYERS:
                self._known.popitem(last=False)

    def of(self, player: int) -> list[RefusedRequest]:
        """Return the refused requests of a player, the newest first."""
        with self._lock:
            return list(self._known.get(player, ()))[::-1]
