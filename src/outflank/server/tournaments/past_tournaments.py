"""All tournaments: their list, their names and their winners."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from outflank.errors import UnknownMatch
from outflank.server.accounts.accounts import Accounts
from outflank.server.tournaments.queries import TournamentQueries
from outflank.store.past_tournaments import ListedTournament, PastTournamentStore
from outflank.texts import Text

__all__ = ["PastTournamentPage", "PastTournaments"]

_REMEMBERED: Final = 1_000  # tournaments whose winners are kept in memory
_WINNERS: Final = 3  # winners of equal rank that are named


class PastTournamentPage(NamedTuple):
    """A page of a list, and the number after which the next page begins, or None at the end."""

    tournaments: list[ListedTournament]
    older: int | None


class PastTournaments:
    """Answers public questions about tournaments without loading them."""

    def __init__(
        self, store: PastTournamentStore, queries: TournamentQueries, accounts: Accounts
    ) -> None:
        self._store = store
        self._queries = queries
        self._accounts = accounts
        self._winners: OrderedDict[object, list[dict[str, Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def page(
        self, limit: int, *, before: int | None = None, with_tryouts: bool = False
    ) -> PastTournamentPage:
        """Return tournaments that have begun, the newest first."""
        found = self._store.listed(limit=limit + 1, before=before, with_tryouts=with_tryouts)
        return PastTournamentPage(
            found[:limit], found[limit - 1].id if len(found) > limit else None
        )

    def begun(self, number: int) -> dict[str, Any]:
        """Return the summary of a tournament that has begun; drafts are not public."""
        summary = self._queries.summary(number)
        if summary["started"] is None:
            raise UnknownMatch(Text("errors.server.no_such_tournament", number=number))
        return summary

    def of_player(self, player: int, limit: int) -> list[ListedTournament]:
        """Return the tournaments of a player, the newest first, without try-outs."""
        return self._store.of_player(player, limit)

    def names_of(self, numbers: Collection[int]) -> dict[int, str]:
        """Return the names of tournaments by their numbers."""
        return self._store.names_of(numbers)

    def winners_of(self, one: ListedTournament) -> list[dict[str, Any]]:
        """Return the winners of a finished tournament, with their present names."""
        if one.status not in ("finished", "archived") or not one.played or one.kind == "tryout":
            return []
        # While a tournament is in memory, an organiser may still change its results.
        is_active = one.id in self._queries.scheduler.states
        key = one.id, one.version, one.ended, one.played
        with self._lock:
            found = None if is_active else self._winners.get(key)
        if found is None:
            found = self._first_of(one.id)
        with self._lock:
            self._winners[key] = found
            while len(self._winners) > _REMEMBERED:
                self._winners.popitem(last=False)
        name_of = self._accounts.name_of
        return [
            each | {"name": name_of(each["player"])} if each["player"] else each for each in found
        ]

    def _first_of(self, number: int) -> list[dict[str, Any]]:
        """Return the entrants with the first rank."""
        entrants = {each["number"]: each for each in self._queries.view(number)["entrants"]}
        lines = [line for line in self._queries.standings(number) if line["rank"] == 1]
        return [entrants[line["number"]] for line in lines[:_WINNERS]]
