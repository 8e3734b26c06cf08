"""Adjudication by exact solving: the result of a game if both sides play perfectly from here on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Final, Self

from outflank import native
from outflank.engine import Analysis, Engine, Limit
from outflank.errors import TournamentError
from outflank.rules import BLACK, PASS, Color, Position, ScoreKind
from outflank.texts import Text

__all__ = ["Adjudicator", "SolvedScore"]

_MOST_EMPTIES: Final = 24  # a few seconds on 8x8
_MOST_EMPTIES_IN_PYTHON: Final = 10
_SECONDS: Final = 60.0
_HASH_MB: Final = 16

_Solve = Callable[[Position, Event | None], Analysis]


@dataclass(frozen=True, slots=True)
class SolvedScore:
    """The winner, None for a draw, and the discs of both sides on a full board after best play.

    >>> SolvedScore(BLACK, 40, 24).margin
    16
    """

    winner: Color | None
    black: int
    white: int

    @property
    def margin(self) -> int:
        """Black's discs minus white's."""
        return self.black - self.white


class Adjudicator:
    """Solves positions with few empty squares, for matches, tournaments and the server.

    >>> from outflank.rules import Game
    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1"])
    >>> with Adjudicator() as adjudicator:
    ...     adjudicator.solve(game.position)
    SolvedScore(winner=Color.WHITE, black=3, white=13)
    """

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._solve: _Solve | None = None

    @staticmethod
    def most_empties() -> int:
        """Return how many empty squares a position may have to be solved in a few seconds."""
        return _MOST_EMPTIES if native.available() else _MOST_EMPTIES_IN_PYTHON

    def can_solve(self, position: Position) -> bool:
        """Return whether a position can be solved in a few seconds; no chance may be involved."""
        has_chance = bool(position.variant.answers)
        return not has_chance and position.board.empties <= self.most_empties()

    def solve(self, position: Position, *, cancel: Event | None = None) -> SolvedScore | None:
        """Return how the game ends, or None if `cancel` was set."""
        if position.variant.answers:
            raise TournamentError(
                Text("errors.arena.chance_cannot_be_solved", variant=position.variant.text)
            )
        if not self.can_solve(position):
            raise TournamentError(
                Text(
                    "errors.arena.too_many_empties",
                    empties=position.board.empties,
                    most=self.most_empties(),
                )
            )
        outcome = position.outcome
        if outcome is not None:
            black, white = outcome.score(empties_to_winner=True)
            return SolvedScore(outcome.winner, black, white)
        passed = position.play(PASS) if position.must_pass else position
        discs = self._score(passed, cancel)
        if discs is None:
            return None
        mover = passed.turn
        winner = None if discs == 0 else mover if discs > 0 else mover.opponent
        # A high score is always good for the mover; where fewer discs win it means fewer discs.
        more = -discs if position.variant.fewest_wins else discs
        squares = position.size * position.size
        own = (squares + more) // 2
        black = own if mover is BLACK else squares - own
        return SolvedScore(winner, black, squares - black)

    def _score(self, position: Position, cancel: Event | None) -> int | None:
        if self._solve is None:
            self._engine, self._solve = _solver()
        empties = position.board.empties
        found = self._solve(position, cancel)
        if found.score is None or found.score.kind is not ScoreKind.EXACT:
            if cancel is not None and cancel.is_set():
                return None
            raise TournamentError(Text("errors.arena.position_not_solved", empties=empties))
        return round(found.score.discs)

    def close(self) -> None:
        """Free the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = self._solve = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _solver() -> tuple[Engine, _Solve]:
    """Return an engine that can solve positions, and the function that makes it solve one."""
    if native.available():
        from outflank.engine.native import NativeEngine

        core = NativeEngine(hash_mb=_HASH_MB, ready=False)
        limit = Limit(seconds=_SECONDS)
        return core, lambda position, cancel: core.solve(position, limit=limit, cancel=cancel)
    from outflank.engine.simple import AlphaBetaEngine

    engine = AlphaBetaEngine()

    def search_all(position: Position, cancel: Event | None) -> Analysis:
        # Passes count as plies, so there are at most twice as many plies as empty squares.
        depth = Limit(depth=2 * position.board.empties, seconds=_SECONDS)
        return engine.analyse(position, depth, cancel=cancel)

    return engine, search_all
