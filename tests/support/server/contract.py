"""For tests of what every client may rely on: a running server of any kind, and a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from support.server.raw_connection import RawConnection

__all__ = ["API", "Game", "Site", "kinds"]

API = "/api/v1"


@dataclass(frozen=True)
class Site:
    """A running server."""

    port: int
    spreads: bool = False  # whether each request may be answered by another worker

    def caller(self, key: str = "", **headers: str) -> httpx.Client:
        """Return a client of it, with or without a key."""
        if key:
            headers["Authorization"] = f"Bearer {key}"
        url = f"http://127.0.0.1:{self.port}"
        limits = httpx.Limits(max_keepalive_connections=0 if self.spreads else None)
        return httpx.Client(
            base_url=url, headers=headers, timeout=60, trust_env=False, limits=limits
        )

    def connect(self) -> RawConnection:
        """Open a connection on which any bytes can be sent."""
        return RawConnection(self.port)


@dataclass(frozen=True)
class Game:
    """A match between two players, and the players."""

    id: str
    black: httpx.Client
    white: httpx.Client
    black_key: str
    white_key: str

    @property
    def path(self) -> str:
        """The path of the match."""
        return f"{API}/matches/{self.id}"

    def move(self, player: httpx.Client, turn: int, square: str) -> httpx.Response:
        """Send a move."""
        return player.post(f"{self.path}/moves", json={"turn": turn, "square": square})


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    """Return the events in lines of a stream."""
    return [line["event"] for line in lines]
