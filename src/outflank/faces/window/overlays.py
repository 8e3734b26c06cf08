"""Cards over the screen: questions with a few answers, and the rules."""

from __future__ import annotations

import functools
import re

from pygame import Rect

from outflank.faces.window.layout import em_of, grid, rows_of
from outflank.faces.window.painter import Painter
from outflank.faces.window.state import Question, Rules, WindowState
from outflank.faces.window.widgets import Action, Button, draw_button
from outflank.rules.handbook import handbook

__all__ = [
    "draw_question",
    "draw_rules",
    "question_buttons",
    "question_card",
    "rules_buttons",
    "rules_card",
    "rules_reach",
]

_VEIL = 0.45


def question_card(state: WindowState, question: Question) -> Rect:
    """Return where a question is: in the middle, as large as it needs to be."""
    width, height = state.size
    em = em_of(width, height)
    columns = _columns(question)
    buttons = rows_of(len(question.replies), columns) * round(em * 2.7)
    text = round(em * 1.4) * (2 + question.text.count("\n") + len(question.text) // 40)
    wanted = em * 3 + (text if question.text else 0) + buttons + em
    card = Rect(0, 0, min(width - em, em * 32), min(height - em, wanted))
    card.center = (width // 2, height // 2)
    return card


def _columns(question: Question) -> int:
    return 2 if question.is_list else min(3, len(question.replies))


def question_buttons(state: WindowState, question: Question) -> list[Button]:
    """Return the answers of a question as buttons."""
    em = em_of(*state.size)
    card = question_card(state, question)
    columns = _columns(question)
    rows = rows_of(len(question.replies), columns)
    height = min(rows * round(em * 2.7), card.height - round(em * 3.5))
    area = Rect(card.left + em, card.bottom - em - height, card.width - 2 * em, height)
    return [
        Button(box, reply.label, reply.action, reply.value, is_primary=reply.is_primary)
        for box, reply in zip(
            grid(area, len(question.replies), columns, em // 2), question.replies, strict=True
        )
    ]


def draw_question(painter: Painter, state: WindowState, question: Question) -> None:
    """Draw a question over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _VEIL)
    card = question_card(state, question)
    painter.card(card, palette.card, border=palette.line, radius=em)
    title = Rect(card.left + em, card.top + em // 2, card.width - 2 * em, em * 2)
    painter.text(question.title, title, round(em * 1.35), palette.ink, align="center")
    buttons = question_buttons(state, question)
    top = min(button.box.top for button in buttons)
    words = Rect(card.left + em * 3 // 2, title.bottom, card.width - 3 * em, top - title.bottom)
    if question.text:
        painter.paragraph(question.text, words, em, palette.soft, align="center")
    for button in buttons:
        draw_button(
            painter,
            button,
            em,
            is_hot=button.box.collidepoint(state.pointer),
            is_focused=state.focus == button.name,
        )


# The rules


@functools.cache
def _paragraphs() -> tuple[tuple[str, int], ...]:
    """Return the handbook as paragraphs, each with the level of its heading, 0 for none."""
    found: list[tuple[str, int]] = []
    for block in re.split(r"\n\s*\n", handbook().strip()):
        heading = re.match(r"(#+)\s*(.*)", block)
        if heading:
            found.append((heading[2], len(heading[1])))
            continue
        # A list has an item for each line that begins with a number or a dash.
        items = re.split(r"\n(?=\d+\. |- )", block)
        found += [(" ".join(item.split()), 0) for item in items]
    return tuple(found)


def rules_lines(painter: Painter, width: int, em: int) -> list[tuple[str, int]]:
    """Return the rules broken into lines, each with the size of its text."""
    lines: list[tuple[str, int]] = []
    for text, level in _paragraphs():
        size = {0: em, 1: round(em * 1.6)}.get(level, round(em * 1.2))
        lines += [(line, size) for line in painter.lines(text, width, size)]
        lines.append(("", em // 2))
    return lines


def rules_card(state: WindowState) -> Rect:
    """Return where the rules are."""
    width, height = state.size
    em = em_of(width, height)
    card = Rect(0, 0, min(width - em, em * 46), height - em)
    card.center = (width // 2, height // 2)
    return card


def rules_buttons(state: WindowState) -> list[Button]:
    """Return the one button of the rules."""
    em = em_of(*state.size)
    card = rules_card(state)
    box = Rect(card.right - em * 7, card.bottom - round(em * 2.8), em * 6, round(em * 2.1))
    return [Button(box, "Close", Action.CLOSE, is_primary=True)]


def _rules_text(state: WindowState) -> Rect:
    """Return the part of the card where the words are."""
    em, card = em_of(*state.size), rules_card(state)
    (button,) = rules_buttons(state)
    text = Rect(card.left + em * 3 // 2, card.top + em, card.width - 3 * em, 0)
    text.height = button.box.top - em // 2 - text.top
    return text


def draw_rules(painter: Painter, state: WindowState, rules: Rules) -> None:
    """Draw the rules over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _VEIL)
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
        painter.text("Arrow keys or the wheel scroll", foot, round(em * 0.85), palette.soft)
    draw_button(painter, button, em, is_hot=button.box.collidepoint(state.pointer))


def rules_reach(painter: Painter, state: WindowState) -> int:
    """Return how many lines the rules can be scrolled until their end is seen."""
    text, em = _rules_text(state), em_of(*state.size)
    heights = [painter.line_height(size) for _, size in rules_lines(painter, text.width, em)]
    reach, below = 0, sum(heights)
    while below > text.height:
        below -= heights[reach]
        reach += 1
    return reach
