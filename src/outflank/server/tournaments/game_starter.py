"""Starts the games of tournaments: chooses the next ones and sets them up."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Collection
from dataclasses import replace

from outflank.arena import Pairing
from outflank.errors import MatchOver, MatchPaused
from outflank.play.oracles import oracle_from
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import find_variant
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry, Terms
from outflank.server.tournaments.held_tournaments import GAME_STARTS, HeldTournaments
from outflank.server.tournaments.presence import Presence
from outflank.server.tournaments.state import TournamentState
from outflank.store.database import Transaction
from outflank.store.store import Store
from outflank.store.tournament_store import Participant

__all__ = ["GameStarter"]


class GameStarter:
    """Starts each game of a tournament once."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        registry: MatchRegistry,
        presence: Presence,
        held: HeldTournaments,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._registry = registry
        self._presence = presence
        self._held = held

    def start_games(self, state: TournamentState, engaged: Callable[[], Collection[int]]) -> None:
        """Start the next games whose players are idle, while boards are free.

        `engaged` returns the players of running games in any tournament: nobody plays two at once.
        """
        if self._wanted(state):
            with self._held.locks.hold(GAME_STARTS):
                self._start(state, engaged())

    def _wanted(self, state: TournamentState) -> bool:
        """Return whether a game could start if its players are not engaged elsewhere."""
        busy, free = state.busy(), state.definition.boards - len(state.boards)
        return bool(state.begun.next_pairings(lambda number: number not in busy, free))

    def _start(self, state: TournamentState, players: Collection[int]) -> None:
        """Start games of idle players; `players` are engaged in some tournament."""
        busy = state.busy()

        def is_idle(number: int) -> bool:
            return number not in busy and state.participants[number].player not in players

        def is_ready(number: int) -> bool:
            return is_idle(number) and self._presence.is_present(state.participants[number].player)

        for may_play in (is_ready, is_idle) if state.is_tryout else (is_idle,):
            free = state.definition.boards - len(state.boards)
            for pairing in state.begun.next_pairings(may_play, free):
                self.start_game(state, pairing)
                busy.update(pairing.players)

    def start_game(self, state: TournamentState, pairing: Pairing) -> LiveRoom:
        """Start the match of a pairing."""
        black, white = (state.participants[number] for number in pairing.players)
        terms = Terms(
            black.player,
            white.player,
            tournament=state.id,
            pairing=pairing.number,
            rated=not state.is_tryout,
            begins_paused=state.is_tryout,
        )

        def also(transaction: Transaction, match: str) -> None:
            self._held.check(transaction, state)
            self._store.tournaments.assign_match(
                transaction, state.id, pairing.number, match, state.version + 1
            )

        room = self._registry.open(self._setup(state, black, white), terms, also)
        state.matches[pairing.number] = room.name
        state.seat(room)
        self._held.note_written(state)
        self.start_clock(state, room)
        return room

    def start_clock(self, state: TournamentState, room: LiveRoom) -> None:
        """Start the clock of a game that waits for a first request, if both players are present.

        Their requests may have come before the game and be held until it needs a move.
        """
        people = [state.participants[number].player for number in state.pairing_of(room).players]
        if state.awaits_first_request(room) and all(map(self._presence.is_present, people)):
            with contextlib.suppress(MatchOver, MatchPaused):  # a request was quicker
                room.resume()

    def _setup(self, state: TournamentState, black: Participant, white: Participant) -> Setup:
        definition = state.definition
        variant, oracle = find_variant(definition.variant), ""
        if variant.answers and definition.oracle == "web":
            oracle = "web"
        elif variant.answers:
            # Answers are drawn from this and the secret seed; a game played again gets others.
            oracle = f"drawn:{secrets.token_hex(8)}"
            variant = replace(variant, answers=oracle_from(definition.oracle).odds)
        return Setup(
            players=(self._seated(black), self._seated(white)),
            start=variant.start(definition.size),
            clock=definition.clock,
            undo=Undo.NEVER,
            oracle=oracle,
        )

    def _seated(self, participant: Participant) -> Player:
        if participant.player is None:
            return Player(participant.name, participant.seat)
        occupant = self._accounts.player(participant.player).occupant
        return Player(f"#{participant.player}", str(occupant))
