"""Tournaments: everybody may look, an organiser's key may act."""

from __future__ import annotations

import msgspec

from outflank.arena import Definition
from outflank.faces.web.api import tournament_views as views
from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Encoded, Routes
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import Id
from outflank.faces.web.api.tournament_schemas import (
    Adjudication,
    CrossTable,
    NewEntrant,
    NewEntrants,
    PairingList,
    PlayersOrder,
    Standings,
    Tournament,
    TournamentList,
    TournamentMade,
    TournamentOrder,
    Withdrawal,
)
from outflank.faces.web.security import LARGEST_BODY
from outflank.server.rate_limits import Quota

__all__ = ["routes"]

routes = Routes("Tournaments")


class TournamentRecord(msgspec.Struct, frozen=True):
    """All that is needed to check a tournament elsewhere: every game with its events and seal."""


@routes.route("GET", "/tournaments")
def list_tournaments(call: ApiCall) -> TournamentList:
    """List the newest tournaments."""
    return views.tournament_list(call.server)


@routes.route(
    "POST",
    "/tournaments",
    access=Access.ADMIN,
    budget=Quota.CHALLENGES,
    status=201,
    problems=[Code.REFUSED, Code.NAME_REFUSED],
    most_bytes=LARGEST_BODY,
)
def create_tournament(call: ApiCall, body: TournamentOrder) -> TournamentMade:
    """Make a tournament.

    Players who are named here are entered at once, and their keys are shown only now.
    """
    call.require_admin()
    service, actor = call.server.tournaments, _actor(call)
    definition = Definition.from_dict(msgspec.to_builtins(body))
    number = service.registration.create(definition, actor)
    names = list(definition.players)
    entered = service.registration.add_players(number, names, actor) if names else []
    return TournamentMade(
        **msgspec.structs.asdict(views.tournament_object(call.server, number)),
        entered=[NewEntrant(each.number, each.name, each.key) for each in entered],
    )


@routes.route("GET", "/tournaments/{tournament}")
def read_tournament(call: ApiCall, tournament: Id) -> Tournament:
    """Read a tournament: its definition, its entrants and the games that run now."""
    return views.tournament_object(call.server, tournament)


@routes.route("GET", "/tournaments/{tournament}/standings")
def read_standings(call: ApiCall, tournament: Id) -> Standings:
    """Read the table, with Elo and its 95 % interval."""
    return views.standings(call.server, tournament)


@routes.route("GET", "/tournaments/{tournament}/crosstable")
def read_cross_table(call: ApiCall, tournament: Id) -> CrossTable:
    """Read who scored what against whom."""
    return views.cross_table(call.server, tournament)


@routes.route("GET", "/tournaments/{tournament}/pairings")
def read_pairings(call: ApiCall, tournament: Id) -> PairingList:
    """Read every game with its match and result."""
    return views.pairing_list(call.server, tournament)


@routes.route("GET", "/tournaments/{tournament}/export", budget=Quota.EXPORTS)
def export_tournament(call: ApiCall, tournament: Id) -> Encoded[TournamentRecord]:
    """Read the whole record: definition, entrants, and each game with its events and seal."""
    return Encoded(msgspec.json.encode(call.server.tournaments.export(tournament)))


@routes.route(
    "POST",
    "/tournaments/{tournament}/players",
    access=Access.ADMIN,
    budget=Quota.NAMES,
    status=201,
    problems=[Code.REFUSED, Code.NAME_REFUSED],
    most_bytes=LARGEST_BODY,
)
def add_entrants(call: ApiCall, tournament: Id, body: PlayersOrder) -> NewEntrants:
    """Enter new players, who get a key each, players whom the server knows, and computers.

    The keys are shown only now; who is known plays with the key they have.
    """
    call.require_admin(tournament)
    if not body.names and not body.registered and not body.computers:
        problem = "names: name somebody, a player in `registered` or a computer in `computers`"
        raise Problem(Code.BAD_REQUEST, problem)
    entered = call.server.tournaments.registration.enter(
        tournament,
        names=body.names,
        registered=body.registered,
        computers=body.computers,
        actor=_actor(call),
    )
    return NewEntrants([NewEntrant(each.number, each.name, each.key) for each in entered])


def _act(name: str, summary: str, method: str) -> None:
    """Make the endpoint of an act that needs nothing but the tournament."""

    def act(call: ApiCall, tournament: Id) -> Tournament:
        call.require_admin(tournament)
        getattr(call.server.tournaments, method)(tournament, _actor(call))
        return views.tournament_object(call.server, tournament)

    act.__name__, act.__doc__ = f"{name}_tournament", summary
    register = routes.route(
        "POST",
        f"/tournaments/{{tournament}}/{name}",
        access=Access.ADMIN,
        budget=Quota.CHALLENGES,
        problems=[Code.REFUSED],
    )
    register(act)


_act("start", "Pair the entrants and begin.", "start")
_act("pause", "Stop every clock and start no game until it goes on.", "pause")
_act("resume", "Go on after a pause.", "resume")
_act(
    "finish",
    "End a tournament now; its running games become void, and a draft is archived.",
    "finish",
)


@routes.route(
    "POST",
    "/tournaments/{tournament}/withdraw",
    access=Access.ADMIN,
    budget=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def withdraw_entrant(call: ApiCall, tournament: Id, body: Withdrawal) -> Tournament:
    """Take an entrant out of a tournament.

    Who has played fewer than half of their games is struck with all of them, who has played more
    loses the rest. From a draft they go as if they had never entered.
    """
    call.require_admin(tournament)
    call.server.tournaments.withdraw(tournament, body.number, _actor(call))
    return views.tournament_object(call.server, tournament)


@routes.route(
    "POST",
    "/tournaments/{tournament}/reinstate",
    access=Access.ADMIN,
    budget=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def reinstate_entrant(call: ApiCall, tournament: Id, body: Withdrawal) -> Tournament:
    """Let an entrant who was withdrawn come back, with the games that they have missed."""
    call.require_admin(tournament)
    call.server.tournaments.reinstate(tournament, body.number, _actor(call))
    return views.tournament_object(call.server, tournament)


@routes.route(
    "POST",
    "/tournaments/{tournament}/players/{entrant}/key",
    access=Access.ADMIN,
    budget=Quota.NAMES,
    problems=[Code.REFUSED],
)
def renew_entrant_key(call: ApiCall, tournament: Id, entrant: Id) -> NewEntrant:
    """Give an entrant who has lost their key another one, which is shown only now.

    The old one is worthless from then on.
    """
    call.require_admin(tournament)
    made = call.server.tournaments.registration.renew_key(tournament, entrant, _actor(call))
    return NewEntrant(made.number, made.name, made.key)


@routes.route(
    "POST",
    "/tournaments/{tournament}/pairings/{pairing}/adjudicate",
    access=Access.ADMIN,
    budget=Quota.CHALLENGES,
    problems=[Code.REFUSED],
)
def adjudicate_pairing(
    call: ApiCall, tournament: Id, pairing: Id, body: Adjudication
) -> Tournament:
    """Decide a game, or have it played again; the decision goes into the audit log."""
    call.require_admin(tournament)
    call.server.tournaments.adjudicate(
        tournament, pairing, body.winner, body.note, actor=_actor(call)
    )
    return views.tournament_object(call.server, tournament)


def _actor(call: ApiCall) -> str:
    return f"key {call.key.key}"
