"""Formats: how a tournament decides who plays whom, and what happens when players leave."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

from outflank.arena.pairing import BracketMeeting, Pairing, Rounds, berger_table, gauntlet_table
from outflank.arena.progress import TournamentProgress
from outflank.errors import TournamentError
from outflank.registry import Registry
from outflank.texts import Text
from outflank.texts.text import named_text

__all__ = [
    "DoubleRoundRobin",
    "Gauntlet",
    "RoundRobin",
    "TournamentFormat",
    "drawn_order",
    "find_format",
    "formats",
    "register_format",
]

_Item = TypeVar("_Item")
_IDENTITY = ("name", "title", "aliases")


@dataclass(frozen=True, slots=True)
class TournamentFormat(ABC):
    """A way to hold a tournament: its options, and the methods that pair the players.

    A format either pairs round by round, from the results so far, or makes all its games at once.

    >>> find_format("round-robin").games_for(4)
    6
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    games: int = 1  # how many games two players play when they meet

    def __post_init__(self) -> None:
        if self.games < 1:
            raise TournamentError(Text("errors.arena.too_few_games", games=self.games))

    @property
    def text(self) -> Text | str:
        """The title in the user's language."""
        return named_text(f"arena.formats.{self.name}", self.title)

    @property
    def options(self) -> dict[str, int]:
        """The options that an organiser may choose, by the names of the settings.

        >>> Gauntlet(games=4).options
        {'games': 4, 'challengers': 1}
        """
        names = [each.name for each in fields(self) if each.name not in _IDENTITY]
        return {name: getattr(self, name) for name in names}

    @abstractmethod
    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return the games to add now; their numbers follow those of the existing games."""

    @abstractmethod
    def games_for(self, entrants: int) -> int:
        """Return the largest possible number of games for this number of entrants."""

    def check(self, entrants: int) -> None:
        """Raise TournamentError if there are too few entrants for this format."""
        if entrants < 2:
            raise TournamentError(Text("errors.arena.too_few_entrants", entrants=entrants))

    def strikes(self, played: int, scheduled: int) -> bool:
        """Return whether a player who leaves is struck from the table with all their games.

        This is FIDE's rule for all-play-all: a player who has played fewer than half of their
        games is struck, because only some of the others have met them. A player who has played
        half or more stays in the table and forfeits the rest.
        """
        return 2 * played < scheduled

    @property
    def is_paired_by_rounds(self) -> bool:
        """Whether a round is paired only when the previous one is over."""
        return False

    @property
    def is_settled_by_rounds(self) -> bool:
        """Whether a result can no longer change once the next round has been paired."""
        return False

    @property
    def has_quotient(self) -> bool:
        """Whether Brightwell's quotient may break ties; all must play about as many games."""
        return False

    def rounds_of(self, tournament: TournamentProgress) -> int:
        """Return how many rounds a tournament has, including future ones as far as known."""
        return max((each.round for each in tournament.pairings), default=0)

    def games_of(self, tournament: TournamentProgress) -> int:
        """Return the largest possible number of games of a tournament that has begun."""
        return self.games_for(len(tournament.entrants))

    def entry_problem(self, tournament: TournamentProgress) -> Text | None:  # noqa: ARG002
        """Return why nobody can enter a tournament that has begun, or None if that is possible."""
        return Text("errors.arena.no_entry_once_paired", format=self.name)

    def missed_games(self, tournament: TournamentProgress) -> dict[int, int]:  # noqa: ARG002
        """Return how many games count as lost for each late entrant, by their numbers."""
        return {}

    def bye_points(self, tournament: TournamentProgress) -> dict[int, float]:  # noqa: ARG002
        """Return the points that entrants got without playing, by their numbers."""
        return {}

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:  # noqa: ARG002
        """Return keys that decide the rank before the points, by entrant; higher is better."""
        return {}

    def bracket(self, tournament: TournamentProgress) -> list[list[BracketMeeting]]:  # noqa: ARG002
        """Return the meetings of each round of a knockout; other formats have none."""
        return []

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class _Scheduled(TournamentFormat):
    """A format that makes all its games at the start."""

    @abstractmethod
    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the entrants in the order of their seats, which `lot` draws if it is given."""

    @abstractmethod
    def table(self, entrants: int) -> Rounds:
        """Return the rounds of one cycle, as pairs of seats."""

    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return every game of the tournament if it has none yet.

        Every second cycle swaps the colours, so that over two cycles both players of a pair have
        each colour equally often. The lot draws the seats, the order of the rounds in each cycle
        and the order of the games in each round.
        """
        if tournament.pairings:
            return []
        numbers = [entrant.number for entrant in tournament.entrants]
        lot = None if tournament.seed is None else random.Random(tournament.seed)
        seats = self.seating(numbers, lot)
        table = self.table(len(seats))
        made: list[Pairing] = []
        for cycle in range(self.games):
            for place, games in enumerate(_shuffled(table, lot)):
                for first, second in _shuffled(games, lot):
                    black, white = (second, first) if cycle % 2 else (first, second)
                    round_number = cycle * len(table) + place + 1
                    made.append(Pairing(len(made) + 1, round_number, seats[black], seats[white]))
        return made


