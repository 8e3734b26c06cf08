"""The steps that value one ply of a game: the played move and the best one, in the same way.

review.json has the order of the steps and says which facts each needs. browser_review.js reads the
same file and has the same facts and actions for the engine in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Final

from outflank.analysis.review_rules import RULES, Budget
from outflank.engine import Analysis, Engine, Limit
from outflank.errors import EngineError
from outflank.rules import BLACK, PASS, Move, Ply, Position, Score, ScoreKind
from outflank.texts import Text

__all__ = [
    "ACTIONS",
    "FACTS",
    "Comparison",
    "ReviewCancelled",
    "ReviewSearches",
    "ValuedLine",
    "value_ply",
]


class ReviewCancelled(Exception):
    """A review was cancelled before a score was known."""


@dataclass(frozen=True, slots=True)
class ValuedLine:
    """The score of a position or a move for the side to move, with the best line.

    `win_chance` is known if chance is involved.
    """

    score: Score
    line: tuple[Move, ...] = ()
    win_chance: float | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the score is exact."""
        return self.score.kind is ScoreKind.EXACT


@dataclass(frozen=True, slots=True)
class Comparison:
    """The value of the played move and of the best one; each line begins with its move."""

    played: ValuedLine
    best: ValuedLine

    @property
    def settled(self) -> Comparison:
        """The same comparison, in which a move as good as the best is the best."""
        is_best = self.played.score.discs >= self.best.score.discs
        return Comparison(self.played, self.played) if is_best else self


class ReviewSearches:
    """Asks an engine for values, and counts the nodes.

    Positions with at most `exact` empty squares are solved, the others searched within `limit`.
    """

    def __init__(
        self, engine: Engine, budget: Budget, limit: Limit, exact: int, cancel: Event | None
    ) -> None:
        self._engine, self._budget, self._limit = engine, budget, limit
        self._exact, self._cancel = exact, cancel
        self.nodes: int = 0

    def forget(self) -> None:
        """Have the engine clear its table."""
        self._engine.new_game()

    def is_solved(self, position: Position) -> bool:
        """Return whether a position has few enough empty squares to be solved."""
        return position.board.empties <= self._exact

    def analyse(
        self, position: Position, limit: Limit | None = None, *, all_moves: bool = False
    ) -> Analysis:
        """Search a position, by default within its own limit.

        Raise ReviewCancelled if that was cancelled, and EngineError if there is no score.
        """
        if limit is None:
            is_solved = self.is_solved(position)
            limit = Limit(depth=position.board.empties) if is_solved else self._limit
        scores_all = all_moves or self._budget.scores_all_moves
        candidates = len(position.legal_moves) if scores_all else 1
        found = self._engine.analyse(position, limit, candidates=candidates, cancel=self._cancel)
        self.nodes += found.nodes
        if found.score is not None:
            return found
        if self._cancel is not None and self._cancel.is_set():
            raise ReviewCancelled
        raise EngineError(Text("errors.analysis.engine_without_scores", engine=self._engine.name))

    def value(self, position: Position, limit: Limit | None = None) -> ValuedLine:
        """Return the value of a position, which may be over or begin with a pass."""
        outcome = position.outcome
        if outcome is not None:
            ahead = outcome.margin(empties_to_winner=True)
            ahead = ahead if position.turn is BLACK else -ahead
            return ValuedLine(
                Score(-ahead if position.variant.fewest_wins else ahead, ScoreKind.EXACT)
            )
        if position.must_pass:
            if position.awaits_answer:  # any answer will do, since the side passes
                position = position.hear(next(iter(position.variant.answers)))
            return _before(PASS, self.value(position.play(PASS), limit))
        found = self.analyse(position, limit)
        assert found.score is not None
        return ValuedLine(found.score, found.line)


