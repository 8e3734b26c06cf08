"""The one state of the window: everything that is drawn follows from it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TypeAlias

from outflank.faces.window.choices import Form
from outflank.faces.window.gif_frames import Frames
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.text_field import END
from outflank.faces.window.widgets import Action
from outflank.rules import Answer, Color, Square

__all__ = ["Overlay", "Popup", "Question", "Reply", "Rules", "Screen", "WindowState"]


class Screen(enum.StrEnum):
    """What fills the window."""

    START = "start"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer that a question offers."""

    label: str
    action: Action
    value: str = ""
    is_primary: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A card over the screen with a few words and a few buttons; Esc is the same as closing it."""

    title: str
    text: str
    replies: tuple[Reply, ...]
    is_list: bool = False  # many replies, one under the other


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of the game over the screen, scrolled by so many lines."""

    scroll: int = 0


@dataclass(frozen=True, slots=True)
class Popup:
    """The oracle's picture before a disc is placed; the disc waits until it is closed."""

    answer: Answer
    color: Color
    opened: float
    square: Square | None = None  # where the waiting disc will be, if a person has chosen
    url: str = ""
    closes: float | None = None  # when nobody is there to close it


Overlay: TypeAlias = Question | Rules | Popup


@dataclass(slots=True)
class WindowState:
    """Everything there is to know about the window."""

    size: tuple[int, int]
    form: Form = field(default_factory=Form)
    screen: Screen = Screen.START
    game: ShownGame | None = None
    overlay: Overlay | None = None
    pointer: tuple[int, int] = (-1, -1)
    hover: Square | None = None
    focus: tuple[Action, str] | None = None  # the button where the keyboard is
    caret: int = END  # in the field where the keyboard is
    now: float = 0.0
    message: str = ""  # under the start button
    pictures: dict[str, Frames] = field(default_factory=dict)
    is_opening: bool = False  # a table is being set up
    is_done: bool = False  # the window is to close

    @property
    def is_animated(self) -> bool:
        """Whether things may move."""
        return self.form.look.animation
