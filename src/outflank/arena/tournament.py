"""A tournament as a value: who plays whom, what came of it, and what is to be played next."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from outflank.arena.cross_table import CrossTable, cross_table
from outflank.arena.formats import Format, RoundRobin
from outflank.arena.pairing import Entrant, Pairing
from outflank.arena.result import Result
from outflank.arena.standings import Standing, standings
from outflank.errors import TournamentError
from outflank.rules import Color, Reason

__all__ = ["Fate", "Tournament"]


class Fate(enum.StrEnum):
    """What became of the games of somebody who left.

    >>> Fate("struck")
    <Fate.STRUCK: 'struck'>
    """

    STRUCK = "struck"  # as if they had never entered
    FORFEITED = "forfeited"  # what was played stands, the rest is lost


@dataclass(frozen=True)
class Tournament:
    """A tournament at one moment; every change returns another one.

    `results` are kept by the games' numbers in the order in which they came, `withdrawn` by the
    entrants' numbers. Who does not come to `withdraw_after` games in a row is withdrawn, at 0
    nobody ever.

    >>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid"])
    >>> [pairing.players for pairing in cup.next_pairings({1, 2, 3}, boards=2)]
    [(2, 3)]
    """

    name: str
    entrants: tuple[Entrant, ...]
    format: Format = field(default_factory=RoundRobin)
    seed: int | None = None
    withdraw_after: int = 3
    pairings: tuple[Pairing, ...] = ()
    results: Mapping[int, Result] = field(default_factory=dict)
    withdrawn: Mapping[int, Fate] = field(default_factory=dict)

    # Making a tournament

    @classmethod
    def begin(
        cls,
        name: str,
        players: Iterable[Entrant | str],
        form: Format | None = None,
        *,
        seed: int | None = None,
        withdraw_after: int = 3,
        first: Sequence[tuple[int, int]] = (),
    ) -> Tournament:
        """Pair the players; names are numbered from 1, and a seed draws everything by lot.

        `first` are games, as black's and white's number, that go before all others.

        >>> cup = Tournament.begin("Cup", "abcd", RoundRobin(games=2), first=[(1, 2), (3, 4)])
        >>> [pairing.players for pairing in cup.pairings[:3]]
        [(1, 2), (3, 4), (1, 4)]
        """
        entrants = tuple(
            Entrant(number, player) if isinstance(player, str) else player
            for number, player in enumerate(players, 1)
        )
        if len({entrant.number for entrant in entrants}) < len(entrants):
            raise TournamentError("two players of a tournament cannot have the same number")
        form = form or RoundRobin()
        form.check(len(entrants))
        return _led_by(_paired(cls(name, entrants, form, seed, withdraw_after)), first)

    # What can be asked

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
        return {number for number, fate in self.withdrawn.items() if fate is Fate.STRUCK}

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

    # Changing

    def with_result(
        self, pairing: Pairing | int, result: Result, *, replacing: bool = False
    ) -> Tournament:
        """Return the tournament in which a game has ended.

        The same result again changes nothing; another one is refused unless it is to replace
        the first, which only an organiser may do.
        """
        pairing = self.pairing(pairing if isinstance(pairing, int) else pairing.number)
        known = self.results.get(pairing.number)
        if known == result:
            return self
        if self.is_struck(pairing):
            raise TournamentError(f"game {pairing.number} was struck with a player who left")
        if known is not None and not replacing:
            raise TournamentError(f"game {pairing.number} has its result already: {known}")
        after = replace(self, results={**self.results, pairing.number: result})
        for color in Color:
            absent = pairing.entrant(color)
            came = result.reason is not Reason.NO_SHOW or not result.is_lost_by(color)
            if not came and 0 < self.withdraw_after <= _no_shows_of(after, absent):
                after = after.withdraw(absent)
        return _paired(after)

    def without_result(self, pairing: Pairing | int) -> Tournament:
        """Return the tournament in which a game is to be played again."""
        pairing = self.pairing(pairing if isinstance(pairing, int) else pairing.number)
        if any(player in self.withdrawn for player in pairing.players):
            raise TournamentError(f"game {pairing.number} has a player who left")
        kept = {number: each for number, each in self.results.items() if number != pairing.number}
        return replace(self, results=kept)

    def withdraw(self, number: int) -> Tournament:
        """Return the tournament that an entrant has left, under the format's rule.

        All-play-all formats follow FIDE: who has played fewer than half of their games is struck
        from the table, and those games count for nobody; who has played more loses the rest.

        >>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid"]).withdraw(2)
        >>> [pairing.players for pairing in cup.open_pairings]
        [(3, 1)]
        """
        self.entrant(number)
        if number in self.withdrawn:
            return self
        own = [
            each for each in self.pairings if number in each.players and not self.is_struck(each)
        ]
        ended = [self.results[each.number] for each in own if each.number in self.results]
        played = sum(result.is_played for result in ended)
        fate = Fate.STRUCK if self.format.strikes(played, len(own)) else Fate.FORFEITED
        forfeits = {
            each.number: Result.forfeit(each.color_of(number), Reason.WITHDRAWAL)
            for each in own
            if each.number not in self.results and fate is Fate.FORFEITED
        }
        withdrawn = {**self.withdrawn, number: fate}
        results = {**self.results, **forfeits}
        return _paired(replace(self, results=results, withdrawn=withdrawn))

    def reinstate(self, number: int) -> Tournament:
        """Return the tournament to which an entrant has come back, with their games to play."""
        if number not in self.withdrawn:
            raise TournamentError(f"entrant {number} has not left")
        own = {each.number: each for each in self.pairings if number in each.players}
        kept = {
            game: result
            for game, result in self.results.items()
            if game not in own
            or result.reason is not Reason.WITHDRAWAL
            or not result.is_lost_by(own[game].color_of(number))
        }
        left = {other: fate for other, fate in self.withdrawn.items() if other != number}
        return _still_forfeiting(replace(self, results=kept, withdrawn=left), own.values())

    # The table

    @cached_property
    def _standings(self) -> list[Standing]:
        return standings(self)

    def standings(self, *, anchor: tuple[int, float] | None = None) -> list[Standing]:
        """Return the table from the top; the ratings' mean is 0 unless an anchor fixes one."""
        return list(self._standings) if anchor is None else standings(self, anchor=anchor)

    def cross_table(self) -> CrossTable:
        """Return who scored what against whom, in the order of the table."""
        return cross_table(self)


