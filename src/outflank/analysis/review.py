"""The review of a game: the score of each move, what it lost, and the worst moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event

from outflank import native
from outflank.analysis.mistakes import Choice, Finding, least_loss, name_mistake
from outflank.analysis.review_rules import RULES, budget_for
from outflank.analysis.review_steps import (
    Comparison,
    ReviewCancelled,
    ReviewSearches,
    ValuedLine,
    value_ply,
)
from outflank.engine import Engine, Limit, open_engine
from outflank.engine.registry import OwnProcess
from outflank.rules import BLACK, PASS, Answer, Color, Game, Move, Ply, Score

__all__ = ["GameReview", "ReviewedMove", "review", "review_engine", "reviewed_move"]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its score and the best move; scores are from the mover's side.

    `number` counts plies including passes; `disc` is the number that players use, which counts
    the discs placed and is 0 for a pass. `better` is the engine's choice, or the move itself if it
    was as good as any. `line` is the best line from `better`, and `played_line` the best line from
    the move. `empties` is the number of empty squares before the move, and `findings` say what was
    wrong with it, if it was a mistake.
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
    disc: int = 0

    @property
    def named_number(self) -> int:
        """The number that players use for the move: that of its disc, if known, else of its ply."""
        return self.disc or self.number

    @property
    def loss(self) -> float:
        """How many discs the move gave away."""
        return max(0.0, float(self.best_score.discs - self.score.discs))

    @property
    def has_loss(self) -> bool:
        """Whether the loss is large enough to be shown."""
        return self.loss >= RULES.thresholds.shown_loss

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost enough discs to count as a mistake."""
        return self.loss >= least_loss(self.score, self.best_score)

    @property
    def is_solved(self) -> bool:
        """Whether both scores are exact, or averages over all ends of the game with an oracle."""
        return all(score.is_final(self.empties) for score in (self.score, self.best_score))

    @property
    def value(self) -> Score:
        """The score of the game after the move, from black's side."""
        return self.score if self.color is BLACK else -self.score


@dataclass(frozen=True)
class GameReview:
    """The reviewed moves of a game with `total` plies.

    A review that is under way or was cancelled has only the last moves. `engine` is the name of the
    engine that made it, or "" in a review that an earlier version stored.
    """

    total: int
    moves: tuple[ReviewedMove, ...] = ()
    nodes: int = 0
    engine: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether every move has been reviewed."""
        return len(self.moves) == self.total

    @cached_property
    def values(self) -> dict[int, Score]:
        """The score of the game after each ply, by the ply's number and from black's side."""
        return {move.number: move.value for move in self.moves}

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that were mistakes, in the order in which they were played."""
        return tuple(move for move in self.moves if move.is_mistake)

    @property
    def solved(self) -> int:
        """The number of empty squares from which on every known move was solved."""
        moves = [each for each in self.moves if each.move is not PASS]
        searched = [each.empties for each in moves if not each.is_solved]
        return min(searched) - 1 if searched else max((each.empties for each in moves), default=0)

    def worst(
        self, color: Color, *, least: float = RULES.thresholds.worst_move
    ) -> ReviewedMove | None:
        """Return the first of a side's moves that lost most, or None if none lost `least` discs."""
        moves = [move for move in self.moves if move.color is color and move.loss >= least]
        return max(moves, key=lambda move: move.loss, default=None)

    def average_loss(self, color: Color) -> float:
        """Return how many discs a side's moves gave away on average; passes do not count."""
        moves = sum(each.color is color and each.move is not PASS for each in self.moves)
        return self.total_loss(color) / max(1, moves)

    def total_loss(self, color: Color) -> float:
        """Return how many discs a side's moves gave away in total."""
        return sum(move.loss for move in self.moves if move.color is color)


def review_engine(*, own_process: OwnProcess = False) -> Engine:
    """Return the engine for reviews and puzzles, the best one that is installed."""
    if native.available():
        return open_engine("outflank", own_process=own_process)
    native.warn_without_core()
    return open_engine("alphabeta", own_process=own_process)


def review(
    game: Game,
    engine: Engine,
    limit: Limit | None = None,
    *,
    exact: int | None = None,
    cancel: Event | None = None,
    on_progress: Callable[[GameReview], None] | None = None,
) -> GameReview:
    """Have an engine score every move of a game's main line, from the last to the first.

    A played move and a better one are scored in the same way: both are solved, or both are
    searched to the same depth with the same confidence. Positions with at most `exact` empty
    squares are solved, however long that takes; 0 solves none. `limit` applies to each other move.
    The defaults depend on the engine, the size and the variant; with them a game takes some
    seconds. `on_progress` gets the review so far after each move; a cancelled review is incomplete.

    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1", "d3", "c1"])
    >>> with open_engine("alphabeta") as engine:
    ...     [move.loss for move in review(game, engine, Limit(depth=12)).moves]
    [0.0, 0.0, 4.0, 0.0]
    """
    if not isinstance(game, Game):
        raise TypeError(f"a review is of a Game, not of {game!r}")
    if not isinstance(engine, Engine):
        raise TypeError(f"a review needs an Engine, as open_engine makes, not {engine!r}")
    plies = list(game.mainline())
    budget = budget_for(game.start, engine.name)
    searches = ReviewSearches(
        engine,
        budget,
        limit or budget.limit(len(plies)),
        budget.solved if exact is None else exact,
        cancel,
    )
    known = GameReview(len(plies), engine=engine.name)
    following: ValuedLine | None = None
    for number, ply in reversed(list(enumerate(plies, 1))):
        try:
            found = value_ply(ply, searches, following)
        except ReviewCancelled:
            break
        if cancel is not None and cancel.is_set():
            break
        move = reviewed_move(number, ply, found)
        known = replace(known, moves=(move, *known.moves), nodes=searches.nodes)
        following = found.best
        if on_progress is not None:
            on_progress(known)
    return known


def reviewed_move(number: int, ply: Ply, found: Comparison) -> ReviewedMove:
    """Return a ply with its values and, if it was a mistake, what was wrong with it."""
    position, played, best = ply.parent.position, found.played, found.best
    move = ReviewedMove(
        number,
        ply.color,
        ply.move,
        ply.answer,
        played.score,
        best.score,
        best.line[0],
        best.line,
        played.line,
        position.board.empties,
        disc=ply.disc_number or 0,
    )
    if not move.is_mistake:
        return move
    now, at_best = played.win_chance, best.win_chance
    chances = None if now is None or at_best is None else (now, at_best)
    choice = Choice(position, played.line, played.score, best.line, best.score, chances)
    return replace(move, findings=name_mistake(choice))
