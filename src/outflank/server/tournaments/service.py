"""The commands of organisers: start, pause, correct and finish tournaments."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from outflank.arena import Pairing, Result, Tournament
from outflank.arena.adjudication import Adjudicator
from outflank.errors import MatchOver, TournamentError, UnknownName
from outflank.play.signals import Signal
from outflank.rules import BLACK, WHITE, Color, Reason
from outflank.server.accounts.accounts import Accounts, Caller, NotAllowed
from outflank.server.accounts.keys import Role
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.tournaments.queries import TournamentQueries
from outflank.server.tournaments.registration import NewEntrant, TournamentRegistration
from outflank.server.tournaments.scheduler import Scheduler
from outflank.server.tournaments.sharing import TournamentSharing
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.server.tournaments.tryout import ADMIN_KEY, Tryout, TryoutView
from outflank.store.database import Transaction
from outflank.store.server_state import AuditEntry
from outflank.store.store import Store
from outflank.texts import Text, say

__all__ = ["NewEntrant", "TournamentService"]

_TOGETHER = 500  # pairings in one transaction
_VERDICTS = ("black", "white", "draw", "solved", "void")


class TournamentService(TournamentQueries):
    """All commands and queries for tournaments; each change is stored with its audit entry."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        registry: MatchRegistry,
        now: Callable[[], int],
        *,
        sharing: TournamentSharing,
        table_stands: float | None = None,
    ) -> None:
        """Keep try-out tournaments running, `table_stands` seconds apart, if that is given."""
        scheduler = Scheduler(
            store, accounts, registry, now, sharing=sharing, after_pass=self._run_tryout
        )
        super().__init__(scheduler, accounts)
        self.changed: Signal[TournamentState] = scheduler.changed
        self._held = scheduler.held
        self.tryout: Tryout | None = (
            None if table_stands is None else Tryout(self.scheduler, accounts, now, table_stands)
        )
        self._accounts = accounts
        self._registry = registry
        self._now = now
        self.registration: TournamentRegistration = TournamentRegistration(
            self.scheduler, accounts, now
        )

    # Starting and stopping

    def load(self) -> None:
        """Load the active tournaments, and a stored try-out only if try-outs are wanted."""
        self.scheduler.load()
        if self.tryout is None:
            self.scheduler.ignores_tryouts = True
            states = self.scheduler.states
            for number in [each.id for each in states.values() if each.is_tryout]:
                del states[number]
        else:
            self.tryout.load()

    def run(self) -> None:
        """Start the scheduler's thread."""
        self.scheduler.start()

    def close(self) -> None:
        """Stop the scheduler's thread."""
        self.scheduler.stop()

    def run_pass(self) -> None:
        """Run one pass of the scheduler over all tournaments."""
        self.scheduler.run_pass()

    def _run_tryout(self) -> None:
        if self.tryout is not None:
            self.tryout.run_pass()

    # Permission

    def require_organiser_key(self, caller: Caller) -> None:
        """Refuse the key of anybody but an organiser."""
        if caller.role is not Role.ADMIN:
            raise NotAllowed(Text("errors.server.needs_organiser"))

    def require_organiser(self, caller: Caller, number: int | None = None) -> str:
        """Return an organiser's name for the audit log, or raise NotAllowed.

        The key must permit organising the given tournament, or creating one if none is given.
        Everybody knows the key of the try-out, so it permits nothing else.
        """
        self.require_organiser_key(caller)
        if caller.tournament not in (None, number):
            raise NotAllowed(Text("errors.server.needs_organiser"))
        if caller.loopback_only and (number is None or not self.scheduler.state(number).is_tryout):
            raise NotAllowed(Text("errors.server.tryout_organiser_only"))
        return caller.actor

    # Commands

    def start(self, number: int, actor: str) -> str | None:
        """Pair the players and start; return a warning that names those who are not connected."""
        warning = self.absent_warning(number)
        with self._changing(number) as state:
            if state.status != "draft":
                raise TournamentError(Text("errors.server.already_started"))
            definition = state.definition
            value = Tournament.begin(
                definition.name,
                state.entered(),
                definition.format,
                seed=definition.seed,
                withdraw_after=definition.withdraw_after,
                tie_break=definition.tie_break,
            )
            self._store_pairings(state, value.pairings)
            note = self._audit(actor, "start", state)
            self.scheduler.save(state, begun=value, status="running", also=note)
        return warning

    def _store_pairings(self, state: TournamentState, games: Sequence[Pairing]) -> None:
        """Store the pairings of a draft in portions, so that moves can be stored in between.

        They do not count until the tournament has started.
        """
        rows, number = self._store.tournaments, state.id
        write = functools.partial(self._held.write, state)
        write(functools.partial(rows.delete_pairings, number=number))
        for at in range(0, len(games), _TOGETHER):
            part = games[at : at + _TOGETHER]
            write(functools.partial(rows.insert_pairings, number=number, games=part))

    def pause(self, number: int, actor: str) -> None:
        """Stop every clock, and start no game before the tournament is resumed."""
        with self._changing(number) as state:
            if state.status == "paused":
                return
            if state.status != "running":
                raise TournamentError(Text(f"errors.server.cannot_pause.{state.status}"))
            note = self._audit(actor, "pause", state)
            self.scheduler.save(state, status="paused", also=note)

    def resume(self, number: int, actor: str) -> None:
        """Continue after a pause."""
        with self._changing(number) as state:
            if state.status == "running":
                return
            if state.status != "paused":
                raise TournamentError(Text(f"errors.server.cannot_resume.{state.status}"))
            note = self._audit(actor, "resume", state)
            self.scheduler.save(state, status="running", also=note)

    def finish(self, number: int, actor: str) -> None:
        """End a tournament now; its running games become void, and a draft is archived."""
        with self._changing(number) as state:
            if state.status == "finished":
                return
            if state.status == "draft":
                note = self._audit(actor, "finish", state)
                self.scheduler.save(state, status="archived", also=note)
                return
            for room in list(state.boards.values()):
                with contextlib.suppress(MatchOver):
                    room.adjudicate(None, Reason.VOID, say("tournaments.notes.over"))
            self.scheduler.collect_results(state)
            note = self._audit(actor, "finish", state)
            self.scheduler.save(state, status="finished", also=note)

    def withdraw(self, number: int, entrant: int, actor: str) -> None:
        """Withdraw an entrant; the format decides what becomes of their games.

        An entrant of a draft is removed.
        """
        with self._changing(number) as state:
            if state.status == "draft":
                self.registration.remove(state, entrant, actor)
                return
            state.begun.entrant(entrant)
            for room in list(state.boards.values()):
                pairing = state.pairing_of(room)
                if entrant in pairing.players:
                    winner = pairing.color_of(entrant).opponent
                    with contextlib.suppress(MatchOver):
                        room.adjudicate(winner, Reason.WITHDRAWAL)
            self.scheduler.collect_results(state)
            note = self._audit(actor, "withdraw", state, entrant=entrant)
            self.scheduler.save(state, state.begun.withdraw(entrant), also=note)

    def withdraw_player(self, player: int, actor: str) -> None:
        """Withdraw a player from every active tournament."""
        for number in self.of_player(player):
            state = self.scheduler.state(number)
            if state.status in ACTIVE and not state.is_tryout:
                for each in list(state.participants.values()):
                    if each.player == player:
                        self.withdraw(number, each.number, actor)

    def reinstate(self, number: int, entrant: int, actor: str) -> None:
        """Let a withdrawn entrant come back and play the missed games."""
        with self._changing(number) as state:
            self._require_begun(state)
            after = state.begun.reinstate(entrant)
            player = state.participants[entrant].player
            if player is not None and self._accounts.player(player).deleted:
                raise TournamentError(Text("errors.server.entrant_deleted", entrant=entrant))
            note = self._audit(actor, "reinstate", state, entrant=entrant)
            status = "running" if after.open_pairings and state.status == "finished" else None
            self.scheduler.save(state, after, status=status, also=note)

    def adjudicate(
        self, number: int, pairing: int, winner: str, note: str = "", *, actor: str
    ) -> None:
        """Decide a game: black, white, draw, solved, or void to have it played again.

        A solved game gets the result of best play from its present position. This is the only way
        to change a final result.
        """
        if winner not in _VERDICTS:
            raise UnknownName("verdict", winner, _VERDICTS)
        solved = self._solved(number, pairing) if winner == "solved" else None
        with self._changing(number) as state:
            self._require_begun(state)
            self.scheduler.collect_results(state)
            game = state.begun.pairing(pairing)
            if state.begun.is_struck(game):
                raise TournamentError(Text("errors.server.game_cancelled", game=pairing))
            known = state.begun.results.get(pairing)
            if solved is not None and solved.reason.is_natural and solved == known:
                raise TournamentError(
                    Text("errors.server.game_played_to_end", game=pairing, result=known)
                )
            record = self._audit(
                actor,
                "adjudicate",
                state,
                pairing=pairing,
                winner=winner,
                note=note,
                before=None if known is None else str(known),
                match=state.matches.get(pairing),
            )
            if winner == "void":
                self._play_again(state, game, record)
            else:
                result = solved or self._verdict(state, game, winner)
                after = state.begun.with_result(game, result, replacing=True)
                self.scheduler.save(state, after, also=record)

    def _play_again(
        self, state: TournamentState, game: Pairing, record: Callable[[Transaction], None]
    ) -> None:
        status = "running" if state.status == "finished" else None
        if game.number in state.begun.results:
            after = state.begun.without_result(game)
            self.scheduler.save(state, after, status=status, also=record)
        elif game.number in state.matches:
            replayed = (game.number,)
            self.scheduler.save(state, status=status, replayed=replayed, also=record)
        else:
            raise TournamentError(Text("errors.server.game_not_started", game=game.number))

    def _solved(self, number: int, pairing: int) -> Result:
        """Return the result of best play; no lock is held while it is computed.

        A game that was played to its end keeps the result of its board, whatever was decided since.
        """
        name = self.scheduler.state(number).matches.get(pairing)
        if name is None:
            raise TournamentError(Text("errors.server.nothing_to_solve", game=pairing))
        room = self._registry.room(name)
        with room.reading() as match:
            position = match.position
        if (outcome := position.outcome) is not None:
            return Result.of(outcome, room.setup.official_score(outcome))
        with Adjudicator() as adjudicator:
            score = adjudicator.solve(position)
        assert score is not None  # nobody cancels it
        return Result(score.winner, score.black, score.white, Reason.ADJUDICATION)

    def _verdict(self, state: TournamentState, game: Pairing, winner: str) -> Result:
        color = next((each for each in Color if str(each) == winner), None)
        name = state.matches.get(game.number)
        if name is None:
            return Result(color, 0, 0, Reason.ADJUDICATION)
        with self._registry.room(name).reading() as match:
            board = match.position.board
        return Result(color, board.count(BLACK), board.count(WHITE), Reason.ADJUDICATION)

    # Presence

    def mark_present(self, player: int, seconds: float = 0.0) -> None:
        """Note a request of a player, which may be held for `seconds`.

        It starts the clock of the player's game in the try-out tournament. A later game starts at
        once if both players are present when it is dealt.
        """
        self.scheduler.presence.mark(player, seconds)
        if self.tryout is not None:
            self.tryout.start_clocks_of(player)

    # The try-out tournament

    def tryout_view(self) -> TryoutView:
        """Return the try-out tournament as the codekata routes show it."""
        return TryoutView() if self.tryout is None else self.tryout.view()

    def restart_tryout(self, actor: str = "admin0") -> None:
        """Archive the try-out tournament and start a new one."""
        if self.tryout is None:
            raise TournamentError(Text("errors.server.no_tryout"))
        self.tryout.restart(self._audit(actor, "restart"))

    def restart_tryout_for(self, caller: Caller) -> None:
        """Restart the try-out for an organiser of all tournaments, or for its public key."""
        self.require_organiser_key(caller)
        if caller.tournament is not None:
            raise NotAllowed(Text("errors.server.needs_organiser_of_all"))
        self.restart_tryout(ADMIN_KEY if caller.loopback_only else caller.actor)

    def observed_boards(self, number: int | None = None) -> list[tuple[LiveRoom, int, int]]:
        """Return the running games of a tournament, or of the try-out, with both entrants."""
        if number is None:
            return list(self.tryout_view().boards)
        state = self.scheduler.state(number)
        return [(room, *state.pairing_of(room).players) for room in self.rooms(number)]

    # Internals

    @contextlib.contextmanager
    def _changing(self, number: int) -> Iterator[TournamentState]:
        """Lock a tournament for a command, and advance it afterwards."""
        with self._held.changing(number) as state, self.scheduler.reload_on_error(number):
            if state.status == "archived":
                raise TournamentError(Text("errors.server.archived"))
            self.scheduler.states[number] = state
            yield state
            self.scheduler.advance(state)
        self.scheduler.duty.tell(number)

    def _require_begun(self, state: TournamentState) -> None:
        if state.tournament is None:
            raise TournamentError(Text("errors.server.not_started"))

    def _audit(
        self, actor: str, act: str, state: TournamentState | None = None, **details: Any
    ) -> Callable[[Transaction], None]:
        """Return a function that writes an audit entry in the command's own transaction."""
        if state is not None:
            details = {"tournament": state.id, **details}
        entry = AuditEntry(self._now(), actor, f"tournament {act}", details)
        return lambda transaction: self._store.audit.add(transaction, entry)
