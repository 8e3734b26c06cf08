"""The one place where something is written, so that commands which wait together share a commit.

A commit waits for the disk; while it does, others queue up, and the next commit takes them all.
Each is answered only after the commit that holds it. Whoever comes when nothing is being written
writes on their own thread, for handing it over would cost more than it; one thread is there for
those who came meanwhile.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from outflank.errors import JournalError, StoreUnavailable
from outflank.store.schema import events, matches

__all__ = ["Append", "Writer"]

Result = TypeVar("Result")
Row = Mapping[str, Any]

_log = logging.getLogger(__name__)

INSERT = sa.insert(events).values(
    {name: sa.bindparam(name) for name in ("match", "seq", "at", "data", "digest")}
)
MOVE_ON = (
    sa.update(matches)
    .where(matches.c.id == sa.bindparam("match"))
    .values(seq=sa.bindparam("next"), changed=sa.bindparam("at"), deadline=sa.bindparam("due"))
)
END = (
    sa.update(matches)
    .where(matches.c.id == sa.bindparam("match"))
    .values(
        {
            name: sa.bindparam(f"the_{name}")
            for name in ("status", "ended", "winner", "reason", "black_score", "white_score")
        }
    )
)


@dataclass(slots=True)
class _Order:
    """Something that waits for its commit."""

    push: Callable[[], None]  # sees to it that somebody writes
    done: threading.Lock = field(default_factory=threading.Lock)
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.done.acquire()

    def wait(self) -> None:
        """Return when it is on disk, or raise why it is not."""
        self.push()
        self.done.acquire()
        if self.error is not None:
            raise self.error


@dataclass(slots=True)
class Append(_Order):
    """New events of one match, what changes in its row, and the row itself if it is new."""

    rows: Sequence[Row] = ()
    row: Row = field(default_factory=dict)
    end: Row | None = None


@dataclass(slots=True)
class _Work(_Order, Generic[Result]):
    """Any other work, in a transaction of its own."""

    work: Callable[[sa.Connection], Result] | None = None
    result: Result | None = None


class _Statement:
    """A statement of the move path, compiled once for a database and run without ceremony."""

    def __init__(self, statement: sa.Insert | sa.Update, engine: sa.Engine) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self._text = compiled.string
        self._order: Sequence[str] | None = getattr(compiled, "positiontup", None)

    def run(self, cursor: Any, rows: Sequence[Row]) -> None:
        """Run it for all rows, on a cursor of the database's own driver."""
        order = self._order
        given = [tuple(row[name] for name in order) for row in rows] if order else list(rows)
        cursor.executemany(self._text, given)


