"""Tournaments: everybody may read them, organisers may change them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from outflank.arena import Definition
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation, organiser_operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.requests import LARGEST_BODY
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.wire.schemas.tournaments import (
    Adjudication,
    CrossTable,
    NewEntrant,
    NewEntrants,
    PairingList,
    SomePlayers,
    Standings,
    Tournament,
    TournamentBody,
    TournamentChange,
    TournamentList,
    TournamentMade,
    TournamentStarted,
    Withdrawal,
)
from outflank.faces.web.wire.schemas.values import Id
from outflank.faces.web.wire.views import tournaments as views
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

__all__ = ["TournamentHandlers"]


class TournamentRecord(msgspec.Struct, frozen=True):
    """A tournament for a check elsewhere: every game with its events and seal."""


class TournamentHandlers:
    """Handles tournaments."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server

    @operation("GET", "/tournaments")
    def list_tournaments(self) -> TournamentList:
        """List the newest tournaments."""
        return views.tournament_list(self._server)

    @operation(
        "POST",
        "/tournaments",
        access=Access.ADMIN,
        limit=RateLimit.CHALLENGES,
        status=201,
        problems=[Code.REFUSED, Code.NAME_REFUSED],
        largest_body=LARGEST_BODY,
    )
    def create_tournament(self, call: ApiCall, body: TournamentBody) -> TournamentMade:
        """Create a tournament.

        The named players are entered at once, and their keys are shown only once.
        """
        actor = self._organiser(call)
        definition = Definition.from_dict(msgspec.to_builtins(body))
        registration = self._server.tournaments.registration
        number, entered = registration.create_and_enter(definition, actor)
        return TournamentMade(
            **msgspec.structs.asdict(views.tournament_object(self._server, number)),
            entered=[NewEntrant(each.number, each.name, each.key) for each in entered],
        )

    @operation("GET", "/tournaments/{tournament}")
    def read_tournament(self, tournament: Id) -> Tournament:
        """Read a tournament: its definition, its entrants and its running games."""
        return views.tournament_object(self._server, tournament)

    @organiser_operation("PATCH", "/tournaments/{tournament}")
    def change_tournament(
        self, call: ApiCall, tournament: Id, body: TournamentChange
    ) -> Tournament:
        """Change settings of a tournament that has not started; its entrants keep their keys.

        A new format resets the numbers of games and rounds. `closed` can be changed until the
        tournament is over.
        """
        actor = self._organiser(call, tournament)
        settings = msgspec.to_builtins(body)
        self._server.tournaments.registration.change(tournament, settings, actor)
        return views.tournament_object(self._server, tournament)

    @operation("GET", "/tournaments/{tournament}/standings")
    def read_standings(self, tournament: Id) -> Standings:
        """Read the standings, with Elo and its 95 % interval."""
        return views.standings(self._server, tournament)

    @operation("GET", "/tournaments/{tournament}/crosstable")
    def read_cross_table(self, tournament: Id) -> CrossTable:
        """Read the cross table: the score of each entrant against each other one."""
        return views.cross_table(self._server, tournament)

    @operation("GET", "/tournaments/{tournament}/pairings")
    def read_pairings(self, tournament: Id) -> PairingList:
        """Read every game with its match and result."""
        return views.pairing_list(self._server, tournament)

    @operation(
        "GET", "/tournaments/{tournament}/export", limit=RateLimit.EXPORTS, answer=TournamentRecord
    )
    def export_tournament(self, tournament: Id) -> BytesResponse:
        """Read the whole record: definition, entrants, and each game with its events and seal.

        The record and each finished game are signed with the server's key.
        """
        return BytesResponse(msgspec.json.encode(self._server.export_tournament(tournament)))

    @operation(
        "POST",
        "/tournaments/{tournament}/players",
        access=Access.ADMIN,
        limit=RateLimit.NAMES,
        status=201,
        problems=[Code.REFUSED, Code.NAME_REFUSED],
        largest_body=LARGEST_BODY,
    )
    def add_entrants(self, call: ApiCall, tournament: Id, body: SomePlayers) -> NewEntrants:
        """Enter new players, who get a key each, registered players, and computers.

        The new keys are shown only once; registered players use their own. A running Swiss or
        ladder can be entered from its next round on; missed rounds count as lost.
        """
        actor = self._organiser(call, tournament)
        if not body.names and not body.registered and not body.computers:
            raise Problem(Code.BAD_REQUEST, Text("errors.web.nobody_to_enter"))
        entered = self._server.tournaments.registration.enter(
            tournament,
            names=body.names,
            registered=body.registered,
            computers=body.computers,
            actor=actor,
        )
        return NewEntrants([NewEntrant(each.number, each.name, each.key) for each in entered])

    @organiser_operation("POST", "/tournaments/{tournament}/start")
    def start_tournament(self, call: ApiCall, tournament: Id) -> TournamentStarted:
        """Pair the entrants and start.

        Clocks run at once; `warning` names players who are not connected. Before the start,
        `entrants` shows who is.
        """
        warning = self._server.tournaments.start(tournament, self._organiser(call, tournament))
        started = views.tournament_object(self._server, tournament)
        return TournamentStarted(**msgspec.structs.asdict(started), warning=warning or UNSET)

    @organiser_operation("POST", "/tournaments/{tournament}/pause")
    def pause_tournament(self, call: ApiCall, tournament: Id) -> Tournament:
        """Stop every clock, and start no game before the tournament is resumed."""
        actor = self._organiser(call, tournament)
        self._server.tournaments.pause(tournament, actor)
        return views.tournament_object(self._server, tournament)

    @organiser_operation("POST", "/tournaments/{tournament}/resume")
    def resume_tournament(self, call: ApiCall, tournament: Id) -> Tournament:
        """Continue after a pause."""
        actor = self._organiser(call, tournament)
        self._server.tournaments.resume(tournament, actor)
        return views.tournament_object(self._server, tournament)

    @organiser_operation("POST", "/tournaments/{tournament}/finish")
    def finish_tournament(self, call: ApiCall, tournament: Id) -> Tournament:
        """End a tournament now; its running games become void, and a draft is archived."""
        actor = self._organiser(call, tournament)
        self._server.tournaments.finish(tournament, actor)
        return views.tournament_object(self._server, tournament)

    @organiser_operation("POST", "/tournaments/{tournament}/withdraw")
    def withdraw_entrant(self, call: ApiCall, tournament: Id, body: Withdrawal) -> Tournament:
        """Withdraw an entrant from a tournament.

        If they have played fewer than half of their games, all of these are struck; otherwise they
        lose the remaining ones. An entrant of a draft is removed.
        """
        actor = self._organiser(call, tournament)
        self._server.tournaments.withdraw(tournament, body.number, actor)
        return views.tournament_object(self._server, tournament)

    @organiser_operation("POST", "/tournaments/{tournament}/reinstate")
    def reinstate_entrant(self, call: ApiCall, tournament: Id, body: Withdrawal) -> Tournament:
        """Let a withdrawn entrant come back and play the missed games."""
        actor = self._organiser(call, tournament)
        self._server.tournaments.reinstate(tournament, body.number, actor)
        return views.tournament_object(self._server, tournament)

    @operation(
        "POST",
        "/tournaments/{tournament}/players/{entrant}/key",
        access=Access.ADMIN,
        limit=RateLimit.NAMES,
        problems=[Code.REFUSED],
    )
    def renew_entrant_key(self, call: ApiCall, tournament: Id, entrant: Id) -> NewEntrant:
        """Give an entrant a new key, which is shown only once.

        The old key stops working.
        """
        actor = self._organiser(call, tournament)
        made = self._server.tournaments.registration.renew_key(tournament, entrant, actor)
        return NewEntrant(made.number, made.name, made.key)

    @organiser_operation("POST", "/tournaments/{tournament}/pairings/{pairing}/adjudicate")
    def adjudicate_pairing(
        self,
        call: ApiCall,
        tournament: Id,
        pairing: Id,
        body: Adjudication,
    ) -> Tournament:
        """Decide a game, or have it played again; the audit log records the decision."""
        actor = self._organiser(call, tournament)
        self._server.tournaments.adjudicate(
            tournament, pairing, body.winner, body.note, actor=actor
        )
        return views.tournament_object(self._server, tournament)

    def _organiser(self, call: ApiCall, tournament: int | None = None) -> str:
        """Return the organiser's name; a key that does not permit the act is refused."""
        return self._server.tournaments.require_organiser(call.key, tournament)
