"""The review of a game: the score of each move, what it lost, and the worst moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event

from outflank import native
from outflank.analysis.mistakes import Choice, Finding, least_loss, name_mistake
from outflank.analysis.review_budget import search_limit, solved_empties
from outflank.engine import Engine, Limit, find
from outflank.engine.registry import OwnProcess
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
from outflank.texts import Text

__all__ = ["GameReview", "ReviewedMove", "review", "review_engine"]


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
    def is_mistake(self) -> bool:
        """Whether the move lost enough discs to count as a mistake."""
        return self.loss >= least_loss(self.score, self.best_score)

    @property
    def is_solved(self) -> bool:
        """Whether both scores are exact, or averages over all ends of the game with an oracle."""
        return all(
            score.kind is ScoreKind.EXACT
            or (score.kind is ScoreKind.EXPECTED and (score.depth or 0) >= self.empties)
            for score in (self.score, self.best_score)
        )

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

    def worst(self, color: Color, *, least: float = 1.0) -> ReviewedMove | None:
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
    """Have an engine score every move of a game's main line, from the last to the first.

    A played move and a better one are scored in the same way: both are solved, or both are
    searched to the same depth with the same confidence. Positions with at most `exact` empty
    squares are solved, however long that takes; the default is 20 for the native engine on 8x8,
    and 0 solves none. `limit` applies to each other move; by default a game takes some seconds.
    `on_progress` gets the review so far after each move; a cancelled review is incomplete.

    >>> game = Game(size=4)
    >>> game.push_all(["b1", "a1", "d3", "c1"])
    >>> with find("alphabeta") as engine:
    ...     [move.loss for move in review(game, engine, Limit(depth=12)).moves]
    [0.0, 0.0, 4.0, 0.0]
    """
    plies = list(game.mainline())
    if exact is None:
        exact = solved_empties(game.start, engine.name)
    limit = limit or search_limit(game.start, len(plies), engine.name)
    reviewer = _Reviewer(engine, limit, exact, cancel)
    known = GameReview(len(plies), engine=engine.name)
    for number, ply in reversed(list(enumerate(plies, 1))):
        found = reviewer.review_ply(ply, number)
        if found is None or (cancel is not None and cancel.is_set()):
            break
        known = replace(known, moves=(found, *known.moves), nodes=reviewer.nodes)
        if on_progress is not None:
            on_progress(known)
    return known


@dataclass(frozen=True, slots=True)
class _Value:
    """The score of a position for the side to move, and the best line."""

    score: Score
    line: tuple[Move, ...] = ()


class _Reviewer:
    """Scores the plies of a game from the last to the first.

    In this order the position after a move is already solved when the one before it is solved.
    """

    def __init__(self, engine: Engine, limit: Limit, exact: int, cancel: Event | None) -> None:
        self._engine, self._limit, self._exact, self._cancel = engine, limit, exact, cancel
        self._following: _Value | None = None  # of the next position
        self.nodes = 0

    def review_ply(self, ply: Ply, number: int) -> ReviewedMove | None:
        """Score a ply; return None if that was cancelled before anything was known."""
        position = ply.parent.position
        if not self._is_solved(position):
            # The transposition table holds deeper results for the positions that followed, which
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
        # With an oracle, one search scores all moves, so that their averages are comparable.
        candidates = len(position.legal_moves) if position.variant.answers else 1
        found = self._engine.analyse(position, limit, candidates=candidates, cancel=self._cancel)
        self.nodes += found.nodes
        if found.score is None or found.move is None:
            if self._cancel is not None and self._cancel.is_set():
                return None
            raise EngineError(
                Text("errors.analysis.engine_without_scores", engine=self._engine.name)
            )
        best, better, line = found.score, found.move, found.line
        listed = {each.move: _Value(each.score, each.line) for each in found.variations}
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
        chances = {each.move: each.win_chance for each in found.variations}
        now, at_best = chances.get(ply.move), chances.get(better)
        both = None if now is None or at_best is None else (now, at_best)
        choice = Choice(position, played_line, score, line, best, both)
        return replace(move, findings=name_mistake(choice))

    def _compared(self, ply: Ply, best: Score) -> tuple[_Value, Score] | None:
        """Return the value of a move that was not the best, and a best score of the same kind.

        Return None if that was cancelled.
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
        # One score may be exact and the other not, as when a side is wiped out early. A search of
        # any depth would find the exact score too, so both get the less certain label.
        if best.kind is ScoreKind.EXACT:
            score = _one_ply_deeper(score)
            return _Value(score, line), replace(score, discs=best.discs)
        score = _one_ply_deeper(score)
        if score.kind is ScoreKind.EXACT or score.depth == best.depth:
            # A search of one or two plies cuts nothing, whatever its confidence.
            score = replace(best, discs=score.discs)
        return _Value(score, line), best

    def _compared_at_once(self, ply: Ply) -> tuple[_Value, Score] | None:
        """Return the same as `_compared`, from one search of depth 1 that scores all moves."""
        position = ply.parent.position
        found = self._engine.analyse(
            position, Limit(depth=1), candidates=len(position.legal_moves), cancel=self._cancel
        )
        score = dict(found.candidates).get(ply.move)
        if score is None or found.score is None:
            return None
        return _Value(score, (ply.move,)), found.score

    def _value(self, position: Position, limit: Limit) -> _Value | None:
        """Return the value of a position for the side to move, or None if that was cancelled."""
        outcome = position.outcome()
        if outcome is not None:
            ahead = outcome.margin(empties_to_winner=True)
            ahead = ahead if position.turn is BLACK else -ahead
            return _Value(Score(-ahead if position.variant.fewest_wins else ahead, ScoreKind.EXACT))
        if position.must_pass():
            if position.awaits_answer():  # any answer will do, since the side passes
                position = position.hear(next(iter(position.variant.answers)))
            after = self._value(position.play(PASS), limit)
            return None if after is None else _Value(-after.score, (PASS, *after.line))
        found = self._engine.analyse(position, limit, cancel=self._cancel)
        self.nodes += found.nodes
        return None if found.score is None else _Value(found.score, found.line)

    def _is_solved(self, position: Position) -> bool:
        return position.board.empties <= self._exact

    def _limit_of(self, position: Position) -> Limit:
        """Return the limit of the search of a position."""
        return Limit(depth=position.board.empties) if self._is_solved(position) else self._limit


def _one_ply_deeper(score: Score) -> Score:
    """Return the score of the position after a move, labelled as a search before the move."""
    return score if score.depth is None else replace(score, depth=score.depth + 1)