@dataclass(slots=True)
class _PlyReview:
    """What is known of one ply while its steps are taken.

    `following` is the value of the position after it, if that has been reviewed. `best` and
    `listed` come from the search of the position before it: the value of its best move, and of each
    move that the search scored.
    """

    ply: Ply
    searches: ReviewSearches
    following: ValuedLine | None
    best: ValuedLine | None = None
    listed: Mapping[Move, ValuedLine] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The position before the move."""
        return self.ply.parent.position

    # Facts

    def is_estimated(self) -> bool:
        """Return whether the position has too many empty squares to be solved."""
        return not self.searches.is_solved(self.position)

    def is_passed(self) -> bool:
        """Return whether the move is a pass."""
        return self.ply.move is PASS

    def is_followed(self) -> bool:
        """Return whether the position after the move has been reviewed."""
        return self.following is not None

    def is_followed_exactly(self) -> bool:
        """Return whether the position after the move has an exact value."""
        return self.following is not None and self.following.is_exact

    def is_listed(self) -> bool:
        """Return whether the search of the position scored the played move."""
        return self.ply.move in self.listed

    def is_exact(self) -> bool:
        """Return whether the best move has an exact value."""
        return self.best is not None and self.best.is_exact

    def is_shallow(self) -> bool:
        """Return whether the best move was searched so little that no reply can be searched."""
        if self.best is None or self.best.is_exact:
            return False
        depth = self.best.score.depth
        return depth is not None and depth <= RULES.shallow_depth

    # Actions: each returns the values, or None to leave them to the next step.

    def forget(self) -> None:
        """Forget all positions.

        The table holds deeper results for the positions that followed, which would favour or harm
        the move that was played.
        """
        self.searches.forget()

    def search(self) -> None:
        """Search the position before the move."""
        self._take(self.searches.analyse(self.position))

    def value_by_search(self) -> Comparison:
        """Take both values from the search of the position."""
        assert self.best is not None
        return Comparison(self.listed[self.ply.move], self.best)

    def value_by_all_moves(self) -> Comparison | None:
        """Take both values from another search, which scores all moves."""
        limit = Limit(depth=RULES.shallow_depth)
        self._take(self.searches.analyse(self.position, limit, all_moves=True))
        return self.value_by_search() if self.is_listed() else None

    def value_by_following(self) -> Comparison:
        """Take the value of the next position."""
        assert self.following is not None
        return self._compared(self.following)

    def value_by_reply(self) -> Comparison:
        """Solve or search the next position within its own limit."""
        return self._compared(self.searches.value(self.ply.position))

    def value_by_reply_one_ply_less(self) -> Comparison:
        """Search the next position one ply less deeply than the one before it."""
        assert self.best is not None
        score = self.best.score
        limit = None
        if score.depth is not None:
            limit = Limit(depth=max(1, score.depth - 1), confidence=score.confidence)
        return self._compared(self.searches.value(self.ply.position, limit))

    def _take(self, found: Analysis) -> None:
        """Take the scores of a search; the best move may be listed without a line."""
        assert found.score is not None
        assert found.move is not None
        listed = {
            one.move: ValuedLine(one.score, one.line or (one.move,), one.win_chance)
            for one in found.variations
            if one.move is not None and one.score is not None
        }
        chance = listed[found.move].win_chance if found.move in listed else None
        self.best = ValuedLine(found.score, found.line or (found.move,), chance)
        self.listed = listed | {found.move: self.best}

    def _compared(self, reply: ValuedLine) -> Comparison:
        """Compare a move with the best one, given the value of the position after it."""
        played = _before(self.ply.move, reply)
        if self.best is None:
            return Comparison(played, played)
        return _with_like_scores(played, self.best)


# By the names in review.json.
FACTS: Final[Mapping[str, Callable[[_PlyReview], bool]]] = {
    "estimated": _PlyReview.is_estimated,
    "exact": _PlyReview.is_exact,
    "followed": _PlyReview.is_followed,
    "followed_exactly": _PlyReview.is_followed_exactly,
    "listed": _PlyReview.is_listed,
    "passed": _PlyReview.is_passed,
    "shallow": _PlyReview.is_shallow,
}
ACTIONS: Final[Mapping[str, Callable[[_PlyReview], Comparison | None]]] = {
    "forget": _PlyReview.forget,
    "search": _PlyReview.search,
    "value_by_all_moves": _PlyReview.value_by_all_moves,
    "value_by_following": _PlyReview.value_by_following,
    "value_by_reply": _PlyReview.value_by_reply,
    "value_by_reply_one_ply_less": _PlyReview.value_by_reply_one_ply_less,
    "value_by_search": _PlyReview.value_by_search,
}


def value_ply(ply: Ply, searches: ReviewSearches, following: ValuedLine | None) -> Comparison:
    """Take the steps for a ply, and return the values of its move and of the best one.

    `following` is the best value of the next ply. Raise ReviewCancelled if that was cancelled.
    """
    review = _PlyReview(ply, searches, following)
    for step in RULES.steps:
        if all(FACTS[fact](review) for fact in step.when):
            found = ACTIONS[step.do](review)
            if found is not None:
                return found.settled
    raise AssertionError("the last step gives every move a value")


def _before(move: Move, after: ValuedLine) -> ValuedLine:
    """Return the value of a position before a move, given the value after it."""
    return ValuedLine(-after.score, (move, *after.line))


def _with_like_scores(played: ValuedLine, best: ValuedLine) -> Comparison:
    """Give the score of a move, known from the position after it, and the best one the same label.

    One may be exact and the other not, as when a side is wiped out early. A search of any depth
    would find the exact score too, so both get the less certain label.
    """
    if best.is_exact and played.is_exact:
        return Comparison(played, best)
    score = played.score
    if score.depth is not None:
        score = replace(score, depth=score.depth + 1)
    if best.is_exact:
        return Comparison(
            replace(played, score=score),
            replace(best, score=replace(score, discs=best.score.discs)),
        )
    if score.kind is ScoreKind.EXACT or score.depth == best.score.depth:
        # A search of one or two plies cuts nothing, whatever its confidence.
        score = replace(best.score, discs=score.discs)
    return Comparison(replace(played, score=score), best)
