"""Keys, clicks and gestures: what a person does with the window, as calls to the director."""

from __future__ import annotations

from typing import Final

import pygame
from pygame.event import Event

from outflank.errors import NotationError
from outflank.faces.window.actions import Actions
from outflank.faces.window.board_screen import MOVES, moment_at, play_layout
from outflank.faces.window.choices import choices
from outflank.faces.window.director import Director
from outflank.faces.window.overlays import question_card, rules_card
from outflank.faces.window.render import buttons_of
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import Popup, Question, Rules, Screen, WindowState
from outflank.faces.window.text_field import END
from outflank.faces.window.walking import Walking
from outflank.faces.window.widgets import Action, button_at
from outflank.faces.window.writing import Writing
from outflank.rules import Square

__all__ = ["Input"]

_PATIENCE: Final = 0.6  # seconds in which a digit makes a square of a letter that means more
_LETTERS: Final = {
    "h": Action.HINT,
    "m": Action.SOUND,
    "n": Action.NEW_GAME,
    "p": Action.PAUSE,
    "r": Action.REDO,
    "s": Action.STEP,
    "u": Action.UNDO,
    "x": Action.RESIGN,
}
_WITH_CONTROL: Final = {
    pygame.K_c: Action.COPY_MOVES,
    pygame.K_n: Action.NEW_GAME,
    pygame.K_o: Action.OPEN,
    pygame.K_q: Action.QUIT,
    pygame.K_s: Action.SAVE,
    pygame.K_v: Action.PASTE,
    pygame.K_y: Action.REDO,
    pygame.K_z: Action.UNDO,
}
_ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_FAR: Final = 99  # further than any board: the edge stops it
_JUMPS: Final = {
    pygame.K_HOME: (-_FAR, 0),
    pygame.K_END: (_FAR, 0),
    pygame.K_PAGEUP: (0, -_FAR),
    pygame.K_PAGEDOWN: (0, _FAR),
}


