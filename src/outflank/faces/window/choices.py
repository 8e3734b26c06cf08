"""The choices of the start screen: rows of words over the game's options and the look."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field

from outflank.drawing.skins import skins
from outflank.drawing.themes import themes
from outflank.engine.levels import DEFAULT_LEVEL, levels
from outflank.play.options import MENU_SIZES, GameOptions
from outflank.play.settings import Appearance
from outflank.rules import find_variant, variants

__all__ = ["Choice", "Form", "choices"]

_CLOCKS = {
    "none": "None",
    "1+2": "1 min + 2 s",
    "3+2": "3 min + 2 s",
    "5+3": "5 min + 3 s",
    "10": "10 min",
    "30": "30 min",
    "10s/move": "10 s a move",
    "30s/move": "30 s a move",
}
_MOST_LETTERS = 24  # of a name
_ON = {"yes": "On", "no": "Off"}
_SHORT = {"classic": "Classic", "yesno": "Yes/No", "anti": "Anti"}


@dataclass(frozen=True, slots=True)
class Form:
    """What is chosen: a game and its look, exactly as every other face has them."""

    game: GameOptions = field(default_factory=GameOptions)
    look: Appearance = field(default_factory=Appearance)

    def with_choice(self, name: str, word: str) -> Form:
        """Return the form with one row changed."""
        row = next(row for row in choices(self) if row.name == name)
        return row.choose(self, word)

    def moved(self, name: str, step: int) -> Form:
        """Return the form with one row moved to its next or previous word."""
        row = next(row for row in choices(self) if row.name == name)
        if not row.is_enabled or row.is_text:
            return self
        words = list(row.words)
        place = words.index(row.chosen) + step
        if row.is_scale:
            place = max(0, min(len(words) - 1, place))
        return row.choose(self, words[place % len(words)])


@dataclass(frozen=True, slots=True)
class Choice:
    """One row: its title, its words as they are kept and shown, and which is chosen."""

    name: str
    title: str
    words: dict[str, str]
    chosen: str
    choose: Callable[[Form, str], Form]
    is_enabled: bool = True
    is_scale: bool = False  # its words have a first and a last one
    is_text: bool = False  # it is typed; `instead` stands there until then
    instead: str = ""
    most_letters: int = 0

    @property
    def shown(self) -> str:
        """The chosen word as it is shown."""
        return self.chosen if self.is_text else self.words[self.chosen]


def choices(form: Form) -> list[Choice]:
    """Return every row of the start screen.

    >>> [row.name for row in choices(Form())][:4]
    ['variant', 'size', 'opponent', 'name1']
    """
    game, look = form.game, form.look
    has_oracle = bool(find_variant(game.variant).answers)
    sizes = {str(size): f"{size} x {size}" for size in sorted({*MENU_SIZES, game.size})}
    names = {one.name: _SHORT.get(one.name, one.title) for one in variants()}
    return [
        Choice("variant", "Game", names, find_variant(game.variant).name, _game("variant")),
        Choice("size", "Board", sizes, str(game.size), _size),
        Choice(
            "opponent",
            "Opponent",
            {"computer": "Computer", "friend": "Friend", "watch": "Watch"},
            _mode(game),
            _set_mode,
        ),
        _player(game, 1),
        _player(game, 2),
        Choice(
            "first",
            "Begins",
            {"lot": "By lot", "1": "Player 1", "2": "Player 2"},
            game.first,
            _game("first"),
        ),
        Choice("clock", "Clock", _with(_CLOCKS, game.clock), game.clock, _game("clock")),
        Choice(
            "score", "Score", {"board": "Discs", "full": "Full board"}, game.score, _game("score")
        ),
        Choice(
            "time_score",
            "Lost on time",
            {"board": "As it stands", "forfeit": "All to the winner"},
            game.time_score,
            _game("time_score"),
            is_enabled=game.clock != "none",
        ),
        Choice(
            "undo",
            "Taking back",
            {
                "auto": "As usual",
                "until-reply": "Until the reply",
                "free": "Free",
                "never": "Never",
            },
            game.undo,
            _game("undo"),
        ),
        Choice(
            "oracle",
            "Oracle",
            _with({"web": "Web", "local": "Local"}, game.oracle),
            game.oracle,
            _game("oracle"),
            is_enabled=has_oracle,
        ),
        _flag("gif", "GIF popups", look.gif, is_enabled=has_oracle),
        Choice(
            "skin",
            "Discs",
            {"auto": "As the game"} | {one.name: one.title for one in skins()},
            look.skin,
            _look("skin"),
        ),
        Choice(
            "theme",
            "Table",
            {"auto": "Automatic"} | {one.name: one.title for one in themes()},
            look.theme,
            _look("theme"),
        ),
        _flag("legal_marks", "Legal squares", look.legal_marks),
        _flag("animation", "Motion", look.animation),
        _flag("sound", "Sound", look.sound),
    ]


def _mode(game: GameOptions) -> str:
    computers = [_is_computer(game.player1), _is_computer(game.player2)]
    return "watch" if all(computers) else "computer" if any(computers) else "friend"


def _is_computer(player: str) -> bool:
    return player.partition(":")[0] in ("computer", "engine")


def _set_mode(form: Form, mode: str) -> Form:
    """Put people and computers on the two chairs, keeping names and levels that are there."""
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


def _player(game: GameOptions, number: int) -> Choice:
    """Return the row of a player: a person's name or a computer's level."""
    player = f"player{number}"
    given = getattr(game, player)
    computers = _is_computer(game.player1), _is_computer(game.player2)
    is_alone = computers[0] is not computers[1]
    if computers[number - 1]:
        title = "Level" if is_alone else "First's level" if number == 1 else "Second's level"
        return _level(f"level{number}", title, given, player)
    title = "Your name" if is_alone else f"Player {number}"
    return Choice(
        f"name{number}",
        title,
        {},
        given.partition(":")[2],
        _chosen_player(player, "human"),
        is_text=True,
        instead=f"Player {number}",
        most_letters=_MOST_LETTERS,
    )


def _level(name: str, title: str, given: str, player: str) -> Choice:
    """Return the row of a computer's level; a computer with a name of its own is kept."""
    which = given.partition(":")[2] or str(DEFAULT_LEVEL)
    words = {str(one.number): f"{one.number}, {one.name}" for one in levels()}
    choose = _chosen_player(player, "computer")
    return Choice(name, title, _with(words, which), which, choose, is_scale=True)


