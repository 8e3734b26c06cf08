"""The processes in which computers think: started ahead, and kept for the next search."""

from __future__ import annotations

import contextlib
import itertools
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator

from outflank.engine import Engine
from outflank.engine.advice import AdvisingEngine
from outflank.engine.process import EngineProcess, ProcessEngine
from outflank.engine.registry import find
from outflank.errors import EngineError

__all__ = ["ADVICE", "EngineProcesses"]

ADVICE = "advice"  # the name of the engine that gives hints

_log = logging.getLogger(__name__)


class EngineProcesses:
    """Lends engines in processes of their own, and keeps up to `most_idle` that nobody needs.

    A process takes some tenths of a second to start. So many as `ahead` says wait for whichever
    engine is wanted next.
    """

    def __init__(self, most_idle: int, *, ahead: int = 0) -> None:
        self._most_idle = most_idle
        self._ahead = ahead
        self._idle: OrderedDict[int, tuple[str, Engine]] = OrderedDict()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._is_closed = False
        self._spare: deque[EngineProcess] = deque()
        self._start_ahead()

    @contextlib.contextmanager
    def lend(self, level: str) -> Iterator[tuple[Engine, bool]]:
        """Lend the engine of a level, and tell whether its process is new."""
        engine = self._kept(level)
        is_new = engine is None
        engine = engine or self._new_engine(level)
        try:
            yield engine, is_new
        finally:
            self._give_back(level, engine)
            if is_new:
                self._start_ahead()

    def _kept(self, level: str) -> Engine | None:
        with self._lock:
            for number, (name, engine) in self._idle.items():
                if name == level:
                    del self._idle[number]
                    return engine
        return None

    def _new_engine(self, level: str) -> Engine:
        process = self._spare_process()
        if level == ADVICE:
            return ProcessEngine(AdvisingEngine, name=ADVICE, process=process)
        return find(level, own_process=process or True)

    def _spare_process(self) -> EngineProcess | None:
        with self._lock:
            while self._spare:
                process = self._spare.popleft()
                if process.is_alive():
                    return process
                process.end()
        return None

    def _start_ahead(self) -> None:
        """Start as many processes as are missing, or as the system allows at present."""
        with self._lock:
            try:
                while len(self._spare) < self._ahead and not self._is_closed:
                    self._spare.append(EngineProcess(ahead=True))
            except EngineError as error:  # which must not cost the move that was just found
                _log.warning("Could not start a process ahead: %s", error)

    def _give_back(self, level: str, engine: Engine) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle[next(self._numbers)] = level, engine
                if len(self._idle) <= self._most_idle:
                    return
                _, (_, engine) = self._idle.popitem(last=False)
        engine.close()

    def close(self) -> None:
        """End every process that is not lent; those are ended when they are given back."""
        with self._lock:
            self._is_closed = True
            engines = [engine for _, engine in self._idle.values()]
            spare = list(self._spare)
            self._idle.clear()
            self._spare.clear()
        for engine in engines:
            engine.close()
        for process in spare:
            process.end()
