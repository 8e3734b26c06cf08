"""Tells when the window must be drawn again: what of its picture time alone changes."""

from __future__ import annotations

from typing import Final

from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.panel import seat_texts
from outflank.faces.window.state import Dialog, Popup, Screen, WindowState
from outflank.rules import Color

__all__ = ["is_moving", "picture_moment", "seats_moment"]

_CARET: Final = 0.5  # seconds after which the caret appears or vanishes


def is_moving(state: WindowState) -> bool:
    """Tell whether something is animated, so that frames must follow each other quickly."""
    game, exercise = state.game, state.exercise
    if isinstance(state.overlay, Popup) or (exercise is not None and exercise.flips is not None):
        return True
    if game is None or state.screen is not Screen.BOARD:
        return False
    return game.is_moving or game.is_flashing(state.now)


def picture_moment(state: WindowState) -> tuple[object, ...]:
    """Return what time changes in the picture, apart from the seats.

    As long as it stays equal and nothing was done or reported, no new frame is needed.
    """
    if is_moving(state):
        return (state.now,)
    shown = state.size, state.screen, state.caret_time // _CARET if _has_caret(state) else 0.0
    game = state.game
    if game is None or state.screen is not Screen.BOARD:
        return shown
    followed = game.followed
    # The search of the computer is shown only to whoever wants to see it.
    thinking = followed.thinking if followed.appearance.evaluation else None
    return *shown, game.toast, game.typed, thinking


def _has_caret(state: WindowState) -> bool:
    """Tell whether something may be typed into a text field, which then has a caret."""
    if isinstance(state.overlay, Dialog):
        return state.overlay.entry is not None
    return state.focus is not None and state.focus[0] is Action.CHOOSE


def seats_moment(state: WindowState) -> tuple[object, ...]:
    """Return what time changes in the seats beside the board: clocks, and dots of thinking."""
    game = state.game
    if game is None or state.screen is not Screen.BOARD:
        return ()
    return tuple(seat_texts(game, color, state.now) for color in Color)
