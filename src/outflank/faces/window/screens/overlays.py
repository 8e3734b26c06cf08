"""Draws the overlays: dialogs, the rules and the oracle's popup."""

from __future__ import annotations

import functools
import math
import re

import pygame
from pygame import Rect, Surface

from outflank.drawing.skins import find_skin
from outflank.faces.window.painting.buttons import Action, Button, draw_button, draw_buttons
from outflank.faces.window.painting.gif_frames import Frames
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.painting.text_field import MAX_ENTRY, TextField, draw_field
from outflank.faces.window.screens.layout import em_of, grid, rows_of
from outflank.faces.window.screens.saved_games import saved_games_card
from outflank.faces.window.state import (
    Dialog,
    Popup,
    RulesOverlay,
    SavedGamesOverlay,
    WindowState,
)
from outflank.rules import BLACK, WHITE, Answer
from outflank.rules.handbook import handbook
from outflank.texts import say

__all__ = [
    "dialog_buttons",
    "draw_dialog",
    "draw_popup",
    "draw_rules",
    "entry_box",
    "frame_at",
    "max_rules_scroll",
    "overlay_card",
    "rules_buttons",
]

_SHADE = 0.45  # opacity
_POPUP_SHADE = 0.55


def overlay_card(state: WindowState, overlay: Dialog | RulesOverlay | SavedGamesOverlay) -> Rect:
    """Return the place of a dialog, of the rules or of the saved games."""
    if isinstance(overlay, SavedGamesOverlay):
        return saved_games_card(state)
    return _dialog_card(state, overlay) if isinstance(overlay, Dialog) else _rules_card(state)


