"""The wire forms of tournaments: plain values, checked against their types."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from outflank.faces.web.wire.schemas.tournaments import (
    BoardObject,
    CrossTable,
    CrossTableLine,
    PairingList,
    Standings,
    Tournament,
    TournamentInList,
    TournamentList,
    TournamentSummary,
)
from outflank.faces.web.wire.views.matches import summary

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = [
    "cross_table",
    "pairing_list",
    "standings",
    "tournament_list",
    "tournament_object",
    "tournament_summary",
]

T = TypeVar("T")

_AGAINST = "against "


def tournament_list(server: CompetitionServer) -> TournamentList:
    """Return the newest tournaments."""
    shown = functools.partial(_as, TournamentInList)
    return TournamentList(server.tournaments.list(shown=shown))


def tournament_summary(server: CompetitionServer, number: int) -> TournamentSummary:
    """Return the summary of a tournament."""
    return _as(TournamentSummary, server.tournaments.summary(number))


def tournament_object(server: CompetitionServer, number: int) -> Tournament:
    """Return a tournament with its entrants and boards."""
    view, connections = server.tournaments.view(number), server.tournaments.connections(number)
    for entrant in view["entrants"]:
        if (connection := connections.get(entrant["number"])) is not None:
            entrant["connected"] = connection.is_connected
            if connection.last_seen is not None:
                entrant["last_seen"] = connection.last_seen
    view["boards"] = [
        BoardObject(
            **msgspec.structs.asdict(summary(server, room)), pairing=room.entry.pairing or 0
        )
        for room in server.tournaments.rooms(number)
    ]
    return _as(Tournament, view)


def standings(server: CompetitionServer, number: int) -> Standings:
    """Return the standings."""
    return _as(Standings, {"standings": list(server.tournaments.standings(number))})


def cross_table(server: CompetitionServer, number: int) -> CrossTable:
    """Return who scored what against whom."""
    return CrossTable(
        [
            CrossTableLine(row["rank"], row["number"], row["name"], row["points"], _against(row))
            for row in server.tournaments.cross_table(number)
        ]
    )


def _against(row: dict[str, Any]) -> dict[str, str]:
    cells = {key.removeprefix(_AGAINST): row[key] for key in row if key.startswith(_AGAINST)}
    return {number: cell for number, cell in cells.items() if number != str(row["number"])}


def pairing_list(server: CompetitionServer, number: int) -> PairingList:
    """Return the games."""
    return _as(PairingList, {"pairings": list(server.tournaments.pairings(number))})


def _as(kind: type[T], value: Any) -> T:
    return msgspec.convert(value, kind)
