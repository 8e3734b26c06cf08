"""The form for a new game and the appearance: its rows, their choices and the chosen values."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from outflank.drawing import find_skin, find_theme, skins, themes
from outflank.engine import DEFAULT_LEVEL, levels
from outflank.faces.local.options import MENU_SIZES, UNLIMITED, GameOptions
from outflank.faces.local.settings import Appearance
from outflank.play.occupants import Occupant
from outflank.play.setup import Scoring, TimeScoring, Undo
from outflank.rules import find_variant, variants
from outflank.texts import catalogue, say

__all__ = ["FormRow", "NewGameForm", "fixed_choices", "mode_titles"]

_MODES: Final = ("computer", "friend", "watch")  # who plays: menu entries 1, 2 and 3
_MAX_NAME_LENGTH: Final = 24
_SIMPLE: Final = ("greedy", "positional", "random")  # computers without a level
_ON_OFF: Final = ("on", "off")
_CLOCKS: Final = ("none", "1+2", "3+2", "5+3", "10", "30", "10s/move", "30s/move")
_CLOCK: Final = re.compile(r"(?P<minutes>\d+)(\+(?P<seconds>\d+))?|(?P<per_move>\d+)s/move")
_AUTOMATIC_DELAY, _NO_DELAY = "0.0", "0.01"
_DELAYS: Final = (_AUTOMATIC_DELAY, _NO_DELAY, "0.3", "0.7", "1.5", "3.0")
_VOLUMES: Final = (10, 25, 40, 55, 70, 85, 100)
# The group of texts for the choices of a row, if each choice has its own.
_GROUPS: Final = {
    "opponent": "opponents",
    "score": "scores",
    "time_score": "time_scores",
    "undo": "undo",
    "oracle": "oracles",
}
_TYPED: Final = ("clock", "oracle")  # values other than the choices may be typed


def mode_titles() -> list[str]:
    """Return who plays in menu entries 1, 2 and 3, in words."""
    return [say(f"local.forms.modes.{mode}") for mode in _MODES]


def fixed_choices() -> Mapping[str, Iterable[str]]:
    """Return the values of each row whose choices are the same in every form.

    >>> list(fixed_choices()["size"])
    ['6', '8', '10', '12']
    """
    return {
        "variant": [one.name for one in variants()],
        "size": map(str, MENU_SIZES),
        "opponent": _MODES,
        "first": ("lot", "1", "2"),
        "clock": _CLOCKS,
        "score": Scoring,
        "time_score": TimeScoring,
        "undo": ("auto", *Undo),
        "oracle": ("web", "local"),
        "delay": _DELAYS,
        "skin": ("auto", *(one.name for one in skins())),
        "theme": ("auto", *(one.name for one in themes())),
        **dict.fromkeys(_SWITCHES, _ON_OFF),
        "volume": map(str, _VOLUMES),
    }


_SWITCHES: Final = ("legal_marks", "coordinates", "animation", "sound", "gif", "evaluation")


def _label(row: str, value: str) -> str:
    """Return a value of a row as it is shown; a value that was typed stays as it is."""
    if value == "auto" and row in ("skin", "theme"):
        return say("local.forms.automatic")
    match row:
        case "variant":
            key = f"local.forms.variants.{value}"
            return say(key) if key in catalogue() else str(find_variant(value).text)
        case "size":
            return say("local.forms.size", size=value)
        case "first" if value != "lot":
            return say("local.forms.first.player", number=value)
        case "first":
            return say("local.forms.first.lot")
        case "clock":
            return _clock_label(value)
        case "delay":
            return _delay_label(value)
        case "skin":
            return str(find_skin(value).text)
        case "theme":
            return str(find_theme(value).text)
        case "volume":
            return say("local.forms.volume", volume=value)
        case _ if value in _ON_OFF:
            return say(f"local.forms.{value}")
        case _:
            return say(f"local.forms.{_GROUPS[row]}.{value}")


def _clock_label(value: str) -> str:
    found = _CLOCK.fullmatch(value)
    if found is None:
        return say("local.forms.clocks.none")
    if found["per_move"]:
        return say("local.forms.clocks.per_move", seconds=found["per_move"])
    if found["seconds"]:
        facts = {"minutes": found["minutes"], "seconds": found["seconds"]}
        return say("local.forms.clocks.increment", **facts)
    return say("local.forms.clocks.minutes", minutes=found["minutes"])


def _delay_label(value: str) -> str:
    if value == _AUTOMATIC_DELAY:
        return say("local.forms.automatic")
    if value == _NO_DELAY:
        return say("local.forms.no_delay")
    return say("local.forms.seconds", seconds=f"{float(value):g}")


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
        choices = {value: _label(name, value) for value in map(str, fixed_choices()[name])}
        value = self._value(name)
        is_own = value not in choices  # typed, or from the command line
        return FormRow(
            name,
            say(f"local.forms.titles.{name}"),
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
        name, title = f"{kind}{number}", say("local.forms.titles.player", number=number)
        if kind == "name":
            return FormRow(
                name,
                say("local.forms.titles.name") if other and not is_computer else title,
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
            choices = {
                str(one.number): say("local.forms.levels.named", level=one.number, name=one.text)
                for one in levels()
            }
            choices[UNLIMITED] = say("local.forms.levels.unlimited")
            title = say("local.forms.titles.level")
            if other:
                title = say("local.forms.titles.player_level", number=number)
        else:
            strengths = {
                _computer(one.number): say(
                    "local.forms.levels.player", level=one.number, name=one.text
                )
                for one in levels()
            }
            others = {_computer(name): say(f"local.forms.levels.{name}") for name in _SIMPLE}
            unlimited = say("local.forms.levels.unlimited_player")
            choices = {
                "human": say("local.forms.human"),
                **strengths,
                _computer(UNLIMITED): unlimited,
                **others,
            }
            which = _computer(which) if is_computer else "human"
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
        computers = computers or [_computer(DEFAULT_LEVEL)]
        first, second = {
            "computer": (people[0], computers[0]),
            "friend": (people[0], people[1] if len(people) > 1 else "human"),
            "watch": (computers[-1], computers[0]),
        }[mode]
        game = dataclasses.replace(self.game, player1=first, player2=second)
        return dataclasses.replace(self, game=game)


def _computer(level: object) -> str:
    return str(Occupant.computer(level))


def _is_computer(player: str) -> bool:
    return player.partition(":")[0] in ("computer", "engine")