class Input:
    """Hears everything that is done with mouse and keyboard."""

    def __init__(self, state: WindowState, director: Director, actions: Actions) -> None:
        self._state = state
        self._director = director
        self._actions = actions
        self._walking = Walking(state, actions)
        self._writing = Writing(state, actions.clipboard)
        self._typed_until: float | None = None

    def hear(self, event: Event) -> None:
        """React to one event of the window system."""
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
                self._writing.take_letters(event.text)
            case pygame.DROPFILE:
                self._actions.act(Action.LOAD, event.file)
            case _:
                pass

    def advance(self) -> None:
        """Take a letter that no digit followed for what else it means."""
        game = self._state.game
        if self._typed_until is None or game is None:
            return
        if self._state.now >= self._typed_until:
            self._typed_until = None
            letter, game.typed = game.typed, ""
            if letter in _LETTERS:
                self._actions.act(_LETTERS[letter])

    @property
    def waits_until(self) -> float | None:
        """When something happens although nobody does anything."""
        return self._typed_until

    # The mouse

    def _move(self, point: tuple[int, int]) -> None:
        state = self._state
        state.pointer, state.hover = point, None
        if state.screen is Screen.BOARD and state.game is not None and state.overlay is None:
            state.hover = play_layout(state, state.game).board.square_at(point)

    def _click(self, point: tuple[int, int]) -> None:
        state = self._state
        if isinstance(state.overlay, Popup):
            self._director.close_popup()
            return
        button = button_at(buttons_of(state), point)
        if button is not None:
            state.focus = None
            self._actions.act(button.action, button.value)
            self._writing.point(point)
        elif isinstance(state.overlay, Question | Rules):
            card = (
                question_card(state, state.overlay)
                if isinstance(state.overlay, Question)
                else rules_card(state)
            )
            if not card.collidepoint(point):
                self._actions.act(Action.CLOSE)
        elif state.hover is not None:
            state.focus = None
            self._director.play(state.hover)
        elif state.screen is Screen.BOARD and state.game is not None:
            moment = moment_at(state, state.game, point)
            if moment is not None:
                self._actions.act(Action.LOOK, str(moment))

    def _turn_wheel(self, notches: int) -> None:
        """Scroll what is over the screen, or walk through the moves of a game."""
        state = self._state
        if isinstance(state.overlay, Rules):
            self._scroll(-notches * 3)
        elif state.overlay is None and state.screen is Screen.BOARD and notches:
            self._actions.act(Action.LOOK, f"{-notches:+d}")

    def _scroll(self, lines: int) -> None:
        if isinstance(self._state.overlay, Rules):
            self._state.overlay = Rules(max(0, self._state.overlay.scroll + lines))

    # The keyboard

    def _key(self, event: Event) -> None:
        state = self._state
        if event.key == pygame.K_F11:
            self._actions.act(Action.FULL_SCREEN)
        elif isinstance(state.overlay, Popup):
            self._director.close_popup()
        elif self._writing.take_key(event):
            pass
        elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._with_control(event)
        elif isinstance(state.overlay, Rules):
            self._rules_key(event)
        elif event.unicode == "?" or event.key == pygame.K_F1:
            self._actions.act(Action.RULES)
        elif event.key == pygame.K_TAB:
            self._focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif isinstance(state.overlay, Question):
            self._question_key(event)
        elif state.screen is Screen.START:
            self._start_key(event)
        elif state.game is not None:
            self._board_key(event, state.game)

    def _with_control(self, event: Event) -> None:
        game = self._state.game
        action = _WITH_CONTROL.get(event.key)
        if event.key == pygame.K_c and event.mod & pygame.KMOD_SHIFT:
            action = Action.COPY_POSITION
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            action = Action.REDO
        if action is not None:
            self._actions.act(action)
        elif event.key in (pygame.K_HOME, pygame.K_END) and game is not None:
            far = -_FAR if event.key == pygame.K_HOME else _FAR
            self._move_cursor(game, far, far)

    def _rules_key(self, event: Event) -> None:
        steps = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_PAGEDOWN: 10, pygame.K_PAGEUP: -10,
                 pygame.K_HOME: -_FAR * 10, pygame.K_END: _FAR * 10}  # fmt: skip
        if event.key in steps:
            self._scroll(steps[event.key])
        elif event.key in (*_ENTER, pygame.K_ESCAPE) or event.unicode == "?":
            self._actions.act(Action.CLOSE)

    def _question_key(self, event: Event) -> None:
        state = self._state
        if event.key == pygame.K_ESCAPE:
            self._actions.act(Action.CLOSE)
        elif event.key in _ARROWS:
            across, down = _ARROWS[event.key]
            is_list = isinstance(state.overlay, Question) and state.overlay.is_list
            self._focus(across + down * (2 if is_list else 1))
        elif event.key in _ENTER:
            self._press_focused()

    def _press_focused(self) -> bool:
        """Press the button where the keyboard is; tell whether there is one."""
        for button in buttons_of(self._state):
            if button.name == self._state.focus:
                if button.is_enabled:
                    self._actions.act(button.action, button.value)
                return True
        return False

    def _focus(self, step: int) -> None:
        """Move the keyboard to the next thing that can be pressed."""
        state = self._state
        names = [one.name for one in buttons_of(state) if one.is_enabled]
        if state.screen is Screen.START and state.overlay is None:
            rows = [(Action.CHOOSE, row.name) for row in choices(state.form) if row.is_enabled]
            names = rows + [name for name in names if name[0] is not Action.CHOOSE]
            state.caret = END
        elif state.overlay is None:
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
                self._focus(-1)
            case pygame.K_DOWN:
                self._focus(1)
            case pygame.K_LEFT | pygame.K_RIGHT:
                step = 1 if event.key == pygame.K_RIGHT else -1
                if is_row and state.focus is not None:
                    word = ">" if step > 0 else "<"
                    self._actions.act(Action.CHOOSE, f"{state.focus[1]}:{word}")
                else:
                    self._focus(step)
            case pygame.K_RETURN | pygame.K_KP_ENTER | pygame.K_SPACE:
                if is_row or not self._press_focused():
                    self._actions.act(Action.START)
            case pygame.K_ESCAPE:
                game = state.game
                if game is not None and not game.is_over:
                    self._actions.act(Action.RESUME)
            case _:
                pass

    def _board_key(self, event: Event, game: ShownGame) -> None:
        state = self._state
        if self._walking.take_key(event, game):
            pass
        elif event.key in _ARROWS:
            state.focus = None
            self._move_cursor(game, *_ARROWS[event.key])
        elif event.key in _JUMPS:
            self._move_cursor(game, *_JUMPS[event.key])
        elif event.key in _ENTER:
            self._enter(game)
        elif event.key == pygame.K_ESCAPE:
            self._escape(game)
        elif event.key == pygame.K_BACKSPACE:
            game.typed = game.typed[:-1]
        else:
            self._type(game, event.unicode.lower())

    def _enter(self, game: ShownGame) -> None:
        self._typed_until = None
        if game.typed:
            self._go_to_typed(game)
            game.typed = ""
        elif self._state.focus is not None and self._press_focused():
            return
        if game.cursor is not None:
            self._director.play(game.cursor)

    def _escape(self, game: ShownGame) -> None:
        if game.typed or self._state.focus is not None:
            game.typed, self._typed_until, self._state.focus = "", None, None
        else:
            self._actions.act(Action.NEW_GAME)

    def _type(self, game: ShownGame, letter: str) -> None:
        """Take a letter for a column or a shortcut, and digits for a row."""
        columns = [str(Square(column, 0))[0] for column in range(game.board.size)]
        if letter.isdigit() and game.typed:
            self._typed_until = None
            typed = game.typed + letter
            game.return_to_present()
            game.typed = typed
            self._go_to_typed(game)
        elif letter in columns:
            if letter not in _LETTERS:
                game.return_to_present()
            game.typed = letter
            self._typed_until = self._state.now + _PATIENCE if letter in _LETTERS else None
        elif letter in _LETTERS:
            game.typed, self._typed_until = "", None
            self._actions.act(_LETTERS[letter])

    def _go_to_typed(self, game: ShownGame) -> None:
        try:
            square = Square.parse(game.typed)
        except NotationError:
            return
        if square.is_on(game.board.size):
            game.cursor, self._state.hover, self._state.focus = square, None, None
        else:
            game.typed = game.typed[0]

    def _move_cursor(self, game: ShownGame, across: int, down: int) -> None:
        size = game.board.size
        self._state.hover = None
        if game.cursor is None:
            middle = Square(size // 2, size // 2)
            game.cursor = next(iter(game.legal), middle)
            return
        column = min(size - 1, max(0, game.cursor.col + across))
        row = min(size - 1, max(0, game.cursor.row + down))
        game.cursor = Square(column, row)
