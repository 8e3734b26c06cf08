"""The oracle's popup: its animated GIF, or an animation of ours without one."""

from __future__ import annotations

import math
from typing import Final

import pygame
from pygame import Rect, Surface

from outflank.drawing.skins import find_skin
from outflank.faces.window.painting.gif_frames import Frames
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.layout import em_of
from outflank.faces.window.state import Popup, WindowState
from outflank.rules import BLACK, WHITE, Answer

__all__ = ["draw_popup", "frame_at"]

_SHADE: Final = 0.55


def frame_at(frames: Frames, seconds: float) -> Surface:
    """Return the frame to show a number of seconds after the first one."""
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
    painter.shade(Rect(0, 0, width, height), "#000000", _SHADE)
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
    painter.text(popup.answer.value.upper(), answer, round(em * 1.9), palette.ink, align="center")
    game = state.game
    if game is not None:
        effect = game.sentences.effect(popup.answer, popup.color)
        where = f"{popup.square}: " if popup.square is not None else ""
        sentence = f"{game.sentences.who(popup.color)}, {where}{effect}."
        below = Rect(words.left, answer.bottom, words.width, line)
        painter.text(sentence, below, em, palette.soft, align="center")
    if popup.closes is None:
        last = Rect(words.left, words.bottom - line * 3 // 4, words.width, line * 3 // 4)
        text = "Click or press any key to continue"
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
    painter.card(felt.inflate(side // 12, side // 12), painter.palette.theme.rim, radius=side // 8)
    painter.card(felt, painter.palette.theme.felt, radius=side // 10)
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
