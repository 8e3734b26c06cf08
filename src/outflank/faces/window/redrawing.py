"""Decides when the window must be drawn again: which parts of the picture change with time."""

from __future__ import annotations

from typing import Final

from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.panel import seat_texts
from outflank.faces.window.state import Dialog, Popup, Screen, WindowState
from outflank.rules import Color

__all__ = ["is_moving", "picture_moment", "seats_moment"]

_CARET: Final = 0.5  # seconds until the caret appears or disappears


def is_moving(state: WindowState) -> bool:
    """Return whether something is animated, so that frames must be drawn quickly."""
    game, exercise = state.game, state.exercise
    if isinstance(state.overlay, Popup) or (exercise is not None and exercise.flips is not None):
        return True
    if game is None or state.screen is not Screen.BOARD:
        return False
    return game.is_moving or game.is_flashing(state.now)


def picture_moment(state: WindowState) -> tuple[object, ...]:
    """Return the parts of the picture that change with time, apart from the seats.

    No new frame is needed while the result stays equal and there is no input and no event.
    """
    if is_moving(state):
        return (state.now,)
    shown = state.size, state.screen, state.caret_time // _CARET if _has_caret(state) else 0.0
    if state.screen is Screen.EXERCISE and state.exercise is not None:
        return *shown, state.exercise.exercise.heading  # with the time that is left
    game = state.game
    if game is None or state.screen is not Screen.BOARD:
        return shown
    followed = game.followed
    # The computer's search is shown only if the user wants to see it.
    thinking = followed.thinking if followed.appearance.evaluation else None
    return *shown, game.toast, game.typed, thinking


def _has_caret(state: WindowState) -> bool:
    """Return whether a text field may have the focus, and so a caret."""
    if isinstance(state.overlay, Dialog):
        return state.overlay.entry is not None
    return state.focus is not None and state.focus[0] is Action.CHOOSE


def seats_moment(state: WindowState) -> tuple[object, ...]:
    """Return the parts of the seats that change with time: clocks, and dots while thinking."""
    game = state.game
    if game is None or state.screen is not Screen.BOARD:
        return ()
    return tuple(seat_texts(game, color, state.now) for color in Color)
