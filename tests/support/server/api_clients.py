"""A server with its API for tests: no sockets, its own database, and players who call it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.faces.web import create_app
from outflank.faces.web.application import Application
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from support.server.app_client import AppClient, AppResponse, stop_app
from support.server.competition_server import keep_off_the_network, prepare_database

ROOT = "/api/v1"


@dataclass
class ApiClient:
    """A client of the API, with or without a key."""

    app: Application
    key: str = ""
    id: int = 0
    address: str = "127.0.0.1"

    def call(self, method: str, path: str, body: Any = None, **more: Any) -> AppResponse:
        headers = dict(more.pop("headers", {}))
        if self.key:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        if body is not None:
            more["json"] = body
        client = AppClient(self.app, self.address)
        return client.open(ROOT + path, method, headers=headers, **more)

    def get(self, path: str, **more: Any) -> AppResponse:
        return self.call("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> AppResponse:
        return self.call("POST", path, body, **more)

    def move(self, match: str, turn: int, square: str) -> AppResponse:
        return self.post(f"/matches/{match}/moves", {"turn": turn, "square": square})


class ApiServer:
    """The server, and what tests do with it."""

    def __init__(self, server: CompetitionServer) -> None:
        self.server = server
        self.app = create_app(server)
        self.anybody = ApiClient(self.app)
        self._numbers = itertools.count(1)

    def player(self, name: str = "", kind: str = "bot") -> ApiClient:
        name = name or f"Tester {next(self._numbers)}"
        made = self.anybody.post("/players", {"name": name, "kind": kind}).json
        assert made
        return ApiClient(self.app, made["key"], made["player"]["id"])

    def key(self, role: Role, tournament: int | None = None) -> ApiClient:
        return ApiClient(self.app, self.server.accounts.add_key(role, tournament=tournament))

    def match(self, black: ApiClient, white: ApiClient, **terms: Any) -> dict[str, Any]:
        """Begin a match between two players."""
        terms = {"opponent": white.id, "color": "black", **terms}
        challenge = black.post("/challenges", terms).json
        assert challenge
        begun = white.post(f"/challenges/{challenge['id']}/accept").json
        assert isinstance(begun, dict)
        return begun


@contextmanager
def api_server(folder: Path, **settings: Any) -> Iterator[ApiServer]:
    """Open a server in a folder and close it again."""
    settings = {"tryout": False, **settings}
    server = CompetitionServer(Configuration(prepare_database(folder), **settings))
    keep_off_the_network(server)
    opened = ApiServer(server)
    try:
        yield opened
    finally:
        stop_app(opened.app)
        server.close()
