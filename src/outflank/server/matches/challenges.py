"""Challenges: one player proposes a match, another accepts it, and it begins."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import replace

from outflank.errors import ChallengeRefused, UnknownMatch
from outflank.play.occupants import Occupant, SeatKind
from outflank.play.setup import Player, Setup, Undo
from outflank.play.signals import Signal
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.names import parse_name
from outflank.server.closures import Closures, Offering
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry, Terms
from outflank.server.matches.proposals import (
    Challenge,
    Proposal,
    challenge_from,
    challenges_from,
    stored_challenge,
)
from outflank.server.matches.seats.computer_pool import require_level
from outflank.server.wake import LocalWake, Message, Wake
from outflank.store.challenge_store import ChallengeStore, StoredChallenge
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow
from outflank.texts import Text

__all__ = ["Challenge", "Challenges", "Proposal"]

_MOST_OPEN = 20  # of one player at a time
_LONGEST = 24 * 3600.0  # seconds


class Challenges:
    """Makes, answers and lists challenges, and begins their matches.

    The database row of a challenge is the truth. Open challenges are also kept in memory, so
    that workers that share a database can tell their players and lobbies of changes.
    `changed` tells every challenge that is made or answered, before its players are told.
    """

    def __init__(
        self,
        store: ChallengeStore,
        accounts: Accounts,
        registry: MatchRegistry,
        require_capacity: Callable[[], None],
        now: Callable[[], int],
        *,
        closures: Closures | None = None,
        wake: Wake | None = None,
        look_every: float = 5.0,
    ) -> None:
        """Make it; it looks every so many seconds for what other workers did and none has told."""
        self._store = store
        self._accounts = accounts
        self._registry = registry
        self._require_capacity = require_capacity  # for another match with a computer
        self._now = now
        self._closures = closures or Closures()
        self._lock = threading.RLock()
        self._open = {each.id: each for each in challenges_from(store.open())}
        self.changed: Signal[Challenge] = Signal()
        self._wake = wake or LocalWake()
        self._heard: set[str] | None = set()  # challenges that others changed; None is any
        self._hearing = threading.Lock()
        self._look = self._wake.look_every(look_every, self._look_at_all, "challenges")
        self._wake.messages.subscribe("challenge", self._hear)
        self._wake.gaps.subscribe(self._hear_anything)
        self._hear_anything()  # whatever happened before it heard

    # Queries

    def get(self, name: str) -> Challenge:
        """Return a challenge, open or not."""
        stored = self._store.get(name)
        if stored is None:
            raise UnknownMatch(Text("errors.server.no_challenge", name=repr(name[:32])))
        return challenge_from(stored)

    def list_for(self, player: int) -> list[Challenge]:
        """Return the open challenges that a player made or received, the oldest first."""
        return challenges_from(self._store.open_of(player))

    def known_to(self, player: int) -> list[Challenge]:
        """Return the same without asking the database; a change may be told a little later."""
        return [
            one for one in list(self._open.values()) if player in (one.challenger, one.opponent)
        ]

    def seeks(self) -> list[Challenge]:
        """Return the open challenges that everybody may see and accept, the oldest first."""
        return [
            one for one in list(self._open.values()) if one.proposal.listed and not one.opponent
        ]

    # Commands

    def make(
        self, player: int, opponent: int | str | None, proposal: Proposal, expires_in: float = 60.0
    ) -> Challenge:
        """Challenge a player, by number or by name, or anybody who has the link."""
        if isinstance(opponent, str):
            opponent = self._accounts.named(opponent).id
        proposal = self._settled(proposal, player)
        self._closures.require_open(Offering.CASUAL_GAMES, player, opponent or player)
        somebody = Player("somebody", str(SeatKind.BOT))
        proposal.setup(self._seat(player), somebody)  # refuses invalid terms
        if proposal.listed and opponent is not None:
            raise ChallengeRefused(Text("errors.server.listed_with_opponent"))
        if opponent == player:
            raise ChallengeRefused(Text("errors.server.own_challenge"))
        if opponent is not None and self._accounts.player(opponent).deleted:
            raise ChallengeRefused(Text("errors.server.opponent_deleted"))
        if not 1 <= expires_in <= _LONGEST:
            raise ChallengeRefused(Text("errors.server.challenge_lifetime"))
        with self._lock:
            at = self._now()
            name, expires = secrets.token_hex(8), at + round(expires_in * 1000)
            made = Challenge(name, player, opponent, proposal, "open", at, expires)
            self._store.insert(stored_challenge(made), most=_MOST_OPEN)
            self._open[made.id] = made
        self._notify(made)
        return made

    def accept(self, name: str, player: int) -> LiveRoom:
        """Accept a challenge and begin its match; accepting it again returns the same match."""
        try:
            return self._accept(name, player)
        except ChallengeRefused:
            held = self.get(name)
            if held.opponent != player or held.match is None:
                raise
            return self._registry.room(held.match)

    def _accept(self, name: str, player: int) -> LiveRoom:
        with self._lock:
            challenge = self.get(name)
            self._require_open(challenge)
            if challenge.challenger == player:
                raise ChallengeRefused(Text("errors.server.own_challenge_accepted"))
            if challenge.opponent not in (None, player):
                raise ChallengeRefused(Text("errors.server.challenge_for_another"))
            self._closures.require_open(Offering.CASUAL_GAMES, player, challenge.challenger)
            setup = challenge.proposal.setup(self._seat(challenge.challenger), self._seat(player))
            accepted = replace(challenge, status="accepted", opponent=player)

            def also(transaction: Transaction, match: str) -> None:
                self._store.accept(transaction, name, player, match)

            def told(room: LiveRoom) -> None:  # players hear of this before the match
                self._open.pop(name, None)
                self._notify(replace(accepted, match=room.name))

            return self._registry.open(setup, self._terms(setup, accepted), also, told)

    def decline(self, name: str, player: int) -> Challenge:
        """Decline a challenge; declining it again changes nothing."""
        challenge = self.get(name)
        if challenge.opponent != player:
            raise ChallengeRefused(Text("errors.server.challenge_for_another"))
        return self._end(challenge, "declined")

    def withdraw(self, name: str, player: int) -> Challenge:
        """Withdraw a challenge; withdrawing it again changes nothing."""
        challenge = self.get(name)
        if challenge.challenger != player:
            raise ChallengeRefused(Text("errors.server.not_your_challenge"))
        return self._end(challenge, "withdrawn")

    def close_all_of(self, player: int) -> None:
        """Close every open challenge to and from a player."""
        for challenge in self.list_for(player):
            with contextlib.suppress(ChallengeRefused):  # answered just now
                self._close(
                    challenge, "withdrawn" if challenge.challenger == player else "declined"
                )

    def expire(self) -> None:
        """Close the challenges that nobody accepted in time."""
        now = self._now()
        for challenge in list(self._open.values()):
            if challenge.expires < now:
                with self._lock, contextlib.suppress(ChallengeRefused):  # answered just now
                    if challenge.id in self._open:
                        self._close(challenge, "expired")

    def begin(
        self,
        player: int,
        opponent: str,
        proposal: Proposal,
        *,
        friend: str = "Friend",
        stand_in: str = "",
    ) -> LiveRoom:
        """Begin a match that nobody has to accept.

        The opponent is a computer, or a friend at the same screen. With a computer as a stand-in
        the player only watches.
        """
        proposal = self._settled(proposal, player)
        if Occupant.parse(opponent).kind is SeatKind.BESIDE:
            return self.play_friend(player, friend, proposal)
        level, own = (Occupant.parse(seat).level or "" for seat in (opponent, stand_in))
        if own:
            return self.watch_computers((own, level), proposal, player=player)
        return self.play_computer(player, level, proposal)

    def play_computer(self, player: int, level: str, proposal: Proposal) -> LiveRoom:
        """Begin a match against a computer of the server."""
        self._closures.require_open(Offering.COMPUTERS, player)
        setup = proposal.setup(self._seat(player), _computer(level), Undo.FREE)
        require_level(level, setup.start)
        self._require_capacity()
        terms = _terms(setup, (player, None), rated=False)
        return self._registry.open(setup, replace(terms, private=proposal.unlisted))

    def watch_computers(
        self, levels: tuple[str, str], proposal: Proposal, *, player: int | None = None
    ) -> LiveRoom:
        """Begin a match between two computers of the server, unlisted, for a player to watch."""
        self._closures.require_open(Offering.COMPUTERS, player)
        first, second = map(_computer, levels)
        setup = proposal.setup(first, second, Undo.NEVER)
        for level in levels:
            require_level(level, setup.start)
        self._require_capacity()
        terms = _terms(setup, (None, None), rated=False)
        return self._registry.open(setup, replace(terms, private=True))

    def play_friend(self, player: int, name: str, proposal: Proposal) -> LiveRoom:
        """Begin a match of two people at one screen: one key sends the moves of both sides."""
        self._closures.require_open(Offering.CASUAL_GAMES, player)
        friend = Player(parse_name(name), str(Occupant.beside(player)))
        setup = proposal.setup(self._seat(player), friend, Undo.UNTIL_REPLY)
        terms = _terms(setup, (player, None), rated=False)
        return self._registry.open(setup, replace(terms, private=True))

    # Internals

    def _settled(self, proposal: Proposal, player: int) -> Proposal:
        """Return a proposal with the rules that its start or its origin describes."""
        return proposal.from_origin(self._registry, player).settled()

    def _end(self, challenge: Challenge, status: str) -> Challenge:
        """Close an open challenge; return it unchanged if it already has that status."""
        with self._lock:
            challenge = self.get(challenge.id)
            if challenge.status == status:
                return challenge
            self._require_open(challenge)
            return self._close(challenge, status)

    def _require_open(self, challenge: Challenge) -> None:
        if challenge.status != "open":
            raise ChallengeRefused(Text(f"errors.server.challenge_closed.{challenge.status}"))
        if challenge.expires < self._now():
            raise ChallengeRefused(Text("errors.server.challenge_expired"))

    def _close(self, challenge: Challenge, status: str) -> Challenge:
        with self._lock:
            was_open = self._store.close(challenge.id, status)
            if not was_open:
                self._hear({"id": challenge.id})  # another worker was first
                raise ChallengeRefused(Text("errors.server.challenge_just_answered"))
            self._open.pop(challenge.id, None)
        closed = replace(challenge, status=status)
        self._notify(closed)
        return closed

    def _seat(self, player: int) -> Player:
        who = self._accounts.player(player)
        if who.deleted:
            raise ChallengeRefused(Text("errors.server.opponent_deleted"))
        return Player(f"#{player}", str(who.occupant))

    def _terms(self, setup: Setup, challenge: Challenge) -> Terms:
        players = challenge.challenger, challenge.opponent
        terms = _terms(setup, players, rated=challenge.proposal.rated)
        return replace(terms, private=challenge.proposal.unlisted)

    def _notify(self, challenge: Challenge) -> None:
        """Tell everybody that a challenge was made or answered here."""
        self._wake.publish("challenge", {"id": challenge.id})
        self._tell(challenge)

    def _tell(self, challenge: Challenge) -> None:
        self.changed.send(challenge)
        for player in (challenge.challenger, challenge.opponent):
            if player is not None:
                self._registry.player_changed.send(player)

    # What other workers do

    def _hear(self, message: Message) -> None:
        with self._hearing:
            if self._heard is not None:
                self._heard.add(str(message.get("id")))
        self._look.run_soon()

    def _hear_anything(self) -> None:
        with self._hearing:
            self._heard = None
        self._look.run_soon()

    def _look_at_all(self, *, is_told: bool) -> None:
        if not is_told:
            self._hear_anything()
        self.catch_up()

    def catch_up(self) -> None:
        """Read the challenges that other workers have changed, and tell of the changes."""
        if self._heard != set():
            with self._lock:  # what is done here is not learnt from the database
                with self._hearing:
                    names, self._heard = self._heard, set()
                self._compare(names)

    def _compare(self, names: set[str] | None) -> None:
        """Compare some or all challenges in memory with the database."""
        if names is None:
            rows = {row.id: row for row in self._store.open()}
            for row in rows.values():
                with contextlib.suppress(DamagedRow):
                    self._learn(row)
            names = set(self._open).difference(rows)
        for name in names:
            if (found := self._store.get(name)) is not None:
                with contextlib.suppress(DamagedRow):
                    self._learn(found)

    def _learn(self, stored: StoredChallenge) -> None:
        """Note and tell a change that another worker made."""
        is_known = stored.id in self._open
        challenge = challenge_from(stored)
        if stored.status == "open" and not is_known:
            self._open[stored.id] = challenge
            self._tell(challenge)
        elif stored.status != "open" and is_known:
            del self._open[stored.id]
            self._tell(challenge)

    def close(self) -> None:
        """Stop listening to other workers."""
        self._look.close()


def _computer(level: str) -> Player:
    computer = Occupant.computer(level)
    return Player(computer.title, str(computer))


def _terms(setup: Setup, players: tuple[int | None, int | None], *, rated: bool) -> Terms:
    first, second = players
    black, white = (first, second) if setup.black == 1 else (second, first)
    return Terms(black, white, rated=rated)
