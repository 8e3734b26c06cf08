"""A followed match in the window, with its events shown in turn and animated."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from outflank.faces.local.background_review import BackgroundReview
from outflank.faces.local.commands import GameCommands
from outflank.faces.local.face_link import FaceLink, GameOpened
from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.settings import Appearance
from outflank.play.events import (
    Event,
    MatchEnded,
    MovePlayed,
    Passed,
    Redone,
    TakenBack,
    TurnStarted,
)
from outflank.rules import Answer, Board, Color, Placement, Square, SquareSet

__all__ = ["Toast", "WindowMatchView"]

_FLASH: Final = 0.6  # seconds that the board flashes after the answer maybe
_UNCOVERED: Final = 0.5  # seconds that a move stays visible before a popup covers it
_TOAST: Final = 2.4  # seconds
_START_TOAST: Final = 3.0


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence shown across the board until a given time."""

    text: str
    until: float


class WindowMatchView:
    """The match that the window follows: its animation, and the user's cursor and input."""

    def __init__(
        self, opened: GameOpened, link: FaceLink, appearance: Appearance, now: float
    ) -> None:
        events = opened.events
        self.followed: FollowedMatch = FollowedMatch(
            opened.room, events, appearance, opened.earlier_score
        )
        self.commands: GameCommands = GameCommands(link, self.followed)
        self.review: BackgroundReview = BackgroundReview(link, self.followed)
        self.flip_animation: FlipAnimation | None = None
        self.toast: Toast | None = None
        self.flash_until: float = 0.0
        self.cursor: Square | None = None
        self.typed: str = ""
        self.pending: Square | None = None  # the chosen square; played when the popup closes
        self._waiting: deque[Event] = deque()
        self._uncovered_until = 0.0
        self._clock_at, self._clock_now = events[-1].at, now
        if not self.followed.plies:
            self.toast = Toast(self.followed.notice.text, now + _START_TOAST)

    # Queries

    @property
    def turn(self) -> TurnStarted | None:
        """The current turn, if a person may move now and has no pending square."""
        return None if self.pending else self.followed.turn

    @property
    def legal(self) -> SquareSet:
        """The squares where a person may play now."""
        return self.followed.legal if self.turn else SquareSet(self.followed.board.size)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back now."""
        return not self.pending and not self._waiting and self.followed.undoer is not None

    def preview(self, square: Square | None) -> Placement | None:
        """Return what playing on a square would do; None if that is not possible."""
        if square is None or square not in self.legal:
            return None
        return self.followed.live.place(square)

    def clock_at(self, now: float) -> int:
        """Return the room's time in milliseconds."""
        return self._clock_at + round((now - self._clock_now) * 1000)

    @property
    def is_moving(self) -> bool:
        """Whether something is animated, so that frames must be drawn quickly."""
        return self.flip_animation is not None or bool(self._waiting)

    def is_flashing(self, now: float) -> bool:
        """Return whether the board is flashing."""
        return now < self.flash_until

    # Events

    def receive(self, event: Event, now: float) -> None:
        """Queue an event; `advance` shows it when it is due."""
        self._waiting.append(event)
        self._clock_at, self._clock_now = event.at, now

    def advance(self, now: float, *, is_covered: bool) -> list[Event]:
        """Show the events that are due and return them; a popup over the board delays moves.

        A move waits until the flips of the previous move are done, unless more moves are queued.
        """
        if self.flip_animation is not None and now >= self.flip_animation.ends:
            self.flip_animation = None
        if self.toast is not None and now >= self.toast.until:
            self.toast = None
        shown = []
        while self._waiting and not self._must_wait(self._waiting[0], now, is_covered=is_covered):
            event = self._waiting.popleft()
            self._show(event, now)
            shown.append(event)
        return shown

    def _must_wait(self, event: Event, now: float, *, is_covered: bool) -> bool:
        if isinstance(event, TurnStarted) and self._has_popup(event):
            return now < self._uncovered_until  # the popup would cover the previous move
        if not isinstance(event, MovePlayed | Passed | MatchEnded):
            return False
        if isinstance(event, MovePlayed) and is_covered:
            return True
        if isinstance(event, MovePlayed) and self.followed.is_person(event.color):
            return False  # a person's own move is shown at once
        moves = sum(isinstance(one, MovePlayed) for one in self._waiting)
        return self.flip_animation is not None and moves <= 1

    def _has_popup(self, turn: TurnStarted) -> bool:
        """Return whether a computer's turn starts with the oracle's popup."""
        followed = self.followed
        is_computer = not followed.is_person(turn.color)
        return followed.appearance.gif and followed.has_oracle and is_computer

    def _show(self, event: Event, now: float) -> None:
        before = self.followed.live
        notice = self.followed.follow(event)
        match event:
            case MovePlayed():
                self._animate(FlipAnimation.of_move(event, now))
                flips_until = self.flip_animation.ends if self.flip_animation else now
                self._uncovered_until = max(now + _UNCOVERED, flips_until)
                if before.answer is Answer.MAYBE:
                    self.flash_until = now + _FLASH
            case TakenBack() | Redone():
                self._animate(_difference(before.board, self.followed.board, now))
            case Passed() if notice is not None:
                self.toast = Toast(notice.text, now + _TOAST)
            case MatchEnded():
                self.toast = None
            case _:
                pass
        if isinstance(event, MovePlayed | TakenBack | Redone | MatchEnded):
            self.typed = ""

    def _animate(self, animation: FlipAnimation) -> None:
        is_visible = self.followed.appearance.animation and not self.followed.is_past
        self.flip_animation = animation if is_visible and animation.targets else None

    # Earlier positions

    def view(self, move_number: int) -> None:
        """Show the position after `move_number` moves."""
        if self.pending is None and move_number != self.followed.move_number:
            self.commands.view(move_number)
            self.flip_animation = None
            self.typed = ""

    def return_to_present(self) -> None:
        """Show the current position."""
        self.view(len(self.followed.plies))


def _difference(before: Board, after: Board, now: float) -> FlipAnimation:
    """Return the flips, all at the same time, that lead from one board to another."""
    flipped = {
        square: color
        for color in Color
        for square in after.discs(color) & before.discs(color.opponent)
    }
    return FlipAnimation.outward(flipped, None, now)