@dataclass(frozen=True, slots=True)
class RoundRobin(_Scheduled):
    """Everybody meets everybody else, in the order of Berger's tables.

    >>> RoundRobin(games=2).games_for(4)
    12
    """

    name: str = "round-robin"
    title: str = "Round robin"
    aliases: tuple[str, ...] = ("rr", "all-play-all", "single-round-robin")

    @property
    def has_quotient(self) -> bool:
        """Always so."""
        return True

    def games_for(self, entrants: int) -> int:
        """Return the number of games for this number of entrants."""
        return self.games * entrants * (entrants - 1) // 2

    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the entrants in their order, or in the order that the lot draws."""
        return _shuffled(numbers, lot)

    def table(self, entrants: int) -> Rounds:
        """Return Berger's table."""
        return berger_table(entrants)


@dataclass(frozen=True, slots=True)
class DoubleRoundRobin(RoundRobin):
    """A round robin in which both players of a pair have each colour once.

    >>> DoubleRoundRobin().games_for(4)
    12
    """

    name: str = "double-round-robin"
    title: str = "Double round robin"
    aliases: tuple[str, ...] = ("drr",)
    games: int = 2

    def __post_init__(self) -> None:
        RoundRobin.__post_init__(self)
        if self.games % 2:
            raise TournamentError(Text("errors.arena.double_round_robin_games", games=self.games))


@dataclass(frozen=True, slots=True)
class Gauntlet(_Scheduled):
    """The first entrants, the challengers, against all the others, who do not meet each other.

    >>> Gauntlet(challengers=1, games=2).games_for(4)
    6
    """

    name: str = "gauntlet"
    title: str = "Gauntlet"
    challengers: int = 1

    def __post_init__(self) -> None:
        TournamentFormat.__post_init__(self)
        if self.challengers < 1:
            raise TournamentError(Text("errors.arena.no_challenger", challengers=self.challengers))

    def check(self, entrants: int) -> None:
        """Raise TournamentError if the challengers would have nobody to play."""
        TournamentFormat.check(self, entrants)
        if entrants <= self.challengers:
            raise TournamentError(
                Text(
                    "errors.arena.gauntlet_too_small",
                    challengers=self.challengers,
                    least=self.challengers + 1,
                    entrants=entrants,
                )
            )

    def games_for(self, entrants: int) -> int:
        """Return the number of games for this number of entrants."""
        return self.games * self.challengers * max(entrants - self.challengers, 0)

    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the challengers, then the others, each in their order or as the lot draws."""
        first, rest = numbers[: self.challengers], numbers[self.challengers :]
        return _shuffled(first, lot) + _shuffled(rest, lot)

    def table(self, entrants: int) -> Rounds:
        """Return the table of challengers and others."""
        return gauntlet_table(self.challengers, entrants - self.challengers)


_known: Registry[TournamentFormat] = Registry("format", "swiss")


def register_format(form: TournamentFormat, *, replace: bool = False) -> None:
    """Register a format by its name and aliases for every definition and command.

    >>> register_format(Gauntlet())
    >>> find_format("Gauntlet") == Gauntlet()
    True
    """
    _known.add(form, replace=replace)


def find_format(name: str) -> TournamentFormat:
    """Return the format of this name or alias; case and punctuation do not matter.

    >>> find_format("Double Round Robin").games
    2
    """
    return _known.find(name)


def formats() -> list[TournamentFormat]:
    """Return all known formats once each, in the order in which they were registered.

    >>> [form.name for form in formats()]
    ['round-robin', 'double-round-robin', 'gauntlet', 'swiss', 'knockout', 'ladder']
    """
    return list(_known)


def drawn_order(numbers: Sequence[int], seed: int | None) -> list[int]:
    """Return entrants in the order that a seed draws; without a seed the order stays.

    >>> drawn_order([1, 2, 3], None)
    [1, 2, 3]
    """
    return _shuffled(numbers, None if seed is None else random.Random(seed))


def _shuffled(items: Sequence[_Item], lot: random.Random | None) -> list[_Item]:
    """Draw an order with `random` only, which gives the same numbers in every version of Python."""
    return list(items) if lot is None else sorted(items, key=lambda _: lot.random())


for _format in (RoundRobin(), DoubleRoundRobin(), Gauntlet()):
    register_format(_format)
