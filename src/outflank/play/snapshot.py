"""All that a face needs to draw a match, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from outflank.play.events import AnswerAwaited, AnswerHeard, TurnStarted
from outflank.play.match import Match
from outflank.rules import BLACK, PASS, WHITE, Color

__all__ = ["ClockView", "LastMove", "SeatView", "Snapshot", "snapshot"]


@dataclass(frozen=True, slots=True)
class ClockView:
    """One side's time in milliseconds when the snapshot was taken."""

    remaining: int | None
    move_limit: int | None
    spent: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One side: who plays it, how many discs it has and its clock."""

    player: int
    name: str
    seat: str
    color: str
    discs: int
    clock: ClockView
    can_take_back: bool


@dataclass(frozen=True, slots=True)
class LastMove:
    """The move that led here."""

    color: str
    square: str
    disc: str
    flipped: tuple[str, ...]
    forced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at one moment, made of text, numbers and tuples only."""

    seq: int
    at: int
    variant: str
    size: int
    cells: str
    turn: str
    legal: tuple[str, ...]
    asked: int | None
    awaits: str | None  # "move" or "answer"
    answer: str | None
    answer_is_local: bool
    image_url: str | None
    moves: tuple[str, ...]
    last_move: LastMove | None
    black: SeatView
    white: SeatView
    can_redo: bool
    is_paused: bool
    offer_by: str | None
    deadline: int | None
    winner: str | None
    reason: str | None
    score: tuple[int, int]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.reason is not None

    def as_dict(self) -> dict[str, Any]:
        """Return the snapshot as a dict, ready for JSON."""
        return asdict(self)


def snapshot(match: Match, at: int) -> Snapshot:
    """Take a snapshot of a match at a moment."""
    position, asked, outcome = match.position, match.asked, match.outcome
    heard = _last_answer(match)
    counts = position.board.count(BLACK), position.board.count(WHITE)
    return Snapshot(
        seq=match.seq,
        at=at,
        variant=position.variant.name,
        size=position.size,
        cells=str(position.board),
        turn=str(position.turn),
        legal=tuple(str(square) for square in position.legal_moves.squares),
        asked=asked.seq if asked else None,
        awaits=_awaited(asked),
        answer=position.answer.value if position.answer else None,
        answer_is_local=heard.local if heard else False,
        image_url=heard.image_url if heard else None,
        moves=tuple(str(move) for move in match.game.moves),
        last_move=_last_move(match),
        black=_seat(match, BLACK, at),
        white=_seat(match, WHITE, at),
        can_redo=match.can_redo and not match.is_paused and outcome is None,
        is_paused=match.is_paused,
        offer_by=str(match.offer.by) if match.offer else None,
        deadline=match.deadline,
        winner=str(outcome.winner) if outcome and outcome.winner else None,
        reason=outcome.reason.value if outcome else None,
        score=match.setup.official_score(outcome) if outcome else counts,
    )


def _awaited(asked: TurnStarted | AnswerAwaited | None) -> str | None:
    if asked is None:
        return None
    return "move" if isinstance(asked, TurnStarted) else "answer"


def _seat(match: Match, color: Color, at: int) -> SeatView:
    player, clock = match.setup.player(color), match.clock
    is_running = clock.running is color
    limit = clock.setting.per_move
    if limit is not None and is_running:
        limit -= clock.this_move + max(0, at - clock.since)
    return SeatView(
        player=match.setup.number(color),
        name=player.name,
        seat=player.seat,
        color=str(color),
        discs=match.position.board.count(color),
        clock=ClockView(clock.remaining(color, at), limit, clock.spent_by(color, at), is_running),
        can_take_back=match.can_take_back(color),
    )


def _last_answer(match: Match) -> AnswerHeard | None:
    """Return the answer that the present turn has heard, or None."""
    if match.position.answer is None:
        return None
    return match.answer_of(match.game.ply_count)


def _last_move(match: Match) -> LastMove | None:
    for ply in reversed(match.game.plies):
        if ply.move is not PASS and (placement := ply.placement):
            return LastMove(
                color=str(ply.color),
                square=str(ply.move),
                disc=str(placement.color),
                flipped=tuple(map(str, placement.flipped)),
                forced=tuple(map(str, placement.forced)),
            )
    return None
