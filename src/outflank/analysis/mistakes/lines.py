"""Mistakes that show in the moves that follow: corners, mobility and squares lost later."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.analysis.review_rules import RULES
from outflank.rules import PASS, Color, Move, Position, Square, SquareSet

__all__ = ["corner_falls", "left_square", "missed_later_corner", "mobility_falls"]

_RULES = RULES.findings


def corner_falls(choice: Choice, far: int = _RULES.plies) -> Finding | None:
    """Find that the opponent soon takes a corner, but none as soon after the better move."""
    falls = _first_corner(choice.position, choice.line[:far], choice.opponent)
    if falls is None or _first_corner(choice.position, choice.better_line[:far], choice.opponent):
        return None
    if not _is_as_long(choice, falls[1]):
        return None
    line = tuple(map(str, choice.line[: falls[1] + 1]))
    return Finding(
        "corner_falls", {"corner": str(falls[0]), "opponent": str(choice.opponent), "line": line}
    )


def missed_later_corner(choice: Choice, far: int = _RULES.plies) -> Finding | None:
    """Find that the mover soon takes a corner after the better move, but none after this one."""
    wins = _first_corner(choice.position, choice.better_line[:far], choice.mover)
    if wins is None or wins[1] == 0:
        return None  # a corner that could be taken at once is another finding
    if _first_corner(choice.position, choice.line[:far], choice.mover) or not _is_as_long(
        choice, wins[1]
    ):
        return None
    line = tuple(map(str, choice.better_line[: wins[1] + 1]))
    return Finding(
        "missed_later_corner",
        {"corner": str(wins[0]), "mover": str(choice.mover), "line": line},
    )


def left_square(choice: Choice) -> Finding | None:
    """Find that the opponent's best reply is to play the better square itself."""
    if choice.reply != choice.better:
        return None
    return Finding("left_square", {"square": str(choice.better), "opponent": str(choice.opponent)})


def mobility_falls(choice: Choice, many: int = _RULES.later_difference) -> Finding | None:
    """Find that some plies later the mover has far fewer moves than in the better line."""
    for plies in _RULES.later_turns:
        now = _moves_after(choice, choice.line[:plies], plies)
        instead = _moves_after(choice, choice.better_line[:plies], plies)
        if now is None or instead is None or now > _RULES.later_few_moves:
            continue
        if instead - now >= many:
            return Finding(
                "mobility_falls",
                {
                    "mover": str(choice.mover),
                    "count": now,
                    "instead": instead,
                    "line": tuple(map(str, choice.line[:plies])),
                    "better_line": tuple(map(str, choice.better_line[:plies])),
                },
            )
    return None


def _moves_after(choice: Choice, line: tuple[Move, ...], plies: int) -> int | None:
    """Return how many moves the mover has after a line, or None if it is too short or passes."""
    if len(line) < plies or PASS in line:
        return None
    position = choice.position
    for move in line:
        position = position.play(move)
    return len(position.legal_moves.squares) or None


def _first_corner(
    position: Position, line: tuple[Move, ...], color: Color
) -> tuple[Square, int] | None:
    """Return the first corner that a side takes in a line, and the number of moves before it."""
    return next(_corners(position, line, color), None)


def _corners(
    position: Position, line: tuple[Move, ...], color: Color
) -> Iterator[tuple[Square, int]]:
    corners = SquareSet.corners(position.size)
    for place, move in enumerate(line):
        if position.turn is color and isinstance(move, Square) and move in corners:
            yield move, place
        position = position.play(move)


def _is_as_long(choice: Choice, place: int) -> bool:
    """Return whether both lines are long enough to contain a move at this place."""
    return min(len(choice.line), len(choice.better_line)) > place
