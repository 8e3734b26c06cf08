"""The form for a new game and the appearance: its rows, their choices and the chosen values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from outflank.drawing import skins, themes
from outflank.engine import DEFAULT_LEVEL, levels
from outflank.faces.local.options import MENU_SIZES, UNLIMITED, GameOptions
from outflank.faces.local.settings import Appearance
from outflank.rules import find_variant, variants

__all__ = ["MODES", "FormRow", "NewGameForm"]

MODES: Final = {
    "computer": "Human against computer",
    "friend": "Human against human",
    "watch": "Computer against computer",
}
_MAX_NAME_LENGTH: Final = 24
_SIMPLE: Final = ("greedy", "positional", "random")  # computers without a level
_ON_OFF: Final = {"on": "On", "off": "Off"}
_AUTOMATIC: Final = {"auto": "Automatic"}
_SHORT: Final = {"classic": "Classic", "yesno": "Yes/No", "anti": "Anti"}
_CLOCKS: Final = {
    "none": "None",
    "1+2": "1 min + 2 s",
    "3+2": "3 min + 2 s",
    "5+3": "5 min + 3 s",
    "10": "10 min",
    "30": "30 min",
    "10s/move": "10 s per move",
    "30s/move": "30 s per move",
}
_UNDO: Final = {
    "auto": "Default",
    "until-reply": "Until the reply",
    "free": "Any time",
    "consent": "If both agree",
    "never": "Never",
}
_DELAYS: Final = {"0.0": "Automatic", "0.01": "None"} | {
    f"{seconds}": f"{seconds:g} s" for seconds in (0.3, 0.7, 1.5, 3.0)
}
# The title and choices of each row whose choices never change.
_FIXED: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "variant": ("Game", {one.name: _SHORT.get(one.name, one.title) for one in variants()}),
    "size": ("Board", {str(size): f"{size} x {size}" for size in MENU_SIZES}),
    "opponent": ("Opponent", {"computer": "Computer", "friend": "Friend", "watch": "Watch"}),
    "first": ("First move", {"lot": "Random", "1": "Player 1", "2": "Player 2"}),
    "clock": ("Clock", _CLOCKS),
    "score": ("Score", {"board": "Discs", "full": "Empties to winner"}),
    "time_score": ("On timeout", {"board": "Count discs", "forfeit": "Winner takes all"}),
    "undo": ("Undo", _UNDO),
    "oracle": ("Oracle", {"web": "Web", "local": "Local"}),
    "delay": ("Delay", _DELAYS),
    "skin": ("Discs", _AUTOMATIC | {one.name: one.title for one in skins()}),
    "theme": ("Theme", _AUTOMATIC | {one.name: one.title for one in themes()}),
    "legal_marks": ("Legal moves", _ON_OFF),
    "coordinates": ("Coordinates", _ON_OFF),
    "animation": ("Animation", _ON_OFF),
    "sound": ("Sound", _ON_OFF),
    "gif": ("Oracle popup", _ON_OFF),
    "evaluation": ("Who is ahead", _ON_OFF),
    "volume": ("Volume", {f"{one}": f"{one} %" for one in (10, 25, 40, 55, 70, 85, 100)}),
}
_TYPED: Final = ("clock", "oracle")  # values other than the choices may be typed


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row: its title, its choices as values with labels, and the chosen value."""

    name: str
    title: str
    choices: Mapping[str, str]
    value: str
    is_enabled: bool = True
    is_scale: bool = False  # the choices do not wrap around
    is_text: bool = False  # a text without choices
    may_type: bool = False  # values other than the choices may be typed
    is_own: bool = False  # the value is not one of the usual choices
    placeholder: str = ""
    max_length: int = 0

    @property
    def label(self) -> str:
        """The chosen value as it is shown."""
        return self.value if self.is_text else self.choices[self.value]


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The chosen options of a game and its appearance; a face draws and edits the rows.

    >>> form = NewGameForm(GameOptions(player1="human:Ann", player2="computer:12"))
    >>> form.row("name1").value, form.row("player2").value, form.row("level2").label
    ('Ann', 'computer:12', '12, seasoned')
    >>> form.with_value("size", "6").stepped("size", 1).game.size
    8
    """

    game: GameOptions = field(default_factory=GameOptions)
    appearance: Appearance = field(default_factory=Appearance)

    def row(self, name: str) -> FormRow:
        """Return the row with this name."""
        if name[:-1] in ("player", "name", "level"):
            return self._player_row(name[:-1], int(name[-1]))
        title, choices = _FIXED[name]
        value = self._value(name)
        is_own = value not in choices  # typed, or from the command line
        return FormRow(
            name,
            title,
            {**choices, value: value} if is_own else choices,
            value,
            is_enabled=self._is_needed(name),
            may_type=name in _TYPED,
            is_own=is_own,
        )

    def with_value(self, name: str, value: str) -> NewGameForm:
        """Return the form with another value in one row."""
        kind = name[:-1]
        if name == "opponent":
            return self._with_opponent(value)
        if kind in ("player", "name", "level"):
            if kind != "player":
                person_or_computer = "human" if kind == "name" else "computer"
                value = f"{person_or_computer}:{value}" if value else person_or_computer
            return self._with(self.game, f"player{name[-1]}", value)
        part = self.game if hasattr(self.game, name) else self.appearance
        known = getattr(part, name)
        typed: Any = value == "on" if isinstance(known, bool) else type(known)(value)
        return self._with(part, name, typed)

    def stepped(self, name: str, step: int) -> NewGameForm:
        """Return the form with one row moved to its next or previous value."""
        row = self.row(name)
        if not row.is_enabled or row.is_text:
            return self
        values = list(row.choices)
        index = values.index(row.value) + step
        if row.is_scale:
            index = max(0, min(len(values) - 1, index))
        return self.with_value(name, values[index % len(values)])

    def with_players(self, game: GameOptions) -> NewGameForm:
        """Return the form with the players of another game."""
        changed = dataclasses.replace(self.game, player1=game.player1, player2=game.player2)
        return dataclasses.replace(self, game=changed)

    def for_mode(self, mode: int) -> NewGameForm:
        """Return the form with the kinds of players in menu entry 1, 2 or 3.

        A player of the right kind keeps the name or level; any other is replaced by the default.
        """
        usual, form = GameOptions().in_mode(mode), self
        for name in ("player1", "player2"):
            wanted = getattr(usual, name)
            if getattr(self.game, name).partition(":")[0] != wanted:
                form = form.with_value(name, wanted)
        return form

    def _with(self, part: GameOptions | Appearance, name: str, value: Any) -> NewGameForm:
        changed: Any = dataclasses.replace(part, **{name: value})
        return dataclasses.replace(self, **{"game" if part is self.game else "appearance": changed})

    def _value(self, name: str) -> str:
        if name == "opponent":
            computers = [_is_computer(self.game.player1), _is_computer(self.game.player2)]
            return "watch" if all(computers) else "computer" if any(computers) else "friend"
        if name == "variant":
            return find_variant(self.game.variant).name
        value = getattr(self.game if hasattr(self.game, name) else self.appearance, name)
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def _is_needed(self, name: str) -> bool:
        """Return whether a row has an effect, given the other choices."""
        game = self.game
        if name in ("oracle", "gif"):
            return bool(find_variant(game.variant).answers)
        if name == "time_score":
            return game.clock != "none"
        return name != "delay" or _is_computer(game.player1) or _is_computer(game.player2)

    # Players

    def _player_row(self, kind: str, number: int) -> FormRow:
        """Return the row for a player's kind, a person's name or a computer's level."""
        given = getattr(self.game, f"player{number}")
        is_computer, rest = _is_computer(given), given.partition(":")[2]
        other = _is_computer(getattr(self.game, f"player{3 - number}"))
        name, title = f"{kind}{number}", f"Player {number}"
        if kind == "name":
            return FormRow(
                name,
                "Your name" if other and not is_computer else title,
                {},
                "" if is_computer else rest,
                is_enabled=not is_computer,
                is_text=True,
                may_type=True,
                is_own=True,
                placeholder=title,
                max_length=_MAX_NAME_LENGTH,
            )
        which = rest or str(DEFAULT_LEVEL)
        if kind == "level":
            choices = {str(one.number): f"{one.number}, {one.name}" for one in levels()}
            choices[UNLIMITED] = "Unlimited"
            title = f"{title} level" if other else "Level"
        else:
            strengths = {
                f"computer:{one.number}": f"Level {one.number}, {one.name}" for one in levels()
            }
            others = {f"computer:{name}": f"Computer, {name}" for name in (UNLIMITED, *_SIMPLE)}
            choices = {"human": "Human"} | strengths | others
            which = f"computer:{which}" if is_computer else "human"
        return FormRow(
            name,
            title,
            {**choices, which: choices.get(which, which)},
            which,
            is_scale=kind == "level",
        )

    def _with_opponent(self, mode: str) -> NewGameForm:
        """Change who plays, and keep the chosen names and levels."""
        players = (self.game.player1, self.game.player2)
        people = [one for one in players if not _is_computer(one)] or ["human"]
        computers = [one for one in reversed(players) if _is_computer(one)]
        computers = computers or [f"computer:{DEFAULT_LEVEL}"]
        first, second = {
            "computer": (people[0], computers[0]),
            "friend": (people[0], people[1] if len(people) > 1 else "human"),
            "watch": (computers[-1], computers[0]),
        }[mode]
        game = dataclasses.replace(self.game, player1=first, player2=second)
        return dataclasses.replace(self, game=game)


def _is_computer(player: str) -> bool:
    return player.partition(":")[0] in ("computer", "engine")
