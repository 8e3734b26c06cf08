"""Mistakes at corners and edges."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.analysis.review_rules import RULES
from outflank.rules import Board, Color, Square, SquareSet

__all__ = [
    "allowed_wedge",
    "corner_of",
    "gave_corner",
    "lost_corner",
    "missed_corner",
    "opened_c_square",
    "opened_x_square",
    "unbalanced_edge",
    "wedge_squares",
]

_RULES = RULES.findings
_EDGES = ("north", "east", "south", "west")


def gave_corner(choice: Choice) -> Finding | None:
    """Find corners that the move lets the opponent take at once."""
    corners = choice.new_moves(choice.opponent) & SquareSet.corners(choice.before.size)
    if not corners:
        return None
    return Finding(
        "gave_corner", {"corners": tuple(map(str, corners)), "opponent": str(choice.opponent)}
    )


def missed_corner(choice: Choice) -> Finding | None:
    """Find that the better move was to take a corner."""
    corners = SquareSet.corners(choice.before.size)
    if choice.better not in corners or choice.played in corners:
        return None
    return Finding("missed_corner", {"corner": str(choice.better)})


def lost_corner(choice: Choice) -> Finding | None:
    """Find a corner that the mover could take but can no longer after the best reply."""
    later, instead = choice.next_turn, choice.next_turn_instead
    corners = SquareSet.corners(choice.before.size) & choice.before.outflanking(choice.mover)
    corners = corners - SquareSet.of(choice.before.size, choice.played, choice.better)
    if later is None or instead is None or choice.reply is None:
        return None
    for corner in corners:
        is_kept = corner in instead.board.outflanking(choice.mover)
        if is_kept and corner not in later.board.outflanking(choice.mover):
            return Finding(
                "lost_corner",
                {
                    "corner": str(corner),
                    "reply": str(choice.reply),
                    "mover": str(choice.mover),
                    "opponent": str(choice.opponent),
                },
            )
    return None


def opened_x_square(choice: Choice) -> Finding | None:
    """Find a move to an X-square beside an empty corner, if the better move avoids such risks."""
    return _beside_corner(choice, SquareSet.x_squares(choice.before.size), "opened_x_square")


def opened_c_square(choice: Choice) -> Finding | None:
    """Find a move to a C-square beside an empty corner, if the better move avoids such risks."""
    return _beside_corner(choice, SquareSet.c_squares(choice.before.size), "opened_c_square")


def _beside_corner(choice: Choice, squares: SquareSet, code: str) -> Finding | None:
    size = choice.before.size
    if size < _RULES.least_size or choice.played not in squares:
        return None
    corner = corner_of(choice.played, size)
    risky = SquareSet.x_squares(size) | SquareSet.c_squares(size)
    is_no_better = choice.better in risky and _is_empty(
        choice.before, corner_of(choice.better, size)
    )
    if is_no_better or not _is_empty(choice.before, corner):
        return None
    return Finding(code, {"square": str(choice.played), "corner": str(corner)})


def corner_of(square: Square, size: int) -> Square:
    """Return the corner nearest to a square."""
    last = size - 1
    return Square(0 if square.col < size // 2 else last, 0 if square.row < size // 2 else last)


def _is_empty(board: Board, square: Square) -> bool:
    return board.disc_at(square) is None


def allowed_wedge(choice: Choice) -> Finding | None:
    """Find an edge square between two discs of the mover on which the opponent may now wedge."""
    size = choice.before.size
    if size < _RULES.least_size:
        return None
    wedges = wedge_squares(choice.after, choice.mover)
    wedges -= wedge_squares(choice.before, choice.mover)
    wedges -= wedge_squares(choice.instead, choice.mover)
    if not wedges:
        return None
    parameters = {"mover": str(choice.mover), "opponent": str(choice.opponent)}
    return Finding("allowed_wedge", {"square": str(min(wedges, key=str)), **parameters})


def wedge_squares(board: Board, color: Color) -> set[Square]:
    """Return the edge squares on which a side's opponent may wedge between two of its discs."""
    return {
        square
        for square in board.outflanking(color.opponent) & SquareSet.edges(board.size)
        if len(_along_edge(square, board.size)) == 2
        and all(board.disc_at(each) is color for each in _along_edge(square, board.size))
    }


def _along_edge(square: Square, size: int) -> list[Square]:
    """Return the neighbours of an edge square on its edge; a corner, on two edges, has none."""
    last = size - 1
    steps = []
    if square.row in (0, last):
        steps += [(1, 0), (-1, 0)]
    if square.col in (0, last):
        steps += [(0, 1), (0, -1)]
    if len(steps) != 2:
        return []
    return [Square(square.col + across, square.row + down) for across, down in steps]


def unbalanced_edge(choice: Choice) -> Finding | None:
    """Find an edge that the move made unbalanced: full except for one C-square and both corners."""
    size = choice.before.size
    if size < _RULES.least_size:
        return None
    for gap, discs in _unbalanced(choice.after, choice.mover):
        if (gap, discs) in (
            *_unbalanced(choice.before, choice.mover),
            *_unbalanced(choice.instead, choice.mover),
        ):
            continue
        return Finding(
            "unbalanced_edge",
            {
                "first": str(discs[0]),
                "last": str(discs[-1]),
                "gap": str(gap),
                "mover": str(choice.mover),
            },
        )
    return None


def _unbalanced(board: Board, color: Color) -> Iterator[tuple[Square, tuple[Square, ...]]]:
    """Yield the unbalanced edges of a side: the empty C-square and the discs beside it."""
    for side in _EDGES:
        edge = sorted(SquareSet.edge(board.size, side), key=lambda each: (each.row, each.col))
        cells = [board.disc_at(square) for square in edge]
        if cells[0] is not None or cells[-1] is not None:
            continue
        inner, middle = cells[1:-1], cells[2:-2]
        if any(cell is not color for cell in middle):
            continue
        if inner[0] is None and inner[-1] is color:
            yield edge[1], tuple(edge[2:-1])
        elif inner[-1] is None and inner[0] is color:
            yield edge[-2], tuple(edge[1:-2])
