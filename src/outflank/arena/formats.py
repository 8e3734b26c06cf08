"""Formats: how a tournament decides who plays whom, and what becomes of those who leave."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

from outflank.arena.pairing import BracketMeeting, Pairing, Rounds, berger_table, gauntlet_table
from outflank.arena.progress import TournamentProgress
from outflank.errors import TournamentError, UnknownName

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
    """A way to hold a tournament: data, and the hook that pairs the players.

    A format that pairs round by round looks at the results so far; one that knows all its games
    ahead makes them at once and nothing afterwards.

    >>> find_format("round-robin").games_for(4)
    6
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    games: int = 1  # how often two who meet play each other

    def __post_init__(self) -> None:
        if self.games < 1:
            raise TournamentError(f"two who meet play at least 1 game, not {self.games}")

    @property
    def options(self) -> dict[str, int]:
        """What an organiser may choose about this format, by the names of the settings.

        >>> Gauntlet(games=4).options
        {'games': 4, 'challengers': 1}
        """
        names = [each.name for each in fields(self) if each.name not in _IDENTITY]
        return {name: getattr(self, name) for name in names}

    @abstractmethod
    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return the games to be added now, numbered on from those that there are."""

    @abstractmethod
    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play at most."""

    def check(self, entrants: int) -> None:
        """Say what is wrong if so few cannot play this format."""
        if entrants < 2:
            raise TournamentError(f"a tournament needs at least 2 players, not {entrants}")

    def strikes(self, played: int, scheduled: int) -> bool:
        """Tell whether somebody who leaves is struck from the table with all their games.

        This is FIDE's rule for all-play-all: who has played fewer than half of their games is
        struck, since the others would owe their points to when they met; who has played half or
        more stays, and loses the rest by forfeit.
        """
        return 2 * played < scheduled

    @property
    def is_paired_by_rounds(self) -> bool:
        """Whether a round is paired only when the one before is over."""
        return False

    @property
    def is_settled_by_rounds(self) -> bool:
        """Whether a result can no longer change once the next round was paired by it."""
        return False

    @property
    def has_quotient(self) -> bool:
        """Whether Brightwell's quotient may break ties: where all play about as many games."""
        return False

    def rounds_of(self, tournament: TournamentProgress) -> int:
        """Return how many rounds a tournament has, those to come included where they are known."""
        return max((each.round for each in tournament.pairings), default=0)

    def games_of(self, tournament: TournamentProgress) -> int:
        """Return how many games a tournament that has begun will have at most."""
        return self.games_for(len(tournament.entrants))

    def entry_problem(self, tournament: TournamentProgress) -> str:  # noqa: ARG002
        """Return why nobody can enter a tournament that has begun, nothing if somebody can."""
        return f"all games of a {self.name} are paired at its start"

    def missed_games(self, tournament: TournamentProgress) -> dict[int, int]:  # noqa: ARG002
        """Return the games that count as lost because somebody entered later, by their numbers."""
        return {}

    def bye_points(self, tournament: TournamentProgress) -> dict[int, float]:  # noqa: ARG002
        """Return the points that entrants have without playing, by their numbers."""
        return {}

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:  # noqa: ARG002
        """Return what decides the rank before points do, the more the better; mostly nothing."""
        return {}

    def bracket(self, tournament: TournamentProgress) -> list[list[BracketMeeting]]:  # noqa: ARG002
        """Return who meets whom round by round where who loses is out; elsewhere nothing."""
        return []

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class _Scheduled(TournamentFormat):
    """A format that knows all its games ahead."""

    @abstractmethod
    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the entrants in the order of their seats, drawn by the lot where there is one."""

    @abstractmethod
    def table(self, entrants: int) -> Rounds:
        """Return the rounds of one cycle by seats."""

    def pairings(self, tournament: TournamentProgress) -> list[Pairing]:
        """Return every game of the tournament if it has none yet.

        Every second cycle has the colours turned around, so that over two cycles each pair and
        with them each player has either colour equally often. The lot draws seats, the order of
        the rounds in each cycle and that of the games in each round.
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
    """Everybody meets everybody, in the order of Berger's tables.

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
        """Return how many games so many entrants will play."""
        return self.games * entrants * (entrants - 1) // 2

    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the entrants as they come or as the lot falls."""
        return _shuffled(numbers, lot)

    def table(self, entrants: int) -> Rounds:
        """Return Berger's table."""
        return berger_table(entrants)


