"""The review of a game: what each move was worth, what it lost, and which were the worst."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event
from typing import Final

from outflank import native
from outflank.analysis.mistakes import Choice, Finding, least_loss, name_mistake
from outflank.engine import Engine, Limit, find
from outflank.errors import EngineError
from outflank.rules import (
    BLACK,
    PASS,
    Answer,
    Color,
    Game,
    Move,
    Ply,
    Position,
    Score,
    ScoreKind,
)

__all__ = ["GameReview", "ReviewedMove", "review", "review_engine"]

# What a whole game may take in nodes, shared out among its moves: the native core needs some
# seconds for it, the engine in Python about a minute.
_NODES: Final = 20_000_000
_SLOW_NODES: Final = 200_000
_FEWEST_SHARES: Final = 20  # so that a move of a short game does not take the time of a whole one
# With so few empty squares a position is worth solving, and may take so many times its share.
_SOLVED_EMPTIES: Final = 16
_SOLVED_WITH_CHANCE: Final = 8
_PATIENCE: Final = 20


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its score, and what would have been better; scores are the mover's.

    `number` counts plies, passes included. `better` is the engine's choice, which is the move
    itself where it was as good as any; `line` is how the game would have gone on from there, and
    `played_line` how it goes on from the move at best. `empties` is how many squares were empty
    before the move, and `findings` say what was wrong with it, if it was a mistake.
    """

    number: int
    color: Color
    move: Move
    answer: Answer | None
    score: Score
    best_score: Score
    better: Move
    line: tuple[Move, ...] = ()
    played_line: tuple[Move, ...] = ()
    empties: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def loss(self) -> float:
        """How many discs the move gave away."""
        return max(0.0, float(self.best_score.discs - self.score.discs))

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost so much that something was wrong with it."""
        return self.loss >= least_loss(self.score, self.best_score)

    @property
    def value(self) -> Score:
        """What the game was worth after the move, from black's side."""
        return self.score if self.color is BLACK else -self.score


