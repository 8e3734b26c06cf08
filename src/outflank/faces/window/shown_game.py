"""What is seen of one match: a mirror that follows its events at a pace eyes can follow."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final, Literal

from outflank.drawing.skins import Skin, find_skin
from outflank.engine import Analysis
from outflank.faces.window.course import Course, Evaluation
from outflank.faces.window.flips import Flips
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
from outflank.play.local_game import LocalGame
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.play.sentences import Sentences
from outflank.play.settings import Appearance
from outflank.rules import Board, Color, Placement, Position, Score, Square, SquareSet

__all__ = ["Notice", "ShownGame", "Toast"]

_FLASH: Final = 0.6  # seconds that the board glows after a maybe
_LOOK: Final = 0.5  # seconds in which a move is seen before a popup covers it
_TOAST: Final = 2.4
_LOT_TOAST: Final = 3.0


@dataclass(frozen=True, slots=True)
class Notice:
    """The one line about what just happened, and how important it is."""

    text: str
    kind: Literal["plain", "pass", "end", "problem"] = "plain"


@dataclass(frozen=True, slots=True)
class Toast:
    """A sentence across the board that cannot be missed, for a while."""

    text: str
    until: float


class ShownGame:
    """One match on the screen; the loop tells it events and asks what to draw."""

    def __init__(
        self, table: LocalGame, room: Room, events: tuple[Event, ...], look: Appearance, now: float
    ) -> None:
        self.table = table
        self.room = room
        self.match = Match.restore(events)
        self.course = Course(self.match)
        self.flips: Flips | None = None
        self.toast: Toast | None = None
        self.flash_until = 0.0
        self.cursor: Square | None = None
        self.typed = ""
        self.pending: Square | None = None  # chosen, but a popup is in the way
        self.scores: dict[Square, Score] = {}
        self.hinting = False
        self.thinking: Analysis | None = None
        self.is_held_by_person = False  # paused by a key, not by a popup
        self._waiting: deque[Event] = deque()
        self._looked_at_until = 0.0
        self._clock_at, self._clock_now = events[-1].at, now
        self.dress(look)
        self.notice = self._first_notice(events)
        if len(self.match.game.moves) == 0:
            self.toast = Toast(self.notice.text, now + _LOT_TOAST)

    def dress(self, look: Appearance) -> None:
        """Take on a look."""
        self.look = look
        self.skin: Skin = find_skin(look.skin_for(self.match.setup.variant.name))
        self.sentences = Sentences(self.match.setup, self.skin)

    def _first_notice(self, events: tuple[Event, ...]) -> Notice:
        begun = next(event for event in events if isinstance(event, MatchStarted))
        told = [event for event in events if isinstance(event, MovePlayed | MatchEnded)]
        return Notice(self.sentences.describe(told[-1] if told else begun))

    # What can be asked

    @property
    def position(self) -> Position:
        """The position as it is shown: the present one, or a past one that is looked at."""
        return self.course.position

    @property
    def board(self) -> Board:
        """The board as it is shown, after whatever turns over."""
        return self.position.board

    @property
    def evaluation(self) -> Evaluation | None:
        """What the shown position is worth, as far as anybody knows."""
        return self.course.evaluation

    @property
    def is_over(self) -> bool:
        """Whether the shown match has ended."""
        return self.match.outcome is not None

    def is_person(self, color: Color) -> bool:
        """Tell whether a person plays a colour at this window."""
        return self.match.setup.player(color).is_person

    @property
    def people(self) -> list[Color]:
        """The colours that people play."""
        return [color for color in Color if self.is_person(color)]

    @property
    def turn(self) -> TurnStarted | None:
        """The turn of a person who may move now."""
        asked = self.match.asked
        if not isinstance(asked, TurnStarted) or self.match.is_paused or self.pending:
            return None
        return asked if self.is_person(asked.color) else None

    @property
    def legal(self) -> SquareSet:
        """Where a person may play now."""
        if self.turn is None or self.course.is_past:
            return SquareSet(self.board.size)
        return self.match.position.legal_moves.squares

    def preview(self, square: Square | None) -> Placement | None:
        """Return what playing on a square would do, None where nobody may play."""
        if square is None or square not in self.legal:
            return None
        return self.match.position.place(square)

    @property
    def last_move(self) -> Placement | None:
        """What the last disc did."""
        return self.course.last_move

    @property
    def can_hint(self) -> bool:
        """Whether the computer can be asked about the shown position."""
        if self.course.is_past:
            return bool(self.position.legal_moves.squares) and not self.position.awaits_answer()
        return self.turn is not None

    @property
    def undoer(self) -> Color | None:
        """Whoever may take back a move now: first the one who moved last."""
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
        """Whether a move can be played again."""
        match = self.match
        return bool(self.people) and match.can_redo and not match.is_paused and not self.is_over

    @property
    def resigner(self) -> Color | None:
        """Whoever gives up when a person at this window does."""
        if self.is_over or not self.people:
            return None
        turn = self.match.position.turn
        return turn if turn in self.people else self.people[0]

    @property
    def near_side(self) -> Color:
        """The colour whose seat is below: the only person's, or the first player's."""
        return self.people[0] if len(self.people) == 1 else self.match.setup.color(1)

    def clock_at(self, now: float) -> int:
        """Return the room's time in milliseconds."""
        return self._clock_at + round((now - self._clock_now) * 1000)

    @property
    def is_moving(self) -> bool:
        """Whether frames must follow each other quickly."""
        return self.flips is not None or bool(self._waiting)

    def is_flashing(self, now: float) -> bool:
        """Tell whether the board glows."""
        return now < self.flash_until

    def summary(self) -> str:
        """Say how the game stands, for the terminal when the window closes."""
        if self.is_over:
            ended = next(one for one in reversed(self.match.events) if isinstance(one, MatchEnded))
            return self.sentences.describe(ended)
        board = self.match.position.board
        counts = (f"{self.sentences.side(color)} {board.count(color)}" for color in Color)
        return f"No winner: unfinished, {', '.join(counts)}"

    # What happens

    def hear(self, event: Event, now: float) -> None:
        """Take note of an event; it is shown when its time has come."""
        self._waiting.append(event)
        self._clock_at, self._clock_now = event.at, now

    def advance(self, now: float, *, is_covered: bool) -> list[Event]:
        """Show what may be shown by now and return it; a popup that covers the board holds moves.

        A move waits for the discs of the one before it to lie still, unless more moves wait.
        """
        if self.flips is not None and now >= self.flips.ends:
            self.flips = None
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
            return now < self._looked_at_until  # the popup would cover the move before it
        if not isinstance(event, MovePlayed | Passed | MatchEnded):
            return False
        if isinstance(event, MovePlayed) and is_covered:
            return True
        if isinstance(event, MovePlayed) and self.is_person(event.color):
            return False  # whoever moves sees it at once
        moves = sum(isinstance(one, MovePlayed) for one in self._waiting)
        return self.flips is not None and moves <= 1

    def _has_popup(self, turn: TurnStarted) -> bool:
        """Tell whether the computer's turn begins with the oracle's picture."""
        has_oracle = bool(self.match.setup.variant.answers)
        return self.look.gif and has_oracle and not self.is_person(turn.color)

    def _show(self, event: Event, now: float) -> None:
        before = self.match.position.board
        self._note_evaluation(event)
        self.match.follow(event)
        sentence = self.sentences.describe(event)
        if sentence and self._is_told(event):
            self.notice = Notice(sentence, _kind(event))
        match event:
            case MovePlayed():
                self._begin(Flips.of(event, now))
                self._looked_at_until = max(now + _LOOK, self.flips.ends if self.flips else now)
                if event.forced or self._was_maybe(event):
                    self.flash_until = now + _FLASH
            case TakenBack() | Redone():
                self.return_to_present()
                self.course.forget_what_was_taken_back()
                self._begin(_difference(before, self.board, now))
            case Passed():
                self.toast = Toast(sentence, now + _TOAST)
            case MatchEnded():
                self.toast = None
            case _:
                pass
        if isinstance(event, MovePlayed | TakenBack | Redone | MatchEnded):
            self.typed = ""
            if not self.course.is_past:
                self.forget_hint()
        if isinstance(event, TurnStarted | AnswerAwaited | MatchEnded):
            self.thinking = None

    def _note_evaluation(self, event: Event) -> None:
        """Keep what a computer found before it moved, or what the board says in the end."""
        asked = self.match.asked
        if isinstance(event, MovePlayed) and asked is not None:
            found = Evaluation.of(
                self.room.analysis_of(asked.seq), event.color, self._source(event.color)
            )
            self.course.note(found, len(self.course.plies))
        elif isinstance(event, MatchEnded) and event.outcome.reason.is_natural:
            self.course.note(Evaluation.of_end(event.outcome), len(self.course.plies))

    def _source(self, color: Color) -> str:
        """Return what a computer is called that evaluates a position."""
        which = self.match.setup.player(color).seat.partition(":")[2]
        return f"level {which}" if which.isdigit() else which

    def _is_told(self, event: Event) -> bool:
        """Tell whether the notice speaks of an event; a popup's pause explains itself."""
        if isinstance(event, Resumed):
            return self.notice.text == self.sentences.describe(Paused(0, 0))
        if isinstance(event, Paused):
            return self.is_held_by_person
        return not isinstance(event, AnswerHeard)  # the banner says it

    def _was_maybe(self, event: MovePlayed) -> bool:
        heard = self.match.answer_of(event.turn)
        return heard is not None and heard.answer == "maybe"

    def _begin(self, flips: Flips) -> None:
        is_seen = self.look.animation and not self.course.is_past
        self.flips = flips if is_seen and flips.targets else None

    def watch_thinking(self, thinking: Analysis | None) -> None:
        """Look over the computer's shoulder."""
        asked = self.match.asked
        if isinstance(asked, TurnStarted) and not self.is_person(asked.color):
            self.thinking = thinking
            found = Evaluation.of(thinking, asked.color, self._source(asked.color))
            self.course.note(found, len(self.course.plies))

    def take_hint(self, analysis: Analysis, *, is_final: bool) -> None:
        """Show what the computer thinks of the moves."""
        self.scores = {
            move: score for move, score in analysis.candidates if isinstance(move, Square)
        }
        self.hinting = not is_final
        if not self.scores:
            return
        best = max(self.scores, key=lambda square: self.scores[square].discs)
        found = Evaluation.of(analysis, self.position.turn, "the hint")
        self.course.note(found, self.course.moment)
        if is_final:
            self.notice = Notice(f"The computer would play {best}.")

    def forget_hint(self) -> None:
        """Take the evaluations off the board."""
        self.scores, self.hinting = {}, False

    def look_at(self, moment: int) -> None:
        """Show an earlier moment, or the present."""
        if self.pending is None and moment != self.course.moment:
            self.course.look_at(moment)
            self.flips, self.typed = None, ""
            self.forget_hint()

    def return_to_present(self) -> None:
        """Show the match as it stands."""
        self.look_at(len(self.course.plies))

    def refuse(self, reason: str) -> None:
        """Say why something did not work, in the words of the skin."""
        self.notice = Notice(self.sentences.refusal(reason), "problem")

    def say(self, sentence: str) -> None:
        """Say something that is no event."""
        self.notice = replace(self.notice, text=sentence, kind="plain")


def _kind(event: Event) -> Literal["plain", "pass", "end", "problem"]:
    if isinstance(event, Passed):
        return "pass"
    return "end" if isinstance(event, MatchEnded) else "plain"


def _difference(before: Board, after: Board, now: float) -> Flips:
    """Return the flips that lead from one board to another, all at once."""
    turned = {
        square: color
        for color in Color
        for square in after.discs(color) & before.discs(color.opponent)
    }
    return Flips.between(turned, None, now)
