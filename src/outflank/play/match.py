"""One live match: commands in, numbered events out; no threads, sockets or wall clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from outflank.rules import (
    BLACK,
    PASS,
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

__all__ = ["Match"]


class Match:
    """A match is what its events add up to.

    Every command takes the time in milliseconds, checks, and returns the events it caused;
    a command that is refused raises and changes nothing.

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
        match = cls()
        match._emit(MatchStarted(0, at, setup))
        match._go_on(at)
        return match

    @classmethod
    def restore(cls, events: Iterable[Event]) -> Match:
        """Rebuild a match from its events, trusting them."""
        match = cls()
        for event in events:
            match._emit(event)
        if not match.events:
            raise JournalError("a match needs at least the event of its start")
        return match

    @classmethod
    def replay(cls, events: Sequence[Event]) -> Match:
        """Rebuild a match by giving its commands again, and check that each event recurs."""
        if not events or not isinstance(events[0], MatchStarted):
            raise JournalError("the record of a match begins with its start")
        match = cls.start(events[0].setup, events[0].at)
        for number, event in enumerate(events):
            if number == match.seq:
                _command_again(match, event)
            if match.events_from(number)[:1] != [event]:
                raise JournalError(f"event {number} does not follow from those before it")
        return match

    def follow(self, event: Event) -> None:
        """Take over the next event of a match that is played elsewhere, trusting it."""
        self._emit(event)

    # What can be asked

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self._events)

    def events_from(self, seq: int) -> list[Event]:
        """Return the events with this number and later ones."""
        return self._events[seq:]

    @property
    def seq(self) -> int:
        """The number that the next event will have."""
        return len(self._events)

    @property
    def setup(self) -> Setup:
        """What was agreed."""
        return self._state.setup

    @property
    def game(self) -> Game:
        """The game as played so far; only the match may change it."""
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
        """The event that waits for an answer or a move, if one does."""
        return self._state.asked

    @property
    def deadline(self) -> int | None:
        """The last moment at which the awaited move still counts."""
        return self.clock.deadline

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands still and nobody may move."""
        return self._state.is_paused

    @property
    def offer(self) -> OfferMade | None:
        """What one side proposed and the other has not answered."""
        return self._state.offer

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return self._state.outcome

    @property
    def can_redo(self) -> bool:
        """Whether moves that were taken back can be played again."""
        return bool(self._state.taken_back)

    def answer_of(self, turn: int) -> AnswerHeard | None:
        """Return what a turn, counted from 0, first heard."""
        return self._state.answers.get(turn)

    # Commands

    def play(
        self,
        move: Move,
        *,
        at: int,
        color: Color | None = None,
        turn: int | None = None,
        allowance: int = 0,
    ) -> list[Event]:
        """Play a move; `turn` names the event it answers, so that a late one is refused.

        `allowance` is the part of the time that is not charged, for its player had not yet heard
        of the turn.
        """
        first = self._begin(turn)
        if self._flag_falls(at - allowance):
            return self._since(first)
        position = self.position
        if color is not None and color is not position.turn:
            raise NotYourTurn(f"it is {position.turn}'s turn, not {color}'s")
        if not isinstance(move, Square):
            position.play(move)  # refuses: who must pass is never asked
        assert isinstance(move, Square)
        placement = position.place(move)  # refuses what is illegal
        at = self._not_before(at)
        self._emit(
            MovePlayed(
                self.seq,
                at,
                turn=self.game.ply_count,
                color=position.turn,
                square=move,
                disc=placement.color,
                flipped=tuple(placement.flipped),
                forced=tuple(placement.forced),
                spent=self._spent_on_move(at - allowance),
            )
        )
        self._go_on(at)
        return self._since(first)

    def hear(
        self,
        answer: Answer,
        *,
        at: int,
        local: bool = False,
        image_url: str | None = None,
        turn: int | None = None,
    ) -> list[Event]:
        """Let the oracle speak; this works during a pause too, so that no answer is lost."""
        first = self._begin(turn, paused_too=True)
        self.position.hear(answer)
        if not isinstance(self.asked, AnswerAwaited):
            raise IllegalAnswer("nothing was asked", answer=answer, position=self.position)
        at = self._not_before(at)
        turn_number = self.game.ply_count
        self._emit(AnswerHeard(self.seq, at, turn_number, answer, local, image_url))
        if not self.is_paused:
            self._go_on(at)
        return self._since(first)

    def resign(self, color: Color, *, at: int) -> list[Event]:
        """Give up."""
        return self.adjudicate(color.opponent, Reason.RESIGNATION, at=at)

    def adjudicate(
        self, winner: Color | None, reason: Reason, *, at: int, note: str = ""
    ) -> list[Event]:
        """End the match by something other than the board; a note may say more."""
        first = self._begin(None, paused_too=True)
        self._end(winner, reason, self._not_before(at), note)
        return self._since(first)

    def tick(self, *, at: int) -> list[Event]:
        """Let time pass: a side whose deadline is over loses."""
        first = self.seq
        if self.outcome is None:
            self._flag_falls(at)
        return self._since(first)

    def pause(self, *, at: int, note: str = "") -> list[Event]:
        """Stop the clock and refuse moves until the match is resumed; a note may say why."""
        first = self._begin(None)
        if not self._flag_falls(at):
            self._emit(Paused(self.seq, self._not_before(at), note))
        return self._since(first)

    def resume(self, *, at: int) -> list[Event]:
        """Go on after a pause."""
        first = self._begin(None, paused_too=True)
        if not self.is_paused:
            raise MatchPaused("the match is not paused, so it cannot be resumed")
        at = self._not_before(at)
        self._emit(Resumed(self.seq, at))
        if self.asked is None:
            self._go_on(at)
        return self._since(first)

    # Taking back

    def take_back(self, by: Color, *, at: int) -> list[Event]:
        """Take back a side's last move, with the replies to it, as far as that was agreed."""
        if self.setup.undo is Undo.NEVER:
            raise TakeBackRefused("no move may be taken back in this match")
        if self.setup.undo is Undo.CONSENT:
            raise TakeBackRefused("a move is taken back only when the opponent agrees; ask first")
        return self._take_back(by, at)

    def can_take_back(self, by: Color) -> bool:
        """Tell whether a side may take back its last move now, without asking."""
        if self.setup.undo in (Undo.NEVER, Undo.CONSENT) or self.is_paused:
            return False
        try:
            self._moves_to_take_back(by)
        except (NoMove, TakeBackRefused, MatchOver):
            return False
        return True

    def _take_back(self, by: Color, at: int) -> list[Event]:
        first = self.seq
        if self.is_paused:
            raise MatchPaused("the match is paused; resume it first")
        moves = self._moves_to_take_back(by)
        if self._flag_falls(at):
            return self._since(first)
        at = self._not_before(at)
        self._emit(TakenBack(self.seq, at, by, moves))
        self._go_on(at)
        return self._since(first)

    def _moves_to_take_back(self, by: Color) -> tuple[Move, ...]:
        if self.outcome is not None and not self.outcome.reason.is_natural:
            raise MatchOver(f"the match is over: {self.outcome}")
        plies = self.game.plies
        turns = [turn for turn, ply in enumerate(plies) if ply.color is by and ply.move is not PASS]
        if not turns:
            raise NoMove(f"{by} has made no move that could be taken back")
        last = turns[-1]
        if self.setup.undo is Undo.UNTIL_REPLY and last < self._state.replied[by]:
            raise TakeBackRefused("the opponent has replied, so the move stands")
        return tuple(ply.move for ply in plies[last:])

    def redo(self, by: Color, *, at: int) -> list[Event]:
        """Play again what was taken back last."""
        if not self._state.taken_back:
            raise NoMove("no move has been taken back")
        first = self._begin(None)
        if self._flag_falls(at):
            return self._since(first)
        at = self._not_before(at)
        self._emit(Redone(self.seq, at, by, self._state.taken_back[-1]))
        self._go_on(at)
        return self._since(first)

    def make_offer(self, by: Color, offer: Offer, *, at: int) -> list[Event]:
        """Propose something to the other side."""
        first = self._begin(None)
        if self.setup.undo is not Undo.CONSENT:
            raise TakeBackRefused("in this match taking back is not a matter of consent")
        if self.offer is not None:
            raise TakeBackRefused(f"{self.offer.by} is already waiting for an answer")
        self._moves_to_take_back(by)
        self._emit(OfferMade(self.seq, self._not_before(at), by, offer))
        return self._since(first)

    def accept(self, by: Color, *, at: int) -> list[Event]:
        """Agree to what the other side proposed."""
        return self._take_back(self._offer_to(by).by, at)

    def decline(self, by: Color, *, at: int) -> list[Event]:
        """Say no to what the other side proposed."""
        offer = self._offer_to(by)
        first = self.seq
        self._emit(OfferDeclined(self.seq, self._not_before(at), by, offer.offer))
        return self._since(first)

    def _offer_to(self, color: Color) -> OfferMade:
        if self.offer is None or self.offer.by is color:
            raise NotYourTurn(f"{color} has nothing to agree to")
        return self.offer

    # How commands become events

    def _begin(self, turn: int | None, *, paused_too: bool = False) -> int:
        """Check that a command is welcome and return the number its first event will have."""
        if self.outcome is not None:
            raise MatchOver(f"the match is over: {self.outcome}")
        if self.is_paused and not paused_too:
            raise MatchPaused("the match is paused; resume it first")
        if turn is not None and (self.asked is None or self.asked.seq != turn):
            raise StaleTurn(f"turn {turn} is over")
        return self.seq

    def _since(self, seq: int) -> list[Event]:
        return self._events[seq:]

    def _not_before(self, at: int) -> int:
        """Keep time from running backwards, whatever the caller's clock does."""
        return max(at, self._events[-1].at)

    def _flag_falls(self, at: int) -> bool:
        """End the match if the running side's time was over before this moment."""
        deadline = self.clock.deadline
        if deadline is None or at <= deadline:
            return False
        assert self.clock.running is not None
        self._end(self.clock.running.opponent, Reason.TIME, self._not_before(at))
        return True

    def _spent_on_move(self, at: int) -> int:
        return self.clock.this_move + max(0, at - self.clock.since)

    def _end(self, winner: Color | None, reason: Reason, at: int, note: str = "") -> None:
        board = self.position.board
        counts = board.count(BLACK), board.count(WHITE), board.empties
        self._announce_end(Outcome(winner, *counts, reason), at, note)

    def _announce_end(self, outcome: Outcome, at: int, note: str = "") -> None:
        score = self.setup.official_score(outcome)
        self._emit(MatchEnded(self.seq, at, outcome, score, note))

    def _go_on(self, at: int) -> None:
        """Emit what follows by itself until somebody must be asked or the match is over."""
        while True:
            position, turn = self.position, self.game.ply_count
            if (outcome := position.outcome()) is not None:
                self._announce_end(outcome, at)
                return
            if position.variant.answers and self._state.heard_turn != turn:
                if (heard := self._state.answers.get(turn)) is None:
                    self._emit(AnswerAwaited(self.seq, at, turn, position.turn))
                    return
                self._emit(replace(heard, seq=self.seq, at=at, repeated=True))
            elif position.must_pass():
                self._emit(Passed(self.seq, at, turn, position.turn))
            else:
                self._emit(TurnStarted(self.seq, at, turn, position.turn))
                return

    def _emit(self, event: Event) -> None:
        if event.seq != self.seq:
            raise JournalError(f"event {event.seq} came where {self.seq} was due")
        self._state.apply(event)
        self._events.append(event)


def _command_again(match: Match, event: Event) -> None:
    """Give the command that caused an event."""
    match event:
        case MovePlayed():
            clock = match.clock
            allowance = event.at - clock.since - (event.spent - clock.this_move)
            match.play(event.square, at=event.at, color=event.color, allowance=max(0, allowance))
        case AnswerHeard():
            match.hear(event.answer, at=event.at, local=event.local, image_url=event.image_url)
        case TakenBack() if match.setup.undo is Undo.CONSENT:
            match.accept(event.by.opponent, at=event.at)
        case TakenBack():
            match.take_back(event.by, at=event.at)
        case Redone():
            match.redo(event.by, at=event.at)
        case OfferMade():
            match.make_offer(event.by, event.offer, at=event.at)
        case OfferDeclined():
            match.decline(event.by, at=event.at)
        case Paused():
            match.pause(at=event.at, note=event.note)
        case Resumed():
            match.resume(at=event.at)
        case MatchEnded() if event.outcome.reason is Reason.TIME:
            match.tick(at=event.at)
        case MatchEnded():
            outcome = event.outcome
            match.adjudicate(outcome.winner, outcome.reason, at=event.at, note=event.note)
        case _:
            pass  # the others follow from these by themselves
