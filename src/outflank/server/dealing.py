"""Dealing: which games begin next, and how."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace

import sqlalchemy as sa

from outflank.arena import Pairing
from outflank.errors import TournamentError
from outflank.play.oracles import oracle_from
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import find_variant
from outflank.server.accounts import Accounts
from outflank.server.hall import Hall, Terms
from outflank.server.live_room import LiveRoom
from outflank.server.tournaments import Course, Participant
from outflank.store.schema import pairings

__all__ = ["Dealer"]


class Dealer:
    """Begins the games of tournaments, each once."""

    def __init__(
        self, accounts: Accounts, hall: Hall, check: Callable[[sa.Connection], None]
    ) -> None:
        self.is_present: Callable[[Participant], bool] = lambda _: True
        self._accounts = accounts
        self._hall = hall
        self._check = check

    def deal(self, course: Course, engaged: Iterable[LiveRoom]) -> None:
        """Begin the next games whose players are idle, as far as there are boards.

        `engaged` are all boards of all tournaments: nobody plays for two at once.
        """
        players = {
            player
            for room in engaged
            for player in (room.entry.black, room.entry.white)
            if player is not None
        }
        busy = course.busy()

        def is_idle(number: int) -> bool:
            return number not in busy and course.participants[number].player not in players

        def is_ready(number: int) -> bool:
            return is_idle(number) and self.is_present(course.participants[number])

        for chance in (is_ready, is_idle) if course.is_tryout else (is_idle,):
            free = course.definition.boards - len(course.boards)
            for pairing in course.begun.next_pairings(chance, free):
                self.open(course, pairing)
                busy.update(pairing.players)

    def open(self, course: Course, pairing: Pairing) -> LiveRoom:
        """Begin the match of a pairing, once."""
        black, white = (course.participants[number] for number in pairing.players)
        terms = Terms(
            black.player,
            white.player,
            tournament=course.id,
            pairing=pairing.number,
            rated=not course.is_tryout,
            begins_paused=course.is_tryout,
        )

        def together(connection: sa.Connection, match: str) -> None:
            self._check(connection)
            change = sa.update(pairings).where(
                pairings.c.tournament == course.id,
                pairings.c.number == pairing.number,
                pairings.c.match.is_(None),
                pairings.c.result.is_(None),
            )
            if connection.execute(change.values(match=match)).rowcount != 1:
                raise TournamentError(f"game {pairing.number} has been dealt already")

        room = self._hall.open(self._setup(course, black, white), terms, together)
        course.matches[pairing.number] = room.name
        course.seat(room)
        return room

    def _setup(self, course: Course, black: Participant, white: Participant) -> Setup:
        definition = course.definition
        variant, oracle = find_variant(definition.variant), ""
        if variant.answers and definition.oracle == "web":
            oracle = "web"
        elif variant.answers:
            # Drawn from this and the tournament's secret seed, anew if the game is played again.
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
        kind = self._accounts.player(participant.player).kind
        return Player(f"#{participant.player}", f"{kind}:{participant.player}")
