"""The terms of proposed matches, and the challenges that propose them."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from outflank.errors import ChallengeRefused
from outflank.play.clock import ClockSetting
from outflank.play.oracles import LOCAL_ODDS
from outflank.play.setup import Origin, Player, Scoring, Setup, Undo
from outflank.rules import Position, YesNo, find_variant, parse_answer
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.start_positions import is_usual, position_left, read_start
from outflank.store.challenge_store import StoredChallenge
from outflank.store.reading.row_reading import json_object, readable, reading_row
from outflank.texts import Text

__all__ = ["Challenge", "Proposal", "challenge_from", "challenges_from", "stored_challenge"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The terms of a proposed match; `color` is the proposer's: black, white or lot."""

    variant: str = "classic"
    size: int = 8
    clock: str = "none"
    color: str = "lot"
    rated: bool = False
    listed: bool = False  # shown to everybody, not only to those with the link
    scoring: str = "board"
    start: str = ""  # a position in any notation; empty is the usual one
    oracle: str = "local"  # of Yes/No Othello: local, often with a maybe, or web
    origin: str = ""  # the match that a what-if match comes from, and how many of its turns
    ply: int = 0
    number: int = 0  # the same without passes
    answer: str = ""  # what the oracle has already said about the first turn
    unlisted: bool = False  # as private as its origin

    def setup(self, proposer: Player, other: Player, undo: Undo = Undo.CONSENT) -> Setup:
        """Return the setup, with the colours drawn if `color` is lot."""
        variant = find_variant(self.variant)
        if self.start and self.rated:
            raise ChallengeRefused(Text("errors.server.rated_start"))
        setup = Setup(
            players=(proposer, other),
            black=2 if self.color == "white" else 1,
            start=self._start(),
            clock=ClockSetting.parse(self.clock),
            scoring=Scoring(self.scoring),
            undo=Undo.NEVER if self.rated else undo,
            oracle=_oracle(self) if variant.answers else "",
            origin=Origin(self.origin, self.ply, self.number) if self.origin else None,
        )
        return setup.drawn_by_lot(random.SystemRandom()) if self.color == "lot" else setup

    def _start(self) -> Position:
        if self.start:
            start = read_start(self.start, self.variant, self.size)
        else:
            start = find_variant(self.variant).start(self.size)
        if self.answer:
            start = replace(start, answer=parse_answer(self.answer))
        if isinstance(start.variant, YesNo) and self.oracle == "local" and not self.rated:
            return replace(start, variant=replace(start.variant, answers=LOCAL_ODDS))
        return start

    def settled(self) -> Proposal:
        """Return the proposal with the board size and variant that its start describes.

        >>> Proposal(size=8, start="---- -OX- -XO- ---- O").settled().size
        4
        """
        if not self.start:
            return self
        start = read_start(self.start, self.variant, self.size)
        spelt = "" if is_usual(start) else str(start)
        return replace(self, variant=start.variant.name, size=start.size, start=spelt)

    def from_origin(self, registry: MatchRegistry, player: int) -> Proposal:
        """Return the proposal with the position and the rules of the match that it comes from."""
        if not self.origin:
            return self
        if self.rated:
            raise ChallengeRefused(Text("errors.server.rated_start"))
        room = registry.room(self.origin)
        position, number = position_left(room, self.ply, player)
        is_private = room.entry.private
        return replace(
            self,
            variant=position.variant.name,
            size=position.size,
            start=str(replace(position, answer=None)),
            answer="" if position.answer is None else position.answer.value,
            number=number,
            listed=self.listed and not is_private,
            unlisted=is_private,
        )


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


def _oracle(proposal: Proposal) -> str:
    """Return the oracle of a match; a rated one does not depend on an outside service."""
    is_web = proposal.oracle == "web" and not proposal.rated
    return "web" if is_web else f"drawn:{secrets.token_hex(8)}"


def challenge_from(stored: StoredChallenge) -> Challenge:
    """Return a challenge as the server holds it, or raise DamagedRow."""
    with reading_row("challenge", stored.id):
        # Terms that name no oracle are older than the choice, and meant the one on the web.
        proposal = Proposal(**({"oracle": "web"} | json_object(stored.terms)))
    return Challenge(
        stored.id,
        stored.challenger,
        stored.opponent,
        proposal,
        stored.status,
        stored.created,
        stored.expires,
        stored.match,
    )


def challenges_from(stored: Iterable[StoredChallenge]) -> list[Challenge]:
    """Return challenges in the same way, without damaged ones."""
    return list(readable("challenge", stored, challenge_from, lambda one: one.id))


def stored_challenge(challenge: Challenge) -> StoredChallenge:
    """Return a challenge as it is stored."""
    return StoredChallenge(
        id=challenge.id,
        challenger=challenge.challenger,
        opponent=challenge.opponent,
        terms=json.dumps(asdict(challenge.proposal)),
        status=challenge.status,
        created=challenge.created,
        expires=challenge.expires,
    )
