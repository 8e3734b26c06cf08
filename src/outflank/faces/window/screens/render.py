"""Draws the current screen with its overlay, and lists their buttons."""

from __future__ import annotations

from outflank.faces.window.painting.buttons import Button
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.board_screen import board_buttons, draw_board_screen
from outflank.faces.window.screens.exercise_screen import draw_exercise, exercise_buttons
from outflank.faces.window.screens.overlays import (
    dialog_buttons,
    draw_dialog,
    draw_popup,
    draw_rules,
    rules_buttons,
)
from outflank.faces.window.screens.saved_games import draw_saved_games, saved_games_buttons
from outflank.faces.window.screens.start_screen import draw_start, start_buttons
from outflank.faces.window.state import (
    Dialog,
    Popup,
    RulesOverlay,
    SavedGamesOverlay,
    Screen,
    WindowState,
)

__all__ = ["buttons_of", "render"]


def render(painter: WindowPainter, state: WindowState) -> None:
    """Draw the whole window."""
    if state.screen is Screen.BOARD and state.game is not None:
        draw_board_screen(painter, state, state.game)
    elif state.screen is Screen.EXERCISE and state.exercise is not None:
        draw_exercise(painter, state, state.exercise)
    else:
        draw_start(painter, state)
    match state.overlay:
        case Dialog():
            draw_dialog(painter, state, state.overlay)
        case RulesOverlay():
            draw_rules(painter, state, state.overlay)
        case SavedGamesOverlay():
            draw_saved_games(painter, state, state.overlay)
        case Popup():
            draw_popup(painter, state, state.overlay)
        case None:
            pass


def buttons_of(state: WindowState) -> list[Button]:
    """Return the buttons that are shown now."""
    match state.overlay:
        case Dialog():
            return dialog_buttons(state, state.overlay)
        case RulesOverlay():
            return rules_buttons(state)
        case SavedGamesOverlay():
            return saved_games_buttons(state, state.overlay)
        case Popup():
            return []
        case None:
            pass
    if state.screen is Screen.BOARD and state.game is not None:
        return board_buttons(state, state.game)
    if state.screen is Screen.EXERCISE and state.exercise is not None:
        return exercise_buttons(state, state.exercise)
    return start_buttons(state)