@dataclass(frozen=True)
class GameReview:
    """What is known about the moves of a game, of which there are `total`.

    A review that is under way, or was cancelled, knows only the last moves.
    """

    total: int
    moves: tuple[ReviewedMove, ...] = ()
    nodes: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether every move has been looked at."""
        return len(self.moves) == self.total

    @cached_property
    def values(self) -> dict[int, Score]:
        """What the game was worth after each ply by its number, from black's side."""
        return {one.number: one.value for one in self.moves}

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that were mistakes, in the order in which they were played."""
        return tuple(one for one in self.moves if one.is_mistake)

    def worst(self, color: Color, *, least: float = 1.0) -> ReviewedMove | None:
        """Return the move of a side that lost most, the first of equals; None if none lost much."""
        moves = [one for one in self.moves if one.color is color and one.loss >= least]
        return max(moves, key=lambda one: one.loss, default=None)

    def total_loss(self, color: Color) -> float:
        """Return how many discs the moves of a side gave away together."""
        return sum(one.loss for one in self.moves if one.color is color)


def review_engine(*, own_process: bool = False) -> Engine:
    """Return the engine that reviews games and solves puzzles: the best that is installed."""
    return find("outflank" if native.available() else "alphabeta", own_process=own_process)


def review(
    game: Game,
    engine: Engine,
    limit: Limit | None = None,
    *,
    exact: int | None = None,
    cancel: Event | None = None,
    on_progress: Callable[[GameReview], None] | None = None,
) -> GameReview:
    """Let an engine score every move of a game's main line, from the last to the first.

    `limit` is that of each move; without one a game takes some seconds, and its end is solved.
    Positions with at most `exact` empty squares are solved however long it takes. `on_progress`
    gets what is known after each move; a cancelled review is not complete.

    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1", "d3", "c1"])
    >>> with find("alphabeta") as engine:
    ...     [one.loss for one in review(game, engine, Limit(depth=12)).moves]
    [0.0, 0.0, 4.0, 0.0]
    """
    plies = list(game.mainline())
    reviewer = _Reviewer(engine, limit, exact, plies=len(plies), cancel=cancel)
    known = GameReview(len(plies))
    for number, ply in reversed(list(enumerate(plies, 1))):
        found = reviewer.look_at(ply, number)
        if found is None or (cancel is not None and cancel.is_set()):
            break
        known = GameReview(len(plies), (found, *known.moves), reviewer.nodes)
        if on_progress is not None:
            on_progress(known)
    return known


@dataclass(frozen=True, slots=True)
class _Value:
    """What a position is worth to the side to move, and how it goes on at best."""

    score: Score
    line: tuple[Move, ...] = ()


class _Reviewer:
    """Scores plies one after another, each before the one that followed it.

    A position is searched after the one that followed it, so that its search finds that one in
    the table and both agree.
    """

    def __init__(
        self,
        engine: Engine,
        limit: Limit | None,
        exact: int | None,
        *,
        plies: int,
        cancel: Event | None,
    ) -> None:
        self._engine, self._limit, self._exact, self._cancel = engine, limit, exact, cancel
        budget = _NODES if native.available() else _SLOW_NODES
        self._share = max(1, budget // max(plies, _FEWEST_SHARES))
        self._following: _Value | None = None  # of the next position
        self.nodes = 0

    def look_at(self, ply: Ply, number: int) -> ReviewedMove | None:
        """Score a ply; None if that was cancelled before anything was known."""
        position = ply.parent.position
        if ply.move is PASS:
            found = self._passed(ply, number)
        else:
            found = self._placed(ply, number, position)
        if found is not None:
            self._following = _Value(found.best_score, found.line)
        return found

    def _passed(self, ply: Ply, number: int) -> ReviewedMove | None:
        after = self._following or self._value(ply.position)
        if after is None:
            return None
        score, line = -after.score, (PASS, *after.line)
        empties = ply.position.board.empties
        return ReviewedMove(
            number, ply.color, PASS, ply.answer, score, score, PASS, line, line, empties
        )

    def _placed(self, ply: Ply, number: int, position: Position) -> ReviewedMove | None:
        # Where chance is in play all moves are scored in one search, whose averages agree.
        candidates = len(position.legal_moves) if position.variant.answers else 1
        found = self._engine.analyse(
            position, self._limit_of(position), candidates=candidates, cancel=self._cancel
        )
        self.nodes += found.nodes
        if found.score is None or found.move is None:
            if self._cancel is not None and self._cancel.is_set():
                return None
            raise EngineError(f"{self._engine.name} gives moves no scores, so it cannot review")
        lines = {one.move: one.line for one in found.variations} | {found.move: found.line}
        score = dict(found.candidates).get(ply.move)
        if ply.move == found.move:
            score = found.score
        played_line = lines.get(ply.move) or (ply.move,)
        if score is None:
            after = self._after(ply, found.score)
            if after is None:
                return None
            score, played_line = -after.score, (ply.move, *after.line)
        best, better, line = found.score, found.move, found.line
        if score.kind is ScoreKind.EXACT is not best.kind:
            # An estimate and an exact score do not compare, so the better move is solved as well.
            instead = self._value(position.play(better))
            if instead is None:
                return None
            best, line = -instead.score, (better, *instead.line)
        if score.discs >= best.discs:
            best, better, line = score, ply.move, played_line
        move = ReviewedMove(
            number, ply.color, ply.move, ply.answer, score, best, better, line, played_line,
            position.board.empties,
        )  # fmt: skip
        if not move.is_mistake:
            return move
        chances = {one.move: one.win_chance for one in found.variations}
        now, at_best = chances.get(ply.move), chances.get(better)
        both = None if now is None or at_best is None else (now, at_best)
        choice = Choice(position, played_line, score, line, best, both)
        return replace(move, findings=name_mistake(choice))

    def _after(self, ply: Ply, best: Score) -> _Value | None:
        """Return what came of a move, as sure as the best move is known if possible."""
        following = self._following
        if following is not None and following.score.kind is ScoreKind.EXACT is best.kind:
            return following
        return self._value(ply.position, after_move=True)

    def _value(self, position: Position, *, after_move: bool = False) -> _Value | None:
        """Return what a position is worth to the side to move; None if that was cancelled."""
        outcome = position.outcome()
        if outcome is not None:
            ahead = outcome.margin(empties_to_winner=True)
            ahead = ahead if position.turn is BLACK else -ahead
            return _Value(Score(-ahead if position.variant.fewest_wins else ahead, ScoreKind.EXACT))
        if position.must_pass():
            if position.awaits_answer():  # whatever it is, it changes nothing
                position = position.hear(next(iter(position.variant.answers)))
            after = self._value(position.play(PASS), after_move=after_move)
            return None if after is None else _Value(-after.score, (PASS, *after.line))
        limit = self._limit_of(position, after_move=after_move)
        found = self._engine.analyse(position, limit, cancel=self._cancel)
        self.nodes += found.nodes
        return None if found.score is None else _Value(found.score, found.line)

    def _limit_of(self, position: Position, *, after_move: bool = False) -> Limit:
        """Return how long to think, after a move one ply less deep than before it."""
        empties = position.board.empties
        if self._exact is not None and empties <= self._exact:
            return Limit(depth=empties)
        if self._limit is not None:
            depth = self._limit.depth
            if depth is None or not after_move:
                return self._limit
            return replace(self._limit, depth=max(1, depth - 1))
        near = _SOLVED_WITH_CHANCE if position.variant.answers else _SOLVED_EMPTIES
        return Limit(nodes=self._share * (_PATIENCE if empties <= near else 1))
