"""One match as the window shows it: follows its events and paces their animation."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final, Literal

from outflank.drawing.skins import Skin, find_skin
from outflank.engine import Analysis
from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.sentences import Sentences
from outflank.faces.local.settings import Appearance
from outflank.faces.window.match.history import Evaluation, MatchHistory
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Passed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.rules import Board, Color, Placement, Position, Score, Square, SquareSet

__all__ = ["Notice", "Toast", "WindowMatchView"]

_FLASH: Final = 0.6  # seconds that the board flashes after a maybe
_UNCOVERED: Final = 0.5  # seconds a move stays visible before a popup covers it
_TOAST: Final = 2.4  # seconds
_START_TOAST: Final = 3.0


@dataclass(frozen=True, slots=True)
class Notice:
    """The line in the panel about what just happened, and its kind."""

    text: str
    kind: Literal["plain", "pass", "end", "problem"] = "plain"


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence shown across the board until a given time."""

    text: str
    until: float


class WindowMatchView:
    """A copy of the match that is updated by events and read for drawing."""

    def __init__(
        self,
        local_game: LocalGame,
        room: Room,
        events: tuple[Event, ...],
        appearance: Appearance,
        now: float,
    ) -> None:
        self.local_game = local_game
        self.room = room
        self.match = Match.restore(events)
        self.history = MatchHistory(self.match)
        self.flip_animation: FlipAnimation | None = None
        self.toast: Toast | None = None
        self.flash_until = 0.0
        self.cursor: Square | None = None
        self.typed = ""
        self.pending: Square | None = None  # chosen; placed when the popup closes
        self.scores: dict[Square, Score] = {}
        self.hinting = False
        self.thinking: Analysis | None = None
        self.is_paused_by_user = False  # paused by the user, not by a popup
        self._waiting: deque[Event] = deque()
        self._uncovered_until = 0.0
        self._clock_at, self._clock_now = events[-1].at, now
        self.apply_appearance(appearance)
        self.notice = self._first_notice(events)
        if len(self.match.game.moves) == 0:
            self.toast = Toast(self.notice.text, now + _START_TOAST)

    def apply_appearance(self, appearance: Appearance) -> None:
        """Switch to the skin and settings of an appearance."""
        self.appearance = appearance
        self.skin: Skin = find_skin(appearance.skin_for(self.match.setup.variant.name))
        self.sentences = Sentences(self.match.setup, self.skin)

    def _first_notice(self, events: tuple[Event, ...]) -> Notice:
        begun = next(event for event in events if isinstance(event, MatchStarted))
        told = [event for event in events if isinstance(event, MovePlayed | MatchEnded)]
        return Notice(self.sentences.describe(told[-1] if told else begun))

    # Queries

    @property
    def position(self) -> Position:
        """The viewed position: the current one, or an earlier one."""
        return self.history.position

    @property
    def board(self) -> Board:
        """The viewed board, after all flips."""
        return self.position.board

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the viewed position, if there is one."""
        return self.history.evaluation

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.outcome is not None

    def is_person(self, color: Color) -> bool:
        """Tell whether a person at this window plays a colour."""
        return self.match.setup.player(color).is_person

    @property
    def people(self) -> list[Color]:
        """The colours that people play."""
        return [color for color in Color if self.is_person(color)]

    @property
    def turn(self) -> TurnStarted | None:
        """The current turn, if a person may move now."""
        asked = self.match.asked
        if not isinstance(asked, TurnStarted) or self.match.is_paused or self.pending:
            return None
        return asked if self.is_person(asked.color) else None

    @property
    def legal(self) -> SquareSet:
        """The squares where a person may play now."""
        if self.turn is None or self.history.is_past:
            return SquareSet(self.board.size)
        return self.match.position.legal_moves.squares

    def preview(self, square: Square | None) -> Placement | None:
        """Return what playing on a square would do, None if that is not possible."""
        if square is None or square not in self.legal:
            return None
        return self.match.position.place(square)

    @property
    def last_move(self) -> Placement | None:
        """The last disc placed, and what it flipped."""
        return self.history.last_move

    @property
    def can_hint(self) -> bool:
        """Whether a hint for the viewed position can be asked for."""
        if self.history.is_past:
            return bool(self.position.legal_moves.squares) and not self.position.awaits_answer()
        return self.turn is not None

    @property
    def undoer(self) -> Color | None:
        """The colour that may undo now: the last mover if possible."""
        if self.pending or self._waiting:
            return None
        mover = next((ply.color for ply in reversed(self.match.game.plies) if ply.placement), None)
        if mover is None:
            return None
        for color in (mover, mover.opponent):
            if self.is_person(color) and self.match.can_take_back(color):
                return color
        return None

    @property
    def can_redo(self) -> bool:
        """Whether a move can be redone."""
        match = self.match
        return bool(self.people) and match.can_redo and not match.is_paused and not self.is_over

    @property
    def resigner(self) -> Color | None:
        """The colour that resigns when the user does."""
        if self.is_over or not self.people:
            return None
        turn = self.match.position.turn
        return turn if turn in self.people else self.people[0]

    @property
    def near_side(self) -> Color:
        """The colour at the bottom of the panel: the only person's, or player 1's."""
        return self.people[0] if len(self.people) == 1 else self.match.setup.color(1)

    def clock_at(self, now: float) -> int:
        """Return the room's time in milliseconds."""
        return self._clock_at + round((now - self._clock_now) * 1000)

    @property
    def is_moving(self) -> bool:
        """Whether something is animated, so that frames must follow each other quickly."""
        return self.flip_animation is not None or bool(self._waiting)

    def is_flashing(self, now: float) -> bool:
        """Tell whether the board flashes."""
        return now < self.flash_until

    def summary(self) -> str:
        """Return the result, or that there is none, for the terminal when the window closes."""
        if self.is_over:
            ended = next(one for one in reversed(self.match.events) if isinstance(one, MatchEnded))
            return self.sentences.describe(ended)
        board = self.match.position.board
        counts = (f"{self.sentences.side(color)} {board.count(color)}" for color in Color)
        return f"No winner: unfinished, {', '.join(counts)}"

    # Events

    def receive(self, event: Event, now: float) -> None:
        """Queue an event; `advance` shows it when it is due."""
        self._waiting.append(event)
        self._clock_at, self._clock_now = event.at, now

    def advance(self, now: float, *, is_covered: bool) -> list[Event]:
        """Show the events that are due and return them; a popup over the board delays moves.

        A move waits until the flips of the one before it are done, unless more moves are queued.
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
            return now < self._uncovered_until  # the popup would cover the move before it
        if not isinstance(event, MovePlayed | Passed | MatchEnded):
            return False
        if isinstance(event, MovePlayed) and is_covered:
            return True
        if isinstance(event, MovePlayed) and self.is_person(event.color):
            return False  # one's own move is shown at once
        moves = sum(isinstance(one, MovePlayed) for one in self._waiting)
        return self.flip_animation is not None and moves <= 1

    def _has_popup(self, turn: TurnStarted) -> bool:
        """Tell whether a computer's turn starts with the oracle's popup."""
        has_oracle = bool(self.match.setup.variant.answers)
        return self.appearance.gif and has_oracle and not self.is_person(turn.color)

    def _show(self, event: Event, now: float) -> None:
        before = self.match.position.board
        self._record_evaluation(event)
        self.match.follow(event)
        sentence = self.sentences.describe(event)
        if sentence and self._is_announced(event):
            self.notice = Notice(sentence, _kind(event))
        match event:
            case MovePlayed():
                self._animate(FlipAnimation.of_move(event, now))
                self._uncovered_until = max(
                    now + _UNCOVERED, self.flip_animation.ends if self.flip_animation else now
                )
                if event.forced or self._was_maybe(event):
                    self.flash_until = now + _FLASH
            case TakenBack() | Redone():
                self.return_to_present()
                self.history.drop_undone()
                self._animate(_difference(before, self.board, now))
            case Passed():
                self.toast = Toast(sentence, now + _TOAST)
            case MatchEnded():
                self.toast = None
            case _:
                pass
        if isinstance(event, MovePlayed | TakenBack | Redone | MatchEnded):
            self.typed = ""
            if not self.history.is_past:
                self.clear_hint()
        if isinstance(event, TurnStarted | AnswerAwaited | MatchEnded):
            self.thinking = None

    def _record_evaluation(self, event: Event) -> None:
        """Store the evaluation a computer had before its move, or the final result."""
        asked = self.match.asked
        if isinstance(event, MovePlayed) and asked is not None:
            found = Evaluation.from_analysis(
                self.room.analysis_of(asked.seq), event.color, self._source(event.color)
            )
            self.history.record(found, len(self.history.plies))
        elif isinstance(event, MatchEnded) and event.outcome.reason.is_natural:
            self.history.record(Evaluation.from_outcome(event.outcome), len(self.history.plies))

    def _source(self, color: Color) -> str:
        """Return the name of the computer that plays a colour, as the source of an evaluation."""
        which = self.match.setup.player(color).seat.partition(":")[2]
        return f"level {which}" if which.isdigit() else which

    def _is_announced(self, event: Event) -> bool:
        """Tell whether the notice mentions an event; the pause for a popup needs no notice."""
        if isinstance(event, Resumed):
            return self.notice.text == self.sentences.describe(Paused(0, 0))
        if isinstance(event, Paused):
            return self.is_paused_by_user
        return not isinstance(event, AnswerHeard)  # the banner shows it

    def _was_maybe(self, event: MovePlayed) -> bool:
        heard = self.match.answer_of(event.turn)
        return heard is not None and heard.answer == "maybe"

    def _animate(self, animation: FlipAnimation) -> None:
        is_visible = self.appearance.animation and not self.history.is_past
        self.flip_animation = animation if is_visible and animation.targets else None

    def show_thinking(self, thinking: Analysis | None) -> None:
        """Show how far the computer's search has come."""
        asked = self.match.asked
        if isinstance(asked, TurnStarted) and not self.is_person(asked.color):
            self.thinking = thinking
            found = Evaluation.from_analysis(thinking, asked.color, self._source(asked.color))
            self.history.record(found, len(self.history.plies))

    def show_hint(self, analysis: Analysis, *, is_final: bool) -> None:
        """Show the scores of the moves on their squares."""
        self.scores = {
            move: score for move, score in analysis.candidates if isinstance(move, Square)
        }
        self.hinting = not is_final
        if not self.scores:
            return
        best = max(self.scores, key=lambda square: self.scores[square].discs)
        found = Evaluation.from_analysis(analysis, self.position.turn, "hint")
        self.history.record(found, self.history.move_number)
        if is_final:
            self.notice = Notice(f"The computer would play {best}.")

    def clear_hint(self) -> None:
        """Remove the scores from the board."""
        self.scores, self.hinting = {}, False

    def view(self, move_number: int) -> None:
        """Show the position after so many moves."""
        if self.pending is None and move_number != self.history.move_number:
            self.history.view(move_number)
            self.flip_animation, self.typed = None, ""
            self.clear_hint()

    def return_to_present(self) -> None:
        """Show the current position."""
        self.view(len(self.history.plies))

    def refuse(self, reason: str) -> None:
        """Show why something was refused, in the words of the skin."""
        self.notice = Notice(self.sentences.refusal(reason), "problem")

    def say(self, sentence: str) -> None:
        """Show a notice that does not come from an event."""
        self.notice = replace(self.notice, text=sentence, kind="plain")


def _kind(event: Event) -> Literal["plain", "pass", "end", "problem"]:
    if isinstance(event, Passed):
        return "pass"
    return "end" if isinstance(event, MatchEnded) else "plain"


def _difference(before: Board, after: Board, now: float) -> FlipAnimation:
    """Return the flips that lead from one board to another, all at once."""
    flipped = {
        square: color
        for color in Color
        for square in after.discs(color) & before.discs(color.opponent)
    }
    return FlipAnimation.outward(flipped, None, now)
