"""What every computer player is: a position and a limit go in, an analysis comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from outflank.engine.limits import UNLIMITED, Limit
from outflank.errors import EngineError, ProgramFault
from outflank.rules import PASS, Game, Move, Position, Score, ScoreKind

if TYPE_CHECKING:
    from random import Random
    from threading import Event

__all__ = ["UNLIMITED", "Analysis", "Engine", "Limit", "Task", "Variation", "as_position"]


@dataclass(frozen=True, slots=True)
class Variation:
    """One of several moves: what it is worth and how the game is expected to go on.

    `win_chance` is from 0 to 1 where chance is in play, with half a win for a draw.

    >>> from outflank.rules import Square
    >>> print(Variation(Square.parse("f5"), Score(1.5, depth=6), (Square.parse("f5"),)))
    f5 +1.50 (6): f5
    """

    move: Move | None
    score: Score
    line: tuple[Move, ...] = ()
    win_chance: float | None = None

    def __str__(self) -> str:
        move = "" if self.move is None else f"{self.move} "
        chance = "" if self.win_chance is None else f" wins {self.win_chance:.1%}"
        return f"{move}{self.score}{chance}: {' '.join(map(str, self.line))}".removesuffix(": ")


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine found: a move, what it is worth, and what finding it took.

    `move` is None only while an answer is awaited; `score` is None from engines that have none.
    Scores are from the mover's side, positive is good (also where the fewest discs win), and
    count as if the board were full. `candidates` are the best moves with their own scores,
    best first, and `variations` the same with the line of each from engines that know it. `line`
    is the expected course of the game, beginning with the move. `win_chance` is known only where
    chance is in play.

    >>> from outflank.rules import Square
    >>> print(Analysis(Square.parse("f5"), Score(1.5, depth=6), depth=6, nodes=812))
    f5 +1.50 (6), 812 nodes
    """

    move: Move | None
    score: Score | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    line: tuple[Move, ...] = ()
    candidates: tuple[tuple[Move, Score], ...] = ()
    variations: tuple[Variation, ...] = ()
    win_chance: float | None = None

    def __str__(self) -> str:
        found = [str(part) for part in (self.move, self.score) if part is not None]
        return f"{' '.join(found) or 'nothing'}, {self.nodes} nodes"

    def is_solved(self, position: Position) -> bool:
        """Tell whether every score is the one at the end of the game, on average after chance."""
        empties = position.board.empties
        return self.score is not None and all(
            score.kind is ScoreKind.EXACT
            or (score.kind is ScoreKind.EXPECTED and (score.depth or 0) >= empties)
            for _, score in self.candidates
        )


@dataclass(frozen=True, slots=True)
class Task:
    """One question to an engine, with the ways to be told to stop and to report on the way."""

    position: Position
    limit: Limit = UNLIMITED
    candidates: int = 1
    seed: int | None = None
    cancel: Event | None = None
    on_progress: Callable[[Analysis], None] | None = None

    def is_cancelled(self) -> bool:
        """Tell whether the caller no longer wants to wait."""
        return self.cancel is not None and self.cancel.is_set()

    def report(self, analysis: Analysis) -> None:
        """Tell the caller what has been found so far."""
        if self.on_progress is not None:
            self.on_progress(analysis)

    def random(self, purpose: str = "") -> Random:
        """Return the random generator of this task: with a seed, always the same for a position.

        It depends on nothing else but the purpose, so a game can be repeated from any of its moves.
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
    ...         return Analysis(task.position.legal_moves[0])
    >>> from outflank.rules import Classic
    >>> with FirstMove() as engine:
    ...     print(engine.choose(Classic().start()))
    d3
    """

    name: str = "engine"
    seed: int | None = None
    can_close_any_time: bool = False  # `close` also ends what another thread asked for
    _is_closed: bool = False

    def supports(self, position: Position) -> bool:  # noqa: ARG002 - others look at it
        """Tell whether this engine plays the position's variant and size."""
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
        """Think about a position until the limit is reached or `cancel` is set by any thread.

        Of a game it is the position where the game stands. A cancelled analysis returns the best
        found so far. `candidates` asks for the scores of that many moves, `seed` makes chance
        repeatable (instead of the engine's own seed), and `on_progress` is called with each better
        analysis in the thread that called this.
        """
        position = as_position(position)
        self._refuse(position, limit)
        if position.must_pass():
            # What the oracle will say changes nothing, but a move waits for it.
            return Analysis(None) if position.awaits_answer() else Analysis(PASS, line=(PASS,))
        own_seed = self.seed if seed is None else seed
        found: object = self.think(Task(position, limit, candidates, own_seed, cancel, on_progress))
        if not isinstance(found, Analysis):
            problem = f"{self.name} returned {_shown(found)} from think() instead of an Analysis"
            raise ProgramFault("malformed response", problem)
        if found.move is not None and found.move not in position.legal_moves:
            problem = f"{self.name} chose {_shown(found.move)}, which may not be played here"
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
        """Return the move to play; the only one at once, without thinking."""
        position = as_position(position)
        self._refuse(position, limit)
        if position.awaits_answer():
            raise EngineError("the oracle has not answered yet, so no move can be chosen")
        moves = position.legal_moves
        if len(moves) == 1:
            return moves[0]
        move = self.analyse(position, limit, seed=seed, cancel=cancel).move
        if move is None:
            raise ProgramFault("illegal move", f"{self.name} found no move")
        return move

    @abstractmethod
    def think(self, task: Task) -> Analysis:
        """Work on a task whose position goes on with a square, within its limit."""

    def new_game(self) -> None:  # noqa: B027 - most engines remember nothing
        """Forget the games before, so that another plays alike whatever was played earlier."""

    def close(self) -> None:
        """Free what the engine holds; it cannot be used afterwards."""
        self._is_closed = True

    def _refuse(self, position: Position, limit: Limit = UNLIMITED) -> None:
        if not isinstance(limit, Limit):
            raise TypeError(f"a limit is a Limit, such as Limit(seconds=5), not {limit!r}")
        if self._is_closed:
            raise EngineError(f"{self.name} has been closed")
        if position.is_over():
            raise EngineError("the game is over, so there is nothing to think about")
        if not self.supports(position):
            size = position.size
            raise EngineError(
                f"{self.name} does not play {position.variant.title} on {size}x{size}"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


def as_position(given: Position | Game) -> Position:
    """Return a position, or that where a game stands.

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
