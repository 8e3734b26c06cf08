"""What is closed during a competition, to whom, and until when.

A closed tournament closes casual play and help to its own players while it is under way. A server
that was started for a competition closes them to everybody but its organisers.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from outflank.server.accounts.accounts import Caller, NotAllowed
from outflank.server.accounts.keys import Role
from outflank.store.tournament_store import StoredTournament
from outflank.texts import Text, say

__all__ = ["Closures", "CompetitionClosed", "Offering"]

_UNDER_WAY = ("running", "paused")


class CompetitionClosed(NotAllowed):
    """What is closed while a competition runs; the message says to whom and until when."""


class Offering(enum.Enum):
    """What the server offers besides its tournaments; the values are the keys of its texts."""

    COMPUTERS = "computers"
    HINTS = "hints"
    ANALYSIS = "analysis"
    CASUAL_GAMES = "casual_games"
    REGISTRATION = "registration"


@dataclass(frozen=True, slots=True)
class _ClosedTournament:
    name: str
    players: frozenset[int]


class Closures:
    """Decides what is open to whom; every part of the server asks `require_open`.

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
        """Note that a tournament has started or ended, or that its players have changed."""
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

    # What is open

    @property
    def is_open(self) -> bool:
        """Whether nothing is closed to anybody."""
        return not self._is_competition and not self._tournaments

    def require_open(
        self, offering: Offering, *players: int | None, caller: Caller | None = None
    ) -> None:
        """Raise CompetitionClosed if an offering is closed to one of these players.

        A player without an account is None. An organiser's key opens everything.
        """
        if self.is_open:
            return
        if caller is not None and caller.role is Role.ADMIN and not caller.loopback_only:
            return
        if (closure := self._closure(offering, players)) is not None:
            key, values = closure
            raise CompetitionClosed(Text(f"closures.{key}.{offering.value}", **values))

    def notice(self, player: int | None) -> str | None:
        """Return a sentence for a page that offers games, if they are closed to its visitor."""
        offering = Offering.REGISTRATION if player is None else Offering.CASUAL_GAMES
        if (closure := self._closure(offering, (player,))) is None:
            return None
        key, values = closure
        return say(f"closures.{key}.notice", **values)

    def _closure(
        self, offering: Offering, players: Collection[int | None]
    ) -> tuple[str, dict[str, Any]] | None:
        """Return the group of texts that says why something is closed, and their values."""
        if self._is_competition:
            return "by_server", {}
        for number, each in self._tournaments.items():
            values = {"tournament": each.name, "number": number}
            if offering is Offering.REGISTRATION:
                return "to_newcomers", values
            if not each.players.isdisjoint(player for player in players if player is not None):
                return "to_players", values
            # A caller without a key may be a player of the tournament.
            if None in players:
                return "without_key", values
        return None
