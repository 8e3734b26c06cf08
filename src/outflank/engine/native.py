"""The strongest engine: the search of the native core."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from outflank import native
from outflank.engine.child_processes import core_count
from outflank.engine.learned import (
    learned_evaluation,
    pattern_file,
    pattern_weights,
    probcut_numbers,
)
from outflank.engine.native_analysis import evened
from outflank.engine.protocol import Analysis, Task
from outflank.engine.solving import SolvingEngine
from outflank.errors import EngineError, MissingCore, UnknownName
from outflank.native.limits import Limit, require_whole
from outflank.native.search import MOST_CANDIDATES, Goal, Search
from outflank.rules import Classic, Position
from outflank.texts import Text

__all__ = ["NativeEngine"]

# How often to check for cancellation and Ctrl-C.
_POLL_SECONDS = 0.005
# For a task without a limit: about a second, and the same nodes on every machine.
_OWN_LIMIT: Final = Limit(nodes=10_000_000)
_CLASSIC: Final = Classic().start(8)
_MOST_THREADS = 64
_MOST_MEGABYTES = 1 << 20


class NativeEngine(SolvingEngine):
    """Searches with the native core, in `threads` threads and with a table of `hash_mb` MB.

    The transposition table is kept for the next search until `forget`. A `forgetful` engine clears
    it before each search, so with one thread and without a time limit its results are repeatable.
    One question is answered at a time; other callers wait their turn.

    A `ready` engine allocates its table and loads its network when it is created, which takes a
    moment the first time; any other does so at its first search.

    >>> from outflank.rules import Board, Classic, Position, WHITE
    >>> board = Board.parse("-OX- XOOX XXXX OOOO")
    >>> with NativeEngine() as engine:  # doctest: +SKIP
    ...     print(engine.solve(Position(board, WHITE)).score)
    +4 (exact)
    """

    name = "outflank"
    is_native = True

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        kernel: str | None = None,
        forgetful: bool = False,
        ready: bool = True,
        seed: int | None = None,
    ) -> None:
        if not native.available():
            raise MissingCore(Text("errors.engine.no_core", advice=native.CORE_ADVICE))
        require_whole("number of threads", threads)
        require_whole("size of the table in MB", hash_mb)
        if not 1 <= threads <= _MOST_THREADS:
            raise EngineError(
                Text(
                    "errors.engine.invalid_threads",
                    most=_MOST_THREADS,
                    threads=threads,
                )
            )
        if not 1 <= hash_mb <= _MOST_MEGABYTES:
            raise EngineError(
                Text(
                    "errors.engine.invalid_table_size",
                    most=f"{_MOST_MEGABYTES:,}",
                    megabytes=hash_mb,
                )
            )
        if kernel is not None and kernel not in native.kernels()[1:]:
            raise UnknownName("kernel", kernel, native.kernels()[1:])
        self.seed = seed  # the search itself uses no random numbers
        self._settings = threads, hash_mb, kernel
        self._is_forgetful = forgetful
        self._turn = threading.Lock()
        self._made: Search | None = None
        self._loaded: set[str | None] = set()  # files of games
        self._pondered: tuple[Position, int] | None = None
        _ENGINES.add(self)
        if ready:
            self._search()

    @staticmethod
    def all_threads() -> int:
        """Return how many threads this machine runs at once."""
        return min(core_count(), _MOST_THREADS)

    @property
    def nodes(self) -> int:
        """The number of positions that the current search, or the last one, has entered."""
        search = self._made
        return 0 if search is None else search.nodes

    def supports(self, position: Position) -> bool:
        """Return whether the core has the variant; it has every size."""
        return native.knows(position.variant)

    def think(self, task: Task) -> Analysis:
        """Search for a good move."""
        limit = task.limit
        if limit.is_unlimited():
            limit = limit.tightened(_OWN_LIMIT)
        return self._answer(replace(task, limit=limit), "play")

    def solve_task(self, task: Task, goal: Goal) -> Analysis:
        """Search to the end of the game."""
        return self._answer(task, goal)

    def ponder(self, position: Position, *, candidates: int = 1) -> None:
        """Begin to search a position that is expected, and return at once.

        If the next question is about it, the search goes on within that question's limit;
        any other question, `stop_pondering` and `close` end it.
        """
        self._refuse(position)
        with self._turn:
            self._leave_pondering()
            if position.must_pass:
                return
            self._pondered = position, candidates
            try:
                self._prepared(position).start(position, candidates=candidates)
            except BaseException:
                self._leave_pondering()
                raise

    def stop_pondering(self) -> None:
        """Stop pondering."""
        with self._turn:
            self._leave_pondering()

    def forget(self) -> None:
        """Clear the transposition table."""
        with self._turn:
            self._leave_pondering()
            if self._made is not None:
                self._made.forget()

    def new_game(self) -> None:
        """Clear the transposition table."""
        self.forget()

    def close(self) -> None:
        """End the threads and the current search, which returns what it has found."""
        super().close()
        if (search := self._made) is not None:
            search.stop()
        with self._turn:
            self._leave_pondering()
            self._made = None

    def _answer(self, task: Task, goal: Goal) -> Analysis:
        asked = time.monotonic()
        with self._turn_of(task) as has_turn:
            if not has_turn:
                first = task.position.legal_moves[0]
                return Analysis() if task.position.awaits_answer else Analysis.of(first)
            if self._is_closed:
                raise EngineError(Text("errors.engine.closed", engine=self.name))
            search = self._search()
            try:
                self._begin(search, task, goal, asked)
                return self._follow(search, task)
            except BaseException:
                # Ctrl-C, or an exception in the caller's `on_progress`: nobody waits any more.
                _end(search)
                raise

    @contextlib.contextmanager
    def _turn_of(self, task: Task) -> Iterator[bool]:
        """Wait for the engine; yield False if the task is cancelled before."""
        while not self._turn.acquire(timeout=_POLL_SECONDS):
            if task.is_cancelled():
                yield False
                return
        try:
            yield True
        finally:
            self._turn.release()

    def _begin(self, search: Search, task: Task, goal: Goal, asked: float) -> None:
        candidates = min(task.candidates, len(task.position.legal_moves), MOST_CANDIDATES)
        if goal == "play" and self._pondered == (task.position, candidates):
            self._pondered = None
            search.limit(task.limit, spent=time.monotonic() - asked)
            return
        self._leave_pondering()
        if self._is_forgetful:
            search.forget()
        self._prepared(task.position)
        spent = time.monotonic() - asked
        search.start(
            task.position, task.limit, goal=goal, candidates=max(1, candidates), spent=spent
        )

    def _follow(self, search: Search, task: Task) -> Analysis:
        """Report progress, and stop the search when it is cancelled, until it has ended."""
        found = Analysis()
        has_ended = False
        while not has_ended:
            if task.is_cancelled() or self._is_closed:
                search.stop()
            has_ended = search.wait(_POLL_SECONDS)
            for report in search.reports():
                found = evened(report, task.position.board)
                if found.variations:
                    task.report(found)
        if not found.variations and not task.position.awaits_answer:
            raise EngineError(Text("errors.engine.no_move_found", engine=self.name))
        return found

    def _search(self) -> Search:
        if self._made is None:
            self._loaded = {pattern_file(_CLASSIC)}  # `learned_evaluation` decides about it
            threads, hash_mb, kernel = self._settings
            self._made = Search(
                threads=threads,
                hash_bytes=hash_mb << 20,
                kernel=kernel,
                probcut=probcut_numbers(),
                **learned_evaluation()._asdict(),
            )
        return self._made

    def _prepared(self, position: Position) -> Search:
        """Load the pattern weights of a game when one of its positions is first searched."""
        search, name = self._search(), pattern_file(position)
        if name is not None and name not in self._loaded:
            self._loaded.add(name)
            if (weights := pattern_weights(position)) is not None:
                search.learn(weights)
        return search

    def _leave_pondering(self) -> None:
        if self._pondered is not None and self._made is not None:
            self._pondered = None
            _end(self._made)

    def _begin_anew(self) -> None:
        """Drop what belongs to the parent process after a fork: the search and the lock."""
        self._turn = threading.Lock()
        self._made = self._pondered = None


_ENGINES: Final[weakref.WeakSet[NativeEngine]] = weakref.WeakSet()


def _close_all() -> None:
    """End all searches: the interpreter must not end while one of its threads waits in the core."""
    for engine in list(_ENGINES):
        engine.close()


def _begin_all_anew() -> None:
    for engine in list(_ENGINES):
        engine._begin_anew()  # noqa: SLF001 - our own engines, in a child after a fork


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_all_anew)


def _end(search: Search) -> None:
    """Stop a search and wait until it has ended."""
    search.stop()
    search.finished()
