"""A solver of its own for the last squares: a board with an edge around it, and alpha-beta.

It shares no code with the package: no rules, no core. It is slow, and easy to check by eye.
"""

from __future__ import annotations

__all__ = ["EdgeBoardSolver"]

_EDGE, _EMPTY = "#", "."
_WIDTH = 10
_STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)
_CORNERS = (11, 18, 81, 88)


class EdgeBoardSolver:
    """A position of 8x8 as cells, of which the outermost are the edge around the board.

    >>> solver = EdgeBoardSolver("X" * 62 + "O-", "X")
    >>> solver.moves, solver.is_worth("h8", 64)
    (['h8'], True)
    """

    def __init__(self, cells: str, turn: str) -> None:
        self._cells = [_EDGE] * 100
        for place, cell in enumerate(cells):
            self._cells[_WIDTH * (place // 8 + 1) + place % 8 + 1] = cell.replace("-", _EMPTY)
        self._turn = turn
        self._empty = [place for place in range(100) if self._cells[place] == _EMPTY]

    @property
    def moves(self) -> list[str]:
        """The names of the squares on which the side to move can place a disc."""
        return [_name(place) for place in self._empty if self._flipped(place, self._turn)]

    def is_worth(self, move: str, discs: int) -> bool:
        """Return whether a move leads to exactly this lead, with best play by both sides."""
        place = _WIDTH * int(move[1]) + ord(move[0]) - ord("a") + 1
        flipped = self._flipped(place, self._turn)
        self._place(place, flipped, self._turn)
        other = _other(self._turn)
        # A narrow window is enough to prove or refute one number.
        found = -self._best(other, -discs - 1, -discs + 1, passed=False)
        self._take_back(place, flipped, self._turn)
        return found == discs

    def _best(self, turn: str, alpha: int, beta: int, *, passed: bool) -> int:
        """Return the lead of a side after best play, exact if it lies between alpha and beta."""
        moves = [(place, self._flipped(place, turn)) for place in self._empty]
        moves = [(place, flipped) for place, flipped in moves if flipped]
        if not moves:
            if passed:
                return self._result(turn)
            return -self._best(_other(turn), -beta, -alpha, passed=True)
        if len(moves) > 1 and len(self._empty) > 4:
            moves.sort(key=lambda move: self._replies(move, turn))
        best = -99
        for place, flipped in moves:
            self._place(place, flipped, turn)
            value = -self._best(_other(turn), -beta, -max(alpha, best), passed=False)
            self._take_back(place, flipped, turn)
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _replies(self, move: tuple[int, list[int]], turn: str) -> int:
        """Count the opponent's answers to a move: those with few are tried first."""
        place, flipped = move
        self._place(place, flipped, turn)
        replies = sum(1 for each in self._empty if self._flipped(each, _other(turn)))
        self._take_back(place, flipped, turn)
        return replies - 3 * (place in _CORNERS)

    def _flipped(self, place: int, turn: str) -> list[int]:
        """Return the discs that a disc on an empty cell would outflank."""
        cells, other = self._cells, _other(turn)
        found: list[int] = []
        for step in _STEPS:
            at = place + step
            if cells[at] != other:
                continue
            while cells[at] == other:
                at += step
            if cells[at] == turn:
                found.extend(range(place + step, at, step))
        return found

    def _place(self, place: int, flipped: list[int], turn: str) -> None:
        for each in (place, *flipped):
            self._cells[each] = turn
        self._empty.remove(place)

    def _take_back(self, place: int, flipped: list[int], turn: str) -> None:
        for each in flipped:
            self._cells[each] = _other(turn)
        self._cells[place] = _EMPTY
        self._empty.append(place)

    def _result(self, turn: str) -> int:
        """Return the lead at the end of the game; the winner gets the empty squares."""
        lead = self._cells.count(turn) - self._cells.count(_other(turn))
        empty = len(self._empty)
        return lead + empty if lead > 0 else lead - empty if lead < 0 else 0


def _other(turn: str) -> str:
    return "O" if turn == "X" else "X"


def _name(place: int) -> str:
    return f"{'abcdefgh'[place % _WIDTH - 1]}{place // _WIDTH}"
