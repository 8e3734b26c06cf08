"""From the state to the picture."""

from __future__ import annotations

from outflank.faces.window.board_screen import board_buttons, draw_board_screen
from outflank.faces.window.overlays import (
    draw_question,
    draw_rules,
    question_buttons,
    rules_buttons,
)
from outflank.faces.window.painter import Painter
from outflank.faces.window.popup import draw_popup
from outflank.faces.window.start_screen import draw_start, start_buttons
from outflank.faces.window.state import Popup, Question, Rules, Screen, WindowState
from outflank.faces.window.widgets import Button

__all__ = ["buttons_of", "render"]


def render(painter: Painter, state: WindowState) -> None:
    """Draw the whole window."""
    if state.screen is Screen.BOARD and state.game is not None:
        draw_board_screen(painter, state, state.game)
    else:
        draw_start(painter, state)
    match state.overlay:
        case Question():
            draw_question(painter, state, state.overlay)
        case Rules():
            draw_rules(painter, state, state.overlay)
        case Popup():
            draw_popup(painter, state, state.overlay)
        case None:
            pass


def buttons_of(state: WindowState) -> list[Button]:
    """Return everything that can be pressed now."""
    match state.overlay:
        case Question():
            return question_buttons(state, state.overlay)
        case Rules():
            return rules_buttons(state)
        case Popup():
            return []
        case None:
            pass
    if state.screen is Screen.BOARD and state.game is not None:
        return board_buttons(state, state.game)
    return start_buttons(state)
