"""The only writer of the database: writes that wait at the same time share a commit.

While a commit waits for the disk, other writes queue up, and the next commit takes them all. Each
caller returns only after the commit of its write. If nothing is being written, the caller writes
on its own thread, which is cheaper than a handover; the writer's thread then writes what was queued
in the meantime.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from outflank.errors import JournalError, StoreUnavailable
from outflank.play.signals import Signal
from outflank.store.writing.statements import (
    AppendStatement,
    Row,
    Statement,
    end_matches,
    insert_events,
    move_on,
)
from outflank.texts import Text

__all__ = ["Append", "Writer"]

Result = TypeVar("Result")
OnDone = Callable[[BaseException | None], None]

_log = logging.getLogger(__name__)

_LOOK = 0.05  # seconds between checks for writes for which the thread was not called


@dataclass(slots=True)
class _PendingWrite:
    """A write that waits for its commit."""

    push: Callable[[], None]  # makes sure that some thread writes it
    on_done: OnDone | None = None  # called if no thread waits
    done: threading.Lock | None = None  # held until it is finished, if a thread waits
    error: BaseException | None = None
    is_finished: bool = False

    def __post_init__(self) -> None:
        if self.on_done is None:
            self.done = threading.Lock()
            self.done.acquire()

    def finish(self) -> None:
        """Release the waiting thread. Called once, by the thread that wrote it or failed to."""
        self.is_finished = True
        if self.done is not None:
            self.done.release()
        if self.on_done is not None:
            try:
                self.on_done(self.error)
            except Exception:  # the other writes of the commit must still be reported
                _log.exception("Could not report a finished write")

    def wait(self) -> None:
        """Return once the write is on disk, or raise its error."""
        assert self.done is not None
        self.push()
        self.done.acquire()
        if self.error is not None:
            raise self.error


@dataclass(slots=True)
class Append(_PendingWrite):
    """New events of one match and the changes to its row."""

    rows: Sequence[Row] = ()
    row: Row = field(default_factory=dict)
    end: Row | None = None


@dataclass(slots=True)
class _Work(_PendingWrite, Generic[Result]):
    """Any other write, in its own transaction."""

    work: Callable[[sa.Connection], Result] | None = None
    result: Result | None = None


class Writer:
    """Carries out writes one at a time, in the order in which they came.

    After each commit of moves the signal `committed` carries its seconds and the number of moves.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._driver: Any = engine.dialect.loaded_dbapi
        # The other drivers start transactions by themselves.
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else ""
        self._closing = threading.Lock()
        self._insert = Statement(insert_events, engine)
        self._move_on = Statement(move_on, engine)
        self._end = Statement(end_matches, engine)
        self._append = AppendStatement(engine)
        self._queue: deque[_PendingWrite] = deque()
        self._writing = threading.Lock()  # held by the thread that writes
        self._writing_thread: int | None = None  # its identifier
        self._commands: queue.SimpleQueue[str] = queue.SimpleQueue()  # for the writer's thread
        self._is_called = False  # whether a command waits for the writer's thread
        self._connection: sa.Connection | None = None
        self._is_closed = False
        self.commits: int = 0  # number of commits so far
        self.committed: Signal[float, int] = Signal()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(
        self,
        rows: Sequence[Row],
        row: Row,
        end: Row | None = None,
        on_done: OnDone | None = None,
    ) -> Append:
        """Queue new events of a match; `wait` on the result until they are on disk.

        With `on_done` there is no need to wait, but the caller must `call` the writer. `on_done` is
        called with the error or None, on the thread that wrote, and must neither block nor raise.
        """
        write = Append(self._push, on_done, rows=rows, row=row, end=end)
        self._enqueue(write)
        return write

    def call(self) -> None:
        """Make the writer's thread write the queue."""
        if not self._is_called:
            self._is_called = True
            self._commands.put("write")

    def do(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run `work` in a transaction, and return its result when it is on disk."""
        write = _Work(self._push, work=work)
        self._enqueue(write)
        write.wait()
        return write.result  # type: ignore[return-value]

    def _enqueue(self, write: _PendingWrite) -> None:
        if self._writing_thread == threading.get_ident():
            raise RuntimeError("a write cannot wait for another write on the same thread")
        with self._closing:
            if self._is_closed:
                raise StoreUnavailable(Text("errors.store.server_stopping"))
            self._queue.append(write)

    def waiting(self) -> int:
        """Return the number of writes that wait for the next commit."""
        return len(self._queue)

    def close(self) -> None:
        """Finish the queued writes and stop."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
        self._commands.put("end")
        self._thread.join()

    # Writing

    def _push(self) -> None:
        """Write the queue now, or let the writer's thread do it if another thread is writing."""
        if not self._queue:  # another thread has taken all of it
            return
        if self._writing.acquire(blocking=False):
            self._write_queue()
            if not self._queue:
                return
        self.call()

    def _run(self) -> None:
        command = ""
        while command != "end":
            with contextlib.suppress(queue.Empty):
                command = self._commands.get(timeout=_LOOK)
            self._is_called = False  # later writes call the thread again
            if self._queue:
                self._writing.acquire()
                self._write_queue()
        with self._writing:  # another thread may still be writing what was queued before
            if self._connection is not None:
                self._connection.close()

    def _write_queue(self) -> None:
        """Carry out all queued writes, and release the lock that the caller holds."""
        self._writing_thread = threading.get_ident()
        writes = [self._queue.popleft() for _ in range(len(self._queue))]
        try:
            self._carry_out(writes)
        except BaseException:  # for example Ctrl-C, which must not leave the others waiting
            for write in writes:
                if not write.is_finished:
                    write.error = write.error or StoreUnavailable(
                        Text("errors.store.write_interrupted")
                    )
                    write.finish()
            raise
        finally:
            self._writing_thread = None
            self._writing.release()

    def _carry_out(self, writes: list[_PendingWrite]) -> None:
        """Run writes in order; consecutive appends share a commit, other work has its own."""
        appends: list[Append] = []
        for write in writes:
            if isinstance(write, Append):
                appends.append(write)
                continue
            self._append_together(appends)
            appends = []
            self._do_alone(write)
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
            if len(appends) > 1:  # write them one by one, so that only the faulty one fails
                for append in appends:
                    self._append_together([append])
                return
            if isinstance(error, self._driver.IntegrityError) or _is_deadlock(error):
                appends[0].error = JournalError(Text("errors.store.match_changed_elsewhere"))
                appends[0].error.__cause__ = error
            else:
                appends[0].error = error
        else:
            self.committed.send(time.perf_counter() - began, len(appends))
        for append in appends:
            append.finish()

    def _write(self, appends: Sequence[Append]) -> None:
        """Write and commit directly on the driver, because every move waits for this."""
        try:
            connection: Any = self._connected().connection.dbapi_connection
        except (self._driver.Error, SQLAlchemyError) as error:
            raise StoreUnavailable(
                Text("errors.store.no_answer_from_database"), str(error)
            ) from error
        # All workers lock matches in the same order, and the row of a match before its events.
        appends = sorted(appends, key=lambda append: append.row["match"])
        rows = [row for append in appends for row in append.rows]
        moves = [append.row for append in appends]
        ends = [append.end for append in appends if append.end is not None]
        cursor = connection.cursor()
        try:
            if not ends and self._append.takes(rows):
                self._append.run(connection, rows, moves)
            else:
                if self._begin:
                    cursor.execute(self._begin)
                self._move_on.run(cursor, moves)
                if ends:
                    self._end.run(cursor, ends)
                self._insert.run(cursor, rows)
                connection.commit()
            self.commits += 1
        except self._driver.IntegrityError:
            connection.rollback()
            raise
        except self._driver.Error as error:
            if _is_deadlock(error):  # the database chose this transaction to break the deadlock
                connection.rollback()
                raise
            self._drop_connection()
            raise StoreUnavailable(Text("errors.store.unwritable_database"), str(error)) from error
        except BaseException:  # for example a number that does not fit its column
            connection.rollback()
            raise
        finally:
            with contextlib.suppress(self._driver.Error):  # its connection may be gone
                cursor.close()

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _do_alone(self, write: _PendingWrite) -> None:
        assert isinstance(write, _Work)
        work = write.work
        assert work is not None
        try:
            write.result = self._in_transaction(work)
        except Exception as error:
            write.error = _translated(error)
        write.finish()

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
        """Discard the connection, whose state is unknown; the next write opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except SQLAlchemyError:
                _log.debug("Could not close a broken database connection", exc_info=True)


def _is_deadlock(error: BaseException) -> bool:
    """Return whether the error is a deadlock, which only PostgreSQL has."""
    return getattr(error, "sqlstate", None) == "40P01"


def _translated(error: Exception) -> Exception:
    """Return StoreUnavailable for a database error, else the error itself."""
    is_away = isinstance(error, DBAPIError) and not isinstance(error, IntegrityError)
    if is_away or isinstance(error, PoolExhausted):
        reason = getattr(error, "orig", error)
        problem = StoreUnavailable(Text("errors.store.unwritable_database"), str(reason))
        problem.__cause__ = error
        return problem
    return error
