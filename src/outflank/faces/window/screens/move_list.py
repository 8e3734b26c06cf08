"""The move list, with the last move before the viewed position marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pygame import Rect

from outflank.faces.window.match.history import MatchHistory
from outflank.faces.window.painting.painter import WindowPainter
from outflank.rules import BLACK, Ply

__all__ = ["ListedMove", "draw_moves", "listed_moves", "move_at"]


class _Entry(NamedTuple):
    """A move and its column, before it has a place."""

    move_number: int
    column: int
    ply: Ply


@dataclass(frozen=True, slots=True)
class ListedMove:
    """One move in its place; `move_number` counts from 1."""

    box: Rect
    move_number: int
    row: int
    text: str


def listed_moves(history: MatchHistory, box: Rect, em: int) -> list[ListedMove]:
    """Return the moves that fit in a box, those around the viewed position."""
    inside = _inside(box, em)
    height = _row_height(em)
    rows = _rows(history.plies)
    move_number = history.move_number
    fitting = max(1, inside.height // height)
    marked = next((at for at, row in enumerate(rows) if row[-1].move_number >= move_number), 0)
    first = max(0, min(marked - fitting // 2, len(rows) - fitting))
    number, width = inside.width // 6, inside.width * 5 // 12
    return [
        ListedMove(
            Rect(
                inside.left + number + move.column * width,
                inside.top + (at - first) * height,
                width,
                height,
            ),
            move.move_number,
            at,
            _move_text(move.ply),
        )
        for at, row in enumerate(rows[first : first + fitting], first)
        for move in row
    ]


def move_at(history: MatchHistory, box: Rect, em: int, point: tuple[int, int]) -> int | None:
    """Return the number of the move under a point, None if there is none."""
    for move in listed_moves(history, box, em):
        if move.box.collidepoint(point):
            return move.move_number
    return None


def draw_moves(
    painter: WindowPainter, history: MatchHistory, box: Rect, em: int, *, is_focused: bool
) -> None:
    """Draw the list in two columns, one for each colour."""
    palette = painter.palette
    border = palette.accent if is_focused else palette.line
    width = 2 if is_focused else 1
    painter.card(box, palette.card, border=border, radius=max(4, em * 5 // 8), width=width)
    size, inside = round(em * 0.9), _inside(box, em)
    if not history.plies:
        text = "Moves appear here. Click one to view the board after it."
        painter.paragraph(text, inside, size, palette.soft)
    numbered = -1
    for move in listed_moves(history, box, em):
        if move.row != numbered:
            numbered = move.row
            number = Rect(inside.left, move.box.top, inside.width // 6, move.box.height)
            painter.text(f"{numbered + 1}.", number, size, palette.soft)
        ink = palette.ink
        if move.move_number == history.move_number:
            ink = _mark(painter, move, size, em, is_past=history.is_past)
        painter.text(move.text, move.box.inflate(-em // 3, 0), size, ink)


def _mark(painter: WindowPainter, move: ListedMove, size: int, em: int, *, is_past: bool) -> str:
    """Draw the mark behind a move, and return the text colour to use on it."""
    palette = painter.palette
    pill = Rect(move.box.left - em // 5, move.box.top + 1, 0, move.box.height - 2)
    pill.width = min(painter.width(move.text, size) + em * 2 // 3, move.box.width)
    if is_past:
        painter.card(pill, palette.gold_card, border=palette.gold_line, radius=em // 3)
        return palette.gold_ink
    painter.card(pill, palette.accent, radius=em // 3)
    return palette.on_accent


def _inside(box: Rect, em: int) -> Rect:
    return box.inflate(-em * 3 // 2, -em * 2 // 3)


def _row_height(em: int) -> int:
    return round(em * 1.4)


def _rows(plies: Sequence[Ply]) -> list[list[_Entry]]:
    """Return the moves in rows that start with black, each with its number."""
    rows: list[list[_Entry]] = []
    for move_number, ply in enumerate(plies, 1):
        is_black = ply.color is BLACK
        if is_black or not rows:
            rows.append([])
        rows[-1].append(_Entry(move_number, 0 if is_black else 1, ply))
    return rows


def _move_text(ply: Ply) -> str:
    return f"{ply.move} {ply.answer.value}" if ply.answer is not None else str(ply.move)
