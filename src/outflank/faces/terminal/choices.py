"""The rows of a new game and of the look: what can be chosen, in words."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final, Literal

from outflank.drawing import skins, themes
from outflank.engine import DEFAULT_LEVEL, levels
from outflank.play.options import MENU_SIZES, GameOptions
from outflank.play.settings import Appearance
from outflank.rules import variants

__all__ = ["GAME_ROWS", "LOOK_ROWS", "PLAYER_ROWS", "Form", "Row", "watchable"]

_COMPUTERS: Final = ("computer:greedy", "computer:positional", "computer:random")
_DELAY: Final = 0.6  # seconds between the moves of two computers, if nothing else is chosen
_ON_OFF: Final = ((True, "on"), (False, "off"))


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to choose: its name, its title and its values with their words."""

    name: str
    title: str
    part: Literal["game", "look"]
    values: tuple[tuple[Any, str], ...]
    is_free: bool = False  # words of one's own may be typed


def _players() -> tuple[tuple[str, str], ...]:
    strength = tuple(
        (f"computer:{one.number}", f"computer {one.number}, {one.name}") for one in levels()
    )
    simple = tuple((name, f"computer, {name.partition(':')[2]}") for name in _COMPUTERS)
    return (("human", "human"), *strength, *simple)


PLAYER_ROWS: Final = (
    Row("player1", "Player 1", "game", _players()),
    Row("name1", "  name", "game", (), is_free=True),
    Row("player2", "Player 2", "game", _players()),
    Row("name2", "  name", "game", (), is_free=True),
)

GAME_ROWS: Final = (
    Row("variant", "Game", "game", tuple((one.name, one.title) for one in variants())),
    Row("size", "Board", "game", tuple((size, f"{size}x{size}") for size in MENU_SIZES)),
    *PLAYER_ROWS,
    Row(
        "first",
        "Begins",
        "game",
        (("lot", "drawn by lot"), ("1", "player 1"), ("2", "player 2")),
    ),
    Row(
        "clock",
        "Clock",
        "game",
        (
            ("none", "none"),
            ("1+2", "1+2 (min+s)"),
            ("3+2", "3+2 (min+s)"),
            ("5+3", "5+3 (min+s)"),
            ("10+5", "10+5 (min+s)"),
            ("30", "30 min"),
            ("10s/move", "10 s a move"),
            ("30s/move", "30 s a move"),
        ),
        is_free=True,
    ),
    Row(
        "time_score",
        "Out of time",
        "game",
        (("board", "as it stands"), ("forfeit", "all to winner")),
    ),
    Row("score", "Score", "game", (("board", "discs"), ("full", "as if full"))),
    Row(
        "undo",
        "Taking back",
        "game",
        (
            ("auto", "as usual"),
            ("until-reply", "until the reply"),
            ("free", "freely"),
            ("consent", "if both agree"),
            ("never", "never"),
        ),
    ),
    Row(
        "oracle",
        "Oracle",
        "game",
        (("web", "yesno.wtf"), ("local", "on this machine")),
        is_free=True,
    ),
    Row(
        "delay",
        "Delay",
        "game",
        (
            (0.0, "automatic"),
            (0.01, "none"),
            (0.3, "0.3 s"),
            (0.7, "0.7 s"),
            (1.5, "1.5 s"),
            (3.0, "3 s"),
        ),
    ),
)

LOOK_ROWS: Final = (
    Row("skin", "Discs", "look", (("auto", "automatic"), *((s.name, s.title) for s in skins()))),
    Row(
        "theme", "Colours", "look", (("auto", "automatic"), *((t.name, t.title) for t in themes()))
    ),
    Row("legal_marks", "Mark moves", "look", _ON_OFF),
    Row("coordinates", "Coordinates", "look", _ON_OFF),
    Row("animation", "Motion", "look", _ON_OFF),
    Row("gif", "Oracle popup", "look", _ON_OFF),
)


def watchable(game: GameOptions) -> GameOptions:
    """Return a game that people can follow: computers among themselves would rush through it.

    >>> watchable(GameOptions(player1="computer", player2="computer")).delay
    0.6
    """
    return game.paced(_DELAY)


@dataclass(frozen=True, slots=True)
class Form:
    """The chosen values, and how a row changes them.

    >>> form = Form(GameOptions(player1="human:Ann", player2="computer:12"), Appearance())
    >>> form.value("name1"), form.value("player2"), form.with_value("player2", "human").game.player2
    ('Ann', 'computer:12', 'human')
    """

    game: GameOptions
    look: Appearance

    def value(self, name: str) -> Any:
        """Return the value of a row."""
        if name.startswith("player"):
            kind, _, rest = getattr(self.game, name).partition(":")
            return f"computer:{rest or DEFAULT_LEVEL}" if kind != "human" else "human"
        if name.startswith("name"):
            kind, _, rest = getattr(self.game, f"player{name[-1]}").partition(":")
            return rest if kind == "human" else ""
        return getattr(self.game if hasattr(self.game, name) else self.look, name)

    def with_value(self, name: str, value: Any) -> Form:
        """Return the form with one value changed."""
        if name.startswith("name"):
            player = f"player{name[-1]}"
            return self.with_value(player, f"human:{value}" if value else "human")
        part = "game" if hasattr(self.game, name) else "look"
        changed = dataclasses.replace(getattr(self, part), **{name: value})
        return dataclasses.replace(self, **{part: changed})

    def words(self, row: Row) -> str:
        """Return the value of a row in words."""
        value = self.value(row.name)
        return next((words for one, words in row.values if one == value), str(value))

    def turned(self, row: Row, step: int) -> Form:
        """Return the form with the next or the previous value of a row."""
        values = [value for value, _ in row.values]
        if not values:
            return self
        value = self.value(row.name)
        if value not in values:
            values.append(value)
        return self.with_value(row.name, values[(values.index(value) + step) % len(values)])

    def is_needed(self, row: Row) -> bool:
        """Tell whether a row matters for what is chosen elsewhere."""
        game = self.game
        if row.name.startswith("name"):
            return bool(self.value(f"player{row.name[-1]}") == "human")
        if row.name in ("oracle", "gif"):
            return any(one.answers for one in variants() if one.name == game.variant)
        if row.name == "time_score":
            return game.clock != "none"
        if row.name == "delay":
            return "computer" in game.player1 + game.player2
        return True

    def for_mode(self, mode: int) -> Form:
        """Return the form with the kinds of players of menu entry 1, 2 or 3.

        A player of the right kind stays, with name or level; another becomes the usual one.
        """
        usual = GameOptions().in_mode(mode)
        form = self
        for name in ("player1", "player2"):
            wanted = getattr(usual, name)
            if getattr(self.game, name).partition(":")[0] != wanted:
                form = form.with_value(name, wanted)
        return form
