"""The state of a match by its stored events, and a move that is being stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from outflank.play.clock import Clock
from outflank.play.events import AnswerAwaited, Event, OfferMade, TurnStarted
from outflank.play.match import Match
from outflank.rules import Move, Node, Outcome, Position

__all__ = ["CommittedState", "PendingMove"]


@dataclass(slots=True)
class PendingMove:
    """A move that has been applied but not stored; until then nobody else changes its match."""

    first: int
    events: list[Event]
    since: float
    settled: Callable[[PendingMove], None]
    lines: Sequence[str] = ()  # the events as they are stored
    error: BaseException | None = None


class CommittedState(msgspec.Struct, frozen=True):
    """The state of a match by its stored events, also while another is being stored."""

    seq: int
    position: Position
    node: Node  # where the game stands, with the plies that lead there
    last: Event
    asked: AnswerAwaited | TurnStarted | None
    offer: OfferMade | None
    outcome: Outcome | None
    clock: Clock
    deadline: int | None
    is_paused: bool

    @classmethod
    def of(cls, match: Match) -> CommittedState:
        """Return the present state of a match, all of whose events are stored."""
        node, clock = match.game.node, match.clock
        return cls(
            match.seq,
            node.position,
            node,
            match.events_from(match.seq - 1)[0],
            match.asked,
            match.offer,
            match.outcome,
            clock,
            clock.deadline,
            match.is_paused,
        )

    @property
    def moves(self) -> list[Move]:
        """The moves so far, passes included."""
        return [ply.move for ply in self.node.path]
