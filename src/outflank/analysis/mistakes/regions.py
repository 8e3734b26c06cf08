"""Mistakes near the end: parity, regions of empty squares, and the result."""

from __future__ import annotations

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.analysis.review_rules import RULES
from outflank.rules import Board, ScoreKind, Square, SquareSet

__all__ = [
    "changed_result",
    "even_region",
    "fed_region",
    "is_clear_cut",
    "lost_parity",
    "region_of",
    "wiped_out",
]

_RESULTS = {1: "win", 0: "draw", -1: "loss"}


def even_region(choice: Choice) -> Finding | None:
    """Find a move into a region of even size, if the better move lay in an odd one."""
    played = region_of(choice.before, choice.played)
    better = region_of(choice.before, choice.better)
    if played == better or max(len(played), len(better)) > RULES.findings.largest_region:
        return None
    if not (is_clear_cut(played) and is_clear_cut(better)):
        return None
    if len(played) % 2 or not len(better) % 2:
        return None
    return Finding(
        "even_region",
        {
            "square": str(choice.played),
            "count": len(played),
            "better": str(choice.better),
            "better_count": len(better),
        },
    )


def lost_parity(choice: Choice) -> Finding | None:
    """Find that the last move of the game went from the mover to the opponent."""
    if not _is_exact(choice):
        return None
    if choice.last_mover(choice.better_line) is not choice.mover:
        return None
    if choice.last_mover(choice.line) is not choice.opponent:
        return None
    return Finding(
        "lost_parity",
        {
            "mover": str(choice.mover),
            "opponent": str(choice.opponent),
            "better": str(choice.better),
        },
    )


def fed_region(choice: Choice) -> Finding | None:
    """Find a region that only the mover could enter and that the move opened to the opponent."""
    opponent, mover = choice.opponent, choice.mover
    if len(choice.before.regions()) < 2:
        return None
    new = choice.new_moves(opponent) - SquareSet.corners(choice.before.size)
    for entry in new:
        before = region_of(choice.before, entry)
        if len(before) > RULES.findings.largest_region or not before & choice.before.outflanking(
            mover
        ):
            continue
        is_closed = not before & choice.before.outflanking(opponent)
        if is_closed and not before & choice.instead.outflanking(opponent):
            return Finding(
                "fed_region",
                {"entry": str(entry), "opponent": str(opponent)},
            )
    return None


def changed_result(choice: Choice) -> Finding | None:
    """Find that a solved win or draw was thrown away."""
    if not _is_exact(choice):
        return None
    was, now = (_RESULTS[_sign(score.discs)] for score in (choice.best_score, choice.score))
    if was == now:
        return None
    return Finding(f"{was}_to_{now}")


def wiped_out(choice: Choice) -> Finding | None:
    """Find that the mover loses every disc."""
    whole = choice.before.size**2
    if not _is_exact(choice) or choice.score.discs > -whole or choice.best_score.discs <= -whole:
        return None
    return Finding("wiped_out", {"mover": str(choice.mover), "opponent": str(choice.opponent)})


def region_of(board: Board, square: Square) -> SquareSet:
    """Return the connected empty squares to which an empty square belongs."""
    return next(region for region in board.regions() if square in region)


def is_clear_cut(region: SquareSet) -> bool:
    """Return whether the squares of a region are connected by their sides.

    If squares touch only at corners, some players see one region and others two.
    """
    waiting = [next(iter(region))]
    found = set(waiting)
    while waiting:
        col, row = waiting[-1].col, waiting.pop().row
        for square in region:
            if square not in found and abs(square.col - col) + abs(square.row - row) == 1:
                found.add(square)
                waiting.append(square)
    return len(found) == len(region)


def _is_exact(choice: Choice) -> bool:
    return all(score.kind is ScoreKind.EXACT for score in (choice.score, choice.best_score))


def _sign(discs: float) -> int:
    return (discs > 0) - (discs < 0)
