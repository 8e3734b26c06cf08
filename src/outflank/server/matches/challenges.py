"""Challenges: one player proposes a match, another accepts it, and it begins."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from outflank.errors import ChallengeRefused, UnknownMatch
from outflank.play.clock import ClockSetting
from outflank.play.oracles import LOCAL_ODDS
from outflank.play.setup import Player, Scoring, Setup, Undo
from outflank.rules import Position, YesNo, find_variant
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.names import parse_name
from outflank.server.matches.computer_pool import ComputerPool, require_level
from outflank.server.matches.live_room import SAME_SCREEN, LiveRoom
from outflank.server.matches.match_registry import MatchRegistry, Terms
from outflank.server.matches.start_positions import is_usual, read_start
from outflank.store.challenge_store import ChallengeStore, StoredChallenge
from outflank.store.database import Transaction

__all__ = ["Challenge", "Challenges", "Proposal"]

_MOST_OPEN = 20  # of one player at a time
_LONGEST = 24 * 3600.0  # seconds


@dataclass(frozen=True, slots=True)
class Proposal:
    """The terms of a proposed match; `color` is the proposer's: black, white or lot."""

    variant: str = "classic"
    size: int = 8
    clock: str = "none"
    color: str = "lot"
    rated: bool = False
    listed: bool = False  # shown to everybody, not only to whoever has the link
    scoring: str = "board"
    start: str = ""  # a position in any notation; empty is the usual one
    oracle: str = "local"  # of Yes/No Othello: local, often with a maybe, or web

    def setup(self, proposer: Player, other: Player, undo: Undo = Undo.CONSENT) -> Setup:
        """Return the setup, with the colours drawn if `color` is lot."""
        variant = find_variant(self.variant)
        if self.start and self.rated:
            raise ChallengeRefused("a rated match must begin from the usual position")
        setup = Setup(
            players=(proposer, other),
            black=2 if self.color == "white" else 1,
            start=self._start(),
            clock=ClockSetting.parse(self.clock),
            scoring=Scoring(self.scoring),
            undo=Undo.NEVER if self.rated else undo,
            oracle=_oracle(self) if variant.answers else "",
        )
        return setup.drawn_by_lot(random.SystemRandom()) if self.color == "lot" else setup

    def _start(self) -> Position:
        if self.start:
            start = read_start(self.start, self.variant, self.size)
        else:
            start = find_variant(self.variant).start(self.size)
        if isinstance(start.variant, YesNo) and self.oracle == "local" and not self.rated:
            return replace(start, variant=replace(start.variant, answers=LOCAL_ODDS))
        return start

    def beginning_with(self, text: str) -> Proposal:
        """Return the proposal with the position, board size and variant that a text describes.

        >>> Proposal(size=8).beginning_with("---- -OX- -XO- ---- O").size
        4
        """
        start = read_start(text, self.variant, self.size)
        spelt = "" if is_usual(start) else str(start)
        return replace(self, variant=start.variant.name, size=start.size, start=spelt)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A proposal that was made; without an opponent anybody with the link may accept it."""

    id: str
    challenger: int
    opponent: int | None
    proposal: Proposal
    status: str  # open, accepted, declined, withdrawn, expired
    created: int
    expires: int
    match: str | None = None


class Challenges:
    """Makes, answers and lists challenges, and begins their matches."""

    def __init__(
        self,
        store: ChallengeStore,
        accounts: Accounts,
        registry: MatchRegistry,
        computers: ComputerPool,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._registry = registry
        self._computers = computers
        self._now = now
        self._lock = threading.RLock()
        self._open = {each.id: _challenge(each) for each in store.open()}
        self._watchers: list[Callable[[Challenge], None]] = []

    def watch(self, watcher: Callable[[Challenge], None]) -> None:
        """Tell a watcher of every challenge that is made or answered; it must not block."""
        self._watchers.append(watcher)

    # Queries

    def get(self, name: str) -> Challenge:
        """Return a challenge, open or not."""
        if found := self._open.get(name):
            return found
        stored = self._store.get(name)
        if stored is None:
            raise UnknownMatch(f"there is no challenge {name[:32]!r}")
        return _challenge(stored)

    def list_for(self, player: int) -> list[Challenge]:
        """Return the open challenges that a player made or received, the oldest first."""
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
        self, player: int, opponent: int | None, proposal: Proposal, expires_in: float = 60.0
    ) -> Challenge:
        """Challenge a player, or whoever gets the link."""
        proposal.setup(self._seat(player), Player("somebody", "bot"))  # refuses invalid terms
        if proposal.listed and opponent is not None:
            raise ChallengeRefused("a listed challenge cannot name an opponent")
        if opponent == player:
            raise ChallengeRefused("you cannot challenge yourself; name another player")
        if opponent is not None and self._accounts.player(opponent).deleted:
            raise ChallengeRefused("that player has been deleted")
        if not 1 <= expires_in <= _LONGEST:
            raise ChallengeRefused("a challenge can stay open for 1 second to 24 hours")
        with self._lock:
            if sum(one.challenger == player for one in self._open.values()) >= _MOST_OPEN:
                raise ChallengeRefused(f"you have {_MOST_OPEN} open challenges; withdraw one first")
            at = self._now()
            name, expires = secrets.token_hex(8), at + round(expires_in * 1000)
            made = Challenge(name, player, opponent, proposal, "open", at, expires)
            self._store.insert(_stored(made))
            self._open[made.id] = made
        self._notify(made)
        return made

    def accept(self, name: str, player: int) -> LiveRoom:
        """Accept a challenge: the match begins."""
        with self._lock:
            challenge = self.get(name)
            self._require_open(challenge)
            if challenge.challenger == player:
                raise ChallengeRefused("you cannot accept your own challenge")
            if challenge.opponent not in (None, player):
                raise ChallengeRefused("this challenge is for somebody else")
            setup = challenge.proposal.setup(self._seat(challenge.challenger), self._seat(player))
            accepted = replace(challenge, status="accepted", opponent=player)

            def also(transaction: Transaction, match: str) -> None:
                self._store.accept(transaction, name, player, match)

            def told(room: LiveRoom) -> None:  # players hear of this before the match
                del self._open[name]
                self._notify(replace(accepted, match=room.name))

            return self._registry.open(setup, self._terms(setup, accepted), also, told)

    def decline(self, name: str, player: int) -> Challenge:
        """Decline a challenge; declining it again changes nothing."""
        challenge = self.get(name)
        if challenge.opponent != player:
            raise ChallengeRefused("this challenge is for somebody else")
        return self._end(challenge, "declined")

    def withdraw(self, name: str, player: int) -> Challenge:
        """Withdraw a challenge; withdrawing it again changes nothing."""
        challenge = self.get(name)
        if challenge.challenger != player:
            raise ChallengeRefused("only the player who made a challenge can withdraw it")
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
                with self._lock:
                    if challenge.id in self._open:
                        self._close(challenge, "expired")

    def play_computer(self, player: int, level: str, proposal: Proposal) -> LiveRoom:
        """Begin a match against a computer of the server."""
        computer = Player(f"Computer {level}", f"computer:{level}")
        setup = proposal.setup(self._seat(player), computer, Undo.FREE)
        require_level(level, setup.start)
        self._computers.require_capacity(self._registry.running())
        return self._registry.open(setup, _terms(setup, (player, None), rated=False))

    def watch_computers(self, levels: tuple[str, str], proposal: Proposal) -> LiveRoom:
        """Begin a match between two computers of the server, unlisted."""
        first, second = (Player(f"Computer {level}", f"computer:{level}") for level in levels)
        setup = proposal.setup(first, second, Undo.NEVER)
        for level in levels:
            require_level(level, setup.start)
        self._computers.require_capacity(self._registry.running())
        terms = _terms(setup, (None, None), rated=False)
        return self._registry.open(setup, replace(terms, private=True))

    def play_friend(self, player: int, name: str, proposal: Proposal) -> LiveRoom:
        """Begin a match of two people at one screen: one key sends the moves of both sides."""
        friend = Player(parse_name(name), f"{SAME_SCREEN}{player}")
        setup = proposal.setup(self._seat(player), friend, Undo.UNTIL_REPLY)
        terms = _terms(setup, (player, None), rated=False)
        return self._registry.open(setup, replace(terms, private=True))

    # Internals

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
            raise ChallengeRefused(f"the challenge is {challenge.status}")
        if challenge.expires < self._now():
            raise ChallengeRefused("the challenge has expired")

    def _close(self, challenge: Challenge, status: str) -> Challenge:
        with self._lock:
            if challenge.id not in self._open:
                raise ChallengeRefused("the challenge was answered just now")
            self._store.close(challenge.id, status)
            del self._open[challenge.id]
        closed = replace(challenge, status=status)
        self._notify(closed)
        return closed

    def _seat(self, player: int) -> Player:
        who = self._accounts.player(player)
        if who.deleted:
            raise ChallengeRefused("that player has been deleted")
        return Player(f"#{player}", f"{who.kind}:{player}")

    def _terms(self, setup: Setup, challenge: Challenge) -> Terms:
        players = challenge.challenger, challenge.opponent
        return _terms(setup, players, rated=challenge.proposal.rated)

    def _notify(self, challenge: Challenge) -> None:
        for watcher in self._watchers:
            watcher(challenge)
        for player in (challenge.challenger, challenge.opponent):
            if player is not None:
                self._registry.wake_player(player)


def _oracle(proposal: Proposal) -> str:
    """Return the oracle of a match; a rated one does not depend on an outside service."""
    is_web = proposal.oracle == "web" and not proposal.rated
    return "web" if is_web else f"drawn:{secrets.token_hex(8)}"


def _terms(setup: Setup, players: tuple[int | None, int | None], *, rated: bool) -> Terms:
    first, second = players
    black, white = (first, second) if setup.black == 1 else (second, first)
    return Terms(black, white, rated=rated)


def _challenge(stored: StoredChallenge) -> Challenge:
    return Challenge(
        stored.id,
        stored.challenger,
        stored.opponent,
        # Terms that name no oracle are older than the choice, and meant the one on the web.
        Proposal(**({"oracle": "web"} | json.loads(stored.terms))),
        stored.status,
        stored.created,
        stored.expires,
        stored.match,
    )


def _stored(challenge: Challenge) -> StoredChallenge:
    return StoredChallenge(
        id=challenge.id,
        challenger=challenge.challenger,
        opponent=challenge.opponent,
        terms=json.dumps(asdict(challenge.proposal)),
        status=challenge.status,
        created=challenge.created,
        expires=challenge.expires,
    )
