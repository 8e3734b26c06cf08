"""A player's choice: the move played, a better one, and the best line after each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from outflank.rules import PASS, Board, Color, Move, Position, Score, Square, SquareSet

__all__ = ["Choice"]


@dataclass(frozen=True)
class Choice:
    """A position with the move that was played and a better one.

    `line` is the move and the best play after it, `better_line` the same for the better move;
    scores are the mover's. If chance is involved, `win_chances` are those of the move and of the
    better one, from 0 to 1.
    """

    position: Position
    line: tuple[Move, ...]
    score: Score
    better_line: tuple[Move, ...]
    best_score: Score
    win_chances: tuple[float, float] | None = None

    @property
    def played(self) -> Square:
        """The square that was played."""
        assert isinstance(self.line[0], Square)
        return self.line[0]

    @property
    def better(self) -> Square:
        """The square that would have been better."""
        assert isinstance(self.better_line[0], Square)
        return self.better_line[0]

    @property
    def mover(self) -> Color:
        """The side that chose."""
        return self.position.turn

    @property
    def opponent(self) -> Color:
        """The other side."""
        return self.position.turn.opponent

    @property
    def loss(self) -> float:
        """How many discs the move gave away."""
        return float(self.best_score.discs - self.score.discs)

    @property
    def before(self) -> Board:
        """The board before the move."""
        return self.position.board

    @cached_property
    def after(self) -> Board:
        """The board after the move."""
        return self.position.play(self.played).board

    @cached_property
    def instead(self) -> Board:
        """The board after the better move."""
        return self.position.play(self.better).board

    @cached_property
    def next_turn(self) -> Position | None:
        """The mover's next turn after the move and the best reply."""
        return self._second(self.line)

    @cached_property
    def next_turn_instead(self) -> Position | None:
        """The mover's next turn after the better move and the best reply to it."""
        return self._second(self.better_line)

    @property
    def reply(self) -> Square | None:
        """The best reply to the move, or None if there is none or the opponent must pass."""
        second = self.line[1] if len(self.line) > 1 else None
        return second if isinstance(second, Square) else None

    def _second(self, line: tuple[Move, ...]) -> Position | None:
        """Return the position after two moves of a line, if the game is not over by then."""
        if len(line) < 2 or line[1] is PASS:
            return None
        position = self.position.play(line[0]).play(line[1])
        return None if position.is_over else position

    def new_moves(self, color: Color) -> SquareSet:
        """Return the squares that a side may play only because of this move.

        It could not play them before, and could not after the better move.
        """
        taken = self.before.outflanking(color) | self.instead.outflanking(color)
        return self.after.outflanking(color) - taken

    def last_mover(self, line: tuple[Move, ...]) -> Color | None:
        """Return the side that makes the last move of a line, or None if the game is not over."""
        last, position = None, self.position
        for move in line:
            if isinstance(move, Square):
                last = position.turn
            position = position.play(move)
        return last if position.is_over else None
