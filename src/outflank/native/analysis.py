"""What a search has found: variations with their scores, and what it took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from outflank.rules.position import Position
from outflank.rules.score import Score, WinDrawLoss
from outflank.rules.square import Move, as_move

__all__ = ["Analysis", "Variation"]


@dataclass(frozen=True, slots=True)
class Variation:
    """A move with its score and the expected continuation, which begins with the move.

    `move` is None only while an answer is awaited; `score` is None if the engine gives none, or if
    it proved only who wins, which is its `result`.
    `win_chance` is a number from 0 to 1 in games of chance; a draw counts as half a win.

    >>> from outflank.rules.square import Square
    >>> print(Variation(Square.parse("f5"), Score(1.5, depth=6), (Square.parse("f5"),)))
    f5 +1.50 (6): f5
    """

    move: Move | None
    score: Score | None = None
    line: tuple[Move, ...] = ()
    win_chance: float | None = None
    result: WinDrawLoss | None = None

    def __str__(self) -> str:
        known = [str(part) for part in (self.move, self.score, self.result) if part is not None]
        if self.win_chance is not None:
            known.append(f"wins {self.win_chance:.1%}")
        return f"{' '.join(known)}: {' '.join(map(str, self.line))}".removesuffix(": ")


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: variations, the best first, and what the search took.

    Scores are the mover's, positive is good (also where the fewest discs win), and the empty
    squares at the end count for the winner. `chosen` is set only where an engine plays another
    move than the first, as weak levels do, or gives no scores. `move`, `score`, `result`, `line`
    and `win_chance` are those of the variation that it plays.

    >>> from outflank.rules.square import Square
    >>> found = Analysis.of(Square.parse("f5"), Score(1.5, depth=6), depth=6, nodes=812)
    >>> print(found)
    f5 +1.50 (6), 812 nodes
    >>> found.move, found.scores
    (f5, {f5: Score(discs=1.5, kind=<ScoreKind.HEURISTIC: 'heuristic'>, depth=6, confidence=None)})
    """

    variations: tuple[Variation, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    chosen: Variation | None = None

    @classmethod
    def of(
        cls,
        move: Move | str,
        score: Score | None = None,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        line: tuple[Move, ...] = (),
    ) -> Self:
        """Return the analysis of an engine that knows one move, with a score or without."""
        found = Variation(as_move(move), score, line)
        if score is None:
            return cls((), depth, nodes, seconds, found)
        return cls((found,), depth, nodes, seconds)

    @property
    def move(self) -> Move | None:
        """The move to play; None only while an answer is awaited."""
        return self._played.move

    @property
    def score(self) -> Score | None:
        """The score of the move to play; None if the engine gives none."""
        return self._played.score

    @property
    def result(self) -> WinDrawLoss | None:
        """Who wins, if only that was solved."""
        return self._played.result

    @property
    def line(self) -> tuple[Move, ...]:
        """The expected course of the game, beginning with the move to play."""
        return self._played.line

    @property
    def win_chance(self) -> float | None:
        """The chance to win, known only in games of chance."""
        return self._played.win_chance

    @property
    def scores(self) -> dict[Move, Score]:
        """The scores of the moves, the best first."""
        return {
            one.move: one.score
            for one in self.variations
            if one.move is not None and one.score is not None
        }

    @property
    def results(self) -> dict[Move, WinDrawLoss]:
        """Who wins after each move, if only that was solved, the best first."""
        return {
            one.move: one.result
            for one in self.variations
            if one.move is not None and one.result is not None
        }

    @property
    def _played(self) -> Variation:
        return self.chosen or (self.variations[0] if self.variations else _NOTHING)

    def __str__(self) -> str:
        found = [str(part) for part in (self.move, self.score, self.result) if part is not None]
        return f"{' '.join(found) or 'nothing'}, {self.nodes} nodes"

    def is_solved(self, position: Position) -> bool:
        """Return whether every score is final: exact, or the exact average in games of chance."""
        if not isinstance(position, Position):
            raise TypeError(f"an analysis is of a Position, not of {position!r}")
        empties = position.board.empties
        return self.score is not None and all(
            score.is_final(empties) for score in self.scores.values()
        )


_NOTHING = Variation(None)
