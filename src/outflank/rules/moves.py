"""The moves of a position: which are legal, and what each does to the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from outflank.rules.board import Board, Color
from outflank.rules.square import PASS, Move, Square, parse_move
from outflank.rules.squareset import SquareSet

__all__ = ["LegalMoves", "Placement"]


@dataclass(frozen=True, slots=True)
class Placement:
    """What a move does: the disc it places, and the discs that it turns to that colour.

    `color` is the colour of the placed disc. In Yes/No Othello it may be the opponent's, and
    then nothing flips. `flipped` are the outflanked discs, `forced` those that an answer turns.

    >>> placement = Placement(Color.BLACK, Square.parse("d3"), SquareSet.of(8, "d4"), SquareSet(8))
    >>> placement.on(Board.start()).count(Color.BLACK)
    4
    """

    color: Color
    square: Square
    flipped: SquareSet
    forced: SquareSet

    @property
    def turned(self) -> SquareSet:
        """All discs that change colour."""
        return self.flipped | self.forced

    def on(self, board: Board) -> Board:
        """Return the board after the placement."""
        if not isinstance(board, Board):
            raise TypeError(f"a placement is made on a Board, not on {board!r}")
        size = self.flipped.size
        changed = self.flipped.mask | self.forced.mask | 1 << self.square.index(size)
        return board.recolor(self.color, SquareSet(size, changed))


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, found when they are needed.

    Just PASS if the side to move has no other move, and none if the game is over.

    >>> moves = LegalMoves(Board.start(), Color.BLACK)
    >>> len(moves), Square.parse("f5") in moves, moves[0]
    (4, True, d3)
    """

    __slots__ = ("_board", "_squares", "_turn")

    def __init__(self, board: Board, turn: Color) -> None:
        self._board, self._turn = board, turn
        self._squares: SquareSet | None = None

    @property
    def squares(self) -> SquareSet:
        """The squares among the moves, as a set."""
        if self._squares is None:
            self._squares = self._board.outflanking(self._turn)
        return self._squares

    def _is_pass(self) -> bool:
        return not self.squares and bool(self._board.outflanking(self._turn.opponent))

    def __len__(self) -> int:
        return len(self.squares) or int(self._is_pass())

    def __bool__(self) -> bool:
        return bool(self.squares) or self._is_pass()

    def __contains__(self, given: object) -> bool:
        move = parse_move(given) if isinstance(given, str) else given
        return self._is_pass() if move is PASS else move in self.squares

    def __iter__(self) -> Iterator[Move]:
        return iter((PASS,)) if self._is_pass() else iter(self.squares)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(map(str, self)) or 'none'}>"
