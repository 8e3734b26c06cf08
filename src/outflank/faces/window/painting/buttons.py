"""Buttons, and the actions of buttons and keys."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from outflank.faces.window.painting.painter import WindowPainter

__all__ = ["Action", "Button", "button_at", "draw_button", "draw_buttons"]


class Action(enum.StrEnum):
    """Everything that the user can do except playing on a square."""

    AGREE = "agree"
    ANIMATION = "animation"
    CHOOSE = "choose"
    CLOSE = "close"
    COORDINATES = "coordinates"
    COPY_MOVES = "copy moves"
    COPY_POSITION = "copy position"
    DECLINE = "decline"
    DELETE = "delete"
    DELETE_NOW = "delete now"
    DROP_TASK = "drop task"
    EVALUATION = "evaluation"
    EXERCISE = "exercise"
    FULL_SCREEN = "full screen"
    GIF = "gif"
    HINT = "hint"
    HINT_TASK = "hint task"
    LEARN = "learn"
    LEAVE = "leave"
    LEAVE_EXERCISE = "leave exercise"
    LOAD = "load"
    MARK = "mark"
    MARKS = "marks"
    MENU = "menu"
    MOVE_NOW = "move now"
    NEW_GAME = "new game"
    NEXT_TASK = "next task"
    OPEN = "open"
    OPEN_MARKED = "open marked"
    ORIGIN = "origin"
    PASTE = "paste"
    PAUSE = "pause"
    PREVIOUS_TASK = "previous task"
    PUZZLES = "puzzles"
    PUZZLE_FILE = "puzzle file"
    PUZZLE_SET = "puzzle set"
    QUIT = "quit"
    REDO = "redo"
    REMATCH = "rematch"
    RENAME = "rename"
    RENAME_NOW = "rename now"
    RESIGN = "resign"
    RESIGN_NOW = "resign now"
    RESUME = "resume"
    REVIEW = "review"
    RULES = "rules"
    SAVE = "save"
    SHOW_SOLUTION = "show solution"
    SAVE_NOW = "save now"
    SKIN = "skin"
    SOUND = "sound"
    START = "start"
    STEP = "step"
    THEME = "theme"
    TUTORIAL = "tutorial"
    UNDO = "undo"
    VIEW = "view"
    VIEW_MISTAKE = "view mistake"
    VOLUME = "volume"
    WHAT_IF = "what if"


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `value` is the argument of its action, if it needs one."""

    box: Rect
    label: str
    action: Action
    value: str = ""
    is_enabled: bool = True
    is_primary: bool = False
    is_chosen: bool = False

    @property
    def name(self) -> tuple[Action, str]:
        """The action and its value, which identify the button."""
        return self.action, self.value


def button_at(buttons: Sequence[Button], point: tuple[int, int]) -> Button | None:
    """Return the enabled button under a point, if there is one."""
    for button in reversed(buttons):
        if button.box.collidepoint(point):
            return button if button.is_enabled else None
    return None


def draw_button(
    painter: WindowPainter,
    button: Button,
    em: int,
    *,
    is_hot: bool = False,
    is_focused: bool = False,
) -> None:
    """Draw a button; `is_hot` is under the pointer, `is_focused` has the keyboard focus."""
    palette = painter.palette
    radius = max(4, em // 2)
    ink, ground, border = palette.ink, palette.card, palette.line
    if button.is_primary:
        ink, ground, border = palette.on_primary, palette.primary, palette.primary
    elif button.is_chosen:
        ink, ground, border = palette.on_accent, palette.accent, palette.accent
    if not button.is_enabled:
        ink = palette.faint
        if button.is_primary or button.is_chosen:
            ground, border = palette.muted, palette.line
    elif is_hot and not (button.is_primary or button.is_chosen):
        border = palette.accent
    if is_focused:
        around = button.box.inflate(em // 2, em // 2)
        painter.card(around, palette.paper, border=palette.accent, radius=radius + em // 4, width=2)
    painter.card(button.box, ground, border=border, radius=radius)
    size = round(em * (1.25 if button.is_primary and button.box.height > em * 3 else 0.95))
    if len(button.label) == 1:  # an arrow
        size = round(em * 1.5)
    room = button.box.inflate(-em // 2, 0)
    painter.label(button.label, room, size, ink, align="center")


def draw_buttons(
    painter: WindowPainter,
    buttons: Sequence[Button],
    em: int,
    *,
    pointer: tuple[int, int],
    focus: tuple[Action, str] | None,
) -> None:
    """Draw buttons, highlighting those under the pointer and with the keyboard focus."""
    for button in buttons:
        draw_button(
            painter,
            button,
            em,
            is_hot=button.box.collidepoint(pointer),
            is_focused=focus == button.name,
        )
