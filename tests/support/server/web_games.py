"""Shared parts of tests of the web face: an application on a real file, and its games."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, PASS, Color, Move, Position, Square, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.store.schema import players
from support.server.app_client import AppClient, AppResponse

__all__ = [
    "FINE",
    "NOT_ACTIVE",
    "NO_CAPTURE",
    "NO_KEY",
    "OCCUPIED",
    "OUT_OF_TURN",
    "Pair",
    "Speaker",
    "begin_pair",
    "random_game",
]

# Answers of the simple routes to a move.
FINE = (200, None)
NO_KEY = (404, "key not found")
NOT_ACTIVE = (409, "player is not in an active game")
OUT_OF_TURN = (409, "played out of turn")
OCCUPIED = (409, "space is occupied")
NO_CAPTURE = (400, "move must capture pieces")


@dataclass(frozen=True)
class Pair:
    """A game between two players and their keys."""

    room: LiveRoom
    black: str
    white: str

    def key(self, color: Color) -> str:
        return self.black if color is BLACK else self.white


def begin_pair(
    server: CompetitionServer,
    *,
    variant: str = "classic",
    size: int = 8,
    clock: str = "none",
    start: Position | None = None,
) -> Pair:
    """Register two players and begin a game between them."""
    with server.database.reading() as connection:
        number = connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one()
    black, black_key = server.accounts.register(f"Anna {number}")
    white, white_key = server.accounts.register(f"Zoe {number}")
    room = open_room(
        server, black.id, white.id, variant=variant, size=size, clock=clock, start=start
    )
    return Pair(room, black_key, white_key)


def open_room(
    server: CompetitionServer,
    black: int,
    white: int,
    *,
    variant: str = "classic",
    size: int = 8,
    clock: str = "none",
    start: Position | None = None,
    tournament: int | None = None,
) -> LiveRoom:
    """Begin a game between two players."""
    setup = Setup(
        players=(Player(f"#{black}", f"bot:{black}"), Player(f"#{white}", f"bot:{white}")),
        start=start or find_variant(variant).start(size),
        clock=ClockSetting.parse(clock),
        undo=Undo.NEVER,
        oracle="drawn:1" if find_variant(variant).answers else "",
    )
    return server.registry.open(setup, Terms(black, white, tournament=tournament))


def random_game(seed: int, size: int = 8) -> list[tuple[Position, Move]]:
    """Yield the positions of a game with the moves played in them."""
    chance, position = random.Random(seed), find_variant("classic").start(size)
    game: list[tuple[Position, Move]] = []
    while not position.is_over:
        move = chance.choice(list(position.legal_moves))
        game.append((position, move))
        position = position.play(move)
    game.append((position, PASS))  # the end, where nothing is played
    return game


def seen_by(position: Position, color: Color) -> list[list[int]]:
    """Return a board as its player should see it, square by square."""

    def cell(square: Square) -> int:
        disc = position.board.disc_at(square)
        return 0 if disc is None else 1 if disc is color else -1

    size = position.size
    return [[cell(Square(x, y)) for x in range(size)] for y in range(size)]


class Speaker:
    """A client of one dialect."""

    def __init__(self, client: AppClient, prefix: str = "") -> None:
        self.client = client
        self.prefix = prefix

    def get(self, path: str, **more: Any) -> AppResponse:
        return self.client.get(self.prefix + path, **more)

    def post(self, path: str, **more: Any) -> AppResponse:
        return self.client.post(self.prefix + path, **more)

    def move(self, key: str, square: str) -> tuple[int, Any]:
        """Play on the square with this name, and return the status and the text."""
        place = Square.parse(square)
        answer = self.post(f"/move/{key}/{place.col}/{place.row}")
        assert answer.mimetype == "application/json"
        assert answer.json is not None
        assert list(answer.json) == ["error"]
        return answer.status_code, answer.json["error"]
