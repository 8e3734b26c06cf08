"""The setup of a match: players, start position, clock, scoring, undo; the score of a series."""

from __future__ import annotations

import enum
import random
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from outflank.play.clock import ClockSetting
from outflank.play.occupants import Occupant, SeatKind
from outflank.rules import BLACK, WHITE, Color, Outcome, Position, Reason, Variant, find_variant
from outflank.texts import say

__all__ = [
    "Origin",
    "Player",
    "Scoring",
    "SeriesScore",
    "Setup",
    "TimeScoring",
    "Undo",
    "clean_name",
    "require_two",
]

_NOT_IN_NAMES = ("Cc", "Cs", "Zl", "Zp")  # control characters, surrogates, ends of lines


class Undo(enum.StrEnum):
    """When a move may be taken back."""

    UNTIL_REPLY = "until-reply"
    FREE = "free"
    CONSENT = "consent"
    NEVER = "never"


class Scoring(enum.StrEnum):
    """What the official score counts: the discs, or also the empty squares for the winner."""

    BOARD = "board"
    FULL = "full"


class TimeScoring(enum.StrEnum):
    """The official score of a game lost on time: the discs, or all squares to the winner."""

    BOARD = "board"
    FORFEIT = "forfeit"


_BIDIRECTIONAL = re.compile("[\u202a-\u202e\u2066-\u2069]")  # they reorder the text after them


def clean_name(name: str) -> str:
    r"""Return a name without the characters that would control a terminal or reorder a line.

    >>> clean_name("\x1b[2JAnn\n"), clean_name("[Clan] Bob"), clean_name("\u05d3\u05df")
    ('[2JAnn', '[Clan] Bob', 'דן')
    """
    kept = (letter for letter in name if unicodedata.category(letter) not in _NOT_IN_NAMES)
    return _BIDIRECTIONAL.sub("", "".join(kept)).strip()


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a name, and the occupant of the seat as a text, such as `human` or `computer:5`."""

    name: str
    seat: str = str(SeatKind.HUMAN)

    def __post_init__(self) -> None:
        for part in ("name", "seat"):
            if not isinstance(given := getattr(self, part), str):
                raise TypeError(f"the {part} of a player is text, not {given!r}")
        # Names also come from files that others wrote, and go to terminals.
        if not self.name.isprintable():
            object.__setattr__(self, "name", clean_name(self.name) or say("play.unnamed"))

    @property
    def occupant(self) -> Occupant:
        """Who sits in the seat."""
        return Occupant.parse(self.seat)

    @property
    def is_person(self) -> bool:
        """Whether this is a person, who moves in a face."""
        return self.occupant.kind is SeatKind.HUMAN

    @property
    def is_computer(self) -> bool:
        """Whether this is a computer, such as `computer:5`."""
        return self.occupant.level is not None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a what-if match comes from: another match, and how much of it was kept."""

    match: str
    ply: int  # turns
    number: int  # moves, that is turns without passes


def _unnamed_players() -> tuple[Player, Player]:
    return Player(say("play.player", number=1)), Player(say("play.player", number=2))


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed when a match starts; names belong to players, not colours.

    >>> setup = Setup(players=(Player("Ann"), Player("Bob")), black=2)
    >>> setup.player(Color.BLACK).name
    'Bob'
    """

    players: tuple[Player, Player] = field(default_factory=_unnamed_players)
    black: int = 1  # which player has black
    by_lot: bool = False
    start: Position = field(default_factory=lambda: find_variant("classic").start())
    clock: ClockSetting = field(default_factory=ClockSetting)
    scoring: Scoring = Scoring.BOARD
    time_scoring: TimeScoring = TimeScoring.BOARD
    undo: Undo = Undo.FREE
    oracle: str = ""  # as in the option `--oracle`
    origin: Origin | None = None  # of a what-if match; it starts from a position of that one

    def __post_init__(self) -> None:
        require_two(Player, self.players)
        for part, kind in (("start", Position), ("clock", ClockSetting)):
            if not isinstance(given := getattr(self, part), kind):
                raise TypeError(f"the {part} of a match is a {kind.__name__}, not {given!r}")

    @property
    def variant(self) -> Variant:
        """The variant of the match."""
        return self.start.variant

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.start.size

    def player(self, color: Color) -> Player:
        """Return the player of a colour."""
        return self.players[(self.black - 1) if color is BLACK else (2 - self.black)]

    def number(self, color: Color) -> int:
        """Return 1 or 2, the number of the player of a colour."""
        return self.black if color is BLACK else 3 - self.black

    def color(self, number: int) -> Color:
        """Return the colour of player 1 or 2."""
        return BLACK if number == self.black else WHITE

    def drawn_by_lot(self, chance: random.Random) -> Setup:
        """Return the setup with a random player as black."""
        return replace(self, black=chance.choice((1, 2)), by_lot=True)

    def official_score(self, outcome: Outcome) -> tuple[int, int]:
        """Return the official score, black first."""
        if (
            outcome.reason is Reason.TIME
            and self.time_scoring is TimeScoring.FORFEIT
            and outcome.winner is not None
        ):
            squares = self.size * self.size
            return (squares, 0) if outcome.winner is BLACK else (0, squares)
        return outcome.score(empties_to_winner=self.scoring is Scoring.FULL)


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Wins of player 1, wins of player 2, and draws.

    >>> str(SeriesScore(2, 1, 1))
    '2 : 1, 1 draw'
    """

    player1: int = 0
    player2: int = 0
    draws: int = 0

    def after(self, outcome: Outcome, setup: Setup) -> SeriesScore:
        """Return the score after one more match."""
        if outcome.winner is None:  # an abandoned match is no draw
            return replace(self, draws=self.draws + 1) if outcome.is_draw else self
        if setup.number(outcome.winner) == 1:
            return replace(self, player1=self.player1 + 1)
        return replace(self, player2=self.player2 + 1)

    def standing(self, first: str, second: str) -> str:
        """Return the score in words.

        >>> SeriesScore(2, 1, 1).standing("Ann", "Computer, level 5")
        '2 for Ann; 1 for Computer, level 5; 1 draw'
        """
        wins = ((self.player1, first), (self.player2, second))
        parts = [say("local.game.series.wins", wins=count, name=name) for count, name in wins]
        if self.draws:
            parts.append(say("local.game.series.draws", count=self.draws))
        return ("; " if "," in f"{first}{second}" else ", ").join(parts)

    def __str__(self) -> str:
        return f"{self.player1} : {self.player2}{self._drawn()}"

    def _drawn(self) -> str:
        return f", {say('local.game.series.draws', count=self.draws)}" if self.draws else ""


def require_two(kind: type, players: object) -> None:
    """Refuse what is not a sequence of two players of this kind."""
    kinds = [type(player) for player in players] if isinstance(players, Sequence) else []
    if kinds != [kind, kind]:
        raise TypeError(f"a match has two players, each a {kind.__name__}, not {players!r}")
