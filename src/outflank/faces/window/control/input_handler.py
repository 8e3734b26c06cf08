"""Turns mouse and keyboard events into actions and moves."""

from __future__ import annotations

from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.window.control.actions import WindowActions
from outflank.faces.window.control.board_keys import BoardKeys
from outflank.faces.window.control.controller import WindowController
from outflank.faces.window.control.cursor import ARROWS, ENTER, FAR
from outflank.faces.window.control.text_entry import TextEntry
from outflank.faces.window.painting.buttons import Action, button_at
from outflank.faces.window.painting.text_field import END
from outflank.faces.window.screens.board_screen import MOVES, move_number_at, play_layout
from outflank.faces.window.screens.dialogs import is_puzzle_choice
from outflank.faces.window.screens.exercise_screen import exercise_layout
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.screens.overlays import overlay_card
from outflank.faces.window.screens.render import buttons_of
from outflank.faces.window.screens.start_screen import NEXT, PREVIOUS
from outflank.faces.window.state import (
    Dialog,
    Popup,
    RulesOverlay,
    SavedGamesOverlay,
    Screen,
    WindowState,
)

__all__ = ["WindowInput"]

_CONTROL_KEYS: Final = {
    pygame.K_c: Action.COPY_MOVES,
    pygame.K_n: Action.NEW_GAME,
    pygame.K_o: Action.OPEN,
    pygame.K_q: Action.QUIT,
    pygame.K_s: Action.SAVE,
    pygame.K_v: Action.PASTE,
    pygame.K_y: Action.REDO,
    pygame.K_z: Action.UNDO,
}


