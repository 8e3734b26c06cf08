"""The review of a game: what each move was worth, what it lost, and which were the worst."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event

from outflank import native
from outflank.analysis.mistakes import Choice, Finding, least_loss, name_mistake
from outflank.analysis.review_budget import search_limit, solved_empties
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


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game with its score, and what would have been better; scores are the mover's.

    `number` counts plies, passes included; `disc` is the number that players use, which counts
    the discs placed and is 0 for a pass. `better` is the engine's choice, which is the move
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
    disc: int = 0

    @property
    def named_number(self) -> int:
        """The number by which players know the move: that of its disc, where it is known."""
        return self.disc or self.number

    @property
    def loss(self) -> float:
        """How many discs the move gave away."""
        return max(0.0, float(self.best_score.discs - self.score.discs))

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost so much that something was wrong with it."""
        return self.loss >= least_loss(self.score, self.best_score)

    @property
    def is_solved(self) -> bool:
        """Whether both scores are those at the end of the game, on average after chance."""
        return all(
            one.kind is ScoreKind.EXACT
            or (one.kind is ScoreKind.EXPECTED and (one.depth or 0) >= self.empties)
            for one in (self.score, self.best_score)
        )

    @property
    def value(self) -> Score:
        """What the game was worth after the move, from black's side."""
        return self.score if self.color is BLACK else -self.score


