"""The pages of tournaments: a list of all times with the winners, and one for each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from outflank.errors import UnknownMatch
from outflank.faces.web.api.schemas.values import MAX_NUMBER
from outflank.faces.web.pages.dates import span_of
from outflank.faces.web.pages.page_rendering import AnyRequest, PageRendering
from outflank.store.past_tournaments import ListedTournament

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["TournamentPages"]

_PAIRINGS: Final = 100  # on a page
_TOURNAMENTS: Final = 30
_CROSS_TABLE: Final = 20  # entrants, of more it is too wide to read
_BRACKET: Final = 64
_REMEMBERED: Final = 1_000  # tournaments of which the winners are known
_WINNERS: Final = 3  # of equal rank that are named


class TournamentPages:
    """The pages of tournaments, which need no script."""

    def __init__(self, pages: PageRendering, server: CompetitionServer) -> None:
        self._pages = pages
        self._server = server
        self._winners: OrderedDict[object, list[dict[str, Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def tournaments(self, request: AnyRequest) -> Template:
        """Tournaments of all times."""
        before = request.query_params.get("before", "")
        is_number = before.isascii() and before.isdecimal() and len(before) < 16
        with_tryouts = request.query_params.get("tryouts") == "1"
        found = self._server.store.past_tournaments.listed(
            limit=_TOURNAMENTS + 1,
            before=int(before) if is_number else None,
            with_tryouts=with_tryouts,
        )
        last = found[_TOURNAMENTS - 1].id if len(found) > _TOURNAMENTS else None
        return self._pages.page(
            "archive/tournaments.html",
            request,
            tournaments=self.rows(found[:_TOURNAMENTS]),
            older=last,
            with_tryouts=with_tryouts,
        )

    def rows(self, tournaments: Iterable[ListedTournament]) -> list[dict[str, Any]]:
        """Return what a list says about tournaments."""
        return [
            {
                "id": one.id,
                "name": one.name,
                "status": one.status,
                "players": one.players,
                "played": one.played,
                "variant": one.definition.get("variant", "classic"),
                "size": one.definition.get("size", 8),
                "when": span_of(one.started, one.ended),
                "winners": self._winners_of(one),
            }
            for one in tournaments
        ]

    def _winners_of(self, one: ListedTournament) -> list[dict[str, Any]]:
        """Return who won a tournament that is over, by the names that they have now."""
        if one.status not in ("finished", "archived") or not one.played or one.kind == "tryout":
            return []
        # An organiser may still change the results of one that is in memory.
        is_active = one.id in self._server.tournaments.scheduler.states
        key = one.id, one.version, one.ended, one.played
        with self._lock:
            found = None if is_active else self._winners.get(key)
        if found is None:
            found = self._first_of(one.id)
        with self._lock:
            self._winners[key] = found
            while len(self._winners) > _REMEMBERED:
                self._winners.popitem(last=False)
        name_of = self._server.accounts.name_of
        return [
            each | {"name": name_of(each["player"])} if each["player"] else each for each in found
        ]

    def _first_of(self, number: int) -> list[dict[str, Any]]:
        """Return the entrants with the first rank."""
        service = self._server.tournaments
        entrants = {each["number"]: each for each in service.view(number)["entrants"]}
        lines = [line for line in service.standings(number) if line["rank"] == 1]
        return [entrants[line["number"]] for line in lines[:_WINNERS]]

    def tournament(self, request: AnyRequest, tournament: FromPath[int]) -> Template:
        """A tournament: its table, its games, and who played."""
        service = self._server.tournaments
        if not 1 <= tournament <= MAX_NUMBER:
            raise NotFoundException
        try:
            summary = service.summary(tournament)
        except UnknownMatch:
            raise NotFoundException from None
        if summary["started"] is None:  # it is the organisers' own affair until then
            raise NotFoundException
        given = request.query_params.get("from", "")
        is_number = given.isascii() and given.isdecimal() and len(given) < 8
        begin = max(0, int(given) - 1) if is_number else 0
        view = service.view(tournament)
        entrants = {one["number"]: one for one in view["entrants"]}
        games = service.pairings(tournament, begin, _PAIRINGS)
        total = service.pairing_count(tournament)
        bracket = service.bracket(tournament) if len(entrants) <= _BRACKET else []
        has_table = len(entrants) <= _CROSS_TABLE and not bracket
        return self._pages.page(
            "archive/tournament.html",
            request,
            tournament=summary | {"when": span_of(summary["started"], summary["ended"])},
            entrants=entrants,
            standings=service.standings(tournament),
            cross_table=service.cross_table(tournament) if has_table else [],
            bracket=bracket,
            matches={game["number"]: game["match"] for game in service.pairings(tournament)}
            if bracket
            else {},
            running=[self._pages.board(room) for room in service.rooms(tournament)],
            games=games,
            first=begin + 1,
            last=begin + len(games),
            total=total,
            step=_PAIRINGS,
        )