class WindowInput:
    """Handles all mouse and keyboard events."""

    def __init__(
        self, state: WindowState, controller: WindowController, actions: WindowActions
    ) -> None:
        self._state = state
        self._controller = controller
        self._actions = actions
        self.board_keys: BoardKeys = BoardKeys(state, controller, actions, self._press_focused)
        self._text_entry = TextEntry(state, actions.clipboard)

    def handle(self, event: Event) -> None:
        """Handle one event of the window system."""
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self._state.is_done = True
            case pygame.MOUSEMOTION:
                self._move(event.pos)
            case pygame.WINDOWLEAVE:
                self._state.pointer, self._state.hover = (-1, -1), None
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._move(event.pos)
                self._click(event.pos)
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event.y)
            case pygame.KEYDOWN:
                self._key(event)
            case pygame.TEXTINPUT:
                self._text_entry.handle_text(event.text)
            case pygame.DROPFILE:
                self._open_dropped(event.file)
            case _:
                pass

    def _open_dropped(self, name: str) -> None:
        """Open a file that was dropped on the window: as puzzles if puzzles are shown."""
        if self._offers_puzzles or self._state.screen is Screen.EXERCISE:
            self._actions.exercises.open_file(name)
        else:
            self._actions.perform(Action.LOAD, name)

    @property
    def _offers_puzzles(self) -> bool:
        """Whether the dialog for choosing puzzles is open."""
        return is_puzzle_choice(self._state.overlay)

    # Mouse

    def _move(self, point: tuple[int, int]) -> None:
        state = self._state
        state.pointer, state.hover = point, None
        if state.overlay is not None:
            return
        if state.screen is Screen.BOARD and state.game is not None:
            state.hover = play_layout(state, state.game).board.square_at(point)
        elif state.screen is Screen.EXERCISE and state.exercise is not None:
            state.hover = exercise_layout(state, state.exercise).board.square_at(point)

    def _click(self, point: tuple[int, int]) -> None:
        state = self._state
        if isinstance(state.overlay, Popup):
            self._controller.close_popup()
            return
        button = button_at(buttons_of(state), point)
        if button is not None:
            state.focus = None
            self._actions.perform(button.action, button.value)
            self._text_entry.handle_click(point)
        elif isinstance(state.overlay, Dialog | RulesOverlay | SavedGamesOverlay):
            self._text_entry.handle_click(point)
            if not overlay_card(state, state.overlay).collidepoint(point):
                self._actions.perform(Action.CLOSE)
        elif state.hover is not None:
            state.focus = None
            if state.screen is Screen.EXERCISE:
                self._actions.exercises.play(state.hover)
            else:
                self._controller.play(state.hover)
        elif state.screen is Screen.BOARD and state.game is not None:
            move_number = move_number_at(state, state.game, point)
            if move_number is not None:
                self._actions.perform(Action.VIEW, str(move_number))

    def _turn_wheel(self, notches: int) -> None:
        """Scroll the rules, or step through the moves of a game."""
        state = self._state
        if isinstance(state.overlay, RulesOverlay):
            self._scroll(-notches * 3)
        elif isinstance(state.overlay, SavedGamesOverlay):
            self._actions.move_mark(-notches)
        elif state.overlay is None and state.screen is Screen.BOARD and notches:
            self._actions.perform(Action.VIEW, f"{-notches:+d}")

    def _scroll(self, lines: int) -> None:
        if isinstance(self._state.overlay, RulesOverlay):
            self._state.overlay = RulesOverlay(max(0, self._state.overlay.scroll + lines))

    # Keyboard

    def _key(self, event: Event) -> None:
        state = self._state
        if event.key == pygame.K_F11:
            self._actions.perform(Action.FULL_SCREEN)
        elif isinstance(state.overlay, Popup):
            self._controller.close_popup()
        elif self._text_entry.handle_key(event):
            pass
        elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._control_key(event)
        elif isinstance(state.overlay, RulesOverlay):
            self._rules_key(event)
        elif event.unicode == "?" or event.key == pygame.K_F1:
            self._actions.perform(Action.RULES)
        elif event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif isinstance(state.overlay, Dialog | SavedGamesOverlay):
            self._dialog_key(event)
        elif state.screen is Screen.START:
            self._start_key(event)
        elif state.screen is Screen.EXERCISE:
            self._actions.exercises.key(event, self._press_focused)
        elif state.game is not None:
            self.board_keys.handle(event, state.game)

    def _control_key(self, event: Event) -> None:
        game = self._state.game
        action = _CONTROL_KEYS.get(event.key)
        if action is Action.PASTE and self._offers_puzzles:
            self._actions.exercises.paste()
            return
        if self._state.screen is Screen.EXERCISE and action is not Action.QUIT:
            if action is Action.PASTE:  # all others need a game, which is not shown now
                self._actions.exercises.paste()
            return
        if event.key == pygame.K_c and event.mod & pygame.KMOD_SHIFT:
            action = Action.COPY_POSITION
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            action = Action.REDO
        if action is not None:
            self._actions.perform(action)
        elif event.key in (pygame.K_HOME, pygame.K_END) and game is not None:
            far = -FAR if event.key == pygame.K_HOME else FAR
            self.board_keys.move_cursor(game, far, far)

    def _rules_key(self, event: Event) -> None:
        steps = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_PAGEDOWN: 10, pygame.K_PAGEUP: -10,
                 pygame.K_HOME: -FAR * 10, pygame.K_END: FAR * 10}  # fmt: skip
        if event.key in steps:
            self._scroll(steps[event.key])
        elif event.key in (*ENTER, pygame.K_ESCAPE) or event.unicode == "?":
            self._actions.perform(Action.CLOSE)

    def _dialog_key(self, event: Event) -> None:
        state = self._state
        if isinstance(state.overlay, SavedGamesOverlay):
            self._list_key(event)
        elif event.key == pygame.K_ESCAPE:
            self._actions.perform(Action.CLOSE)
        elif event.key in ARROWS:
            across, down = ARROWS[event.key]
            is_list = isinstance(state.overlay, Dialog) and state.overlay.is_list
            self._move_focus(across + down * (2 if is_list else 1))
        elif event.key in ENTER and not self._press_focused():
            self._press_primary()

    def _press_primary(self) -> None:
        """Press the main button of a dialog."""
        for button in buttons_of(self._state):
            if button.is_primary:
                self._actions.perform(button.action, button.value)
                return

    def _list_key(self, event: Event) -> None:
        """Handle a key in the list of saved games."""
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8,
                 pygame.K_HOME: -FAR * 99, pygame.K_END: FAR * 99}  # fmt: skip
        if event.key in steps:
            self._actions.move_mark(steps[event.key])
        elif event.key == pygame.K_DELETE:
            self._actions.perform(Action.DELETE)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._move_focus(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key == pygame.K_ESCAPE:
            self._actions.perform(Action.CLOSE)
        elif event.key in ENTER:
            self._press_focused()

    def _press_focused(self) -> bool:
        """Press the focused button; return whether there is one."""
        for button in buttons_of(self._state):
            if button.name == self._state.focus:
                if button.is_enabled:
                    self._actions.perform(button.action, button.value)
                return True
        return False

    def _move_focus(self, step: int) -> None:
        """Move the keyboard focus to the next or previous button, row or list."""
        state = self._state
        names = [button.name for button in buttons_of(state) if button.is_enabled]
        if isinstance(state.overlay, SavedGamesOverlay):
            names = [name for name in names if name[0] is not Action.MARK]
        if state.screen is Screen.START and state.overlay is None:
            rows = [(Action.CHOOSE, row.name) for row in form_rows(state.form) if row.is_enabled]
            names = rows + [name for name in names if name[0] is not Action.CHOOSE]
            state.caret = END
        elif state.overlay is None and state.screen is Screen.BOARD:
            names.append(MOVES)
        if not names:
            return
        outside = -1 if step > 0 else len(names)
        place = (names.index(state.focus) if state.focus in names else outside) + step
        state.focus = names[place % len(names)]

    def _start_key(self, event: Event) -> None:
        state = self._state
        is_row = state.focus is not None and state.focus[0] is Action.CHOOSE
        match event.key:
            case pygame.K_UP:
                self._move_focus(-1)
            case pygame.K_DOWN:
                self._move_focus(1)
            case pygame.K_LEFT | pygame.K_RIGHT:
                step = 1 if event.key == pygame.K_RIGHT else -1
                if is_row and state.focus is not None:
                    word = NEXT if step > 0 else PREVIOUS
                    self._actions.perform(Action.CHOOSE, f"{state.focus[1]}:{word}")
                else:
                    self._move_focus(step)
            case pygame.K_RETURN | pygame.K_KP_ENTER | pygame.K_SPACE:
                if is_row or not self._press_focused():
                    self._actions.perform(Action.START)
            case pygame.K_ESCAPE:
                game = state.game
                if game is not None and not game.followed.is_over:
                    self._actions.perform(Action.RESUME)
            case _:
                pass
