"""The link between the screen's loop and the table: orders go out, what happened comes in.

The loop never waits for a disk, an engine or an oracle: orders are carried out one after the
other on a thread, and events wait in a queue until the loop takes them.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

from outflank.engine import Analysis
from outflank.errors import OutflankError
from outflank.play.events import Event, MovePlayed, TurnStarted
from outflank.play.room import Room
from outflank.play.table import Table
from outflank.play.tally import Tally
from outflank.rules import Position

__all__ = ["Found", "Happened", "Link", "News", "Refused", "Said", "Seated"]


@dataclass(frozen=True, slots=True)
class Seated:
    """The table has another game; its events follow."""

    room: Room
    tally: Tally


@dataclass(frozen=True, slots=True)
class Happened:
    """An event in the room."""

    room: Room
    event: Event


@dataclass(frozen=True, slots=True)
class Said:
    """An order was carried out, and this is worth saying."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An order was refused, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """What the computer thinks of a position, so far or in the end."""

    position: Position
    analysis: Analysis
    is_final: bool


News: TypeAlias = Seated | Happened | Said | Refused | Found


class Link:
    """Carries out orders at a table and collects what happens there."""

    def __init__(
        self, table: Table, wake: Callable[[], object], *, pauses_for_popups: bool = False
    ) -> None:
        self.table = table
        self.pauses_for_popups = pauses_for_popups
        self.pauses_after_move = False
        self._wake = wake
        self._news: deque[News] = deque()
        self._orders = ThreadPoolExecutor(1, thread_name_prefix="orders")
        self._hints = ThreadPoolExecutor(1, thread_name_prefix="hints")
        self._cancel_hint = threading.Event()
        self._offset = 0
        self._attach()  # at once, for a computer may be about to move

    def news(self) -> Iterator[News]:
        """Take what has come in, oldest first."""
        while self._news:
            yield self._news.popleft()

    def now(self) -> int:
        """Return the room's time in milliseconds, without asking the room."""
        return time.monotonic_ns() // 1_000_000 + self._offset

    # Orders

    def order(self, command: Callable[[], object], done: str = "") -> None:
        """Have a command carried out soon; a refusal and what is worth saying come as news."""

        def carry_out() -> None:
            try:
                command()
            except OutflankError as error:
                self._tell(Refused(str(error)))
            except OSError as error:
                self._tell(Refused(f"the disk refuses: {error.strerror or error}"))
            else:
                if done:
                    self._tell(Said(done))

        with contextlib.suppress(RuntimeError):  # the game is being left
            self._orders.submit(carry_out)

    def sit_down(self, change: Callable[[], object]) -> None:
        """Change the game at the table, and follow the new one."""

        def sit_down() -> None:
            change()
            self._attach()

        self.order(sit_down)

    def _attach(self) -> None:
        room = self.table.room
        self._offset = room.snapshot().at - time.monotonic_ns() // 1_000_000
        self._tell(Seated(room, self.table.tally))
        room.on_trouble(lambda reason: self._tell(Refused(reason)))
        room.watch(lambda event: self._hear(room, event), since=0)

    def tick(self) -> None:
        """Let the room look at its clock."""
        self.order(self.table.room.tick)

    def close(self) -> None:
        """Stop everything and leave the table; what is kept stays kept."""
        self._cancel_hint.set()
        self._orders.shutdown(wait=True, cancel_futures=True)
        self.table.close()
        self._hints.shutdown(wait=True, cancel_futures=True)

    def _hear(self, room: Room, event: Event) -> None:
        """Notice an event on whatever thread it comes, and hold the match where it must wait."""
        if self._must_wait(room, event):
            with contextlib.suppress(OutflankError):
                room.pause()
        self._tell(Happened(room, event))

    def _must_wait(self, room: Room, event: Event) -> bool:
        if isinstance(event, MovePlayed) and self.pauses_after_move:
            self.pauses_after_move = False
            return True
        return (
            isinstance(event, TurnStarted)
            and self.pauses_for_popups
            and bool(room.setup.variant.answers)
            and room.setup.player(event.color).seat != "human"
            and event.seq >= len(room.events) - 1  # not one of long ago
        )

    def _tell(self, news: News) -> None:
        self._news.append(news)
        self._wake()

    # Hints

    def ask_hint(self, position: Position) -> None:
        """Let the computer look at a position, instead of any it looks at now."""
        self.stop_hint()
        cancel = self._cancel_hint = threading.Event()

        def show(so_far: Analysis) -> None:
            self._tell(Found(position, so_far, is_final=False))

        def look() -> None:
            try:
                found = self.table.hint(position, show, cancel)
            except OutflankError as error:
                if not cancel.is_set():
                    self._tell(Refused(str(error)))
            else:
                if not cancel.is_set():
                    self._tell(Found(position, found, is_final=True))

        self._hints.submit(look)

    def stop_hint(self) -> None:
        """Let the computer stop looking."""
        self._cancel_hint.set()