@dataclass(frozen=True, slots=True)
class DoubleRoundRobin(RoundRobin):
    """A round robin in which each pair meets with either colour.

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
            raise TournamentError(
                f"in a double round robin a pair plays an even number of games, not {self.games}"
            )


@dataclass(frozen=True, slots=True)
class Gauntlet(_Scheduled):
    """The first entrants against all the others, who do not meet among themselves.

    >>> Gauntlet(challengers=1, games=2).games_for(4)
    6
    """

    name: str = "gauntlet"
    title: str = "Gauntlet"
    challengers: int = 1

    def __post_init__(self) -> None:
        TournamentFormat.__post_init__(self)
        if self.challengers < 1:
            raise TournamentError(f"a gauntlet needs at least 1 challenger, not {self.challengers}")

    def check(self, entrants: int) -> None:
        """Say what is wrong if the challengers would have nobody to play."""
        TournamentFormat.check(self, entrants)
        if entrants <= self.challengers:
            raise TournamentError(
                f"a gauntlet of {self.challengers} needs at least {self.challengers + 1} players,"
                f" not {entrants}"
            )

    def games_for(self, entrants: int) -> int:
        """Return how many games so many entrants will play; none while the others are missing."""
        return self.games * self.challengers * max(entrants - self.challengers, 0)

    def seating(self, numbers: Sequence[int], lot: random.Random | None) -> list[int]:
        """Return the challengers and then the others, each as they come or as the lot falls."""
        first, rest = numbers[: self.challengers], numbers[self.challengers :]
        return _shuffled(first, lot) + _shuffled(rest, lot)

    def table(self, entrants: int) -> Rounds:
        """Return the table of challengers and others."""
        return gauntlet_table(self.challengers, entrants - self.challengers)


_registry: dict[str, TournamentFormat] = {}


def register_format(form: TournamentFormat, *, replace: bool = False) -> None:
    """Make a format known by its name and aliases to every definition and command.

    >>> register_format(Gauntlet())
    >>> find_format("Gauntlet") == Gauntlet()
    True
    """
    names = [_plain(name) for name in (form.name, *form.aliases)]
    for name in names:
        if not replace and _registry.get(name, form) != form:
            raise ValueError(f"{_registry[name].title} is called {name!r} already")
    _registry.update(dict.fromkeys(names, form))


def find_format(name: str) -> TournamentFormat:
    """Return the format of that name or alias, whatever its case and punctuation.

    >>> find_format("Double Round Robin").games
    2
    """
    try:
        return _registry[_plain(name)]
    except KeyError:
        raise UnknownName("format", name, [one.name for one in formats()]) from None


def formats() -> list[TournamentFormat]:
    """Return all known formats, each once, in the order they were registered.

    >>> [form.name for form in formats()]
    ['round-robin', 'double-round-robin', 'gauntlet', 'swiss', 'knockout', 'ladder']
    """
    return list(dict.fromkeys(_registry.values()))


def drawn_order(numbers: Sequence[int], seed: int | None) -> list[int]:
    """Return entrants in the order that a seed draws, as they come without one.

    >>> drawn_order([1, 2, 3], None)
    [1, 2, 3]
    """
    return _shuffled(numbers, None if seed is None else random.Random(seed))


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _shuffled(items: Sequence[_Item], lot: random.Random | None) -> list[_Item]:
    """Draw an order; of a seeded generator only `random` is the same in every Python to come."""
    return list(items) if lot is None else sorted(items, key=lambda _: lot.random())


for _format in (RoundRobin(), DoubleRoundRobin(), Gauntlet()):
    register_format(_format)
