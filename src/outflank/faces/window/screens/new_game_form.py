"""The form of the start screen: rows for the game's options and the appearance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outflank.drawing.skins import skins
from outflank.drawing.themes import themes
from outflank.engine.levels import DEFAULT_LEVEL, levels
from outflank.faces.local.options import MENU_SIZES, GameOptions
from outflank.faces.local.settings import Appearance
from outflank.rules import find_variant, variants

__all__ = ["WindowFormRow", "WindowNewGameForm", "form_rows"]

_CLOCKS = {
    "none": "None",
    "1+2": "1 min + 2 s",
    "3+2": "3 min + 2 s",
    "5+3": "5 min + 3 s",
    "10": "10 min",
    "30": "30 min",
    "10s/move": "10 s per move",
    "30s/move": "30 s per move",
}
_MAX_NAME_LENGTH = 24
_ON_OFF = {"yes": "On", "no": "Off"}
_Choose: TypeAlias = Callable[["WindowNewGameForm", str], "WindowNewGameForm"]
_SHORT = {"classic": "Classic", "yesno": "Yes/No", "anti": "Anti"}


@dataclass(frozen=True, slots=True)
class WindowNewGameForm:
    """The chosen options of a game and the appearance, as in every other face."""

    game: GameOptions = field(default_factory=GameOptions)
    appearance: Appearance = field(default_factory=Appearance)

    def with_choice(self, name: str, value: str) -> WindowNewGameForm:
        """Return the form with another value in one row."""
        row = next(row for row in form_rows(self) if row.name == name)
        return row.choose(self, value)

    def moved(self, name: str, step: int) -> WindowNewGameForm:
        """Return the form with one row moved to its next or previous value."""
        row = next(row for row in form_rows(self) if row.name == name)
        if not row.is_enabled or row.is_text:
            return self
        values = list(row.choices)
        index = values.index(row.value) + step
        if row.is_scale:
            index = max(0, min(len(values) - 1, index))
        return row.choose(self, values[index % len(values)])


@dataclass(frozen=True, slots=True)
class WindowFormRow:
    """One row: its title, its choices as values with labels, and the chosen value."""

    name: str
    title: str
    choices: dict[str, str]
    value: str
    choose: _Choose
    is_enabled: bool = True
    is_scale: bool = False  # its choices do not wrap around
    is_text: bool = False  # it is a text field
    placeholder: str = ""
    max_length: int = 0

    @property
    def label(self) -> str:
        """The chosen value as it is shown."""
        return self.value if self.is_text else self.choices[self.value]


def form_rows(form: WindowNewGameForm) -> list[WindowFormRow]:
    """Return every row of the start screen.

    >>> [row.name for row in form_rows(WindowNewGameForm())][:4]
    ['variant', 'size', 'opponent', 'name1']
    """
    game, appearance = form.game, form.appearance
    has_oracle = bool(find_variant(game.variant).answers)
    sizes = {str(size): f"{size} x {size}" for size in sorted({*MENU_SIZES, game.size})}
    names = {one.name: _SHORT.get(one.name, one.title) for one in variants()}
    return [
        WindowFormRow(
            "variant", "Game", names, find_variant(game.variant).name, _set_game("variant")
        ),
        WindowFormRow("size", "Board", sizes, str(game.size), _set_game("size", int)),
        WindowFormRow(
            "opponent",
            "Opponent",
            {"computer": "Computer", "friend": "Friend", "watch": "Watch"},
            _mode(game),
            _set_mode,
        ),
        _player(game, 1),
        _player(game, 2),
        WindowFormRow(
            "first",
            "First move",
            {"lot": "Random", "1": "Player 1", "2": "Player 2"},
            game.first,
            _set_game("first"),
        ),
        WindowFormRow("clock", "Clock", _with(_CLOCKS, game.clock), game.clock, _set_game("clock")),
        WindowFormRow(
            "score",
            "Score",
            {"board": "Discs", "full": "Empties to winner"},
            game.score,
            _set_game("score"),
        ),
        WindowFormRow(
            "time_score",
            "On timeout",
            {"board": "Count discs", "forfeit": "Winner takes all"},
            game.time_score,
            _set_game("time_score"),
            is_enabled=game.clock != "none",
        ),
        WindowFormRow(
            "undo",
            "Undo",
            {
                "auto": "Default",
                "until-reply": "Until the reply",
                "free": "Any time",
                "never": "Never",
            },
            game.undo,
            _set_game("undo"),
        ),
        WindowFormRow(
            "oracle",
            "Oracle",
            _with({"web": "Web", "local": "Local"}, game.oracle),
            game.oracle,
            _set_game("oracle"),
            is_enabled=has_oracle,
        ),
        _flag("gif", "GIF popups", appearance.gif, is_enabled=has_oracle),
        WindowFormRow(
            "skin",
            "Discs",
            {"auto": "Automatic"} | {one.name: one.title for one in skins()},
            appearance.skin,
            _set_appearance("skin"),
        ),
        WindowFormRow(
            "theme",
            "Theme",
            {"auto": "Automatic"} | {one.name: one.title for one in themes()},
            appearance.theme,
            _set_appearance("theme"),
        ),
        _flag("legal_marks", "Legal moves", appearance.legal_marks),
        _flag("animation", "Animation", appearance.animation),
        _flag("sound", "Sound", appearance.sound),
    ]


def _mode(game: GameOptions) -> str:
    computers = [_is_computer(game.player1), _is_computer(game.player2)]
    return "watch" if all(computers) else "computer" if any(computers) else "friend"


def _is_computer(player: str) -> bool:
    return player.partition(":")[0] in ("computer", "engine")


def _set_mode(form: WindowNewGameForm, mode: str) -> WindowNewGameForm:
    """Change who plays, keeping the names and levels that are chosen."""
    game = form.game
    computers = [one for one in (game.player2, game.player1) if _is_computer(one)]
    people = [one for one in (game.player1, game.player2) if not _is_computer(one)]
    computer = computers[0] if computers else f"computer:{DEFAULT_LEVEL}"
    person = people[0] if people else "human"
    first, second = {
        "computer": (person, computer),
        "friend": (person, people[1] if len(people) > 1 else "human"),
        "watch": (computers[1] if len(computers) > 1 else computer, computer),
    }[mode]
    return dataclasses.replace(form, game=dataclasses.replace(game, player1=first, player2=second))


def _player(game: GameOptions, number: int) -> WindowFormRow:
    """Return the row of a player: the name of a person or the level of a computer."""
    player = f"player{number}"
    given = getattr(game, player)
    computers = _is_computer(game.player1), _is_computer(game.player2)
    is_alone = computers[0] is not computers[1]
    if computers[number - 1]:
        title = "Level" if is_alone else f"Player {number} level"
        return _level(f"level{number}", title, given, player)
    title = "Your name" if is_alone else f"Player {number}"
    return WindowFormRow(
        f"name{number}",
        title,
        {},
        given.partition(":")[2],
        _set_player(player, "human"),
        is_text=True,
        placeholder=f"Player {number}",
        max_length=_MAX_NAME_LENGTH,
    )


def _level(name: str, title: str, given: str, player: str) -> WindowFormRow:
    """Return the row of a computer's level; an engine given by name stays a choice."""
    which = given.partition(":")[2] or str(DEFAULT_LEVEL)
    choices = {str(one.number): f"{one.number}, {one.name}" for one in levels()}
    choose = _set_player(player, "computer")
    return WindowFormRow(name, title, _with(choices, which), which, choose, is_scale=True)


def _set_player(player: str, kind: str) -> _Choose:
    return _set_game(player, lambda value: f"{kind}:{value}" if value else kind)


def _with(choices: dict[str, str], value: str) -> dict[str, str]:
    """Return the choices with one more that comes from the command line or the settings."""
    return choices if value in choices else choices | {value: value}


def _set_game(name: str, convert: Callable[[str], Any] = str) -> _Choose:
    def choose(form: WindowNewGameForm, value: str) -> WindowNewGameForm:
        game = dataclasses.replace(form.game, **{name: convert(value)})
        return dataclasses.replace(form, game=game)

    return choose


def _set_appearance(name: str, convert: Callable[[str], Any] = str) -> _Choose:
    def choose(form: WindowNewGameForm, value: str) -> WindowNewGameForm:
        appearance = dataclasses.replace(form.appearance, **{name: convert(value)})
        return dataclasses.replace(form, appearance=appearance)

    return choose


def _flag(name: str, title: str, is_on: bool, *, is_enabled: bool = True) -> WindowFormRow:  # noqa: FBT001
    choose = _set_appearance(name, lambda value: value == "yes")
    value = "yes" if is_on else "no"
    return WindowFormRow(name, title, _ON_OFF, value, choose, is_enabled=is_enabled)
