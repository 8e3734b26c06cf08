"""The options of a local game as plain words, shared by all faces."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path

from outflank.errors import NameRefused, SizeError, UnknownName
from outflank.play.clock import ClockSetting
from outflank.play.occupants import Occupant
from outflank.play.setup import Player, Scoring, Setup, TimeScoring, Undo, clean_name
from outflank.rules import SIZES, Odds, Variant, find_variant
from outflank.texts import Text, say

__all__ = ["MENU_SIZES", "UNLIMITED", "GameOptions", "parse_player"]

MENU_SIZES = (6, 8, 10, 12)
UNLIMITED = "unlimited"  # a computer that thinks until somebody tells it to move
_FIRST = ("lot", "1", "2")
_MODES = {1: ("human", "computer"), 2: ("human", "human"), 3: ("computer", "computer")}
_AUTOMATIC = "auto"
_LONGEST_NAME = 80
_PACE = 0.7  # default seconds between the moves of two computers


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The choices of a new-game form or a command line; `setup` turns them into a setup.

    >>> from outflank.rules import BLACK
    >>> GameOptions(player2="computer:3", first="2").setup().player(BLACK).name
    'Computer, level 3'
    """

    variant: str = "classic"
    size: int = 8
    player1: str = "human"
    player2: str = "computer"
    first: str = "lot"
    clock: str = "none"
    score: str = "board"
    time_score: str = "board"
    oracle: str = "web"
    undo: str = _AUTOMATIC
    delay: float = 0.0
    seed: int | None = None

    def in_mode(self, mode: int) -> GameOptions:
        """Return the options for menu entry 1, 2 or 3; players of the right kind stay.

        >>> GameOptions(player2="computer:9").in_mode(3).player2
        'computer:9'
        """
        if mode not in _MODES:
            raise UnknownName("mode", str(mode), [str(known) for known in _MODES])
        first, second = (
            given if given.startswith(kind) else kind
            for given, kind in zip((self.player1, self.player2), _MODES[mode], strict=True)
        )
        return replace(self, player1=first, player2=second)

    @property
    def level(self) -> int | None:
        """The level of the computer that a person plays against; None in any other game.

        >>> GameOptions(player2="computer:4").level
        4
        """
        return self._computer[1]

    @property
    def other_levels(self) -> dict[str, GameOptions]:
        """The same game against the next easier and harder level, where there is one.

        >>> {
        ...     word: game.level
        ...     for word, game in GameOptions(player2="computer:4").other_levels.items()
        ... }
        {'easier': 3, 'harder': 5}
        """
        from outflank.engine import levels

        known = {one.number for one in levels()}
        seat, level = self._computer
        if level is None:
            return {}
        others = {"easier": level - 1, "harder": level + 1}
        return {
            word: self._with_computer(seat, str(Occupant.computer(number)))
            for word, number in others.items()
            if number in known
        }

    def _with_computer(self, seat: int, computer: str) -> GameOptions:
        return replace(self, player1=computer) if seat == 1 else replace(self, player2=computer)

    @property
    def _computer(self) -> tuple[int, int | None]:
        """The number and level of the only computer; the level is None if there is none."""
        seats = [parse_player(self.player1, 1), parse_player(self.player2, 2)]
        computers = [number for number, player in enumerate(seats, 1) if not player.is_person]
        if len(computers) != 1:
            return 0, None
        level = seats[computers[0] - 1].occupant.level or ""
        return computers[0], int(level) if level.isdigit() else None

    def describe(self) -> str:
        """Return one line on the players, the variant, the board and the clock.

        >>> GameOptions(size=10, player2="computer:12", clock="5+3").describe()
        'human v computer:12, Othello 10x10, clock 5+3'
        """
        facts = {
            "first": self.player1,
            "second": self.player2,
            "variant": find_variant(self.variant).text,
            "size": self.size,
        }
        if self.clock == "none":
            return say("local.forms.game", **facts)
        return say("local.forms.game_with_clock", clock=self.clock, **facts)

    def paced(self) -> GameOptions:
        """Return the options with a delay that lets people follow a game between computers.

        >>> GameOptions(player1="computer:1", player2="computer:1").paced().delay
        0.7
        """
        has_people = any(player.is_person for player in self.setup().players)
        return self if has_people or self.delay else replace(self, delay=_PACE)

    def random_source(self, lots: int = 0) -> random.Random:
        """Return the game's random source, by its seed, after `lots` draws of the first player."""
        chance = random.Random(self.seed)
        for _ in range(lots):
            Setup().drawn_by_lot(chance)
        return chance

    def setup(self, odds: Odds | None = None, chance: random.Random | None = None) -> Setup:
        """Return the setup, with a random black player if `first` is "lot".

        `odds` are the oracle's, if the variant has one. An impossible option raises an error.
        """
        if self.size not in SIZES:
            raise SizeError(Text("errors.local.board_size", size=self.size))
        variant = _with_odds(find_variant(self.variant), odds)
        players = _with_different_names(
            parse_player(self.player1, 1), parse_player(self.player2, 2)
        )
        setup = Setup(
            players=players,
            black=2 if _one_of("first player", self.first, _FIRST) == "2" else 1,
            start=variant.start(self.size),
            clock=ClockSetting.parse(self.clock),
            scoring=Scoring(_one_of("score", self.score, list(Scoring))),
            time_scoring=TimeScoring(_one_of("time score", self.time_score, list(TimeScoring))),
            undo=self._undo(players),
            oracle=_absolute(self.oracle) if variant.answers else "",
        )
        return setup.drawn_by_lot(chance or self.random_source()) if self.first == "lot" else setup

    @classmethod
    def of(cls, setup: Setup) -> GameOptions:
        """Return the options that make this setup."""
        first, second = (_spell(player) for player in setup.players)
        return cls(
            variant=setup.variant.name,
            size=setup.size,
            player1=first,
            player2=second,
            first="lot" if setup.by_lot else str(setup.black),
            clock=str(setup.clock),
            score=setup.scoring.value,
            time_score=setup.time_scoring.value,
            oracle=setup.oracle or "web",
            undo=setup.undo.value,
        )

    def _undo(self, players: tuple[Player, Player]) -> Undo:
        """Return the undo rule; the default is free, or until the reply between two people."""
        chosen = _one_of("undo rule", self.undo, [_AUTOMATIC, *Undo])
        if chosen != _AUTOMATIC:
            return Undo(chosen)
        people = all(player.is_person for player in players)
        return Undo.UNTIL_REPLY if people else Undo.FREE


