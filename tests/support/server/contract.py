"""What every client may rely on: a server of any kind that runs, and a game on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from support.server.raw_connection import RawConnection

__all__ = ["API", "Game", "Site", "kinds"]

API = "/api/v1"


@dataclass(frozen=True)
class Site:
    """A server that runs."""

    port: int
    spreads: bool = False  # whether each request may be answered by another worker

    def caller(self, key: str = "", **headers: str) -> httpx.Client:
        """Return somebody who calls it, with a key or without."""
        if key:
            headers["Authorization"] = f"Bearer {key}"
        url = f"http://127.0.0.1:{self.port}"
        limits = httpx.Limits(max_keepalive_connections=0 if self.spreads else None)
        return httpx.Client(
            base_url=url, headers=headers, timeout=60, trust_env=False, limits=limits
        )

    def connect(self) -> RawConnection:
        """Open a connection for any bytes."""
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
        """Where the match is."""
        return f"{API}/matches/{self.id}"

    def move(self, player: httpx.Client, turn: int, square: str) -> httpx.Response:
        """Send a move."""
        return player.post(f"{self.path}/moves", json={"turn": turn, "square": square})


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    """Return which events lines tell of."""
    return [line["event"] for line in lines]
