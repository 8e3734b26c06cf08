"""Pauses, resumes and ends the boards of tournaments as their tournament requires."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from outflank.arena import Pairing, Tournament
from outflank.errors import MatchOver, MatchPaused
from outflank.play.events import Event, TurnStarted
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.texts import say

__all__ = ["BoardKeeper"]

_OUTAGE = 2_000  # milliseconds between two passes that mean the server was down


class BoardKeeper:
    """Makes running games follow their tournament, and forfeits those of absent players."""

    def __init__(
        self,
        now: Callable[[], int],
        start_clock: Callable[[TournamentState, LiveRoom], None],
        *,
        margin: int = 0,
    ) -> None:
        """Wait `margin` milliseconds longer for moves that other workers have read."""
        self._now = now
        self._margin = margin
        self._start_clock = start_clock  # for a game that waits for a first request
        self._last_pass = self._working_since = now()

    def detect_outage(self) -> None:
        """Note that the server works; called in every pass."""
        now = self._now()
        if now - self._last_pass > _OUTAGE:
            self._working_since = now  # time without a server does not count as absence
        self._last_pass = now

    def sync(self, state: TournamentState) -> None:
        """Pause, resume or end every board as its tournament requires."""
        for room in list(state.boards.values()):
            if not room.is_over:
                with contextlib.suppress(MatchOver, MatchPaused):  # it has just ended or paused
                    self._sync_board(state, room)

    def _sync_board(self, state: TournamentState, room: LiveRoom) -> None:
        pairing, value = state.pairing_of(room), state.begun
        if state.matches.get(pairing.number) != room.name:
            room.adjudicate(None, Reason.VOID, say("tournaments.notes.played_again"))
        elif (result := value.results.get(pairing.number)) is not None:
            room.adjudicate(result.winner, result.reason)
        elif value.is_struck(pairing):
            room.adjudicate(_who_stays(value, pairing), Reason.WITHDRAWAL)
        elif state.status not in ACTIVE:
            room.adjudicate(None, Reason.VOID, say("tournaments.notes.over"))
        elif state.status == "paused" and not room.is_paused:
            room.pause(say("tournaments.notes.paused"))
        elif state.status == "running" and state.awaits_first_request(room):
            self._start_clock(state, room)
        elif state.status == "running" and room.is_paused:
            room.resume()

    def forfeit_absent(self, state: TournamentState) -> None:
        """End the games in which a player has not made the first move in time."""
        for name in list(state.unstarted):
            room = state.boards[name]
            with room.reading() as match:
                is_begun, is_overdue = all(match.clock.moves.values()), False
                if not is_begun and match.outcome is None:
                    is_overdue = self._absent(state, match, self._now()) is not None
            if is_begun:
                state.unstarted.discard(name)
            elif is_overdue:
                self._forfeit(state, room)

    def _forfeit(self, state: TournamentState, room: LiveRoom) -> None:
        now, first = room.turn_times.first_arrival()
        arrived = now if first is None else first  # a move that arrived in time still counts

        def command(match: Match, at: int) -> list[Event]:
            absent = self._absent(state, match, arrived)
            if absent is None:
                return []
            return match.adjudicate(absent.opponent, Reason.NO_SHOW, at=at)

        with contextlib.suppress(MatchOver):
            room.do(command, now)

    def _absent(self, state: TournamentState, match: Match, at: int) -> Color | None:
        """Return the side that should have made its first move by now."""
        asked, clock = match.asked, match.clock
        if not isinstance(asked, TurnStarted) or match.is_paused or clock.moves[asked.color]:
            return None
        if match.setup.player(asked.color).is_computer:
            return None  # a computer is always present
        waited = clock.this_move + at - max(clock.since, self._working_since)
        allowed = state.definition.no_show * 1000 + self._margin
        return asked.color if waited > allowed else None


def _who_stays(tournament: Tournament, pairing: Pairing) -> Color | None:
    staying = [color for color in Color if pairing.entrant(color) not in tournament.withdrawn]
    return staying[0] if len(staying) == 1 else None
