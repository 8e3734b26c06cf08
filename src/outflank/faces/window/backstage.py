"""What happens off the screen: commands, hints and pictures on threads, news by queue.

The loop never waits for a disk, an engine, an oracle or the network: it leaves an order here and
hears of the outcome as news.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from outflank.engine import Analysis
from outflank.errors import MatchOver, MatchPaused, OutflankError
from outflank.faces.window.gif_frames import Frames, decode
from outflank.play.events import Event, TurnStarted
from outflank.play.gif import fetch_gif
from outflank.play.room import Room
from outflank.play.table import Table
from outflank.play.tally import Tally
from outflank.rules import Position

__all__ = [
    "Backstage",
    "Happened",
    "Hinted",
    "News",
    "PictureCame",
    "Refused",
    "Said",
    "Seated",
    "Tallied",
]


@dataclass(frozen=True, slots=True)
class Seated:
    """A table is ready; these events have happened at it already."""

    table: Table
    room: Room
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """An event in a room."""

    room: Room
    event: Event


@dataclass(frozen=True, slots=True)
class Refused:
    """An order could not be carried out, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Said:
    """An order was carried out, and this is what to tell."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Hinted:
    """What the computer thinks of a position, so far or in the end."""

    position: Position
    analysis: Analysis
    is_final: bool


@dataclass(frozen=True, slots=True)
class PictureCame:
    """A picture of the oracle's service was fetched and taken apart."""

    url: str
    frames: Frames


@dataclass(frozen=True, slots=True)
class Tallied:
    """A match is over, and this is how its players stand."""

    room: Room
    tally: Tally


News: TypeAlias = Seated | Happened | Refused | Said | Hinted | PictureCame | Tallied
Order: TypeAlias = Callable[[], News | None]


class Backstage:
    """Carries out orders one after the other on a thread, and collects news for the loop."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._orders: queue.Queue[Order | None] = queue.Queue()
        self._cancel_hint = threading.Event()
        self._arrived = threading.Event()
        self._was_ordered = False
        self._asked: set[str] = set()  # the pictures that were asked for
        self.shows_popups = False  # a computer waits until its popup is closed
        self.pause_after: int | None = None  # computers wait when the turn after this one starts
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    # For the loop

    def news(self) -> Iterator[News]:
        """Take all the news there is, without waiting."""
        self._arrived.clear()
        while True:
            try:
                yield self._news.get_nowait()
            except queue.Empty:
                return

    def wait(self, seconds: float) -> bool:
        """Wait until there is news; tell whether there is."""
        return self._arrived.wait(seconds)

    def give_time(self, seconds: float) -> None:
        """Let an order that was just given be carried out, but wait no longer than that.

        Most take less time than a frame; drawing one first would only hold them up.
        """
        if self._was_ordered:
            self._was_ordered = False
            self._arrived.wait(seconds)

    def finish_orders(self) -> None:
        """Wait until every order that was given has been carried out."""
        self._orders.join()

    def do(self, order: Order) -> None:
        """Have something done soon, after everything that was ordered before."""
        self._was_ordered = True
        self._orders.put(order)

    def close(self) -> None:
        """Take no more orders."""
        self._cancel_hint.set()
        self._orders.put(None)

    # Tables

    def seat(self, open_table: Callable[[], Table]) -> None:
        """Open a table, watch it and say when it is ready."""

        def order() -> None:
            self._take_seat(open_table())

        self.do(order)

    def rematch(self, table: Table) -> None:
        """Play another round at a table."""

        def order() -> None:
            table.rematch()
            self._take_seat(table)

        self.do(order)

    def _take_seat(self, table: Table) -> None:
        room = table.room
        room.on_trouble(lambda reason: self._tell(Refused(reason)))
        match = room.view()
        # What is asked now is heard like everything that comes, so that it can be waited for.
        first = match.asked.seq if match.asked else match.seq
        self._tell(Seated(table, room, match.events[:first]))
        room.watch(lambda event: self._hear(room, event), since=first)

    def _hear(self, room: Room, event: Event) -> None:
        """Notice an event on whatever thread it came, and stop the match where it must wait."""
        if isinstance(event, TurnStarted) and self._must_wait(room, event):
            with contextlib.suppress(MatchOver, MatchPaused):
                room.pause()
        self._tell(Happened(room, event))

    def _must_wait(self, room: Room, turn: TurnStarted) -> bool:
        if room.setup.player(turn.color).seat == "human":
            return False
        if self.pause_after is not None:
            return turn.turn > self.pause_after
        return self.shows_popups and bool(room.setup.variant.answers)

    # Hints

    def hint(self, table: Table, position: Position) -> None:
        """Let the computer look at a position on a thread of its own."""
        self.stop_hint()
        cancel = self._cancel_hint = threading.Event()

        def show(analysis: Analysis) -> None:
            if not cancel.is_set():
                self._tell(Hinted(position, analysis, is_final=False))

        def think() -> None:
            try:
                found = table.hint(position, show, cancel)
                if not cancel.is_set():
                    self._tell(Hinted(position, found, is_final=True))
            except OutflankError as error:
                if not cancel.is_set():
                    self._tell(Refused(str(error)))

        threading.Thread(target=think, daemon=True).start()

    def stop_hint(self) -> None:
        """End the present hint."""
        self._cancel_hint.set()

    # Pictures

    def fetch(self, url: str) -> None:
        """Fetch a picture of the oracle's service and take it apart, once."""
        if url in self._asked:
            return
        self._asked.add(url)

        def work() -> None:
            content = fetch_gif(url)
            frames = decode(content) if content else None
            if frames:
                self._tell(PictureCame(url, frames))
            else:
                self._asked.discard(url)

        threading.Thread(target=work, daemon=True).start()

    # The thread

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            try:
                news = order()
                if news is not None:
                    self._tell(news)
            except MatchOver:
                pass  # the order came too late; what ended the match is news already
            except OutflankError as error:
                self._tell(Refused(str(error)))
            except OSError as error:
                self._tell(Refused(f"the disk refuses: {error.strerror or error}"))
            finally:
                self._orders.task_done()
        self._orders.task_done()

    def _tell(self, news: News) -> None:
        self._news.put(news)
        self._arrived.set()
        self._wake()
