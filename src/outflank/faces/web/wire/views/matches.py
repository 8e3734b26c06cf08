"""The wire forms of a match: in a list, in full, and as a line of a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from outflank.faces.web.wire.schemas.matches import (
    Branch,
    Clocks,
    MatchSummary,
    Origin,
    Seat,
    StateLine,
    Turn,
)
from outflank.faces.web.wire.schemas.matches import Match as MatchObject
from outflank.play.events import Event, MatchEnded, TurnStarted
from outflank.play.match import Match
from outflank.play.occupants import Occupant
from outflank.play.setup import Origin as MatchOrigin
from outflank.rules import BLACK, PASS, WHITE, Color, Outcome, Reason
from outflank.server.matches.seat_names import seat_name
from outflank.server.matches.start_positions import is_usual

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Accounts
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.committed_state import CommittedState
    from outflank.server.matches.live_room import LiveRoom

__all__ = [
    "awaits",
    "branch_object",
    "end_of",
    "match_object",
    "seat_named",
    "state_line",
    "status_of",
    "summary",
    "turn_of",
    "word",
]

ColorWord = Literal["black", "white"]
_encode = msgspec.json.Encoder().encode


def word(color: Color) -> ColorWord:
    """Return a colour's name.

    >>> word(WHITE)
    'white'
    """
    return "black" if color is BLACK else "white"


def match_object(
    server: CompetitionServer, room: LiveRoom, viewer: int | None = None
) -> MatchObject:
    """Return a match in full, for one of its players or for anybody."""
    you = None if viewer is None else room.entry.color_of(viewer)
    state, now, start, origin = room.state, server.now(), room.setup.start, room.setup.origin
    return MatchObject(
        **_summary_fields(server.accounts, room, state),
        seq=state.seq,
        turn=turn_of(state),
        awaits=awaits(state),
        cells=str(state.position.board),
        legal=_legal(state),
        answer=state.position.answer.value if state.position.answer else None,
        moves_played=[str(move) for move in state.moves],
        remaining=_remaining(state, now),
        deadline=state.deadline,
        now=now,
        paused=state.is_paused,
        offer=None if state.offer is None else word(state.offer.by),
        you=None if you is None else word(you),
        start="" if is_usual(start) else str(start),
        origin=None if origin is None else Origin(origin.match, origin.ply),
    )


def branch_object(server: CompetitionServer, room: LiveRoom, origin: MatchOrigin) -> Branch:
    """Return a what-if match for the list of those from one match."""
    fields = _summary_fields(server.accounts, room, room.state)
    return Branch(**fields, ply=origin.ply, number=origin.number)


def summary(server: CompetitionServer, room: LiveRoom) -> MatchSummary:
    """Return a match for a list."""
    return MatchSummary(**_summary_fields(server.accounts, room, room.state))


def state_line(match: CommittedState, now: int) -> bytes:
    """Return the line with the state of a match."""
    return _encode(
        StateLine(
            seq=match.seq,
            turn=turn_of(match),
            awaits=awaits(match),
            cells=str(match.position.board),
            legal=_legal(match),
            answer=match.position.answer.value if match.position.answer else None,
            remaining=_remaining(match, now),
            deadline=match.deadline,
            now=now,
        )
    )


def seat_named(accounts: Accounts, name: str, seat: str) -> Seat:
    """Return the player of a seat, with the present name."""
    occupant = Occupant.parse(seat)
    kind = seat if occupant.account is None else str(occupant.kind)
    return Seat(seat_name(accounts, name, seat), occupant.account, kind)


def _summary_fields(accounts: Accounts, room: LiveRoom, state: CommittedState) -> dict[str, Any]:
    entry, setup, outcome, ended = room.entry, room.setup, state.outcome, end_of(state.last)
    black, white = (setup.player(color) for color in (BLACK, WHITE))
    return {
        "id": entry.id,
        "status": status_of(outcome),
        "variant": setup.variant.name,
        "size": setup.size,
        "black": seat_named(accounts, black.name, black.seat),
        "white": seat_named(accounts, white.name, white.seat),
        "tournament": entry.tournament,
        "rated": entry.rated,
        "clock": str(setup.clock),
        "created": entry.created,
        "ended": None if ended is None else ended.at,
        "winner": word(outcome.winner) if outcome and outcome.winner else None,
        "reason": None if outcome is None else outcome.reason.value,
        "score": None if ended is None else list(ended.score),
        "moves": sum(move is not PASS for move in state.moves),
    }


def status_of(outcome: Outcome | None) -> Literal["running", "finished", "void"]:
    """Return the status of a match in one word."""
    if outcome is None:
        return "running"
    return "void" if outcome.reason is Reason.VOID else "finished"


def end_of(last: Event) -> MatchEnded | None:
    """Return the end of a match from its last event."""
    return last if isinstance(last, MatchEnded) else None


def turn_of(match: Match | CommittedState) -> Turn | None:
    """Return the turn whose move is awaited."""
    asked = match.asked
    if not isinstance(asked, TurnStarted):
        return None
    return Turn(asked.seq, word(asked.color), asked.turn)


def awaits(match: Match | CommittedState) -> Literal["move", "answer"] | None:
    """Return whether a match waits for a move or for the oracle's answer."""
    if match.asked is None or match.outcome is not None:
        return None
    return "move" if isinstance(match.asked, TurnStarted) else "answer"


def _legal(match: CommittedState) -> list[str]:
    if match.outcome is not None:
        return []
    return [str(square) for square in match.position.legal_moves.squares]


def _remaining(match: CommittedState, now: int) -> Clocks:
    clock = match.clock
    return Clocks(clock.remaining(BLACK, now), clock.remaining(WHITE, now))
