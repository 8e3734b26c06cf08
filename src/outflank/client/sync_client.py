"""The blocking client: every call returns its response."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Self

from outflank.client.api import Api, ApiRequest, Json
from outflank.client.event_streams import EventStream, MatchEventStream, PlayerEventStream
from outflank.client.http_arguments import (
    client_arguments,
    json_of,
    request_arguments,
    server_address,
    stream_arguments,
)
from outflank.client.retries import RetryPolicy, connection_error, response_error, unreachable_error
from outflank.client.waiting import AnswerWatch, WaitingNotice
from outflank.errors import ServerError
from outflank.extras import require_extra
from outflank.texts import say

__all__ = ["Client"]


class Client(Api[Json]):
    """Talks to a server; several threads may use it at once.

    After broken connections and temporary errors a request is retried for `patience` seconds, if
    that is safe. Streams reconnect by themselves. If that takes a while, `on_waiting` is called
    with a sentence; by default the sentence is logged as a warning.

    >>> with Client("localhost:5000", "key0") as client:
    ...     client
    <Client http://localhost:5000>
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        patience: float | None = 60.0,
        pause: Callable[[float], None] = time.sleep,
        on_waiting: Callable[[str], None] | None = None,
    ) -> None:
        self.url: str = server_address(url)
        self.key = key
        self.patience = patience
        self._pause = pause
        self._notice = WaitingNotice(on_waiting)
        self._watch = AnswerWatch(self._notice.still_waiting)
        require_extra("client", "httpx")
        import httpx

        self.http: httpx.Client = httpx.Client(**client_arguments(self.url, self.key))

    def _send(self, request: ApiRequest) -> Json:
        """Send a request and return its response; retry it if that is safe."""
        import httpx

        retries = RetryPolicy(self.patience, self._notice.trying_again)
        while True:
            try:
                with self._watch.watching(request.wait):
                    response = self.http.request(**request_arguments(request))
                return json_of(response)
            except ServerError as refusal:
                error = refusal
            except httpx.TransportError as problem:
                error = connection_error(problem, self.url)
            self._pause(retries.delay_after(error, repeatable=request.repeatable))

    def stream(self, match: str, *, since: int = 0) -> Iterator[Json]:
        """Iterate over the events of a match until it ends; none is lost or repeated.

        First comes the match itself (`{"event": "Match", ...}`), then its events. Whenever there
        are no more for now, a `State` with the position, the legal squares and the clocks follows.
        """
        return self._follow(MatchEventStream(match, since))

    def events(self) -> Iterator[Json]:
        """Iterate over the events of this player: matches, challenges, tournaments.

        First comes one event for each running match and open challenge, and these come again after
        every reconnect. The iteration never ends by itself.
        """
        return self._follow(PlayerEventStream())

    def _follow(self, event_stream: EventStream) -> Iterator[Json]:
        retries = RetryPolicy(self.patience, self._notice.trying_again)
        while not event_stream.is_over:
            try:
                yield from self._connection(event_stream, retries)
                error = unreachable_error(say("errors.client.stream_ended"))
            except ServerError as refusal:
                error = refusal
            if not event_stream.is_over:
                self._pause(retries.delay_after(error))

    def _connection(self, event_stream: EventStream, retries: RetryPolicy) -> Iterator[Json]:
        import httpx

        asked = stream_arguments(event_stream.path, event_stream.query)
        try:
            with ExitStack() as stack:
                with self._watch.watching():
                    response = stack.enter_context(self.http.stream(**asked))
                if not response.is_success:
                    response.read()
                    raise response_error(response)
                retries.connected()
                for line in response.iter_lines():
                    yield from event_stream.parse_line(line)
        except httpx.TransportError as problem:
            raise connection_error(problem, self.url) from None

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self.url}>"
