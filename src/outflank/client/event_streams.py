"""Event streams that survive reconnects: what to request next, and which events are new."""

from __future__ import annotations

import json
from collections.abc import Iterator

from outflank.client.api import Json
from outflank.client.retries import unreachable_error
from outflank.texts import say

__all__ = ["EventStream", "MatchEventStream", "PlayerEventStream"]


class EventStream:
    """Parses the lines of successive connections and yields the new events."""

    path: str

    @property
    def query(self) -> dict[str, int]:
        """The query with which the next connection misses no event."""
        return {}

    @property
    def is_over(self) -> bool:
        """Whether no more events will come."""
        return False

    def parse_line(self, line: str) -> Iterator[Json]:
        """Yield the event in a line, unless it came before."""
        if not line.strip():
            return  # an empty line only keeps the connection alive
        try:
            event = json.loads(line)
        except ValueError:
            raise unreachable_error(say("errors.client.stream_cut")) from None
        if isinstance(event, dict) and self.is_new(event):
            yield event

    def is_new(self, event: Json) -> bool:  # noqa: ARG002 - subclasses use it
        """Return whether an event is new, and remember it."""
        return True


class MatchEventStream(EventStream):
    """The events of a match: each numbered event once, and the state when it has changed.

    >>> event_stream = MatchEventStream("m1")
    >>> lines = ['{"event":"TurnStarted","seq":0}', '{"event":"TurnStarted","seq":0}']
    >>> [event["event"] for line in lines for event in event_stream.parse_line(line)]
    ['TurnStarted']
    >>> event_stream.query
    {'since': 1}
    """

    def __init__(self, match: str, since: int = 0) -> None:
        self.path: str = f"/matches/{match}/stream"
        self._since = since
        self._state = -1
        self._has_begun = self._has_ended = False

    @property
    def query(self) -> dict[str, int]:
        """The number of the first event that the next connection must send."""
        return {"since": self._since}

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._has_ended

    def is_new(self, event: Json) -> bool:
        """Return whether an event is new, and remember the last number."""
        kind, seq = event.get("event"), event.get("seq", 0)
        if kind == "Match":
            is_first, self._has_begun = not self._has_begun, True
            return is_first
        if kind == "State":
            is_new, self._state = seq > self._state, max(seq, self._state)
            return bool(is_new)
        if seq < self._since:
            return False
        if seq > self._since:  # the next connection requests the missing events
            raise unreachable_error(say("errors.client.event_missing", event=self._since))
        self._since = seq + 1
        self._has_ended = kind == "MatchEnded"
        return True


class PlayerEventStream(EventStream):
    """The events of a player; running matches are sent again after a reconnect."""

    path = "/events"
