"""The progress of a tournament: entrants, pairings, results and standings."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from outflank.arena.pairing import Entrant, Pairing
from outflank.arena.result import Result
from outflank.arena.standings import CrossTable, Standing, cross_table, standings
from outflank.errors import TournamentError
from outflank.texts import Text

__all__ = ["TournamentProgress", "WithdrawalEffect"]


class WithdrawalEffect(enum.StrEnum):
    """What happened to the games of a player who left.

    >>> WithdrawalEffect("struck")
    <WithdrawalEffect.STRUCK: 'struck'>
    """

    STRUCK = "struck"  # as if they had never entered
    FORFEITED = "forfeited"  # the games played stand, the others are lost


@dataclass(frozen=True)
class TournamentProgress:
    """The state of a tournament at one moment, from which a format makes the pairings.

    `results` are by the games' numbers, in the order in which they arrived, and `withdrawn` is by
    the entrants' numbers.
    """

    name: str
    entrants: tuple[Entrant, ...]
    seed: int | None = None
    pairings: tuple[Pairing, ...] = ()
    results: Mapping[int, Result] = field(default_factory=dict)
    withdrawn: Mapping[int, WithdrawalEffect] = field(default_factory=dict)

    def entrant(self, number: int) -> Entrant:
        """Return the entrant with this number."""
        for entrant in self.entrants:
            if entrant.number == number:
                return entrant
        raise TournamentError(Text("errors.arena.no_such_entrant", entrant=number))

    def pairing(self, number: int) -> Pairing:
        """Return the game with this number."""
        for pairing in chain(self.pairings[number - 1 : number], self.pairings):
            if pairing.number == number:
                return pairing
        raise TournamentError(Text("errors.arena.no_such_game", game=number))

    def is_struck(self, pairing: Pairing) -> bool:
        """Return whether a game does not count because one of its players was struck."""
        return not self._struck.isdisjoint(pairing.players)

    def is_open(self, pairing: Pairing) -> bool:
        """Return whether a game is still to be played."""
        return pairing.number not in self.results and not self.is_struck(pairing)

    @cached_property
    def _struck(self) -> set[int]:
        return {
            number for number, fate in self.withdrawn.items() if fate is WithdrawalEffect.STRUCK
        }

    @cached_property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The games that are still to be played, in their order."""
        return tuple(filter(self.is_open, self.pairings))

    @property
    def is_finished(self) -> bool:
        """Whether every game has its result and no more will be paired."""
        return bool(self.pairings) and not self.open_pairings

    @property
    def listed(self) -> list[Entrant]:
        """Everybody in the table: all entrants except those who were struck."""
        return [entrant for entrant in self.entrants if entrant.number not in self._struck]

    def counted(self) -> Iterator[tuple[Pairing, Result]]:
        """Yield the games that count, in the order of their numbers."""
        for pairing in self.pairings:
            result = self.results.get(pairing.number)
            if result is not None and not result.is_void and not self.is_struck(pairing):
                yield pairing, result

    def byes(self, round_number: int) -> list[Entrant]:
        """Return the entrants who do not play in a round."""
        games = [pairing for pairing in self.pairings if pairing.round == round_number]
        busy = {player for pairing in games for player in pairing.players}
        return [entrant for entrant in self.entrants if entrant.number not in busy]

    def next_pairings(
        self, idle: Collection[int] | Callable[[int], bool], boards: int
    ) -> list[Pairing]:
        """Return the next games to start: the first open ones whose players are all idle.

        There are at most `boards` of them, and nobody plays in two.

        >>> from outflank.arena import Tournament
        >>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid", "Dan"])
        >>> [pairing.players for pairing in cup.next_pairings({1, 2, 4}, boards=2)]
        [(1, 4)]
        """
        is_idle = idle if callable(idle) else idle.__contains__
        chosen: list[Pairing] = []
        busy: set[int] = set()
        for pairing in self.open_pairings:
            if len(chosen) >= boards:
                break
            if busy.isdisjoint(pairing.players) and all(map(is_idle, pairing.players)):
                chosen.append(pairing)
                busy.update(pairing.players)
        return chosen

    @cached_property
    def _standings(self) -> list[Standing]:
        return self._rank(None)

    def _rank(self, anchor: tuple[int, float] | None) -> list[Standing]:
        games = list(self.counted())
        return standings(self.listed, games, withdrawn=self.withdrawn, anchor=anchor)

    def standings(self, *, anchor: tuple[int, float] | None = None) -> list[Standing]:
        """Return the table from the top; the mean rating is 0 unless an anchor fixes a player's."""
        return list(self._standings) if anchor is None else self._rank(anchor)

    def cross_table(self) -> CrossTable:
        """Return the cross table, in the order of the table."""
        games = [each for each in self.pairings if not self.is_struck(each)]
        return cross_table(
            self._standings, [(each, self.results.get(each.number)) for each in games]
        )
