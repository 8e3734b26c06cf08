"""Lists matches from the rows of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from outflank.faces.web.wire.schemas.matches import MatchInList, MatchList, MatchQuery
from outflank.faces.web.wire.views.matches import seat_named, summary
from outflank.store.match_store import ListedMatch, MatchSelection
from outflank.store.reading.row_reading import DamagedRow

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["listed", "record_of"]


def listed(server: CompetitionServer, query: MatchQuery) -> MatchList:
    """Return the public matches of a query, the newest first."""
    selection = MatchSelection(
        is_running=None if query.status is UNSET else query.status == "running",
        player=None if query.player is UNSET else query.player,
        tournament=None if query.tournament is UNSET else query.tournament,
        before=None if query.before is UNSET else query.before,
        limit=query.limit,
    )
    return MatchList([_summary(server, match) for match in server.registry.listed(selection)])


def record_of(server: CompetitionServer, player: int, against: int | None = None) -> dict[str, int]:
    """Return a player's wins, draws and losses, in all matches or against one opponent."""
    found = server.registry.results_of(player, against)
    return {"played": sum(found.values()), **found}


def _summary(server: CompetitionServer, match: ListedMatch) -> MatchInList:
    moves, problem = match.moves, match.problem
    if moves is None:
        try:
            moves = summary(server, server.registry.room(match.id)).moves
        except DamagedRow as error:
            moves, problem = 0, str(error)
    return MatchInList(
        id=match.id,
        status=match.status,
        variant=match.variant,
        size=match.size,
        black=seat_named(server.accounts, match.black_seat, match.black_seat),
        white=seat_named(server.accounts, match.white_seat, match.white_seat),
        tournament=match.tournament,
        rated=match.rated,
        clock=str(match.clock),
        created=match.created,
        ended=match.ended,
        winner=match.winner,
        reason=match.reason,
        score=None if match.score is None else list(match.score),
        moves=moves,
        problem=problem or UNSET,
    )