def _chosen_player(player: str, kind: str) -> Callable[[Form, str], Form]:
    def choose(form: Form, word: str) -> Form:
        chosen = f"{kind}:{word}" if word else kind
        game = dataclasses.replace(form.game, **{player: chosen})  # type: ignore[arg-type]
        return dataclasses.replace(form, game=game)

    return choose


def _with(words: dict[str, str], word: str) -> dict[str, str]:
    """Return the words with one more that the command line or a file has chosen."""
    return words if word in words else words | {word: word}


def _size(form: Form, word: str) -> Form:
    return dataclasses.replace(form, game=dataclasses.replace(form.game, size=int(word)))


def _game(name: str) -> Callable[[Form, str], Form]:
    def choose(form: Form, word: str) -> Form:
        game = dataclasses.replace(form.game, **{name: word})  # type: ignore[arg-type]
        return dataclasses.replace(form, game=game)

    return choose


def _look(name: str) -> Callable[[Form, str], Form]:
    def choose(form: Form, word: str) -> Form:
        look = dataclasses.replace(form.look, **{name: word})  # type: ignore[arg-type]
        return dataclasses.replace(form, look=look)

    return choose


def _flag(name: str, title: str, value: bool, *, is_enabled: bool = True) -> Choice:  # noqa: FBT001
    def choose(form: Form, word: str) -> Form:
        look = dataclasses.replace(form.look, **{name: word == "yes"})  # type: ignore[arg-type]
        return dataclasses.replace(form, look=look)

    chosen = "yes" if value else "no"
    return Choice(name, title, _ON, chosen, choose, is_enabled=is_enabled)
