"""The move list, in which the last move before the viewed position is marked."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.move_rows import ListedMove, move_rows
from outflank.faces.window.painting.painter import WindowPainter
from outflank.texts import say

__all__ = ["PlacedMove", "draw_moves", "listed_moves", "move_at"]


@dataclass(frozen=True, slots=True)
class PlacedMove:
    """One move of the list, with its place and the place of its number."""

    box: Rect
    number_box: Rect
    move: ListedMove


def listed_moves(followed: FollowedMatch, box: Rect, em: int) -> list[PlacedMove]:
    """Return the moves that fit in a box, those around the viewed position."""
    inside = _inside(box, em)
    height = _row_height(em)
    rows = move_rows(followed.plies)
    move_number = followed.move_number
    fitting = max(1, inside.height // height)
    marked = next((at for at, row in enumerate(rows) if row[-1].number >= move_number), 0)
    first = max(0, min(marked - fitting // 2, len(rows) - fitting))
    width, number = inside.width // 2, round(em * 2.2)
    placed = []
    for at, row in enumerate(rows[first : first + fitting]):
        for move in row:
            left, top = inside.left + move.column * width, inside.top + at * height
            box = Rect(left + number, top, width - number, height)
            placed.append(PlacedMove(box, Rect(left, top, number, height), move))
    return placed


def move_at(followed: FollowedMatch, box: Rect, em: int, point: tuple[int, int]) -> int | None:
    """Return the number of the move under a point; None if there is none."""
    for placed in listed_moves(followed, box, em):
        if placed.box.union(placed.number_box).collidepoint(point):
            return placed.move.number
    return None


def draw_moves(
    painter: WindowPainter, followed: FollowedMatch, box: Rect, em: int, *, is_focused: bool
) -> None:
    """Draw the list in two columns, one for each side."""
    palette = painter.palette
    border = palette.accent if is_focused else palette.line
    width = 2 if is_focused else 1
    painter.card(box, palette.card, border=border, radius=max(4, em * 5 // 8), width=width)
    size, inside = round(em * 0.9), _inside(box, em)
    if not followed.plies:
        text = say("window.moves")
        painter.paragraph(text, inside, size, palette.soft)
    for move in listed_moves(followed, box, em):
        painter.text(move.move.label, move.number_box, size, palette.soft)
        ink = palette.ink
        if move.move.number == followed.move_number:
            ink = _mark(painter, move, size, em, is_past=followed.is_past)
        painter.text(move.move.text, move.box.inflate(-em // 3, 0), size, ink)


def _mark(painter: WindowPainter, move: PlacedMove, size: int, em: int, *, is_past: bool) -> str:
    """Draw the mark behind a move, and return the text colour to use on it."""
    palette = painter.palette
    pill = Rect(move.box.left - em // 5, move.box.top + 1, 0, move.box.height - 2)
    pill.width = min(painter.width(move.move.text, size) + em * 2 // 3, move.box.width)
    if is_past:
        painter.card(pill, palette.gold_card, border=palette.gold_line, radius=em // 3)
        return palette.gold_ink
    painter.card(pill, palette.accent, radius=em // 3)
    return palette.on_accent


def _inside(box: Rect, em: int) -> Rect:
    return box.inflate(-em * 3 // 2, -em * 2 // 3)


def _row_height(em: int) -> int:
    return round(em * 1.4)
