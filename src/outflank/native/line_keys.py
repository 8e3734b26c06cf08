"""The positions that many games come through, as keys that are the same for turned boards."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from outflank.errors import IllegalMove
from outflank.native.encoding import (
    NO_SQUARE,
    PASS_NUMBER,
    available,
    decoded_positions,
    encoded,
    knows,
)
from outflank.rules.board import BLACK
from outflank.rules.position import Position
from outflank.rules.square import PASS, Move, Square
from outflank.rules.symmetry import Symmetry

if available():
    from outflank import _core

__all__ = ["NO_MOVE", "CanonicalView", "LineKeys", "line_keys"]

NO_MOVE: Final = NO_SQUARE  # stands after the last position of a game


@dataclass(frozen=True, slots=True)
class CanonicalView:
    """A position seen on its canonical board, with the symmetries that turn it there.

    >>> from outflank.rules.variants import Classic
    >>> view = CanonicalView.of(Classic().start())
    >>> len(view.symmetries), {view.move_number(move) for move in view.seen.legal_moves}
    (4, {19})
    """

    seen: Position
    canonical: Position
    symmetries: tuple[Symmetry, ...]

    @classmethod
    def of(cls, position: Position) -> CanonicalView:
        """Turn a position in all eight ways; keep the symmetries that give the canonical one."""
        canonical = position.canonical()
        found = (one for one in Symmetry if position.transform(one) == canonical)
        return cls(position, canonical, tuple(found))

    @property
    def key(self) -> int:
        """The hash of the canonical position."""
        return self.canonical.hash64()

    def move_number(self, move: Move) -> int:
        """Return the number of a move on the canonical board, the smallest of symmetric moves."""
        if not isinstance(move, Square):
            return PASS_NUMBER
        size = self.seen.size
        return min(one.square(move, size).index(size) for one in self.symmetries)


@dataclass(frozen=True, slots=True)
class LineKeys:
    """The positions of several games, one game after the other.

    For each game `ends` has its last position, `played` the number of given moves that could be
    played and `plies` that of all plies with the passes between them. A game of so many plies has
    one more position: `keys` holds the hash of each in its canonical form, `moves` the number of
    the move that was made there, as it looks on the canonical board, and NO_MOVE in the last.
    """

    ends: Sequence[Position]
    played: array[int]
    plies: array[int]
    keys: array[int]
    moves: array[int]


def line_keys(start: Position, lines: Iterable[bytes]) -> LineKeys:
    """Replay games from one start, given as moves of 16 bits each, and key their positions.

    Passes may be left out. A game ends before a move that cannot be played.

    >>> from outflank.rules.variants import Classic
    >>> f5, d6 = (Square.parse(name).index(8) for name in ("f5", "d6"))
    >>> found = line_keys(Classic().start(), [array("H", [f5, d6]).tobytes()])
    >>> list(found.plies), len(found.keys), found.keys[0] == CanonicalView.of(Classic().start()).key
    ([2], 3, True)
    """
    given = list(lines)
    if not knows(start.variant):
        return _line_keys(start, given)
    boards, played, plies, keys, moves = _core.line_keys(
        start.size,
        encoded(start.board),
        start.turn is BLACK,
        array("I", (len(line) // 2 for line in given)).tobytes(),
        b"".join(given),
    )
    counts = array("H", plies)
    turn = start.turn is BLACK
    turns = bytes(turn ^ (count & 1) for count in counts)
    ends = _Ends(start, boards, turns)
    return LineKeys(ends, array("H", played), counts, array("Q", keys), array("H", moves))


class _Ends(Sequence[Position]):
    """Last positions, made on demand: most records already say how the game ended."""

    def __init__(self, start: Position, boards: bytes, turns: bytes) -> None:
        self._start, self._boards, self._turns = start, boards, turns
        self._width = len(boards) // len(turns) if turns else 0

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, game: int) -> Position:  # type: ignore[override]  # nobody takes slices
        game = range(len(self))[game]
        board = self._boards[game * self._width : (game + 1) * self._width]
        turn = self._turns[game : game + 1]
        return next(decoded_positions(self._start.variant, self._start.size, board, turn))


def _line_keys(start: Position, lines: Iterable[bytes]) -> LineKeys:
    """Do the same as the core, in Python."""
    ends: list[Position] = []
    played, plies = array("H"), array("H")
    keys, moves = array("Q"), array("H")

    def note(position: Position, move: Move | None) -> None:
        view = CanonicalView.of(position)
        keys.append(view.key)
        moves.append(NO_MOVE if move is None else view.move_number(move))

    for line in lines:
        position, before = start, len(keys)
        count = 0
        for number in array("H", line):
            if number != PASS_NUMBER and number >= start.size**2:
                break
            move = PASS if number == PASS_NUMBER else Square.at(number, size=start.size)
            try:
                after = position.play(PASS) if move is not PASS and position.must_pass else None
                beyond = (after or position).play(move)
            except IllegalMove:
                break
            if after is not None:
                note(position, PASS)
            note(after or position, move)
            position = beyond
            count += 1
        note(position, None)
        ends.append(position)
        played.append(count)
        plies.append(len(keys) - before - 1)
    return LineKeys(ends, played, plies, keys, moves)
