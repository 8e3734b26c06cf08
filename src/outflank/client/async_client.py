"""The client for asyncio: every call is awaited, and many can run at once in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, aclosing, contextmanager
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
from outflank.client.waiting import SLOW_ANSWER, WaitingNotice
from outflank.errors import ServerError
from outflank.extras import require_extra
from outflank.texts import say

__all__ = ["AsyncClient"]


class AsyncClient(Api[Awaitable[Json]]):
    """Talks to a server from coroutines; otherwise it is like `Client`.

    >>> AsyncClient("localhost:5000", "key0")
    <AsyncClient http://localhost:5000>
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        patience: float | None = 60.0,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        on_waiting: Callable[[str], None] | None = None,
    ) -> None:
        self.url: str = server_address(url)
        self.key = key
        self.patience = patience
        self._pause = pause
        self._notice = WaitingNotice(on_waiting)
        require_extra("client", "httpx")
        import httpx

        self.http: httpx.AsyncClient = httpx.AsyncClient(**client_arguments(self.url, self.key))

    async def _send(self, request: ApiRequest) -> Json:
        """Send a request and return its response; retry it if that is safe."""
        import httpx

        retries = RetryPolicy(self.patience, self._notice.trying_again)
        while True:
            try:
                with self._watching(request.wait):
                    response = await self.http.request(**request_arguments(request))
                return json_of(response)
            except ServerError as refusal:
                error = refusal
            except httpx.TransportError as problem:
                error = connection_error(problem, self.url)
            await self._pause(retries.delay_after(error, repeatable=request.repeatable))

    def stream(self, match: str, *, since: int = 0) -> AsyncGenerator[Json]:
        """Iterate over the events of a match until it ends; none is lost or repeated.

        First comes the match itself (`{"event": "Match", ...}`), then its events. Whenever there
        are no more for now, a `State` with the position, the legal squares and the clocks follows.
        """
        return self._follow(MatchEventStream(match, since))

    def events(self) -> AsyncGenerator[Json]:
        """Iterate over the events of this player: matches, challenges, tournaments.

        First comes one event for each running match and open challenge, and these come again after
        every reconnect. The iteration never ends by itself.
        """
        return self._follow(PlayerEventStream())

    async def _follow(self, event_stream: EventStream) -> AsyncGenerator[Json]:
        retries = RetryPolicy(self.patience, self._notice.trying_again)
        while not event_stream.is_over:
            try:
                async with aclosing(self._connection(event_stream, retries)) as events:
                    async for event in events:
                        yield event
                error = unreachable_error(say("errors.client.stream_ended"))
            except ServerError as refusal:
                error = refusal
            if not event_stream.is_over:
                await self._pause(retries.delay_after(error))

    async def _connection(
        self, event_stream: EventStream, retries: RetryPolicy
    ) -> AsyncGenerator[Json]:
        import httpx

        asked = stream_arguments(event_stream.path, event_stream.query)
        try:
            async with AsyncExitStack() as stack:
                with self._watching():
                    response = await stack.enter_async_context(self.http.stream(**asked))
                if not response.is_success:
                    await response.aread()
                    raise response_error(response)
                retries.connected()
                async for line in response.aiter_lines():
                    for event in event_stream.parse_line(line):
                        yield event
        except httpx.TransportError as problem:
            raise connection_error(problem, self.url) from None

    @contextmanager
    def _watching(self, held: float = 0.0) -> Iterator[None]:
        """Notify the user if a response is slow; the server may hold it for `held` seconds."""
        loop = asyncio.get_running_loop()
        timer = loop.call_later(held + SLOW_ANSWER, self._notice.still_waiting)
        try:
            yield
        finally:
            timer.cancel()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncClient {self.url}>"