@dataclass(frozen=True)
class GameReview:
    """What is known about the moves of a game, of which there are `total`.

    A review that is under way, or was cancelled, knows only the last moves. `engine` has made it;
    that of a review which an earlier version stored is not known.
    """

    total: int
    moves: tuple[ReviewedMove, ...] = ()
    nodes: int = 0
    engine: str = ""

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

    @property
    def solved(self) -> int:
        """The number of empty squares from which on every known move was solved."""
        moves = [one for one in self.moves if one.move is not PASS]
        searched = [one.empties for one in moves if not one.is_solved]
        return min(searched) - 1 if searched else max((one.empties for one in moves), default=0)

    def worst(self, color: Color, *, least: float = 1.0) -> ReviewedMove | None:
        """Return the move of a side that lost most, the first of equals; None if none lost much."""
        moves = [one for one in self.moves if one.color is color and one.loss >= least]
        return max(moves, key=lambda one: one.loss, default=None)

    def average_loss(self, color: Color) -> float:
        """Return how many discs a move of a side gave away on average; passes do not count."""
        moves = sum(one.color is color and one.move is not PASS for one in self.moves)
        return self.total_loss(color) / max(1, moves)

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

    A played move and a better one are valued in the same way: both are solved, or both are
    searched to one depth with one confidence. Positions with at most `exact` empty squares are
    solved however long it takes; without a number that is 20 for the native engine on 8x8, and
    0 solves none. `limit` is that of each other move; without one a game takes some seconds.
    `on_progress` gets what is known after each move; a cancelled review is not complete.

    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1", "d3", "c1"])
    >>> with find("alphabeta") as engine:
    ...     [one.loss for one in review(game, engine, Limit(depth=12)).moves]
    [0.0, 0.0, 4.0, 0.0]
    """
    plies = list(game.mainline())
    if exact is None:
        exact = solved_empties(game.start, engine.name)
    limit = limit or search_limit(game.start, len(plies), engine.name)
    reviewer = _Reviewer(engine, limit, exact, cancel)
    known = GameReview(len(plies), engine=engine.name)
    for number, ply in reversed(list(enumerate(plies, 1))):
        found = reviewer.look_at(ply, number)
        if found is None or (cancel is not None and cancel.is_set()):
            break
        known = replace(known, moves=(found, *known.moves), nodes=reviewer.nodes)
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

    So the position after a move has been solved already where the one before it is.
    """

    def __init__(self, engine: Engine, limit: Limit, exact: int, cancel: Event | None) -> None:
        self._engine, self._limit, self._exact, self._cancel = engine, limit, exact, cancel
        self._following: _Value | None = None  # of the next position
        self.nodes = 0

    def look_at(self, ply: Ply, number: int) -> ReviewedMove | None:
        """Score a ply; None if that was cancelled before anything was known."""
        position = ply.parent.position
        if not self._is_solved(position):
            # What the table holds of later positions is deeper than what else a search sees, and
            # would favour or harm the move that was played.
            self._engine.new_game()
        if ply.move is PASS:
            found = self._passed(ply, number)
        else:
            found = self._placed(ply, number, position)
        if found is None:
            return None
        self._following = _Value(found.best_score, found.line)
        return replace(found, disc=ply.disc_number or 0)

    def _passed(self, ply: Ply, number: int) -> ReviewedMove | None:
        after = self._following or self._value(ply.position, self._limit_of(ply.position))
        if after is None:
            return None
        score, line = -after.score, (PASS, *after.line)
        empties = ply.position.board.empties
        return ReviewedMove(
            number, ply.color, PASS, ply.answer, score, score, PASS, line, line, empties
        )

    def _placed(self, ply: Ply, number: int, position: Position) -> ReviewedMove | None:
        limit = self._limit_of(position)
        # Where chance is in play all moves are scored in one search, whose averages agree.
        candidates = len(position.legal_moves) if position.variant.answers else 1
        found = self._engine.analyse(position, limit, candidates=candidates, cancel=self._cancel)
        self.nodes += found.nodes
        if found.score is None or found.move is None:
            if self._cancel is not None and self._cancel.is_set():
                return None
            raise EngineError(f"{self._engine.name} gives moves no scores, so it cannot review")
        best, better, line = found.score, found.move, found.line
        listed = {one.move: _Value(one.score, one.line) for one in found.variations}
        listed |= {move: _Value(score) for move, score in found.candidates if move not in listed}
        listed[better] = _Value(best, line)
        if (played := listed.get(ply.move)) is None:
            compared = self._compared(ply, best)
            if compared is None:
                return None
            played, best = compared
        score, played_line = played.score, played.line or (ply.move,)
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

    def _compared(self, ply: Ply, best: Score) -> tuple[_Value, Score] | None:
        """Return what a move is worth that was not the best, and the best score, valued alike.

        None says that it was cancelled.
        """
        after = ply.position
        following = self._following
        if best.kind is not ScoreKind.EXACT and best.depth in (0, 1):
            return self._compared_at_once(ply)
        if best.kind is ScoreKind.EXACT:
            if following is None or following.score.kind is not ScoreKind.EXACT:
                limit = self._limit
                if self._is_solved(ply.parent.position):
                    limit = Limit(depth=max(1, after.board.empties))
                following = self._value(after, limit)
        else:
            limit = self._limit
            if best.depth is not None:
                depth = max(1, best.depth - 1)
                limit = Limit(depth=depth, confidence=best.confidence)
            following = self._value(after, limit)
        if following is None:
            return None
        score = -following.score
        line = (ply.move, *following.line)
        if best.kind is ScoreKind.EXACT is score.kind:
            return _Value(score, line), best
        # What is certain is also what a search of any depth says, so the less certain label holds
        # for both: somebody may be wiped out long before everything is solved.
        if best.kind is ScoreKind.EXACT:
            score = _one_ply_deeper(score)
            return _Value(score, line), replace(score, discs=best.discs)
        score = _one_ply_deeper(score)
        if score.kind is ScoreKind.EXACT or score.depth == best.depth:
            # A search of one or two plies cuts nothing, however sure its cuts need be.
            score = replace(best, discs=score.discs)
        return _Value(score, line), best

    def _compared_at_once(self, ply: Ply) -> tuple[_Value, Score] | None:
        """Return both in a search of one ply, after which there is nothing to search."""
        position = ply.parent.position
        found = self._engine.analyse(
            position, Limit(depth=1), candidates=len(position.legal_moves), cancel=self._cancel
        )
        score = dict(found.candidates).get(ply.move)
        if score is None or found.score is None:
            return None
        return _Value(score, (ply.move,)), found.score

    def _value(self, position: Position, limit: Limit) -> _Value | None:
        """Return what a position is worth to the side to move; None if that was cancelled."""
        outcome = position.outcome()
        if outcome is not None:
            ahead = outcome.margin(empties_to_winner=True)
            ahead = ahead if position.turn is BLACK else -ahead
            return _Value(Score(-ahead if position.variant.fewest_wins else ahead, ScoreKind.EXACT))
        if position.must_pass():
            if position.awaits_answer():  # whatever it is, it changes nothing
                position = position.hear(next(iter(position.variant.answers)))
            after = self._value(position.play(PASS), limit)
            return None if after is None else _Value(-after.score, (PASS, *after.line))
        found = self._engine.analyse(position, limit, cancel=self._cancel)
        self.nodes += found.nodes
        return None if found.score is None else _Value(found.score, found.line)

    def _is_solved(self, position: Position) -> bool:
        return position.board.empties <= self._exact

    def _limit_of(self, position: Position) -> Limit:
        """Return how long to think about a position."""
        return Limit(depth=position.board.empties) if self._is_solved(position) else self._limit


def _one_ply_deeper(score: Score) -> Score:
    """Return the score of a position after a move as the search before the move would label it."""
    return score if score.depth is None else replace(score, depth=score.depth + 1)
