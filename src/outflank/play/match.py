"""One live match: commands in, numbered events out; no threads, sockets or wall clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from outflank.errors import (
    IllegalAnswer,
    JournalError,
    MatchOver,
    MatchPaused,
    NoMove,
    NotYourTurn,
    StaleTurn,
    TakeBackRefused,
)
from outflank.play.clock import Clock
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Offer,
    OfferDeclined,
    OfferMade,
    Passed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.match_state import MatchState
from outflank.play.setup import Setup, Undo
from outflank.play.taking_back import can_take_back, moves_to_take_back
from outflank.rules import (
    BLACK,
    WHITE,
    Answer,
    Color,
    Game,
    Move,
    Outcome,
    Position,
    Reason,
    Square,
)
from outflank.rules.board import as_color
from outflank.rules.square import as_move
from outflank.texts import Text

__all__ = ["Match"]


class Match:
    """A match: the state that its events lead to, and the commands that add events.

    Every command takes the time in milliseconds and returns the events it caused; a command that
    is refused raises and changes nothing.

    >>> match = Match.start(Setup())
    >>> [type(event).__name__ for event in match.play(Square.parse("f5"), at=1200)]
    ['MovePlayed', 'TurnStarted']
    """

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._state = MatchState()

    # Making a match

    @classmethod
    def start(cls, setup: Setup, at: int = 0) -> Match:
        """Begin a match."""
        if not isinstance(setup, Setup):
            raise TypeError(f"a match begins with a Setup, not with {setup!r}")
        match = cls()
        match._emit(MatchStarted(0, at, setup))
        match._go_on(at)
        return match

    @classmethod
    def restore(cls, events: Iterable[Event]) -> Match:
        """Rebuild a match from its events, without checking them."""
        match = cls()
        for event in events:
            if not isinstance(event, Event):
                raise TypeError(f"a match is restored from its events, not from {event!r}")
            match._emit(event)
        if not match.events:
            raise JournalError(Text("errors.play.no_start_event"))
        return match

    def follow(self, event: Event) -> None:
        """Add the next event of a match that is played elsewhere, without checking it."""
        self._emit(event)

    # Queries

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self._events)

    def events_from(self, seq: int) -> list[Event]:
        """Return the events from this number on."""
        return self._events[seq:]

    @property
    def seq(self) -> int:
        """The number that the next event will have."""
        return len(self._events)

    @property
    def setup(self) -> Setup:
        """The setup that the players agreed on."""
        return self._state.setup

    @property
    def game(self) -> Game:
        """The game so far; only the match may change it."""
        return self._state.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    @property
    def clock(self) -> Clock:
        """Both sides' time."""
        return self._state.clock

    @property
    def asked(self) -> TurnStarted | AnswerAwaited | None:
        """The event that awaits a move or an answer, or None."""
        return self._state.asked

    @property
    def deadline(self) -> int | None:
        """The last moment at which the awaited move still counts."""
        return self.clock.deadline

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped and nobody may move."""
        return self._state.is_paused

    @property
    def offer(self) -> OfferMade | None:
        """The offer that the other side has not answered yet."""
        return self._state.offer

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self._state.outcome

    @property
    def can_redo(self) -> bool:
        """Whether moves that were taken back can be redone."""
        return bool(self._state.taken_back)

    def answer_of(self, turn: int) -> AnswerHeard | None:
        """Return the first answer of a turn, counted from 0."""
        return self._state.answers.get(turn)

    # Commands

    def play(
        self,
        move: Move | str,
        *,
        at: int,
        color: Color | None = None,
        turn: int | None = None,
        allowance: int = 0,
    ) -> list[Event]:
        """Play a move; `turn` is the event that it answers, `allowance` is uncharged time."""
        first = self._begin(at, turn)
        if self._flag_falls(at - allowance):
            return self.events_from(first)
        position = self.position
        if color is not None and color is not position.turn:
            raise NotYourTurn(
                Text("errors.play.not_your_turn", turn=position.turn.text, color=color.text)
            )
        move = as_move(move)
        if not isinstance(move, Square):
            position.play(move)  # raises: a side that must pass is never asked
        assert isinstance(move, Square)
        placement = position.place(move)  # raises if the move is illegal
        at = self._not_before(at)
        played = MovePlayed(
            self.seq,
            at,
            turn=self.game.ply_count,
            color=position.turn,
            square=move,
            disc=placement.color,
            flipped=tuple(placement.flipped),
            forced=tuple(placement.forced),
            spent=self.clock.this_move + max(0, at - allowance - self.clock.since),
        )
        self._emit(played)
        self._go_on(at)
        return self.events_from(first)

    def hear(
        self,
        answer: Answer,
        *,
        at: int,
        local: bool = False,
        image_url: str | None = None,
        turn: int | None = None,
    ) -> list[Event]:
        """Record the oracle's answer, even during a pause, so that none is lost."""
        first = self._begin(at, turn, paused_too=True)
        self.position.hear(answer)
        if not isinstance(self.asked, AnswerAwaited):
            raise IllegalAnswer(
                Text("errors.play.no_answer_awaited"), answer=answer, position=self.position
            )
        at = self._not_before(at)
        self._emit(AnswerHeard(self.seq, at, self.game.ply_count, answer, local, image_url))
        if not self.is_paused:
            self._go_on(at)
        return self.events_from(first)

    def resign(self, color: Color, *, at: int) -> list[Event]:
        """Resign: the other side wins."""
        color = as_color(color)
        return self.adjudicate(color.opponent, Reason.RESIGNATION, at=at)

    def adjudicate(
        self, winner: Color | None, reason: Reason, *, at: int, note: str = ""
    ) -> list[Event]:
        """End the match for a reason outside the board; `note` may explain it."""
        first = self._begin(at, None, paused_too=True)
        self._end(winner, reason, self._not_before(at), note)
        return self.events_from(first)

    def tick(self, *, at: int) -> list[Event]:
        """Check the clock: a side whose deadline has passed loses."""
        first = self.seq
        if self.outcome is None:
            self._flag_falls(at)
        return self.events_from(first)

    def pause(self, *, at: int, note: str = "", turn: int | None = None) -> list[Event]:
        """Stop the clock and refuse moves; `note` may say why, and a `turn` must not be over."""
        first = self._begin(at, turn)
        if not self._flag_falls(at):
            self._emit(Paused(self.seq, self._not_before(at), note))
        return self.events_from(first)

    def resume(self, *, at: int, grace: int = 0, reply_grace: int = 0) -> list[Event]:
        """Continue after a pause; both graces are uncharged milliseconds, as in `Resumed`."""
        first = self._begin(at, None, paused_too=True)
        if not self.is_paused:
            raise MatchPaused(Text("errors.play.not_paused"))
        at = self._not_before(at)
        self._emit(Resumed(self.seq, at, grace, reply_grace))
        if self.asked is None:
            self._go_on(at)
        return self.events_from(first)

    # Taking back

    def take_back(self, by: Color, *, at: int) -> list[Event]:
        """Take back a side's last move and the replies to it, if the setup allows that."""
        if self.setup.undo is Undo.NEVER:
            raise TakeBackRefused(Text("errors.play.no_take_back"))
        if self.setup.undo is Undo.CONSENT:
            raise TakeBackRefused(Text("errors.play.take_back_needs_agreement"))
        return self._take_back(by, at)

    def can_take_back(self, by: Color) -> bool:
        """Return whether a side may take back its last move now, without asking."""
        return can_take_back(self._state, by)

    def _take_back(self, by: Color, at: int) -> list[Event]:
        first = self.seq
        if self.is_paused:
            raise MatchPaused(Text("errors.play.paused"))
        moves = moves_to_take_back(self._state, by)
        if self._flag_falls(at):
            return self.events_from(first)
        at = self._not_before(at)
        self._emit(TakenBack(self.seq, at, by, moves))
        self._go_on(at)
        return self.events_from(first)

    def redo(self, by: Color, *, at: int) -> list[Event]:
        """Redo the moves that were taken back last."""
        if not self._state.taken_back:
            raise NoMove(Text("errors.play.nothing_to_redo"))
        first = self._begin(at, None)
        if self._flag_falls(at):
            return self.events_from(first)
        at = self._not_before(at)
        self._emit(Redone(self.seq, at, by, self._state.taken_back[-1]))
        self._go_on(at)
        return self.events_from(first)

    def make_offer(self, by: Color, offer: Offer, *, at: int) -> list[Event]:
        """Make the other side an offer."""
        first = self._begin(at, None)
        if self.setup.undo is not Undo.CONSENT:
            raise TakeBackRefused(Text("errors.play.no_take_back_by_agreement"))
        if self.offer is not None:
            raise TakeBackRefused(Text("errors.play.offer_already_open", color=self.offer.by.text))
        moves_to_take_back(self._state, by)
        self._emit(OfferMade(self.seq, self._not_before(at), by, offer))
        return self.events_from(first)

    def accept(self, by: Color, *, at: int) -> list[Event]:
        """Accept the other side's offer."""
        return self._take_back(self._offer_to(by).by, at)

    def decline(self, by: Color, *, at: int) -> list[Event]:
        """Decline the other side's offer."""
        offer = self._offer_to(by)
        first = self.seq
        self._emit(OfferDeclined(self.seq, self._not_before(at), by, offer.offer))
        return self.events_from(first)

    def _offer_to(self, color: Color) -> OfferMade:
        if self.offer is None or self.offer.by is color:
            raise NotYourTurn(Text("errors.play.no_offer_to_answer", color=color.text))
        return self.offer

    # From commands to events

    def _begin(self, at: int, turn: int | None, *, paused_too: bool = False) -> int:
        """Check that a command is allowed now; return the number of its first event."""
        if type(at) is not int:  # events are kept as JSON, which has no other times
            raise TypeError(f"the time of a command is in whole milliseconds, not {at!r}")
        if self.outcome is not None:
            raise MatchOver(Text("errors.play.match_over", outcome=self.outcome.text))
        if self.is_paused and not paused_too:
            raise MatchPaused(Text("errors.play.paused"))
        if turn is not None and (self.asked is None or self.asked.seq != turn):
            raise StaleTurn(Text("errors.play.turn_over", turn=turn))
        return self.seq

    def _not_before(self, at: int) -> int:
        """Return the time, or that of the last event if the caller's clock ran backwards."""
        return max(at, self._events[-1].at)

    def _flag_falls(self, at: int) -> bool:
        """End the match if the running side has run out of time; return whether it has."""
        deadline = self.clock.deadline
        if deadline is None or at <= deadline:
            return False
        assert self.clock.running is not None
        self._end(self.clock.running.opponent, Reason.TIME, self._not_before(at))
        return True

    def _end(self, winner: Color | None, reason: Reason, at: int, note: str = "") -> None:
        board = self.position.board
        counts = board.count(BLACK), board.count(WHITE), board.empties
        self._announce_end(Outcome(winner, *counts, reason), at, note)

    def _announce_end(self, outcome: Outcome, at: int, note: str = "") -> None:
        self._emit(MatchEnded(self.seq, at, outcome, self.setup.official_score(outcome), note))

    def _go_on(self, at: int) -> None:
        """Emit the events that follow, until a move or an answer is needed or the match ends."""
        while True:
            position, turn = self.position, self.game.ply_count
            if (outcome := position.outcome) is not None:
                self._announce_end(outcome, at)
                return
            if position.variant.answers and self._state.heard_turn != turn:
                if (heard := self._state.answers.get(turn)) is None:
                    self._emit(AnswerAwaited(self.seq, at, turn, position.turn))
                    return
                self._emit(replace(heard, seq=self.seq, at=at, repeated=True))
            elif position.must_pass:
                self._emit(Passed(self.seq, at, turn, position.turn))
            else:
                self._emit(TurnStarted(self.seq, at, turn, position.turn))
                return

    def _emit(self, event: Event) -> None:
        if event.seq != self.seq:
            raise JournalError(
                Text("errors.play.event_out_of_order", found=event.seq, expected=self.seq)
            )
        self._state.apply(event)
        self._events.append(event)
