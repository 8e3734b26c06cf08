"""The process that starts the serving processes, and replaces those that die."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FrameType

from outflank.errors import CannotServe, OutflankError
from outflank.server.logs import LOGGER
from outflank.texts import say

__all__ = ["Supervisor"]

_QUICK = 2.0  # seconds; a process that dies sooner has not served
_MOST_DEATHS = 5  # quick deaths in a row, after which the supervisor gives up
_SIGNALS = (signal.SIGTERM, signal.SIGINT)  # to stop a process
_REMIND_AFTER = 15.0  # seconds; longer than the wait for requests in progress
_CANNOT_OPEN = 3  # the exit status of a process that could not open its server
_REPLACED = 4  # the exit status if another server has taken the database

# Serves until it is told to stop. It gets the number of the worker, a function to call when it
# answers, and whether to wait for a database that could be reached before.
Serve = Callable[[int, Callable[[], None], bool], None]


@dataclass(slots=True)
class _Child:
    """One serving process."""

    number: int
    began: float
    is_first: bool = True  # with this number
    deaths: int = 0  # quick deaths in a row


class Supervisor:
    """Runs serving processes, and replaces those that die.

    If the supervisor itself is killed, they stop gracefully: otherwise nobody would stop or replace
    them, and a new server could not have their port.
    """

    def __init__(
        self,
        serve: Serve,
        ready: Callable[[], None],
        workers: int = 1,
        on_death: Callable[[int], None] = lambda _number: None,
    ) -> None:
        """Call `on_death` at once with the number of each worker that has died."""
        self._serve = serve
        self._on_death = on_death
        self._ready = ready
        self._workers = workers
        self._children: dict[int, _Child] = {}
        self._is_stopping = False
        self._pipe = (-1, -1)  # nothing is written to it: it closes when this process ends

    def run(self) -> None:
        """Return when all serving processes have stopped on request."""
        before = {number: signal.signal(number, self._stop) for number in _SIGNALS}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._remind)
        self._pipe = os.pipe()
        try:
            for number in range(self._workers):
                self._start(_Child(number, time.monotonic()))
            self._wait_for_all()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for end in self._pipe:
                os.close(end)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _wait_for_all(self) -> None:
        failure = 0
        while self._children:
            pid, status = os.wait()
            child = self._children.pop(pid, None)
            if child is None or self._is_stopping:
                continue
            self._on_death(child.number)
            code = os.waitstatus_to_exitcode(status)
            if code == 0 and self._workers == 1:
                return
            failure = self._failure_of(child, code)
            if failure:
                self._stop(signal.SIGTERM, None)
            else:
                began = time.monotonic()
                self._start(replace(child, began=began, is_first=False))
        if failure:
            raise SystemExit(failure)

    def _failure_of(self, child: _Child, code: int) -> int:
        """Return the exit status with which to give up, or 0 if another process may be started."""
        if code == _CANNOT_OPEN:  # one of several workers tries again
            return 2 if child.is_first or self._workers == 1 else 0
        if code == _REPLACED:
            return 1
        LOGGER.error("A serving process died (%d); starting another", code)
        is_quick = time.monotonic() - child.began < _QUICK
        child.deaths = child.deaths + 1 if is_quick else 0
        return 1 if child.deaths == _MOST_DEATHS else 0

    def _start(self, child: _Child) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        gc.freeze()  # neither process collects the present objects, not even at its end
        # A signal that comes now waits until the new process can handle it.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        pid = os.fork()
        if pid == 0:
            self._children.clear()
            says_so = child.is_first and child.number == 0
            ready = self._ready if says_so else _nothing
            self._serve_in_child(child, ready)
        self._children[pid] = child
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        if self._is_stopping:  # it did not exist yet when the others were told
            self._tell(pid, signal.SIGTERM)

    def _serve_in_child(self, child: _Child, ready: Callable[[], None]) -> None:
        code = 1
        try:
            for number in _SIGNALS:  # until the server handles them itself
                signal.signal(number, signal.default_int_handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            _stop_with_parent(*self._pipe)
            self._serve(child.number, ready, not child.is_first)
            code = 0
        except OutflankError as error:
            sys.stderr.write(say("commands.outflank.error", problem=f"{error}.") + "\n")
            code = _REPLACED if isinstance(error, CannotServe) else _CANNOT_OPEN
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            LOGGER.exception("The serving process failed")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _stop(self, number: int, _: FrameType | None) -> None:
        """Pass a signal on; Ctrl-C reaches the serving processes by itself."""
        self._is_stopping = True
        signal.setitimer(signal.ITIMER_REAL, _REMIND_AFTER, _REMIND_AFTER)
        if number != signal.SIGINT:
            for pid in list(self._children):
                self._tell(pid, number)

    def _remind(self, _number: int, _frame: FrameType | None) -> None:
        """Tell processes again to stop: one that was just starting may have missed it."""
        for pid in list(self._children):
            self._tell(pid, signal.SIGTERM)

    def _tell(self, pid: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _stop_with_parent(end: int, parents_end: int) -> None:
    """Stop this process when its parent is gone."""
    os.close(parents_end)

    def wait() -> None:
        os.read(end, 1)
        while True:  # a process that is just starting may miss it
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(_REMIND_AFTER)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def _nothing() -> None:
    """Do nothing."""
