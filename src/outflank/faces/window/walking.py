"""Keys that walk through the moves of a game."""

from __future__ import annotations

from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.window.actions import Actions
from outflank.faces.window.board_screen import MOVES, PRESENT
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import WindowState
from outflank.faces.window.widgets import Action

__all__ = ["Walking"]

_STEPS: Final = {
    pygame.K_LEFT: "-1",
    pygame.K_RIGHT: "+1",
    pygame.K_UP: "-2",
    pygame.K_DOWN: "+2",
    pygame.K_PAGEUP: "-10",
    pygame.K_PAGEDOWN: "+10",
    pygame.K_HOME: "0",
    pygame.K_END: PRESENT,
}
_LETTERS: Final = {",": "-1", "<": "-1", ".": "+1", ">": "+1"}
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_BACK: Final = (*_ENTER, pygame.K_ESCAPE, pygame.K_BACKSPACE)


class Walking:
    """Takes the arrows while they walk through the moves and not over the board."""

    def __init__(self, state: WindowState, actions: Actions) -> None:
        self._state = state
        self._actions = actions

    def take_key(self, event: Event, game: ShownGame) -> bool:
        """Take a key that walks, or one that ends it; tell whether it does."""
        if event.unicode in _LETTERS and event.unicode:
            self._actions.act(Action.LOOK, _LETTERS[event.unicode])
        elif event.key in _STEPS and self._arrows_walk(game):
            self._actions.act(Action.LOOK, _STEPS[event.key])
        elif game.course.is_past and event.key in _BACK and not self._is_on_button:
            self._actions.act(Action.LOOK, PRESENT)
        else:
            return self._state.focus == MOVES and event.key in _ENTER
        return True

    def _arrows_walk(self, game: ShownGame) -> bool:
        """Tell whether the arrows walk: in the past, in the list, and where nobody can play."""
        is_watched = game.is_over or not game.people
        return game.course.is_past or self._state.focus == MOVES or is_watched

    @property
    def _is_on_button(self) -> bool:
        """Whether Enter presses something."""
        return self._state.focus not in (None, MOVES)
