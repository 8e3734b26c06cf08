"""The core's engine: a question is started, waited for a moment at a time, and read."""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from outflank import native
from outflank.errors import EngineError
from outflank.native.crossing import ANSWERS, PASS_NUMBER, decoded_moves, encoded, thresholds
from outflank.rules.board import BLACK
from outflank.rules.position import Position
from outflank.rules.score import Score, ScoreKind
from outflank.rules.square import Move, Square

__all__ = ["MOST_CANDIDATES", "Bounds", "Finding", "Findings", "Goal", "Search"]

if native.available():
    from outflank import _core

Goal = Literal["play", "exact", "outcome"]

MOST_CANDIDATES = 128
# move, kind, depth, confidence, discs, win chance, line
_Found: TypeAlias = tuple[int, int, int, int, float, float, list[int]]
_GOALS = ("play", "exact", "outcome")  # in the core's order
_KINDS = (ScoreKind.HEURISTIC, ScoreKind.EXPECTED, ScoreKind.PROVEN, ScoreKind.EXACT)  # too


class Bounds(NamedTuple):
    """When to stop thinking; zero is no bound, and after `soft_seconds` no round is begun."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    soft_seconds: float = 0.0


class Finding(NamedTuple):
    """One move and what it is worth; no move where an answer is awaited."""

    move: Move | None
    score: Score
    line: tuple[Move, ...]
    win_chance: float | None


class Findings(NamedTuple):
    """All that is known at one moment, the best move first."""

    moves: tuple[Finding, ...]
    depth: int
    nodes: int
    seconds: float


class Search:
    """An engine of the core with its own table and threads, for one question at a time.

    Its threads never hold up Python; a question that is not waited for goes on until `stop`.
    """

    def __init__(
        self,
        *,
        threads: int,
        hash_bytes: int,
        kernel: str | None = None,
        weights: bytes | None = None,
        probcut: bytes | None = None,
    ) -> None:
        if not native.available():
            raise EngineError("the native core is not built, so its engine cannot think")
        try:
            self._engine = _core.Engine(threads, hash_bytes, kernel, weights, probcut)
        except (ValueError, TypeError, RuntimeError) as problem:
            raise EngineError(f"the engine cannot be made: {problem}") from None
        except MemoryError:
            megabytes = hash_bytes >> 20
            raise EngineError(f"there is no memory for a table of {megabytes} MB") from None
        self._position: Position | None = None

    def start(
        self, position: Position, bounds: Bounds, *, goal: Goal = "play", candidates: int = 1
    ) -> None:
        """Begin to think about a position in which the side to move can move."""
        variant = position.variant
        with _in_our_words():
            self._engine.start(
                position.size,
                encoded(position.board),
                position.turn is BLACK,
                fewest_wins=variant.fewest_wins,
                odds=thresholds(variant.answers) if variant.answers else None,
                first_answer=ANSWERS.index(position.answer) if variant.answers else 0,
                goal=_GOALS.index(goal),
                candidates=min(candidates, MOST_CANDIDATES),
                depth=bounds.depth,
                nodes=bounds.nodes,
                seconds=bounds.seconds,
                soft_seconds=bounds.soft_seconds,
            )
        self._position = position

    def wait(self, seconds: float) -> bool:
        """Wait until the thinking has ended, at most so long; tell whether it has."""
        return self._engine.wait(seconds)

    @property
    def nodes(self) -> int:
        """How many positions the question, or the last one, has entered by now."""
        return self._engine.nodes

    def stop(self) -> None:
        """End the thinking soon."""
        self._engine.stop()

    def limit(self, bounds: Bounds) -> None:
        """Let other bounds count from now on."""
        self._engine.limit(bounds.depth, bounds.nodes, bounds.seconds, bounds.soft_seconds)

    def forget(self) -> None:
        """Forget all positions of earlier questions."""
        with _in_our_words():
            self._engine.forget()

    def reports(self) -> Iterator[Findings]:
        """Take what was found since this was asked last, the oldest first."""
        position = self._position
        if position is None:
            return
        with _in_our_words():
            reports = self._engine.reports()
        for found, depth, nodes, seconds, _ in reports:
            moves = tuple(_finding(position, one) for one in found)
            yield Findings(moves, depth, nodes, seconds)


@contextlib.contextmanager
def _in_our_words() -> Iterator[None]:
    """Turn what the core complains of into one sentence of ours."""
    try:
        yield
    except MemoryError:
        raise EngineError("there is not enough memory for this search") from None
    except (RuntimeError, ValueError) as problem:
        raise EngineError(f"the core refuses: {problem}") from None


def _finding(position: Position, found: _Found) -> Finding:
    number, kind_number, depth, confidence, discs, win_chance, numbers = found
    kind = _KINDS[kind_number]
    is_whole = kind in (ScoreKind.PROVEN, ScoreKind.EXACT)
    score = Score(
        round(discs) if is_whole else discs + 0.0,  # never minus zero
        kind,
        depth,
        confidence if kind is ScoreKind.HEURISTIC else None,
    )
    line = tuple(decoded_moves(array("H", numbers).tobytes(), position.size))
    chance = None if win_chance < 0 else win_chance
    if number == PASS_NUMBER:
        return Finding(None, score, (), chance)
    return Finding(Square.at(number, position.size), score, line, chance)
