"""The client that awaits: every call is awaited, many at once in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Self

from outflank.client.calls import Api, Call, Json
from outflank.client.connection import (
    answer_of,
    request_settings,
    server_address,
    settings,
    stream_settings,
)
from outflank.client.following import AccountFollower, Follower, MatchFollower
from outflank.client.retrying import Attempts, broken, error_from, unreachable
from outflank.errors import ServerError

__all__ = ["AsyncClient"]


class AsyncClient(Api[Awaitable[Json]]):
    """Talks to a server as `Client` does, from a coroutine.

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
    ) -> None:
        self.url = server_address(url)
        self.key = key
        self.patience = patience
        self._pause = pause
        import httpx

        self.http = httpx.AsyncClient(**settings(self.url, self.key))

    async def send(self, call: Call) -> Json:
        """Send a request, and again where that is safe, until there is an answer."""
        import httpx

        attempts = Attempts(self.patience)
        while True:
            try:
                return answer_of(await self.http.request(**request_settings(call)))
            except ServerError as refusal:
                error = refusal
            except httpx.TransportError as problem:
                error = broken(problem)
            await self._pause(attempts.pause_after(error, repeatable=call.repeatable))

    def stream(self, match: str, *, since: int = 0) -> AsyncGenerator[Json]:
        """Iterate over what happens in a match until it ends; nothing is lost or repeated.

        First comes the match itself (`{"event": "Match", ...}`), then its events, and whenever
        they are all told a `State` with the position, the legal squares and the clocks.
        """
        return self._follow(MatchFollower(match, since))

    def events(self) -> AsyncGenerator[Json]:
        """Iterate over what concerns this player: matches, challenges, tournaments.

        It begins with one line for each running match and open challenge, and does so again
        whenever the connection had to be made anew. It never ends by itself.
        """
        return self._follow(AccountFollower())

    async def _follow(self, follower: Follower) -> AsyncGenerator[Json]:
        attempts = Attempts(self.patience)
        while not follower.is_over:
            try:
                async with aclosing(self._connection(follower, attempts)) as events:
                    async for event in events:
                        yield event
                error = unreachable("the stream ended")
            except ServerError as refusal:
                error = refusal
            if not follower.is_over:
                await self._pause(attempts.pause_after(error))

    async def _connection(self, follower: Follower, attempts: Attempts) -> AsyncGenerator[Json]:
        import httpx

        asked = stream_settings(follower.path, follower.query)
        try:
            async with self.http.stream(**asked) as response:
                if not response.is_success:
                    await response.aread()
                    raise error_from(response)
                attempts.connected()
                async for line in response.aiter_lines():
                    for event in follower.take(line):
                        yield event
        except httpx.TransportError as problem:
            raise broken(problem) from None

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncClient {self.url}>"
