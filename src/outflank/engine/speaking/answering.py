"""The engine that answers in a conversation, with the settings that the other side may change."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Event, Lock
from typing import Self

from outflank import native
from outflank.engine.native_analysis import before_pass
from outflank.engine.protocol import Analysis, Engine
from outflank.engine.registry import open_engine
from outflank.errors import EngineError, OutflankError
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import PASS, Position
from outflank.texts import Text

__all__ = ["AnsweringEngine"]

_STRONGEST = "outflank"
_WITHOUT_CORE = "level:20"
_HASH_MB = 64


class AnsweringEngine:
    """An engine by its name, created when it is first needed and again after its settings change.

    The name defaults to the strongest engine, the only one with settings: `threads` and
    `hash_mb`. Names are trusted: `gtp:COMMAND` runs that command, in `directory`. An `Engine` that
    is given is used as it is, and not closed.

    >>> from outflank.rules import Classic
    >>> with AnsweringEngine("greedy") as engine:
    ...     print(engine.search(Classic().start(), Limit(), cancel=Event()).score)
    +3 (1)
    """

    def __init__(
        self,
        engine: str | Engine | None = None,
        *,
        threads: int = 1,
        hash_mb: int = _HASH_MB,
        seed: int | None = None,
        directory: str | os.PathLike[str] | None = None,
    ) -> None:
        self._own = engine if isinstance(engine, Engine) else None
        usual = _STRONGEST if native.available() else _WITHOUT_CORE
        self._name = engine.strip() if isinstance(engine, str) else usual
        self.threads: int = threads
        self.hash_mb: int = hash_mb
        self._seed, self._directory = seed, directory
        self._engine: Engine | None = None
        self._making = Lock()
        if not self.has_settings or directory is not None:
            self._engine = self._make()  # a wrong name or directory is an error at once

    @property
    def has_settings(self) -> bool:
        """Whether threads and the size of the transposition table can be set."""
        return self._own is None and self._name.lower() == _STRONGEST

    @property
    def title(self) -> str:
        """The name for the other side: Outflank, or Outflank and the name of another engine."""
        if self._engine is None or self.has_settings:
            return "Outflank"
        return f"Outflank {self._engine.name}"

    @property
    def version(self) -> str:
        """The version of Outflank."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("outflank")
        except PackageNotFoundError:  # run from source
            return "unknown"

    def configure(self, *, threads: int | None = None, hash_mb: int | None = None) -> None:
        """Change settings from the next search on."""
        self._forget_engine()
        self.threads = self.threads if threads is None else threads
        self.hash_mb = self.hash_mb if hash_mb is None else hash_mb

    def prepare(self) -> None:
        """Create the engine, so that its first move takes no longer than others."""
        self._made()

    def new_game(self) -> None:
        """Let the engine forget earlier games."""
        if self._engine is not None:
            self._engine.new_game()

    def supports(self, position: Position) -> bool:
        """Return whether the engine plays the position's variant and size."""
        return self._made().supports(position)

    def search(
        self,
        position: Position,
        limit: Limit = UNLIMITED,
        *,
        cancel: Event,
        candidates: int = 1,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Analyse a position that is not over; cancelled too early, return the first legal move.

        If the side to move must pass, the score is that of the position after the pass.
        """
        if position.must_pass:

            def report(after: Analysis) -> None:
                if on_progress is not None:
                    on_progress(before_pass(after))

            after = position.play(PASS)
            return before_pass(self.search(after, limit, cancel=cancel, on_progress=report))
        try:
            return self._made().analyse(
                position, limit, candidates=candidates, cancel=cancel, on_progress=on_progress
            )
        except Exception as problem:
            if isinstance(problem, OutflankError) and not cancel.is_set():
                raise
            if not isinstance(problem, OutflankError):
                # An engine of the user can raise anything; the other side must be answered.
                name = f"{type(problem).__name__}: {problem}"
                raise EngineError(
                    Text("errors.engine.engine_failed", engine=self._made().name, error=name)
                ) from problem
            move = position.legal_moves[0]
            return Analysis.of(move, line=(move,))

    def close(self) -> None:
        """End the engine."""
        self._forget_engine()

    def _made(self) -> Engine:
        with self._making:
            if self._engine is None:
                self._engine = self._make()
            return self._engine

    def _make(self) -> Engine:
        if self._own is not None:
            return self._own
        if not self.has_settings or self._directory is not None:
            return open_engine(
                self._name, seed=self._seed, programs=True, directory=self._directory
            )
        from outflank.engine.native import NativeEngine

        return NativeEngine(threads=self.threads, hash_mb=self.hash_mb, seed=self._seed)

    def _forget_engine(self) -> None:
        if self._engine is not None and self._engine is not self._own:
            self._engine.close()
        self._engine = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
