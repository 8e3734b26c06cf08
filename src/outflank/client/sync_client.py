"""The client that waits: every call returns its answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
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

__all__ = ["Client"]


class Client(Api[Json]):
    """Talks to a server; may be used by several threads at once.

    A call is sent again after broken connections and passing refusals wherever that does no
    harm, for `patience` seconds. Streams connect again by themselves.

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
    ) -> None:
        self.url = server_address(url)
        self.key = key
        self.patience = patience
        self._pause = pause
        import httpx

        self.http = httpx.Client(**settings(self.url, self.key))

    def send(self, call: Call) -> Json:
        """Send a request, and again where that is safe, until there is an answer."""
        import httpx

        attempts = Attempts(self.patience)
        while True:
            try:
                return answer_of(self.http.request(**request_settings(call)))
            except ServerError as refusal:
                error = refusal
            except httpx.TransportError as problem:
                error = broken(problem)
            self._pause(attempts.pause_after(error, repeatable=call.repeatable))

    def stream(self, match: str, *, since: int = 0) -> Iterator[Json]:
        """Iterate over what happens in a match until it ends; nothing is lost or repeated.

        First comes the match itself (`{"event": "Match", ...}`), then its events, and whenever
        they are all told a `State` with the position, the legal squares and the clocks.
        """
        return self._follow(MatchFollower(match, since))

    def events(self) -> Iterator[Json]:
        """Iterate over what concerns this player: matches, challenges, tournaments.

        It begins with one line for each running match and open challenge, and does so again
        whenever the connection had to be made anew. It never ends by itself.
        """
        return self._follow(AccountFollower())

    def _follow(self, follower: Follower) -> Iterator[Json]:
        attempts = Attempts(self.patience)
        while not follower.is_over:
            try:
                yield from self._connection(follower, attempts)
                error = unreachable("the stream ended")
            except ServerError as refusal:
                error = refusal
            if not follower.is_over:
                self._pause(attempts.pause_after(error))

    def _connection(self, follower: Follower, attempts: Attempts) -> Iterator[Json]:
        import httpx

        asked = stream_settings(follower.path, follower.query)
        try:
            with self.http.stream(**asked) as response:
                if not response.is_success:
                    response.read()
                    raise error_from(response)
                attempts.connected()
                for line in response.iter_lines():
                    yield from follower.take(line)
        except httpx.TransportError as problem:
            raise broken(problem) from None

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self.url}>"
