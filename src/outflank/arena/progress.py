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

__all__ = ["TournamentProgress", "WithdrawalEffect"]


class WithdrawalEffect(enum.StrEnum):
    """What became of the games of somebody who left.

    >>> WithdrawalEffect("struck")
    <WithdrawalEffect.STRUCK: 'struck'>
    """

    STRUCK = "struck"  # as if they had never entered
    FORFEITED = "forfeited"  # what was played stands, the rest is lost


@dataclass(frozen=True)
class TournamentProgress:
    """What a tournament knows at one moment; a format pairs by this.

    `results` are kept by the games' numbers in the order in which they came, `withdrawn` by the
    entrants' numbers.
    """

    name: str
    entrants: tuple[Entrant, ...]
    seed: int | None = None
    pairings: tuple[Pairing, ...] = ()
    results: Mapping[int, Result] = field(default_factory=dict)
    withdrawn: Mapping[int, WithdrawalEffect] = field(default_factory=dict)

    def entrant(self, number: int) -> Entrant:
        """Return the entrant of a number."""
        for entrant in self.entrants:
            if entrant.number == number:
                return entrant
        raise TournamentError(f"there is no entrant {number} in this tournament")

    def pairing(self, number: int) -> Pairing:
        """Return the game of a number."""
        for pairing in chain(self.pairings[number - 1 : number], self.pairings):
            if pairing.number == number:
                return pairing
        raise TournamentError(f"there is no game {number} in this tournament")

    def is_struck(self, pairing: Pairing) -> bool:
        """Tell whether a game does not count because somebody in it was struck."""
        return not self._struck.isdisjoint(pairing.players)

    def is_open(self, pairing: Pairing) -> bool:
        """Tell whether a game is still to be played."""
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
        """Everybody who is in the table: all but those who were struck."""
        return [entrant for entrant in self.entrants if entrant.number not in self._struck]

    def counted(self) -> Iterator[tuple[Pairing, Result]]:
        """Yield the games that count, in the order of their numbers."""
        for pairing in self.pairings:
            result = self.results.get(pairing.number)
            if result is not None and not result.is_void and not self.is_struck(pairing):
                yield pairing, result

    def byes(self, round_number: int) -> list[Entrant]:
        """Return who does not play in a round."""
        games = [pairing for pairing in self.pairings if pairing.round == round_number]
        busy = {player for pairing in games for player in pairing.players}
        return [entrant for entrant in self.entrants if entrant.number not in busy]

    def next_pairings(
        self, idle: Collection[int] | Callable[[int], bool], boards: int
    ) -> list[Pairing]:
        """Return the next games to start: the first open ones whose players are all idle.

        There are at most as many as there are free boards, and nobody plays two of them.

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
        """Return the table from the top; the ratings' mean is 0 unless an anchor fixes one."""
        return list(self._standings) if anchor is None else self._rank(anchor)

    def cross_table(self) -> CrossTable:
        """Return who scored what against whom, in the order of the table."""
        games = [each for each in self.pairings if not self.is_struck(each)]
        return cross_table(
            self._standings, [(each, self.results.get(each.number)) for each in games]
        )
