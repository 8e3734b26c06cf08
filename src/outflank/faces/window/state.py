"""The state of the window; everything is drawn from it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.saved_games import SavedGame
from outflank.faces.local.what_if import WhatIf
from outflank.faces.window.exercise_view import ExerciseView
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.gif_frames import Frames
from outflank.faces.window.painting.text_field import END
from outflank.rules import Answer, Color, Square

__all__ = [
    "Dialog",
    "DialogButton",
    "Overlay",
    "Popup",
    "RulesOverlay",
    "SavedGamesOverlay",
    "Screen",
    "WindowState",
]


_TYPING: Final = 10.0  # seconds that the caret blinks after the last input


class Screen(enum.StrEnum):
    """The screen that fills the window."""

    START = "start"
    BOARD = "board"
    EXERCISE = "exercise"


@dataclass(frozen=True, slots=True)
class DialogButton:
    """One button of a dialog."""

    label: str
    action: Action
    value: str = ""
    is_primary: bool = False


@dataclass(frozen=True, slots=True)
class Dialog:
    """A card over the screen with a text and buttons; Esc closes it."""

    title: str
    text: str
    buttons: tuple[DialogButton, ...]
    is_list: bool = False  # many buttons, in two columns
    columns: int = 3  # most columns of other buttons
    entry: str | None = None  # the text in its text field, if it has one
    placeholder: str = ""  # shown in an empty text field


@dataclass(frozen=True, slots=True)
class RulesOverlay:
    """The rules of the game over the screen, scrolled down by a number of lines."""

    scroll: int = 0


@dataclass(frozen=True, slots=True)
class SavedGamesOverlay:
    """The list of saved games over the screen; one of them is marked."""

    games: tuple[SavedGame, ...]
    marked: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Popup:
    """The oracle's picture before a disc is placed; the disc waits until the popup closes."""

    answer: Answer
    color: Color
    opened: float
    square: Square | None = None  # where the disc will be placed, if a person chose a square
    url: str = ""
    closes: float | None = None  # the time when it closes by itself, if only computers play


Overlay: TypeAlias = Dialog | RulesOverlay | SavedGamesOverlay | Popup


@dataclass(slots=True)
class WindowState:
    """Everything that the window shows."""

    size: tuple[int, int]
    form: NewGameForm = field(default_factory=NewGameForm)
    screen: Screen = Screen.START
    game: WindowMatchView | None = None
    exercise: ExerciseView | None = None
    overlay: Overlay | None = None
    pointer: tuple[int, int] = (-1, -1)
    hover: Square | None = None
    focus: tuple[Action, str] | None = None  # the button or row with the keyboard focus
    caret: int = END  # in the focused text field
    now: float = 0.0
    touched: float = 0.0  # the time of the last input
    message: str = ""  # below the start button
    is_message_good: bool = False  # whether the message is good news and not a problem
    what_if: WhatIf | None = None  # what is chosen in the dialog about playing on
    pictures: dict[str, Frames] = field(default_factory=dict)
    is_opening: bool = False  # a game is being opened
    is_done: bool = False  # the window should close

    @property
    def caret_time(self) -> float:
        """The time by which the caret blinks; 0, so that it stays, when nobody is typing."""
        is_typing = self.now - self.touched < _TYPING
        return self.now if self.is_animated and is_typing else 0.0

    @property
    def is_animated(self) -> bool:
        """Whether animation is on."""
        return self.form.appearance.animation
