"""The list of saved games over the screen, with buttons to open, rename or delete one."""

from __future__ import annotations

from pygame import Rect

from outflank.faces.window.painting.buttons import Action, Button, draw_buttons
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.layout import em_of, grid
from outflank.faces.window.state import SavedGamesOverlay, WindowState
from outflank.texts import say

__all__ = ["draw_saved_games", "saved_games_buttons", "saved_games_card"]

_SHADE = 0.45  # opacity


def saved_games_card(state: WindowState) -> Rect:
    """Return the place of the list."""
    width, height = state.size
    em = em_of(width, height)
    card = Rect(0, 0, min(width - em, em * 46), min(height - em, em * 36))
    card.center = (width // 2, height // 2)
    return card


def _rows(state: WindowState) -> list[Rect]:
    """Return a place for each game that fits."""
    card, em = saved_games_card(state), em_of(*state.size)
    height = round(em * 2.4)
    top, bottom = card.top + em * 3, card.bottom - round(em * 5.5)
    count = max(1, (bottom - top) // height)
    return [
        Rect(card.left + em, top + at * height, card.width - 2 * em, height - em // 4)
        for at in range(count)
    ]


def _first(overlay: SavedGamesOverlay, count: int) -> int:
    """Return the first game to show; it keeps the marked game visible."""
    return max(0, min(overlay.marked - count // 2, len(overlay.games) - count))


def saved_games_buttons(state: WindowState, overlay: SavedGamesOverlay) -> list[Button]:
    """Return a button for each game that fits, and the buttons for the marked game."""
    rows, em, card = _rows(state), em_of(*state.size), saved_games_card(state)
    first = _first(overlay, len(rows))
    shown = list(enumerate(overlay.games))[first : first + len(rows)]
    buttons = [
        Button(
            box,
            say("window.saved_games.game", game=saved, date=f"{saved.changed:%Y-%m-%d %H:%M}"),
            Action.MARK,
            str(at),
            is_chosen=at == overlay.marked,
        )
        for box, (at, saved) in zip(rows, shown, strict=False)
    ]
    has_any = bool(overlay.games)
    below = Rect(card.left + em, card.bottom - round(em * 3.2), card.width - 2 * em, em * 2)
    labels = (
        (say("window.buttons.open"), Action.OPEN_MARKED, has_any),
        (say("window.buttons.rename"), Action.RENAME, has_any),
        (say("window.buttons.delete"), Action.DELETE, has_any),
        (say("window.buttons.close"), Action.CLOSE, True),
    )
    buttons += [
        Button(box, label, action, is_enabled=on, is_primary=action is Action.OPEN_MARKED)
        for box, (label, action, on) in zip(grid(below, 4, 4, em // 2), labels, strict=True)
    ]
    return buttons


def draw_saved_games(
    painter: WindowPainter, state: WindowState, overlay: SavedGamesOverlay
) -> None:
    """Draw the list over the screen."""
    palette, em = painter.palette, em_of(*state.size)
    painter.shade(Rect((0, 0), state.size), "#000000", _SHADE)
    card = saved_games_card(state)
    painter.card(card, palette.card, border=palette.line, radius=em)
    title = Rect(card.left + em, card.top + em // 2, card.width - 2 * em, em * 2)
    painter.text(
        say("window.saved_games.title"), title, round(em * 1.35), palette.ink, align="center"
    )
    count = len(_rows(state))
    words = say("window.saved_games.tip")
    if not overlay.games:
        words = f"{say('local.game.saving.none_yet')} {words}"
    if len(overlay.games) > count:
        words = f"{say('window.saved_games.more', count=len(overlay.games))} {words}"
    if overlay.problem:
        words = overlay.problem
    line = Rect(card.left + em, card.bottom - round(em * 5.0), card.width - 2 * em, em * 3 // 2)
    ink = palette.alert if overlay.problem else palette.soft
    painter.text(words, line, round(em * 0.85), ink, align="center")
    buttons = saved_games_buttons(state, overlay)
    draw_buttons(painter, buttons, em, pointer=state.pointer, focus=state.focus)
