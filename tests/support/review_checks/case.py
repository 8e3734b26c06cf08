"""A mistake in a review, checked with naive rules and with its own searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from outflank.analysis.review import ReviewedMove
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import Position, ScoreKind
from support.naive import OTHER, Spot, around, outflanked, playable, played

__all__ = ["CORNERS", "SIZE", "Case", "State", "spot"]

SIZE = 8
CORNERS = {(0, 0), (7, 0), (0, 7), (7, 7)}
DEEPER = 2  # plies that this program searches deeper than the review


def spot(name: str) -> Spot:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


@dataclass(frozen=True)
class State:
    """A board and the side to move, for the naive rules."""

    cells: dict[Spot, str]
    turn: str

    def after(self, line: list[str]) -> State:
        cells, turn = dict(self.cells), self.turn
        for word in line:
            if word == "pass":
                assert not playable(cells, SIZE, turn)
            else:
                assert outflanked(cells, SIZE, turn, spot(word)), f"{word} may not be played"
                cells = dict(played(cells, SIZE, turn, spot(word)))
            turn = OTHER[turn]
        return State(cells, turn)

    def moves(self, color: str) -> set[Spot]:
        return set(playable(self.cells, SIZE, color))

    def region(self, start: Spot, near: Callable[[Spot, int], set[Spot]] = around) -> set[Spot]:
        """Return the empty squares that are connected with a square."""
        found, waiting = {start}, [start]
        while waiting:
            for one in near(waiting.pop(), SIZE) - found - set(self.cells):
                found.add(one)
                waiting.append(one)
        return found

    def is_over(self) -> bool:
        return not self.moves("black") and not self.moves("white")


def sharing_edges(square: Spot, size: int) -> set[Spot]:
    """Return the squares that share an edge with a square."""
    col, row = square
    return {one for one in around(square, size) if one[0] == col or one[1] == row}


class Case:
    """A mistake as the review reports it."""

    def __init__(self, position: Position, move: ReviewedMove, engine: NativeEngine) -> None:
        self.position, self.engine = position, engine
        self.mover, self.opponent = str(move.color), OTHER[str(move.color)]
        cells = {
            (square.col, square.row): str(color)
            for color in (move.color, move.color.opponent)
            for square in position.board.discs(color)
        }
        self.before = State(cells, self.mover)
        self.played, self.better = str(move.move), str(move.better)
        self.line = [str(one) for one in move.played_line]
        self.better_line = [str(one) for one in move.line]
        self.is_exact = move.score.kind is ScoreKind.EXACT is move.best_score.kind
        self.depth = (move.best_score.depth or 0) + DEEPER
        self.confidence = None if self.is_exact else move.best_score.confidence
        self.has_estimated = False  # whether a search was asked that does not see the end
        self.after = self.before.after([self.played])
        self.instead = self.before.after([self.better])

    def value(self, *line: str) -> float:
        """Return the value of a line for the mover, by a search of this program."""
        position, sign = self.position, 1
        for word in line:
            position, sign = position.play(word), -sign
        if position.must_pass:
            position, sign = position.play("pass"), -sign
        outcome = position.outcome
        if outcome is not None:
            lead = outcome.margin(empties_to_winner=True)
            return lead if self.mover == "black" else -lead
        empties = position.board.empties
        self.has_estimated = self.has_estimated or not self.is_exact
        limit = Limit(depth=empties if self.is_exact else self.depth, confidence=self.confidence)
        score = self.engine.analyse(position, limit).score
        assert score is not None
        return sign * score.discs

    @cached_property
    def values(self) -> tuple[float, float]:
        """The values of the move and of the better one."""
        return self.value(self.played), self.value(self.better)

    def new_for_opponent(self, square: Spot) -> bool:
        """Return whether only this move lets the opponent play on a square."""
        return (
            square in self.after.moves(self.opponent)
            and square not in self.before.moves(self.opponent)
            and square not in self.instead.moves(self.opponent)
        )

    def side(self, name: str, wanted: str) -> bool:
        return name.lower() == wanted

    def last_mover(self, line: list[str]) -> str | None:
        state, last = self.before, None
        for word in line:
            last = state.turn if word != "pass" else last
            state = state.after([word])
        return last if state.is_over() else None