def _dialog_card(state: WindowState, dialog: Dialog) -> Rect:
    """Return the place of a dialog: centred, and as large as its content needs."""
    width, height = state.size
    em = em_of(width, height)
    columns = _columns(dialog)
    buttons = rows_of(len(dialog.buttons), columns) * round(em * 2.7)
    text = round(em * 1.4) * (2 + dialog.text.count("\n") + len(dialog.text) // 40)
    entry = 0 if dialog.entry is None else em * 3
    height_needed = em * 3 + (text if dialog.text else 0) + entry + buttons + em
    card = Rect(0, 0, min(width - em, em * 32), min(height - em, height_needed))
    card.center = (width // 2, height // 2)
    return card


def _columns(dialog: Dialog) -> int:
    return 2 if dialog.is_list else min(dialog.columns, len(dialog.buttons))


def dialog_buttons(state: WindowState, dialog: Dialog) -> list[Button]:
    """Return the buttons of a dialog in their places."""
    em = em_of(*state.size)
    card = _dialog_card(state, dialog)
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


def entry_box(state: WindowState, dialog: Dialog) -> Rect:
    """Return the place of a dialog's text field."""
    em, card = em_of(*state.size), _dialog_card(state, dialog)
    top = min(button.box.top for button in dialog_buttons(state, dialog))
    return Rect(card.left + 2 * em, top - round(em * 2.8), card.width - 4 * em, em * 2)


def draw_dialog(painter: WindowPainter, state: WindowState, dialog: Dialog) -> None:
    """Draw a dialog over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _SHADE)
    card = _dialog_card(state, dialog)
    painter.card(card, palette.card, border=palette.line, radius=em)
    title = Rect(card.left + em, card.top + em // 2, card.width - 2 * em, em * 2)
    painter.text(dialog.title, title, round(em * 1.35), palette.ink, align="center")
    buttons = dialog_buttons(state, dialog)
    top = min(button.box.top for button in buttons)
    words = Rect(card.left + em * 3 // 2, title.bottom, card.width - 3 * em, top - title.bottom)
    if dialog.entry is not None:
        box = entry_box(state, dialog)
        words.height = box.top - words.top
        field = TextField(dialog.entry, state.caret, MAX_ENTRY)
        draw_field(
            painter, field, box, em, placeholder=dialog.placeholder, blinks_at=state.caret_time
        )
    if dialog.text:
        painter.paragraph(dialog.text, words, em, palette.soft, align="center")
    draw_buttons(painter, buttons, em, pointer=state.pointer, focus=state.focus)


# Rules


@functools.cache
def _paragraphs(rules: str) -> tuple[tuple[str, int], ...]:
    """Return the paragraphs of the rules, each with its heading level; 0 is plain text."""
    paragraphs: list[tuple[str, int]] = []
    for block in re.split(r"\n\s*\n", rules.strip()):
        heading = re.match(r"(#+)\s*(.*)", block)
        if heading:
            paragraphs.append((heading[2], len(heading[1])))
            continue
        # Each line that starts with a number or a dash is an item of a list.
        items = re.split(r"\n(?=\d+\. |- )", block)
        paragraphs += [(" ".join(item.split()), 0) for item in items]
    return tuple(paragraphs)


def _rules_lines(painter: WindowPainter, width: int, em: int) -> list[tuple[str, int]]:
    """Return the lines of the rules, each with its text size."""
    lines: list[tuple[str, int]] = []
    for text, level in _paragraphs(handbook()):
        size = {0: em, 1: round(em * 1.6)}.get(level, round(em * 1.2))
        lines += [(line, size) for line in painter.lines(text, width, size)]
        lines.append(("", em // 2))
    return lines


def _rules_card(state: WindowState) -> Rect:
    """Return the place of the rules."""
    width, height = state.size
    em = em_of(width, height)
    card = Rect(0, 0, min(width - em, em * 46), height - em)
    card.center = (width // 2, height // 2)
    return card


def rules_buttons(state: WindowState) -> list[Button]:
    """Return the close button of the rules."""
    em = em_of(*state.size)
    card = _rules_card(state)
    box = Rect(card.right - em * 7, card.bottom - round(em * 2.8), em * 6, round(em * 2.1))
    return [Button(box, say("window.buttons.close"), Action.CLOSE, is_primary=True)]


def _rules_text(state: WindowState) -> Rect:
    """Return the part of the card with the text."""
    em, card = em_of(*state.size), _rules_card(state)
    (button,) = rules_buttons(state)
    text = Rect(card.left + em * 3 // 2, card.top + em, card.width - 3 * em, 0)
    text.height = button.box.top - em // 2 - text.top
    return text


def draw_rules(painter: WindowPainter, state: WindowState, rules: RulesOverlay) -> None:
    """Draw the rules over the screen."""
    palette = painter.palette
    em = em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _SHADE)
    card = _rules_card(state)
    painter.card(card, palette.card, border=palette.line, radius=em)
    (button,) = rules_buttons(state)
    text = _rules_text(state)
    lines = _rules_lines(painter, text.width, em)
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
        painter.text(say("window.rules_hint"), foot, round(em * 0.85), palette.soft)
    draw_button(painter, button, em, is_hot=button.box.collidepoint(state.pointer))


def max_rules_scroll(painter: WindowPainter, state: WindowState) -> int:
    """Return how far, in lines, the rules must be scrolled to show their end."""
    text, em = _rules_text(state), em_of(*state.size)
    heights = [painter.line_height(size) for _, size in _rules_lines(painter, text.width, em)]
    scroll, below = 0, sum(heights)
    while below > text.height:
        below -= heights[scroll]
        scroll += 1
    return scroll


# The oracle's popup


def frame_at(frames: Frames, seconds: float) -> Surface:
    """Return the frame to show at a number of seconds after the start."""
    remaining = seconds % sum(duration for _, duration in frames)
    for surface, duration in frames:
        if remaining < duration:
            return surface
        remaining -= duration
    return frames[-1][0]


def draw_popup(painter: WindowPainter, state: WindowState, popup: Popup) -> None:
    """Draw the popup over the screen."""
    palette = painter.palette
    width, height = state.size
    em = em_of(width, height)
    painter.shade(Rect(0, 0, width, height), "#000000", _POPUP_SHADE)
    card = Rect(0, 0, min(width - 2 * em, em * 34), min(height - 2 * em, em * 28))
    card.center = (width // 2, height // 2)
    painter.card(card, palette.card, border=palette.line, radius=em)
    inside = card.inflate(-2 * em, -2 * em)
    words = Rect(inside.left, inside.bottom - round(em * 5.4), inside.width, round(em * 5.4))
    picture = Rect(inside.left, inside.top, inside.width, words.top - inside.top - em // 2)
    frames = state.pictures.get(popup.url)
    seconds = state.now - popup.opened if state.is_animated else 0.0
    if frames:
        _draw_frame(painter, frame_at(frames, seconds), picture)
    else:
        _draw_answer(painter, popup.answer, picture, seconds)
    line = words.height // 3
    answer = Rect(words.left, words.top, words.width, round(line * 1.2))
    painter.text(
        str(popup.answer.text).upper(), answer, round(em * 1.9), palette.ink, align="center"
    )
    game = state.game
    if game is not None:
        effect = game.followed.sentences.effect(popup.answer, popup.color)
        player = game.followed.sentences.who(popup.color)
        if popup.square is None:
            sentence = say("window.oracle.turn", player=player, effect=effect)
        else:
            sentence = say(
                "window.oracle.square", player=player, square=popup.square, effect=effect
            )
        below = Rect(words.left, answer.bottom, words.width, line)
        painter.text(sentence, below, em, palette.soft, align="center")
    if popup.closes is None:
        last = Rect(words.left, words.bottom - line * 3 // 4, words.width, line * 3 // 4)
        text = say("window.oracle.continue")
        painter.text(text, last, round(em * 0.85), palette.accent, align="center")


def _draw_frame(painter: WindowPainter, frame: Surface, box: Rect) -> None:
    share = min(box.width / frame.get_width(), box.height / frame.get_height())
    size = max(1, round(frame.get_width() * share)), max(1, round(frame.get_height() * share))
    if frame.get_bitsize() < 24:
        frame = frame.convert_alpha()
    scaled = pygame.transform.smoothscale(frame, size)
    painter.surface.blit(scaled, scaled.get_rect(center=box.center))


def _draw_answer(painter: WindowPainter, answer: Answer, box: Rect, seconds: float) -> None:
    """Draw a disc that nods for yes, shakes for no, or keeps flipping for maybe."""
    skin = find_skin("yesno")
    side = round(min(box.width * 0.8, box.height) * 0.84)
    felt = Rect(0, 0, side, side)
    felt.center = box.center
    painter.card(felt.inflate(side // 12, side // 12), painter.theme.rim, radius=side // 8)
    painter.card(felt, painter.theme.felt, radius=side // 10)
    disc_side = round(side * 0.9)
    sway = math.sin(seconds * 2 * math.pi * 1.4) * math.exp(-((seconds % 2.0) * 0.8))
    x, y = felt.center
    if answer is Answer.MAYBE:
        angle = seconds * math.pi * 1.1
        color = BLACK if math.cos(angle) >= 0 else WHITE
        picture = painter.discs.flipping(skin.disc(color), disc_side, abs(math.cos(angle)))
    else:
        picture = painter.discs.disc(skin.disc(BLACK if answer is Answer.YES else WHITE), disc_side)
        reach = round(side * 0.05 * sway)
        x, y = (x, y + reach) if answer is Answer.YES else (x + reach, y)
    painter.surface.blit(picture, picture.get_rect(center=(x, y)))
