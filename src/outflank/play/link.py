"""The link between a face's loop and a table: orders go out, what happened comes in.

The loop never waits for a disk, an engine or an oracle: orders are carried out one after the
other on a thread, and news waits in a queue until the loop takes it.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from outflank.engine import Analysis
from outflank.errors import MatchOver, MatchPaused, OutflankError, StaleTurn
from outflank.play.events import Event, TurnStarted
from outflank.play.news import Happened, Hinted, News, Refused, Said, Seated
from outflank.play.room import Room
from outflank.play.table import Table
from outflank.rules import Position

__all__ = ["Link"]

_Order: TypeAlias = Callable[[], News | None]
_PATIENCE = 5.0  # seconds that leaving may take


class Link:
    """Carries out orders at a table and collects what happens there.

    `wake` is called on any thread when there is news; the loop then takes it with `news`.
    """

    def __init__(
        self,
        wake: Callable[[], object],
        table: Table | None = None,
        *,
        pauses_for_popups: bool = False,
    ) -> None:
        self.pauses_for_popups = pauses_for_popups  # a computer waits until its popup is closed
        self.pause_after: int | None = None  # computers wait when a later turn than this starts
        self._table: Table | None = None
        self._wake = wake
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._arrived = threading.Event()
        self._orders: queue.Queue[_Order | None] = queue.Queue()
        self._was_ordered = False
        self._cancel_hint = threading.Event()
        self._hint = threading.Thread()
        self._offset = 0
        if table is not None:
            self._attach(table)  # at once, for a computer may be about to move
        self._worker = threading.Thread(target=self._work, name="orders", daemon=True)
        self._worker.start()

    @property
    def table(self) -> Table:
        """The table at which the orders are carried out."""
        assert self._table is not None, "nobody has sat down yet"
        return self._table

    # For the loop

    def news(self) -> Iterator[News]:
        """Take all the news there is, oldest first, without waiting."""
        self._arrived.clear()
        while True:
            try:
                yield self._news.get_nowait()
            except queue.Empty:
                return

    def now(self) -> int:
        """Return the room's time in milliseconds, without asking the room."""
        return time.monotonic_ns() // 1_000_000 + self._offset

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

    def tell(self, news: News) -> None:
        """Put news in the queue, from any thread."""
        self._news.put(news)
        self._arrived.set()
        self._wake()

    # Orders

    def do(self, order: _Order) -> None:
        """Have something done soon, after everything that was ordered before; it may make news."""
        self._was_ordered = True
        self._orders.put(order)

    def order(self, command: Callable[[], object], done: str = "") -> None:
        """Have a command carried out soon; a refusal and what is worth saying come as news."""

        def carry_out() -> News | None:
            command()
            return Said(done) if done else None

        self.do(carry_out)

    def tick(self) -> None:
        """Let the room look at its clock."""
        self.order(self.table.room.tick)

    def finish_orders(self) -> None:
        """Wait until every order that was given has been carried out."""
        self._orders.join()

    def close(self) -> None:
        """Carry out what was ordered, then leave the table; what is kept stays kept."""
        self.stop_hint()
        self._orders.put(None)
        self._worker.join(_PATIENCE)
        if self._table is not None:
            self._table.close()
        if self._hint.ident is not None:
            self._hint.join(_PATIENCE)

    def _work(self) -> None:
        is_open = True
        while is_open:
            order = self._orders.get()
            try:
                is_open = order is not None
                if order is not None and (news := order()) is not None:
                    self.tell(news)
            except (OutflankError, OSError) as error:
                self.tell(_refusal(error))
            finally:
                self._orders.task_done()

    # Tables

    def seat(self, open_table: Callable[[], Table]) -> None:
        """Go to another table when it has been opened, and leave the present one."""

        def change() -> None:
            left, table = self._table, open_table()
            self._attach(table)
            if left is not None and left is not table:
                # Its engines may take a moment to end; nobody waits for them.
                threading.Thread(target=left.close, daemon=True).start()

        self.order(change)

    def sit_down(self, change: Callable[[], object]) -> None:
        """Change the game at the present table, and follow the new one."""

        def sit_down() -> None:
            change()
            self._attach(self.table)

        self.order(sit_down)

    def _attach(self, table: Table) -> None:
        room = table.room
        self._table = table
        self.pause_after = None
        self._offset = room.snapshot().at - time.monotonic_ns() // 1_000_000
        room.on_trouble(lambda reason: self.tell(Refused(reason)))
        match = room.view()
        # What is asked now is heard like everything that comes, so that it can be waited for.
        first = match.asked.seq if match.asked else match.seq
        self.tell(Seated(table, room, match.events[:first], table.tally))
        room.watch(lambda event: self._hear(room, event), since=first)

    def _hear(self, room: Room, event: Event) -> None:
        """Notice an event on whatever thread it comes, and stop the match where it must wait."""
        if isinstance(event, TurnStarted) and self._must_wait(room, event):
            try:
                room.pause()
            except (MatchOver, MatchPaused, StaleTurn):
                pass  # it stands still already
            except (OutflankError, OSError) as error:
                self.tell(_refusal(error))
        self.tell(Happened(room, event))

    def _must_wait(self, room: Room, turn: TurnStarted) -> bool:
        if room.setup.player(turn.color).is_person:
            return False
        if self.pause_after is not None:
            is_due = turn.turn > self.pause_after
            self.pause_after = None if is_due else self.pause_after
            return is_due
        return self.pauses_for_popups and bool(room.setup.variant.answers)

    # Hints

    def ask_hint(self, position: Position) -> None:
        """Let the computer look at a position, instead of any that it looks at now."""
        self.stop_hint()
        cancel = self._cancel_hint = threading.Event()
        table = self.table

        def tell(news: News) -> None:
            if not cancel.is_set():
                self.tell(news)

        def show(so_far: Analysis) -> None:
            tell(Hinted(position, so_far, is_final=False))

        def look() -> None:
            try:
                tell(Hinted(position, table.hint(position, show, cancel), is_final=True))
            except OutflankError as error:
                tell(Refused(str(error)))

        self._hint = threading.Thread(target=look, name="hint", daemon=True)
        self._hint.start()

    def stop_hint(self) -> None:
        """Let the computer stop looking."""
        self._cancel_hint.set()


def _refusal(error: OutflankError | OSError) -> Refused:
    if isinstance(error, OSError):
        return Refused(f"the disk refuses: {error.strerror or error}")
    return Refused(str(error), is_late=isinstance(error, MatchOver))