def parse_player(text: str, number: int) -> Player:
    """Read `human`, `human:Guest`, `computer`, `computer:12` or `computer:greedy`.

    >>> parse_player("human:Guest", 2)
    Player(name='Guest', seat='human')
    """
    from outflank.engine import DEFAULT_LEVEL, open_engine

    kind, _, rest = text.strip().partition(":")
    match kind.lower():
        case "human" | "person":
            return Player(_checked_name(rest.strip()) or say("play.player", number=number))
        case "computer" | "engine":
            which = rest.strip() or str(DEFAULT_LEVEL)
            try:
                open_engine(which).close()
            except UnknownName as error:
                if error.kind != "engine":
                    raise
                raise UnknownName("computer", which, _computers()) from None
            if which.isdigit():
                name = say("play.computer_of_level", level=which)
            else:
                name = say("play.computer", name=which)
            return Player(name, str(Occupant.computer(which)))
        case _:
            raise UnknownName("player", text, ["human", "human:NAME", "computer", "computer:LEVEL"])


def _computers() -> list[str]:
    """Return the names of the computers that a person can choose, levels first."""
    from outflank.engine import levels, names

    others = [name for name in names() if not name.startswith("level")]
    return [say("local.forms.level_numbers", most=len(levels())), *others]


def _checked_name(name: str) -> str:
    if clean_name(name) != name:
        raise NameRefused(Text("errors.local.unprintable_name", name=repr(name)))
    if len(name) > _LONGEST_NAME:
        raise NameRefused(
            Text("errors.local.long_player_name", most=_LONGEST_NAME, count=len(name))
        )
    return name


def _with_different_names(first: Player, second: Player) -> tuple[Player, Player]:
    """Rename the second player if both have the same name."""
    if first.name == second.name:
        name, comma, rest = second.name.partition(",")
        second = replace(second, name=f"{name} 2{comma}{rest}")
    return first, second


def _absolute(oracle: str) -> str:
    """Return the absolute path of an oracle's file; return any other oracle unchanged."""
    path = Path(oracle)
    return str(path.resolve()) if path.is_file() else oracle


def _spell(player: Player) -> str:
    """Return the word that `parse_player` reads as this player."""
    return f"human:{player.name}" if player.is_person else player.seat


def _with_odds(variant: Variant, odds: Odds | None) -> Variant:
    return replace(variant, answers=odds) if variant.answers and odds else variant


def _one_of(kind: str, given: str, known: list[str] | tuple[str, ...]) -> str:
    if given not in known:
        raise UnknownName(kind, given, known)
    return given
