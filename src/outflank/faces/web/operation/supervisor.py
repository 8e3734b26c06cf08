"""The process that starts the serving ones, and another one for each that dies."""

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

__all__ = ["Supervisor"]

_QUICK = 2.0  # seconds; a process that dies sooner has not served
_MOST_DEATHS = 5  # so soon in a row, after which it is given up
_SIGNALS = (signal.SIGTERM, signal.SIGINT)  # that tell a process to stop
_REMIND_AFTER = 15.0  # seconds; longer than requests in progress are waited for
_CANNOT_OPEN = 3  # the exit status of a process that could not open its server
_REPLACED = 4  # of one that must not serve any more, because another server does

# Serves until it is told to stop; it is told which of the workers it is, what to call when it
# answers, and whether to be patient with a database that was there before.
Serve = Callable[[int, Callable[[], None], bool], None]


@dataclass(slots=True)
class _Child:
    """One serving process."""

    number: int
    began: float
    is_first: bool = True  # with this number
    deaths: int = 0  # so soon that it cannot have served, in a row


class Supervisor:
    """Runs serving processes, and starts one anew that has died.

    If it is killed itself, they stop by themselves, as gracefully as when they are told to: nobody
    would stop them or start others, and a new server could not have their port.
    """

    def __init__(
        self,
        serve: Serve,
        ready: Callable[[], None],
        workers: int = 1,
        on_death: Callable[[int], None] = lambda _number: None,
    ) -> None:
        """Make it; `on_death` is called at once with the number of a worker that has died."""
        self._serve = serve
        self._on_death = on_death
        self._ready = ready
        self._workers = workers
        self._children: dict[int, _Child] = {}
        self._is_stopping = False
        self._pipe = (-1, -1)  # nobody writes to it: it ends when this process does

    def run(self) -> None:
        """Return when all serving processes have stopped as they were told."""
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
        if code == _CANNOT_OPEN:  # which a worker among others tries again
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
        gc.freeze()  # neither process looks again at what exists now, not even at its end
        # A signal that comes now waits until the new process hears it by itself.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        pid = os.fork()
        if pid == 0:
            self._children.clear()
            says_so = child.is_first and child.number == 0
            ready = self._ready if says_so else _nothing
            self._serve_in_child(child, ready)
        self._children[pid] = child
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        if self._is_stopping:  # it was not there yet when the others were told
            self._tell(pid, signal.SIGTERM)

    def _serve_in_child(self, child: _Child, ready: Callable[[], None]) -> None:
        code = 1
        try:
            for number in _SIGNALS:  # until the server hears them itself
                signal.signal(number, signal.default_int_handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            _stop_with_parent(*self._pipe)
            self._serve(child.number, ready, not child.is_first)
            code = 0
        except OutflankError as error:
            sys.stderr.write(f"Error: {error}.\n")
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
        """Pass a signal on; Ctrl-C has reached the serving processes by itself."""
        self._is_stopping = True
        signal.setitimer(signal.ITIMER_REAL, _REMIND_AFTER, _REMIND_AFTER)
        if number != signal.SIGINT:
            for pid in list(self._children):
                self._tell(pid, number)

    def _remind(self, _number: int, _frame: FrameType | None) -> None:
        """Tell processes once more that have missed it, as one that was just starting may."""
        for pid in list(self._children):
            self._tell(pid, signal.SIGTERM)

    def _tell(self, pid: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _stop_with_parent(end: int, parents_end: int) -> None:
    """Let this process be told to stop when the one that has started it is gone."""
    os.close(parents_end)

    def wait() -> None:
        os.read(end, 1)
        while True:  # one that is just starting may miss it
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(_REMIND_AFTER)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def _nothing() -> None:
    """Do nothing."""
