"""What a competition closes, to whom, and until when.

A closed tournament closes it to its own players while it is under way; a server that was started
for a competition closes it to everybody but its organisers.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from outflank.server.accounts.accounts import Caller, NotAllowed
from outflank.server.accounts.keys import Role
from outflank.store.tournament_store import StoredTournament
from outflank.texts import Text

__all__ = ["Closures", "CompetitionClosed", "Offering"]

_UNDER_WAY = ("running", "paused")
_EVERYTHING = "Casual games, computers, hints and the server's analysis are"
_NEW_GUESTS = "Games for new guests are"


class CompetitionClosed(NotAllowed):
    """What is closed while a competition runs; the message says to whom and until when."""


class Offering(enum.Enum):
    """What the server offers besides its tournaments, with the verb that goes with it."""

    COMPUTERS = "games with computers are"
    HINTS = "hints are"
    ANALYSIS = "the server's analysis is"
    CASUAL_GAMES = "casual games are"
    REGISTRATION = "registration is"


@dataclass(frozen=True, slots=True)
class _ClosedTournament:
    name: str
    players: frozenset[int]


class Closures:
    """Decides what is open to whom; every part of the server asks it by `require_open`.

    >>> closures = Closures(is_competition=True)
    >>> closures.require_open(Offering.HINTS, 7)
    Traceback (most recent call last):
    outflank.server.closures.CompetitionClosed: hints are closed until the competition ... is over
    """

    def __init__(self, *, is_competition: bool = False) -> None:
        self._is_competition = is_competition
        # Replaced as a whole, because moves ask without a lock.
        self._tournaments: dict[int, _ClosedTournament] = {}

    # What is closed

    def learn(self, tournament: StoredTournament) -> None:
        """Note that a tournament has started, ended, or got another player."""
        known = {key: each for key, each in self._tournaments.items() if key != tournament.id}
        if tournament.status in _UNDER_WAY and tournament.definition.closed:
            people = [each.player for each in tournament.participants.copy().values()]
            players = frozenset(player for player in people if player is not None)
            known[tournament.id] = _ClosedTournament(tournament.definition.name, players)
        self._tournaments = known

    def learn_all(self, tournaments: Iterable[StoredTournament]) -> None:
        """Note the tournaments that are under way when the server starts."""
        for tournament in tournaments:
            self.learn(tournament)

    # Asking

    @property
    def is_open(self) -> bool:
        """Whether nothing is closed to anybody."""
        return not self._is_competition and not self._tournaments

    def require_open(
        self, offering: Offering, *players: int | None, caller: Caller | None = None
    ) -> None:
        """Refuse an offering that is closed to one of these players; None is a stranger.

        The key of a caller who organises tournaments opens everything.
        """
        if self.is_open:
            return
        if caller is not None and caller.role is Role.ADMIN and not caller.loopback_only:
            return
        reason = self._reason(offering, players)
        if reason is not None:
            raise CompetitionClosed(
                Text("errors.server.problem", value=offering.value, reason=reason)
            )

    def notice(self, player: int | None) -> str | None:
        """Return a sentence for a page that offers games, if they are closed to its visitor."""
        offering = Offering.REGISTRATION if player is None else Offering.CASUAL_GAMES
        reason = self._reason(offering, (player,))
        if reason is None:
            return None
        is_stranger = player is None and not self._is_competition
        return f"{_NEW_GUESTS if is_stranger else _EVERYTHING} {reason}."

    def _reason(self, offering: Offering, players: Collection[int | None]) -> str | None:
        """Return to whom something is closed and until when, or None if it is open."""
        if self._is_competition:
            return "closed until the competition on this server is over"
        for number, each in self._tournaments.items():
            tournament = f"{each.name} (tournament {number})"
            if offering is Offering.REGISTRATION:
                return f"closed until {tournament} is over"
            if not each.players.isdisjoint(player for player in players if player is not None):
                return f"closed to the players of {tournament} until it is over"
            # Without a key nobody can be told from a player of the tournament.
            if None in players:
                return f"closed to callers without a key until {tournament} is over"
        return None
