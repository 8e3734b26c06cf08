"""The pages of tournaments: a list of all with the winners, and a page for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import Response

from outflank.errors import UnknownMatch
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.pages.dates import span_of
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.wire.schemas.values import MAX_NUMBER
from outflank.store.past_tournaments import ListedTournament

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["TournamentPages"]

_PAIRINGS: Final = 100  # on a page
_TOURNAMENTS: Final = 30
_CROSS_TABLE: Final = 20  # entrants; a larger table is too wide to read
_BRACKET: Final = 64


class TournamentPages:
    """The pages of tournaments, which need no script."""

    def __init__(self, pages: PageRendering, server: CompetitionServer) -> None:
        self._pages = pages
        self._server = server

    def tournaments(self, request: Request) -> Response:
        """Show all tournaments."""
        before = request.query_params.get("before", "")
        is_number = before.isascii() and before.isdecimal() and len(before) < 16
        with_tryouts = request.query_params.get("tryouts") == "1"
        found = self._server.past_tournaments.page(
            _TOURNAMENTS,
            before=int(before) if is_number else None,
            with_tryouts=with_tryouts,
        )
        return self._pages.page(
            "archive/tournaments.html",
            request,
            tournaments=self.rows(found.tournaments),
            older=found.older,
            with_tryouts=with_tryouts,
        )

    def rows(self, tournaments: Iterable[ListedTournament]) -> list[dict[str, Any]]:
        """Return the rows of a list of tournaments."""
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
                "winners": self._server.past_tournaments.winners_of(one),
            }
            for one in tournaments
        ]

    def tournament(self, request: Request, tournament: int) -> Response:
        """Show a tournament: its standings, games and players."""
        service = self._server.tournaments
        if not 1 <= tournament <= MAX_NUMBER:
            raise nothing_here()
        try:
            summary = self._server.past_tournaments.begun(tournament)
        except UnknownMatch:
            raise nothing_here() from None
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
