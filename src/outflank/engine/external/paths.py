"""Finding moves from one position to another, for programs that take only moves."""

from __future__ import annotations

from outflank.rules import PASS, Move, Position

__all__ = ["find_path"]

_Step = tuple[Position, "tuple[_Step, Move] | None"]


def find_path(start: Position, goal: Position, *, patience: int) -> tuple[Move, ...] | None:
    """Return moves from one position to another, None if `patience` positions have none.

    Only squares that are taken in the goal are tried, so sixteen plies from the start are found
    in a moment. In a game without chance any such path is as good as the one that was played.

    >>> from outflank.rules import Classic
    >>> start = Classic().start()
    >>> goal = start.play("f5").play("d6").play("c3")
    >>> find_path(start, goal, patience=100)
    (f5, d6, c3)
    """
    taken = ~goal.board.empty_squares
    if not ~start.board.empty_squares <= taken:
        return None
    seen: set[Position] = set()
    waiting: list[_Step] = [(start, None)]
    while waiting and len(seen) < patience:
        step = waiting.pop()
        position = step[0]
        if position == goal:
            return _moves_to(step)
        if position in seen:
            continue
        seen.add(position)
        if position.must_pass:
            waiting.append((position.play(PASS), (step, PASS)))
            continue
        squares = position.legal_moves.squares & taken
        waiting.extend((position.play(square), (step, square)) for square in squares)
    return None


def _moves_to(step: _Step) -> tuple[Move, ...]:
    moves: list[Move] = []
    before = step[1]
    while before is not None:
        moves.append(before[1])
        before = before[0][1]
    return tuple(reversed(moves))
