"""Where the engine of a match or a game comes from: a name, an `Engine`, or a factory."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from outflank.engine.protocol import Analysis, Engine, Task, as_position
from outflank.engine.registry import engine_name, is_outside, make_engine, open_engine
from outflank.errors import EngineError, OutflankError, ProgramFault
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import Game, Move, Position
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.engine.process import ProcessEngine

__all__ = ["EngineLike", "EngineSource", "GuestEngine"]

EngineLike: TypeAlias = str | Engine | Callable[[], Engine]

# Seconds by which an engine of the user may exceed its limit before its process is ended.
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class EngineSource:
    """Where engines come from: a name, an `Engine` or a factory of one.

    Names are trusted: `gtp:COMMAND` runs that command. With `own_process` an engine in Python
    runs in a process of its own, which is ended when it takes far too long.

    >>> EngineSource.of("greedy").name
    'greedy'
    >>> from outflank.engine.simple import GreedyEngine
    >>> EngineSource.of(GreedyEngine(seed=1)).name, EngineSource.of(GreedyEngine).name
    ('greedy', 'greedy')
    """

    name: str
    engine: EngineLike = field(repr=False)
    own_process: bool = False
    patience: float = _PATIENCE
    directory: str | os.PathLike[str] | None = None  # in which a program runs

    @classmethod
    def of(
        cls,
        engine: EngineLike,
        *,
        name: str = "",
        own_process: bool = False,
        patience: float = _PATIENCE,
        directory: str | os.PathLike[str] | None = None,
    ) -> Self:
        """Return the source of a name, an engine, or a class or function that returns an engine."""
        if not isinstance(engine, str | Engine) and not callable(engine):
            raise EngineError(Text("errors.engine.not_an_engine", engine=repr(engine)))
        own = engine_name(engine)
        if directory is not None and not (isinstance(engine, str) and is_outside(engine)):
            raise EngineError(Text("errors.engine.not_a_program", engine=own))
        return cls(name or own, engine, own_process, patience, directory)

    def open(self, *, seed: int | None = None, own_process: bool = False) -> Engine:
        """Return an engine, which the caller closes; an `Engine` that was given stays open.

        With `own_process` engines run in parallel; one that cannot be pickled is asked in turn.
        An exception in an engine of the user becomes a `ProgramFault`.
        """
        if isinstance(self.engine, str):
            own_process = own_process or self.own_process
            return open_engine(
                self.engine,
                seed=seed,
                own_process=own_process,
                programs=True,
                directory=self.directory,
            )
        if self.own_process or (own_process and self._can_be_pickled()):
            engine = self._in_process()
            engine.seed = seed
            return engine
        if isinstance(self.engine, Engine):
            return GuestEngine(self.engine, self.name, seed=seed)
        return GuestEngine(make_engine(self.engine, self.name), self.name, seed=seed, is_ours=True)

    def _in_process(self) -> ProcessEngine:
        from outflank.engine.process import ProcessEngine

        factory = _Given(self.engine) if isinstance(self.engine, Engine) else self.engine
        assert not isinstance(factory, str)
        return ProcessEngine(factory, name=self.name, overtime=self.patience)

    def _can_be_pickled(self) -> bool:
        from outflank.engine.process import why_not_pickled

        return why_not_pickled(self.engine) is None


@dataclass(frozen=True, slots=True)
class _Given:
    """A factory that takes its engine along when it is pickled."""

    engine: Engine

    def __call__(self) -> Engine:
        return self.engine


class GuestEngine(Engine):
    """Wraps an engine of the user: one thread asks it at a time, and its exceptions become faults.

    >>> class Broken(Engine):
    ...     name = "broken"
    ...
    ...     def think(self, task):
    ...         return task.position.no_such_thing
    >>> from outflank.rules import Classic
    >>> GuestEngine(Broken()).choose(Classic().start())
    Traceback (most recent call last):
    outflank.errors.ProgramFault: broken failed: AttributeError: 'Position' object has no ...
    """

    def __init__(
        self, engine: Engine, name: str = "", *, seed: int | None = None, is_ours: bool = False
    ) -> None:
        self.name: str = name or engine.name
        self.seed = seed
        self._engine = engine
        self._is_ours = is_ours
        self._lock = _lock_of(engine)

    def supports(self, position: Position) -> bool:
        """Ask the engine."""
        return bool(self._ask(self._engine.supports, position))

    def analyse(
        self,
        position: Position | Game,
        limit: Limit = UNLIMITED,
        *,
        candidates: int = 1,
        seed: int | None = None,
        cancel: threading.Event | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Let the engine analyse, by its own `analyse`."""
        found: Analysis = self._ask(
            self._engine.analyse,
            position,
            limit,
            candidates=candidates,
            seed=self.seed if seed is None else seed,
            cancel=cancel,
            on_progress=on_progress,
        )
        return found

    def choose(
        self,
        position: Position | Game,
        limit: Limit = UNLIMITED,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Move:
        """Let the engine choose, by its own `choose`."""
        position = as_position(position)
        seed = self.seed if seed is None else seed
        move: Move = self._ask(self._engine.choose, position, limit, seed=seed, cancel=cancel)
        if move not in position.legal_moves:
            shown = str(move)[:40]
            problem = Text("errors.engine.chose_illegal_move", engine=self.name, move=shown)
            raise ProgramFault("illegal move", problem)
        return move

    def think(self, task: Task) -> Analysis:
        """Let the engine think."""
        found: Analysis = self._ask(self._engine.think, task)
        return found

    def new_game(self) -> None:
        """Let the engine forget earlier games."""
        self._ask(self._engine.new_game)

    def close(self) -> None:
        """Close the engine if it was created by its source."""
        super().close()
        if self._is_ours:
            self._engine.close()

    def _ask(self, question: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        with self._lock:
            if self._is_closed:
                raise EngineError(Text("errors.engine.closed", engine=self.name))
            try:
                return question(*arguments, **options)
            except OutflankError:
                raise
            except Exception as problem:
                sentence = Text(
                    "errors.engine.crashed",
                    engine=self.name,
                    error=type(problem).__name__,
                    problem=problem,
                )
                raise ProgramFault("crash", sentence) from problem


_locks: dict[int, threading.Lock] = {}
_locking = threading.Lock()


def _lock_of(engine: Engine) -> threading.Lock:
    """Return the lock of an engine, which all matches share that ask it."""
    key = id(engine)  # an engine need not be hashable
    with _locking:
        if key not in _locks:
            _locks[key] = threading.Lock()
            weakref.finalize(engine, _locks.pop, key, None)
        return _locks[key]