class Writer:
    """Carries out what is to be written, one thing at a time, in the order in which it came."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._driver: Any = engine.dialect.loaded_dbapi
        # The other drivers begin a transaction by themselves.
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else ""
        self._closing = threading.Lock()
        self._insert = _Statement(INSERT, engine)
        self._move_on = _Statement(MOVE_ON, engine)
        self._end = _Statement(END, engine)
        self._orders: deque[_Order] = deque()
        self._writing = threading.Lock()  # held by whoever writes
        self._writes: int | None = None  # the thread that does
        self._calls: queue.SimpleQueue[str] = queue.SimpleQueue()  # what the thread is to do
        self._connection: sa.Connection | None = None
        self._is_closed = False
        self.commits = 0  # so far
        self.on_commit: Callable[[float, int], object] = _ignore
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def order(self, rows: Sequence[Row], row: Row, end: Row | None = None) -> Append:
        """Have events of a match added; whoever waits for the order knows them on disk."""
        order = Append(self._push, rows=rows, row=row, end=end)
        self._give(order)
        return order

    def do(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Do work in a transaction of its own and return when it is on disk."""
        order = _Work(self._push, work=work)
        self._give(order)
        order.wait()
        return order.result  # type: ignore[return-value]

    def _give(self, order: _Order) -> None:
        if self._writes == threading.get_ident():
            raise RuntimeError("whoever writes cannot wait for another write")
        with self._closing:
            if self._is_closed:
                raise StoreUnavailable("the server is stopping")
            self._orders.append(order)

    def waiting(self) -> int:
        """Return how many orders wait for the next commit."""
        return len(self._orders)

    def close(self) -> None:
        """Write what was ordered before, and stop."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
        self._calls.put("end")
        self._thread.join()

    # Whoever writes

    def _push(self) -> None:
        """Write what was ordered, unless somebody writes already; then the thread will."""
        if not self._orders:  # somebody has taken all of it
            return
        if self._writing.acquire(blocking=False):
            self._write_orders()
            if not self._orders:
                return
        self._calls.put("write")

    def _run(self) -> None:
        call = ""
        while call != "end":
            call = self._calls.get()
            self._writing.acquire()
            self._write_orders()
        if self._connection is not None:
            self._connection.close()

    def _write_orders(self) -> None:
        """Carry out all orders that are there, as the one who writes, and let others write."""
        self._writes = threading.get_ident()
        orders = [self._orders.popleft() for _ in range(len(self._orders))]
        try:
            self._carry_out(orders)
        except BaseException:  # such as Ctrl-C, which must not leave the others waiting
            for order in orders:
                if order.done.locked():
                    order.error = order.error or StoreUnavailable("a write was broken off")
                    order.done.release()
            raise
        finally:
            self._writes = None
            self._writing.release()

    def _carry_out(self, orders: list[_Order]) -> None:
        """Share one commit among the appends that follow one another; other work stands alone."""
        appends: list[Append] = []
        for order in orders:
            if isinstance(order, Append):
                appends.append(order)
                continue
            self._append_together(appends)
            appends = []
            self._do_alone(order)
        self._append_together(appends)

    def _append_together(self, appends: list[Append]) -> None:
        if not appends:
            return
        began = time.perf_counter()
        try:
            self._write(appends)
        except StoreUnavailable as error:
            for append in appends:
                append.error = error
        except Exception as error:
            if len(appends) > 1:  # find the one that is wrong, and let the others pass
                for append in appends:
                    self._append_together([append])
                return
            if isinstance(error, self._driver.IntegrityError):
                appends[0].error = JournalError("another program has moved this match on")
                appends[0].error.__cause__ = error
            else:
                appends[0].error = error
        else:
            self.on_commit(time.perf_counter() - began, len(appends))
        for append in appends:
            append.done.release()

    def _write(self, appends: Sequence[Append]) -> None:
        """Write and commit on the driver itself: this is what every move waits for."""
        connection: Any = self._connected().connection.dbapi_connection
        cursor = connection.cursor()
        try:
            if self._begin:
                cursor.execute(self._begin)
            self._insert.run(cursor, [row for append in appends for row in append.rows])
            self._move_on.run(cursor, [append.row for append in appends])
            if ends := [append.end for append in appends if append.end is not None]:
                self._end.run(cursor, ends)
            connection.commit()
            self.commits += 1
        except self._driver.IntegrityError:
            connection.rollback()
            raise
        except self._driver.Error as error:
            self._drop_connection()
            raise StoreUnavailable(f"the database cannot be written: {error}") from error
        except BaseException:  # such as a number that no column holds
            connection.rollback()
            raise
        finally:
            with contextlib.suppress(self._driver.Error):  # its connection may be gone
                cursor.close()

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _do_alone(self, order: _Order) -> None:
        assert isinstance(order, _Work)
        work = order.work
        assert work is not None
        try:
            order.result = self._in_transaction(work)
        except Exception as error:
            order.error = _ours(error)
        order.done.release()

    def _in_transaction(self, work: Callable[[sa.Connection], Result]) -> Result:
        try:
            connection = self._connected()
            with connection.begin():
                result = work(connection)
            self.commits += 1
        except DBAPIError as error:
            if not isinstance(error, IntegrityError):
                self._drop_connection()
            raise
        return result

    def _drop_connection(self) -> None:
        """Begin with a fresh connection next time, for this one may be in any state."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except SQLAlchemyError:
                _log.debug("a broken connection would not close", exc_info=True)


def _ignore(seconds: float, appends: int) -> None:
    """Take no notice of a commit."""


def _ours(error: Exception) -> Exception:
    """Return our own error for a database that cannot be written at present."""
    is_away = isinstance(error, DBAPIError) and not isinstance(error, IntegrityError)
    if is_away or isinstance(error, PoolExhausted):
        reason = getattr(error, "orig", error)
        problem = StoreUnavailable(f"the database cannot be written: {reason}")
        problem.__cause__ = error
        return problem
    return error
