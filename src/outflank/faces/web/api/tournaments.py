"""Tournaments: everybody may look, an organiser's key may act."""

from __future__ import annotations

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import UNSET

from outflank.arena import Definition
from outflank.faces.web.api.admission import Access, ApiCall, Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import encoded, route
from outflank.faces.web.api.schemas.tournaments import (
    Adjudication,
    CrossTable,
    NewEntrant,
    NewEntrants,
    PairingList,
    SomePlayers,
    Standings,
    Tournament,
    TournamentChange,
    TournamentList,
    TournamentMade,
    TournamentOrder,
    TournamentStarted,
    Withdrawal,
)
from outflank.faces.web.api.schemas.values import Id
from outflank.faces.web.api.views import tournaments as views
from outflank.faces.web.http.security import LARGEST_BODY
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


class TournamentRecord(msgspec.Struct, frozen=True):
    """All that is needed to check a tournament elsewhere: every game with its events and seal."""


@route("GET", "/tournaments")
def list_tournaments(call: Call) -> TournamentList:
    """List the newest tournaments."""
    return views.tournament_list(call.server)


@route(
    "POST",
    "/tournaments",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    status=201,
    problems=[Code.REFUSED, Code.NAME_REFUSED],
    largest_body=LARGEST_BODY,
)
def create_tournament(call: Call, order: NamedDependency[TournamentOrder]) -> TournamentMade:
    """Make a tournament.

    Players who are named here are entered at once, and their keys are shown only now.
    """
    actor = _organiser(call)
    definition = Definition.from_dict(msgspec.to_builtins(order))
    number, entered = call.server.tournaments.registration.create_and_enter(definition, actor)
    return TournamentMade(
        **msgspec.structs.asdict(views.tournament_object(call.server, number)),
        entered=[NewEntrant(each.number, each.name, each.key) for each in entered],
    )


@route("GET", "/tournaments/{tournament:str}")
def read_tournament(call: Call, tournament: FromPath[Id]) -> Tournament:
    """Read a tournament: its definition, its entrants and the games that run now."""
    return views.tournament_object(call.server, tournament)


