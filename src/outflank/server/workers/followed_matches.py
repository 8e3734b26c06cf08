"""Which matches other workers follow, so that they are told only what happens in those.

Most matches are followed by one worker only, and a message that nobody needs costs a tenth of a
move. A worker that begins to follow a match says so; whoever has changed the match answers how far
it has come, so that nothing falls between. It says so again every half minute. A worker that
begins, or may have missed something, asks the others what they follow, and tells of everything
until they have had time to answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from outflank.server.wake import Message, Wake

__all__ = ["FollowedMatches"]

_TOPIC = "followed"
# All in seconds.
_AGAIN = 30.0  # between two times that the same is said
_LASTING = 90.0  # after which a match counts as followed no longer
_ANSWERED = 2.0  # within which the others have said what they follow
_TOGETHER = 1000  # matches in one message

Now = Callable[[], float]


class FollowedMatches:
    """The matches that other workers follow, and those that this one follows."""

    def __init__(
        self,
        wake: Wake,
        own: Callable[[], Sequence[str]],
        tell: Callable[[str], None],
        now: Now = time.monotonic,
    ) -> None:
        self._wake = wake
        self._own = own  # the matches that this worker follows
        self._tell = tell  # the others how far a match has come that was changed here
        self._now = now
        self._others: dict[str, float] = {}  # when it was last said that somebody follows them
        self._until = 0.0  # when the others have answered
        self._next = now() + _AGAIN
        wake.messages.subscribe(_TOPIC, self._hear)
        wake.gaps.subscribe(self._ask)
        self._ask()  # it may be listening already

    def is_followed(self, match: str) -> bool:
        """Tell whether another worker follows a match, or may do so."""
        return match in self._others or self._now() < self._until

    def begin(self, match: str) -> None:
        """Say that this worker follows a match from now on."""
        self._say([match])

    def keep_up(self) -> None:
        """Repeat regularly what this worker follows, and forget what nobody follows."""
        now = self._now()
        if now >= self._next:
            self._next = now + _AGAIN
            self._say(self._own())
            old = now - _LASTING
            for match in [one for one, said in list(self._others.items()) if said < old]:
                self._others.pop(match, None)

    def _ask(self) -> None:
        """Ask the others what they follow, and say what this worker does."""
        self._until = self._now() + _ANSWERED
        self._wake.publish(_TOPIC, {"matches": [], "asks": True})
        self._say(self._own())

    def _say(self, matches: Sequence[str]) -> None:
        for first in range(0, len(matches), _TOGETHER):
            part = list(matches[first : first + _TOGETHER])
            self._wake.publish(_TOPIC, {"matches": part, "asks": False})

    def _hear(self, message: Message) -> None:
        now = self._now()
        for match in message["matches"]:
            is_new = match not in self._others
            self._others[match] = now  # first, so that whatever is stored from now on is told
            if is_new:
                self._tell(match)
        if message["asks"]:
            self._say(self._own())
