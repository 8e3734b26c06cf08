"""Mistakes that limit the choice of moves: mobility, tempo, passes, discs on the frontier."""

from __future__ import annotations

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.finding import Finding
from outflank.analysis.review_rules import RULES
from outflank.rules import Position, Square, SquareSet

__all__ = [
    "early_edge",
    "few_moves",
    "forced_pass",
    "gave_moves",
    "greedy_move",
    "loud_move",
    "missed_pass",
    "no_safe_moves",
    "wasted_tempo",
]

_RULES = RULES.findings


def missed_pass(choice: Choice) -> Finding | None:
    """Find that the better move would have left the opponent without a move."""
    instead = choice.position.play(choice.better)
    if not instead.must_pass or not choice.after.outflanking(choice.opponent):
        return None
    return Finding("missed_pass", {"better": str(choice.better), "opponent": str(choice.opponent)})


def forced_pass(choice: Choice) -> Finding | None:
    """Find that the mover must pass after the best reply, but not after the better move."""
    later, instead = choice.next_turn, choice.next_turn_instead
    if later is None or not later.must_pass or choice.reply is None:
        return None
    if instead is not None and instead.must_pass:
        return None
    return Finding("forced_pass", _sides(choice) | {"reply": str(choice.reply)})


def no_safe_moves(choice: Choice) -> Finding | None:
    """Find that after the best reply every move of the mover gives a corner away."""
    later, instead = choice.next_turn, choice.next_turn_instead
    if later is None or instead is None or choice.reply is None:
        return None
    moves = later.legal_moves.squares
    if not moves or any(_is_safe(later, square) for square in moves):
        return None
    if not any(_is_safe(instead, square) for square in instead.legal_moves.squares):
        return None
    return Finding(
        "no_safe_moves", _sides(choice) | {"reply": str(choice.reply), "count": len(moves)}
    )


def _is_safe(position: Position, square: Square) -> bool:
    """Return whether a move gives the opponent no new corner."""
    opponent = position.turn.opponent
    corners = SquareSet.corners(position.size)
    before = position.board.outflanking(opponent) & corners
    return not (position.play(square).board.outflanking(opponent) & corners) - before


def wasted_tempo(choice: Choice) -> Finding | None:
    """Find a move that could have waited, while the opponent could take the better square.

    The played square is safe from the opponent, now and after the better move and its best reply,
    and the mover could still play it then.
    """
    later = choice.next_turn_instead
    if choice.before.empties > _RULES.tempo_empties or later is None:
        return None
    if choice.better not in choice.before.outflanking(choice.opponent):
        return None
    waits = choice.played in later.board.outflanking(choice.mover) and all(
        choice.played not in board.outflanking(choice.opponent)
        for board in (choice.before, choice.instead, later.board)
    )
    if not waits:
        return None
    return Finding(
        "wasted_tempo",
        {
            "square": str(choice.played),
            "better": str(choice.better),
            "opponent": str(choice.opponent),
        },
    )


def gave_moves(choice: Choice, many: int = _RULES.difference) -> Finding | None:
    """Find that the opponent has many more moves than after the better move."""
    now = choice.after.mobility(choice.opponent)
    instead = choice.instead.mobility(choice.opponent)
    if now - instead < many:
        return None
    return Finding(
        "gave_moves",
        {
            "count": now,
            "instead": instead,
            "better": str(choice.better),
            "opponent": str(choice.opponent),
        },
    )


def few_moves(choice: Choice, many: int = _RULES.difference) -> Finding | None:
    """Find that the mover has few moves after the best reply, but many after the better move's."""
    later, other = choice.next_turn, choice.next_turn_instead
    if later is None or other is None or choice.reply is None:
        return None
    now, instead = len(later.legal_moves.squares), len(other.legal_moves.squares)
    if not now or now > _RULES.few_moves or instead - now < many:
        return None
    return Finding(
        "few_moves",
        _sides(choice)
        | {
            "count": now,
            "instead": instead,
            "reply": str(choice.reply),
            "better": str(choice.better),
            "better_reply": str(choice.better_line[1]),
        },
    )


def loud_move(choice: Choice, many: int = _RULES.difference) -> Finding | None:
    """Find that the mover has many more discs on the frontier than after the better move."""
    if choice.before.empties < _RULES.frontier_empties:
        return None
    now = len(choice.after.frontier(choice.mover))
    instead = len(choice.instead.frontier(choice.mover))
    if now - instead < many:
        return None
    return Finding(
        "loud_move",
        {
            "count": now,
            "instead": instead,
            "better": str(choice.better),
            "mover": str(choice.mover),
        },
    )


def greedy_move(choice: Choice, many: int = _RULES.difference) -> Finding | None:
    """Find that the move flipped many more discs than the better one, long before they count."""
    if choice.before.empties <= _RULES.greed_empties:
        return None
    now = len(choice.before.outflanked(choice.mover, choice.played))
    instead = len(choice.before.outflanked(choice.mover, choice.better))
    if now - instead < many:
        return None
    return Finding("greedy_move", {"count": now, "instead": instead, "better": str(choice.better)})


def early_edge(choice: Choice) -> Finding | None:
    """Find a move to an edge in the opening, if the better move keeps off the edges."""
    size = choice.before.size
    quiet = SquareSet.edges(size) - SquareSet.corners(size) - SquareSet.c_squares(size)
    if 3 * choice.before.empties <= 2 * (size * size - 4):
        return None
    if choice.played not in quiet or choice.better in SquareSet.edges(size):
        return None
    return Finding("early_edge", {"square": str(choice.played), "better": str(choice.better)})


def _sides(choice: Choice) -> dict[str, str | int]:
    return {"mover": str(choice.mover), "opponent": str(choice.opponent)}
