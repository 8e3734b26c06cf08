"""The base class of computer players: a position and a limit go in, an analysis comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from outflank.engine.analysis_stream import AnalysisStream
from outflank.errors import EngineError, ProgramFault
from outflank.native.analysis import Analysis, Variation
from outflank.native.limits import UNLIMITED, Limit, require_limit, require_whole
from outflank.rules import PASS, Game, Move, Position
from outflank.texts import Text

if TYPE_CHECKING:
    from random import Random
    from threading import Event

__all__ = ["UNLIMITED", "Analysis", "Engine", "Limit", "Task", "Variation", "as_position"]


@dataclass(frozen=True, slots=True)
class Task:
    """A question to an engine: the position, its limits, and how to cancel and report progress."""

    position: Position
    limit: Limit = UNLIMITED
    candidates: int = 1
    seed: int | None = None
    cancel: Event | None = None
    on_progress: Callable[[Analysis], None] | None = None

    def __post_init__(self) -> None:
        require_whole("number of candidates", self.candidates)

    def is_cancelled(self) -> bool:
        """Return whether the caller has cancelled the task."""
        return self.cancel is not None and self.cancel.is_set()

    def report(self, analysis: Analysis) -> None:
        """Report what has been found so far."""
        if self.on_progress is not None:
            self.on_progress(analysis)

    def random(self, purpose: str = "") -> Random:
        """Return the random generator of this task, the same for equal seeds and positions.

        Besides these it depends only on `purpose`, so a game can be repeated from any move.
        """
        from random import Random

        if self.seed is None:
            return Random()
        return Random(f"{self.seed} {self.position.hash64()} {purpose}")


class Engine(ABC):
    """A computer player; a new one needs a name and `think`.

    >>> class FirstMove(Engine):
    ...     name = "first move"
    ...
    ...     def think(self, task):
    ...         return Analysis.of(task.position.legal_moves[0])
    >>> from outflank.rules import Classic
    >>> with FirstMove() as engine:
    ...     print(engine.choose(Classic().start()))
    d3
    """

    name: str = "engine"
    seed: int | None = None
    can_close_any_time: bool = False  # `close` also ends what another thread asked for
    is_native: bool = False  # it searches in the native core, while other threads go on
    _is_closed: bool = False

    def supports(self, position: Position) -> bool:  # noqa: ARG002 - others look at it
        """Return whether this engine plays the position's variant and size."""
        return True

    def analyse(
        self,
        position: Position | Game,
        limit: Limit = UNLIMITED,
        *,
        candidates: int = 1,
        seed: int | None = None,
        cancel: Event | None = None,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Analyse a position, or the current one of a game, until the limit is reached.

        Any thread may set `cancel`; the analysis then returns the best that it has found.
        `candidates` is the number of moves to score, `seed` replaces the engine's own seed, and
        `on_progress` is called with each better analysis, in the thread that called this.
        """
        position = as_position(position)
        self._refuse(position, limit)
        if position.must_pass:
            # No answer changes a pass, but nothing is played before it is heard.
            return Analysis() if position.awaits_answer else Analysis.of(PASS, line=(PASS,))
        own_seed = self.seed if seed is None else seed
        found: object = self.think(Task(position, limit, candidates, own_seed, cancel, on_progress))
        if not isinstance(found, Analysis):
            returned = _shown(found)
            problem = Text(
                "errors.engine.returned_no_analysis", engine=self.name, returned=returned
            )
            raise ProgramFault("malformed response", problem)
        if found.move is not None and found.move not in position.legal_moves:
            move = _shown(found.move)
            problem = Text("errors.engine.chose_illegal_move", engine=self.name, move=move)
            raise ProgramFault("illegal move", problem)
        return found

    def choose(
        self,
        position: Position | Game,
        limit: Limit = UNLIMITED,
        *,
        seed: int | None = None,
        cancel: Event | None = None,
    ) -> Move:
        """Return the move to play; the only legal move is returned without a search."""
        position = as_position(position)
        self._refuse(position, limit)
        if position.awaits_answer:
            raise EngineError(Text("errors.engine.oracle_has_not_answered"))
        moves = position.legal_moves
        if len(moves) == 1:
            return moves[0]
        move = self.analyse(position, limit, seed=seed, cancel=cancel).move
        if move is None:
            raise ProgramFault(
                "illegal move", Text("errors.engine.no_move_found", engine=self.name)
            )
        return move

    def analysis(
        self,
        position: Position | Game,
        limit: Limit = UNLIMITED,
        *,
        candidates: int = 1,
        seed: int | None = None,
    ) -> AnalysisStream:
        """Begin to analyse, and return at once with a stream of ever better analyses."""
        position = as_position(position)
        self._refuse(position, limit)

        def search(cancel: Event, report: Callable[[Analysis], None]) -> Analysis:
            return self.analyse(
                position, limit, candidates=candidates, seed=seed, cancel=cancel, on_progress=report
            )

        return AnalysisStream(search)

    @abstractmethod
    def think(self, task: Task) -> Analysis:
        """Search a position in which a square can be played, within the limit of the task."""

    def new_game(self) -> None:  # noqa: B027 - most engines remember nothing
        """Forget earlier games, so that they have no influence on the next one."""

    def close(self) -> None:
        """Release what the engine holds; it cannot be used afterwards."""
        self._is_closed = True

    def _refuse(self, position: Position, limit: Limit = UNLIMITED) -> None:
        require_limit(limit)
        if self._is_closed:
            raise EngineError(Text("errors.engine.closed", engine=self.name))
        if position.is_over:
            raise EngineError(Text("errors.engine.game_over"))
        if not self.supports(position):
            size = position.size
            raise EngineError(
                Text(
                    "errors.engine.does_not_play",
                    engine=self.name,
                    variant=position.variant.text,
                    size=size,
                )
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


def as_position(given: Position | Game) -> Position:
    """Return the position itself, or the current one of a game.

    >>> as_position(Game(size=4)).board.empties
    12
    """
    if isinstance(given, Game):
        return given.position
    if isinstance(given, Position):
        return given
    raise TypeError(f"an engine thinks about a Position or a Game, not about {given!r}")


def _shown(value: object) -> str:
    """Show what an engine returned, briefly."""
    return str(value)[:40]
