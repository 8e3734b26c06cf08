"""A server for tests: the real thing on a file, with a clock that tests move by hand."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from outflank.play.clock import ClockSetting
from outflank.play.events import TurnStarted
from outflank.play.oracles import oracle_from
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import Square, find_variant
from outflank.server.hall import Terms
from outflank.server.house import Configuration, House
from outflank.server.live_room import LiveRoom

__all__ = ["HandClock", "begin", "first_move", "keep_off_the_network", "open_house"]

_numbers = itertools.count()


class HandClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, at: int = 1_700_000_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass."""
        self.at += milliseconds


def open_house(folder: Path, clock: HandClock | None = None, **settings: Any) -> House:
    """Open a server on the database in a folder, without the try-out tournament."""
    settings = {"tryout": False} | settings
    house = House(Configuration(database=f"sqlite:///{folder}/server.db", **settings), clock)
    keep_off_the_network(house)
    return house


def keep_off_the_network(house: House) -> None:
    """Let the server's oracle speak without asking its service."""
    house.desk.ask_web = lambda: oracle_from("local", seed=1)


def begin(
    house: House, clock: str = "none", *, variant: str = "classic", size: int = 8
) -> LiveRoom:
    """Register two players and begin a match between them, the first with black."""
    number = next(_numbers)
    black, _ = house.accounts.register(f"Black {number}")
    white, _ = house.accounts.register(f"White {number}")
    setup = Setup(
        players=(
            Player(f"#{black.id}", f"bot:{black.id}"),
            Player(f"#{white.id}", f"person:{white.id}"),
        ),
        start=find_variant(variant).start(size),
        clock=ClockSetting.parse(clock),
        undo=Undo.CONSENT,
        oracle="drawn:1" if find_variant(variant).answers else "",
    )
    return house.hall.open(setup, Terms(black.id, white.id))


def first_move(room: LiveRoom) -> tuple[int, Square]:
    """Return the turn that waits and a move that may be played."""
    with room.reading() as match:
        assert isinstance(match.asked, TurnStarted)
        return match.asked.seq, next(iter(match.position.legal_moves.squares))
