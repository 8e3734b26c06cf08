"""A tournament as a value: it begins, takes results, and players leave and come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from outflank.arena.formats import RoundRobin, TournamentFormat
from outflank.arena.pairing import Entrant, Pairing
from outflank.arena.progress import TournamentProgress, WithdrawalEffect
from outflank.arena.result import Result
from outflank.arena.standings import Standing, standings
from outflank.arena.tie_break import TieBreak
from outflank.errors import TournamentError
from outflank.rules import Color, Reason
from outflank.texts import Text

__all__ = ["Tournament"]


@dataclass(frozen=True)
class Tournament(TournamentProgress):
    """A tournament at one moment; every change returns a new one.

    A player who misses `withdraw_after` games in a row is withdrawn; with 0 nobody is.

    >>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid"])
    >>> [pairing.players for pairing in cup.next_pairings({1, 2, 3}, boards=2)]
    [(2, 3)]
    """

    format: TournamentFormat = field(default_factory=RoundRobin, kw_only=True)
    withdraw_after: int = field(default=3, kw_only=True)
    tie_break: TieBreak = field(default_factory=TieBreak, kw_only=True)

    # Making a tournament

    @classmethod
    def begin(
        cls,
        name: str,
        players: Iterable[Entrant | str],
        form: TournamentFormat | None = None,
        *,
        seed: int | None = None,
        withdraw_after: int = 3,
        tie_break: TieBreak | None = None,
        first: Sequence[tuple[int, int]] = (),
    ) -> Tournament:
        """Pair the players; names are numbered from 1, and a seed draws the order.

        The games of `first`, as black's and white's numbers, come before all others.

        >>> cup = Tournament.begin("Cup", "abcd", RoundRobin(games=2), first=[(1, 2), (3, 4)])
        >>> [pairing.players for pairing in cup.pairings[:3]]
        [(1, 2), (3, 4), (1, 4)]
        """
        entrants = tuple(
            Entrant(number, player) if isinstance(player, str) else player
            for number, player in enumerate(players, 1)
        )
        if len({entrant.number for entrant in entrants}) < len(entrants):
            raise TournamentError(Text("errors.arena.same_number_twice"))
        form = form or RoundRobin()
        form.check(len(entrants))
        begun = cls(
            name,
            entrants,
            seed,
            format=form,
            withdraw_after=withdraw_after,
            tie_break=tie_break or TieBreak(),
        )
        return _led_by(_paired(begun), first)

    # Changing

    def with_result(
        self, pairing: Pairing | int, result: Result, *, replacing: bool = False
    ) -> Tournament:
        """Return the tournament with the result of a game.

        The same result again changes nothing. A different one is refused unless `replacing`,
        which only an organiser may do.
        """
        pairing = self.pairing(pairing if isinstance(pairing, int) else pairing.number)
        known = self.results.get(pairing.number)
        if known == result:
            return self
        if self.is_struck(pairing):
            raise TournamentError(Text("errors.arena.game_cancelled", game=pairing.number))
        if known is not None and not replacing:
            raise TournamentError(
                Text("errors.arena.game_has_result", game=pairing.number, result=known)
            )
        if known is not None and self.format.is_settled_by_rounds:
            self._refuse_settled(pairing)
        after = replace(self, results={**self.results, pairing.number: result})
        for color in Color:
            absent = pairing.entrant(color)
            came = result.reason is not Reason.NO_SHOW or not result.is_lost_by(color)
            if not came and 0 < self.withdraw_after <= _no_shows_of(after, absent):
                after = after.withdraw(absent)
        return _paired(after)

    def without_result(self, pairing: Pairing | int) -> Tournament:
        """Return the tournament without the result of a game, which will be played again."""
        pairing = self.pairing(pairing if isinstance(pairing, int) else pairing.number)
        if any(player in self.withdrawn for player in pairing.players):
            raise TournamentError(Text("errors.arena.player_has_left", game=pairing.number))
        if self.format.is_paired_by_rounds:
            self._refuse_settled(pairing)
        kept = {number: each for number, each in self.results.items() if number != pairing.number}
        return replace(self, results=kept)

    def withdraw(self, number: int) -> Tournament:
        """Return the tournament after an entrant has left.

        All-play-all formats follow FIDE's rule: a player who has played fewer than half of their
        games is struck from the table, and those games do not count; others forfeit the rest.

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
        fate = (
            WithdrawalEffect.STRUCK
            if self.format.strikes(played, len(own))
            else WithdrawalEffect.FORFEITED
        )
        forfeits = {
            each.number: Result.forfeit(each.color_of(number), Reason.WITHDRAWAL)
            for each in own
            if each.number not in self.results and fate is WithdrawalEffect.FORFEITED
        }
        withdrawn = {**self.withdrawn, number: fate}
        results = {**self.results, **forfeits}
        return _paired(replace(self, results=results, withdrawn=withdrawn))

    def enter(self, players: Iterable[Entrant]) -> Tournament:
        """Return the tournament with late entrants, who play from the next round on.

        This is possible in a Swiss, where missed rounds count as lost, and on a ladder, where
        late entrants begin at the bottom.

        >>> from outflank.arena import Ladder
        >>> cup = Tournament.begin("Cup", ["Ann", "Bob"], Ladder()).enter([Entrant(3, "Cid")])
        >>> cup.entrant(3).first_round
        2
        """
        if not self.open_pairings:
            raise TournamentError(Text("errors.arena.no_entry_after_last_game"))
        if problem := self.format.entry_problem(self):
            raise TournamentError(problem)
        number = max(each.round for each in self.pairings) + 1
        late = [replace(each, first_round=number) for each in players]
        if {each.number for each in late} & {each.number for each in self.entrants}:
            raise TournamentError(Text("errors.arena.same_number_twice"))
        return replace(self, entrants=(*self.entrants, *late))

    def reinstate(self, number: int) -> Tournament:
        """Return the tournament after an entrant has come back; their forfeited games reopen."""
        if number not in self.withdrawn:
            raise TournamentError(Text("errors.arena.entrant_has_not_left", entrant=number))
        own = {
            each.number: each
            for each in self.pairings
            if number in each.players and not self._is_settled(each)
        }
        kept = {
            game: result
            for game, result in self.results.items()
            if game not in own
            or result.reason is not Reason.WITHDRAWAL
            or not result.is_lost_by(own[game].color_of(number))
        }
        left = {other: fate for other, fate in self.withdrawn.items() if other != number}
        after = _still_forfeiting(replace(self, results=kept, withdrawn=left), own.values())
        return _paired(after)

    def _is_settled(self, pairing: Pairing) -> bool:
        """Return whether a later round has been paired since a game."""
        is_by_rounds = self.format.is_paired_by_rounds
        return is_by_rounds and any(each.round > pairing.round for each in self.pairings)

    def _refuse_settled(self, pairing: Pairing) -> None:
        if self._is_settled(pairing):
            raise TournamentError(
                Text(
                    "errors.arena.round_is_closed",
                    game=pairing.number,
                    round=pairing.round,
                )
            )

    def _rank(self, anchor: tuple[int, float] | None) -> list[Standing]:
        return standings(
            self.listed,
            list(self.counted()),
            withdrawn=self.withdrawn,
            anchor=anchor,
            byes=self.format.bye_points(self),
            missed=self.format.missed_games(self),
            rank_keys=self.format.rank_keys(self),
            brightwell=self.tie_break.brightwell(self.format.rounds_of(self)),
        )