@route(
    "PATCH",
    "/tournaments/{tournament:str}",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def change_tournament(
    call: Call, tournament: FromPath[Id], order: NamedDependency[TournamentChange]
) -> Tournament:
    """Change settings of a tournament that has not started; its entrants keep their keys.

    Another format brings its own games and rounds. `closed` can be changed until it is over.
    """
    actor = _organiser(call, tournament)
    settings = msgspec.to_builtins(order)
    call.server.tournaments.registration.change(tournament, settings, actor)
    return views.tournament_object(call.server, tournament)


@route("GET", "/tournaments/{tournament:str}/standings")
def read_standings(call: Call, tournament: FromPath[Id]) -> Standings:
    """Read the table, with Elo and its 95 % interval."""
    return views.standings(call.server, tournament)


@route("GET", "/tournaments/{tournament:str}/crosstable")
def read_cross_table(call: Call, tournament: FromPath[Id]) -> CrossTable:
    """Read who scored what against whom."""
    return views.cross_table(call.server, tournament)


@route("GET", "/tournaments/{tournament:str}/pairings")
def read_pairings(call: Call, tournament: FromPath[Id]) -> PairingList:
    """Read every game with its match and result."""
    return views.pairing_list(call.server, tournament)


@route("GET", "/tournaments/{tournament:str}/export", quota=Quota.EXPORTS)
def export_tournament(call: Call, tournament: FromPath[Id]) -> Response[TournamentRecord]:
    """Read the whole record: definition, entrants, and each game with its events and seal.

    It is signed with the server's key, as is each game that is over.
    """
    return encoded(msgspec.json.encode(call.server.export_tournament(tournament)))


@route(
    "POST",
    "/tournaments/{tournament:str}/players",
    access=Access.ADMIN,
    quota=Quota.NAMES,
    status=201,
    problems=[Code.REFUSED, Code.NAME_REFUSED],
    largest_body=LARGEST_BODY,
)
def add_entrants(
    call: Call, tournament: FromPath[Id], order: NamedDependency[SomePlayers]
) -> NewEntrants:
    """Enter new players, who get a key each, players whom the server knows, and computers.

    The keys are shown only now; who is known plays with the key they have. A Swiss or a ladder
    that runs can be entered, too, from its next round on; rounds that were missed are lost.
    """
    actor = _organiser(call, tournament)
    if not order.names and not order.registered and not order.computers:
        problem = "names: name somebody, a player in `registered` or a computer in `computers`"
        raise Problem(Code.BAD_REQUEST, problem)
    entered = call.server.tournaments.registration.enter(
        tournament,
        names=order.names,
        registered=order.registered,
        computers=order.computers,
        actor=actor,
    )
    return NewEntrants([NewEntrant(each.number, each.name, each.key) for each in entered])


def _act(name: str, summary: str, method: str) -> HTTPRouteHandler:
    """Make the endpoint of an act that needs nothing but the tournament."""

    def act(call: Call, tournament: FromPath[Id]) -> Tournament:
        getattr(call.server.tournaments, method)(tournament, _organiser(call, tournament))
        return views.tournament_object(call.server, tournament)

    act.__name__, act.__doc__ = f"{name}_tournament", summary
    return route(
        "POST",
        f"/tournaments/{{tournament:str}}/{name}",
        access=Access.ADMIN,
        quota=Quota.CHALLENGES,
        problems=[Code.REFUSED],
    )(act)


@route(
    "POST",
    "/tournaments/{tournament:str}/start",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def start_tournament(call: Call, tournament: FromPath[Id]) -> TournamentStarted:
    """Pair the entrants and begin.

    Clocks run at once; `warning` names players who are not connected. Each of `entrants` says
    before the start whether they are.
    """
    warning = call.server.tournaments.start(tournament, _organiser(call, tournament))
    started = views.tournament_object(call.server, tournament)
    return TournamentStarted(**msgspec.structs.asdict(started), warning=warning or UNSET)


_ACTS = [
    _act("pause", "Stop every clock and start no game until it goes on.", "pause"),
    _act("resume", "Go on after a pause.", "resume"),
    _act(
        "finish",
        "End a tournament now; its running games become void, and a draft is archived.",
        "finish",
    ),
]


@route(
    "POST",
    "/tournaments/{tournament:str}/withdraw",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def withdraw_entrant(
    call: Call, tournament: FromPath[Id], order: NamedDependency[Withdrawal]
) -> Tournament:
    """Take an entrant out of a tournament.

    Who has played fewer than half of their games is struck with all of them, who has played more
    loses the rest. From a draft they go as if they had never entered.
    """
    actor = _organiser(call, tournament)
    call.server.tournaments.withdraw(tournament, order.number, actor)
    return views.tournament_object(call.server, tournament)


@route(
    "POST",
    "/tournaments/{tournament:str}/reinstate",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def reinstate_entrant(
    call: Call, tournament: FromPath[Id], order: NamedDependency[Withdrawal]
) -> Tournament:
    """Let an entrant who was withdrawn come back, with the games that they have missed."""
    actor = _organiser(call, tournament)
    call.server.tournaments.reinstate(tournament, order.number, actor)
    return views.tournament_object(call.server, tournament)


@route(
    "POST",
    "/tournaments/{tournament:str}/players/{entrant:str}/key",
    access=Access.ADMIN,
    quota=Quota.NAMES,
    problems=[Code.REFUSED],
)
def renew_entrant_key(call: Call, tournament: FromPath[Id], entrant: FromPath[Id]) -> NewEntrant:
    """Give an entrant who has lost their key another one, which is shown only now.

    The old one is worthless from then on.
    """
    actor = _organiser(call, tournament)
    made = call.server.tournaments.registration.renew_key(tournament, entrant, actor)
    return NewEntrant(made.number, made.name, made.key)


@route(
    "POST",
    "/tournaments/{tournament:str}/pairings/{pairing:str}/adjudicate",
    access=Access.ADMIN,
    quota=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def adjudicate_pairing(
    call: Call,
    tournament: FromPath[Id],
    pairing: FromPath[Id],
    order: NamedDependency[Adjudication],
) -> Tournament:
    """Decide a game, or have it played again; the decision goes into the audit log."""
    actor = _organiser(call, tournament)
    call.server.tournaments.adjudicate(tournament, pairing, order.winner, order.note, actor=actor)
    return views.tournament_object(call.server, tournament)


def _organiser(call: ApiCall, tournament: int | None = None) -> str:
    return call.server.tournaments.require_organiser(call.key, tournament)


handlers = [
    list_tournaments,
    create_tournament,
    read_tournament,
    change_tournament,
    read_standings,
    read_cross_table,
    read_pairings,
    export_tournament,
    add_entrants,
    start_tournament,
    *_ACTS,
    withdraw_entrant,
    reinstate_entrant,
    renew_entrant_key,
    adjudicate_pairing,
]