def _paired(tournament: Tournament) -> Tournament:
    """Add the games that the format wants now."""
    added = tournament.format.pairings(tournament)
    return replace(tournament, pairings=(*tournament.pairings, *added)) if added else tournament


def _led_by(tournament: Tournament, first: Sequence[tuple[int, int]]) -> Tournament:
    leading: list[Pairing] = []
    for players in first:
        found = [each for each in tournament.pairings if each.players == players]
        leading += [each for each in found if each not in leading][:1]
        if not found:
            raise TournamentError(f"{players[0]} with black against {players[1]} is no game")
    rest = [each for each in tournament.pairings if each not in leading]
    ordered = enumerate([*leading, *rest], 1)
    return replace(tournament, pairings=tuple(replace(each, number=at) for at, each in ordered))


def _still_forfeiting(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    """Give up the games that are open again although the other side has left for good."""
    forfeits = {
        pairing.number: Result.forfeit(pairing.color_of(player), Reason.WITHDRAWAL)
        for pairing in filter(tournament.is_open, pairings)
        for player in pairing.players
        if tournament.withdrawn.get(player) is Fate.FORFEITED
    }
    return replace(tournament, results={**tournament.results, **forfeits})


def _no_shows_of(tournament: Tournament, number: int) -> int:
    """Count the games in a row, up to the last one, to which an entrant did not come."""
    count = 0
    for game in reversed(list(tournament.results)):
        pairing, result = tournament.pairing(game), tournament.results[game]
        if number not in pairing.players or result.is_void:
            continue
        if result.reason is Reason.NO_SHOW and result.is_lost_by(pairing.color_of(number)):
            count += 1
        elif result.reason is not Reason.WITHDRAWAL:
            break
    return count