def _paired(tournament: Tournament) -> Tournament:
    """Return the tournament with the games that the format adds now."""
    added = tournament.format.pairings(tournament)
    return replace(tournament, pairings=(*tournament.pairings, *added)) if added else tournament


def _led_by(tournament: Tournament, first: Sequence[tuple[int, int]]) -> Tournament:
    """Return the tournament with these games, as black's and white's numbers, at its beginning."""
    if not first:
        return tournament
    leading: list[Pairing] = []
    for players in first:
        found = [each for each in tournament.pairings if each.players == players]
        leading += [each for each in found if each not in leading][:1]
        if not found:
            raise TournamentError(
                Text("errors.arena.unknown_pairing", black=players[0], white=players[1])
            )
    rest = [each for each in tournament.pairings if each not in leading]
    ordered = enumerate([*leading, *rest], 1)
    return replace(tournament, pairings=tuple(replace(each, number=at) for at, each in ordered))


def _still_forfeiting(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    """Forfeit the reopened games whose other player has left for good."""
    forfeits = {
        pairing.number: Result.forfeit(pairing.color_of(player), Reason.WITHDRAWAL)
        for pairing in filter(tournament.is_open, pairings)
        for player in pairing.players
        if tournament.withdrawn.get(player) is WithdrawalEffect.FORFEITED
    }
    return replace(tournament, results={**tournament.results, **forfeits})


def _no_shows_of(tournament: Tournament, number: int) -> int:
    """Count the latest games in a row that an entrant has missed."""
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
