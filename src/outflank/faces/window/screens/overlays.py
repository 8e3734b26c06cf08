"""Draws dialogs and the rules over the screen."""

from __future__ import annotations

import functools
import re

from pygame import Rect

from outflank.faces.window.painting.buttons import Action, Button, draw_button
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.layout import em_of, grid, rows_of
from outflank.faces.window.state import Dialog, RulesOverlay, WindowState
from outflank.rules.handbook import handbook

__all__ = [
    "dialog_buttons",
    "dialog_card",
    "draw_dialog",
    "draw_rules",
    "rules_buttons",
    "rules_card",
]

_SHADE = 0.45  # opacity


def dialog_card(state: WindowState, dialog: Dialog) -> Rect:
    """Return the place of a dialog, centred and as large as its content needs."""
    width, height = state.size
    em = em_of(width, height)
    columns = _columns(dialog)
    buttons = rows_of(len(dialog.buttons), columns) * round(em * 2.7)
    text = round(em * 1.4) * (2 + dialog.text.count("\n") + len(dialog.text) // 40)
    height_needed = em * 3 + (text if dialog.text else 0) + buttons + em
    card = Rect(0, 0, min(width - em, em * 32), min(height - em, height_needed))
    card.center = (width // 2, height // 2)
    return card


def _columns(dialog: Dialog) -> int:
    return 2 if dialog.is_list else min(3, len(dialog.buttons))


def dialog_buttons(state: WindowState, dialog: Dialog) -> list[Button]:
    """Return the buttons of a dialog in their places."""
    em = em_of(*state.size)
    card = dialog_card(state, dialog)
    columns = _columns(dialog)
    rows = rows_of(len(dialog.buttons), columns)
    height = min(rows * round(em * 2.7), card.height - round(em * 3.5))
    area = Rect(card.left + em, card.bottom - em - height, card.width - 2 * em, height)
    return [
        Button(box, button.label, button.action, button.value, is_primary=button.is_primary)
        for box, button in zip(
            grid(area, len(dialog.buttons), columns, em // 2), dialog.buttons, strict=True
        )
    ]


def draw_dialog(painter: WindowPainter, state: WindowState, dialog: Dialog) -> None:
    """Draw a dialog over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _SHADE)
    card = dialog_card(state, dialog)
    painter.card(card, palette.card, border=palette.line, radius=em)
    title = Rect(card.left + em, card.top + em // 2, card.width - 2 * em, em * 2)
    painter.text(dialog.title, title, round(em * 1.35), palette.ink, align="center")
    buttons = dialog_buttons(state, dialog)
    top = min(button.box.top for button in buttons)
    words = Rect(card.left + em * 3 // 2, title.bottom, card.width - 3 * em, top - title.bottom)
    if dialog.text:
        painter.paragraph(dialog.text, words, em, palette.soft, align="center")
    for button in buttons:
        draw_button(
            painter,
            button,
            em,
            is_hot=button.box.collidepoint(state.pointer),
            is_focused=state.focus == button.name,
        )


# Rules


@functools.cache
def _paragraphs() -> tuple[tuple[str, int], ...]:
    """Return the rules as paragraphs, each with its heading level, 0 for plain text."""
    paragraphs: list[tuple[str, int]] = []
    for block in re.split(r"\n\s*\n", handbook().strip()):
        heading = re.match(r"(#+)\s*(.*)", block)
        if heading:
            paragraphs.append((heading[2], len(heading[1])))
            continue
        # In a list, each line that starts with a number or a dash is an item.
        items = re.split(r"\n(?=\d+\. |- )", block)
        paragraphs += [(" ".join(item.split()), 0) for item in items]
    return tuple(paragraphs)


def rules_lines(painter: WindowPainter, width: int, em: int) -> list[tuple[str, int]]:
    """Return the rules broken into lines, each with its text size."""
    lines: list[tuple[str, int]] = []
    for text, level in _paragraphs():
        size = {0: em, 1: round(em * 1.6)}.get(level, round(em * 1.2))
        lines += [(line, size) for line in painter.lines(text, width, size)]
        lines.append(("", em // 2))
    return lines


def rules_card(state: WindowState) -> Rect:
    """Return the place of the rules."""
    width, height = state.size
    em = em_of(width, height)
    card = Rect(0, 0, min(width - em, em * 46), height - em)
    card.center = (width // 2, height // 2)
    return card


def rules_buttons(state: WindowState) -> list[Button]:
    """Return the close button of the rules."""
    em = em_of(*state.size)
    card = rules_card(state)
    box = Rect(card.right - em * 7, card.bottom - round(em * 2.8), em * 6, round(em * 2.1))
    return [Button(box, "Close", Action.CLOSE, is_primary=True)]


def _rules_text(state: WindowState) -> Rect:
    """Return the part of the card with the text."""
    em, card = em_of(*state.size), rules_card(state)
    (button,) = rules_buttons(state)
    text = Rect(card.left + em * 3 // 2, card.top + em, card.width - 3 * em, 0)
    text.height = button.box.top - em // 2 - text.top
    return text


def draw_rules(painter: WindowPainter, state: WindowState, rules: RulesOverlay) -> None:
    """Draw the rules over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _SHADE)
    card = rules_card(state)
    painter.card(card, palette.card, border=palette.line, radius=em)
    (button,) = rules_buttons(state)
    text = _rules_text(state)
    lines = rules_lines(painter, text.width, em)
    heights = [painter.line_height(size) for _, size in lines]
    y = text.top
    for (line, size), height in list(zip(lines, heights, strict=True))[rules.scroll :]:
        if y + height > text.bottom:
            break
        ink = palette.ink if size > em else palette.soft
        painter.text(line, Rect(text.left, y, text.width, height), size, ink)
        y += height
    foot = Rect(text.left, button.box.top, text.width - em * 7, button.box.height)
    if sum(heights) > text.height:
        painter.text(
            "Scroll with the arrow keys or the mouse wheel", foot, round(em * 0.85), palette.soft
        )
    draw_button(painter, button, em, is_hot=button.box.collidepoint(state.pointer))


def max_rules_scroll(painter: WindowPainter, state: WindowState) -> int:
    """Return how many lines the rules can be scrolled until their end is visible."""
    text, em = _rules_text(state), em_of(*state.size)
    heights = [painter.line_height(size) for _, size in rules_lines(painter, text.width, em)]
    scroll, below = 0, sum(heights)
    while below > text.height:
        below -= heights[scroll]
        scroll += 1
    return scroll
