"""What was refused to each player, remembered for a while so that bot writers can read it."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, replace

__all__ = ["Refusals", "RefusedRequest"]

_EACH = 20  # refusals that are remembered of a player
_PLAYERS = 1000  # whose refusals are remembered, those who were refused something last


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """Something that was refused, and how often in a row."""

    at: int  # milliseconds since 1970, the last time
    request: str
    code: str
    text: str
    times: int = 1


class Refusals:
    """The newest refusals of every player, in memory only.

    >>> refusals = Refusals()
    >>> for at in (1, 2):
    ...     refusals.note(7, RefusedRequest(at, "POST /move", "ILLEGAL_MOVE", "e4 flips nothing"))
    >>> refusals.of(7)[0].times
    2
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[int, deque[RefusedRequest]] = OrderedDict()

    def note(self, player: int, refused: RefusedRequest) -> None:
        """Remember a refusal; the same again only counts."""
        with self._lock:
            own = self._known.setdefault(player, deque(maxlen=_EACH))
            self._known.move_to_end(player)
            if own and replace(own[-1], at=refused.at, times=refused.times) == refused:
                refused = replace(refused, times=own.pop().times + 1)
            own.append(refused)
            if len(self._known) > _PLAYERS:
                self._known.popitem(last=False)

    def of(self, player: int) -> list[RefusedRequest]:
        """Return what was refused to a player, the newest first."""
        with self._lock:
            return list(self._known.get(player, ()))[::-1]
