"""The state of a match, built from its events."""

from __future__ import annotations

from dataclasses import replace

from outflank.play.clock import Clock
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    OfferDeclined,
    OfferMade,
    Passed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.setup import Setup
from outflank.rules import PASS, Color, Game, Move, Outcome

__all__ = ["MatchState"]


class MatchState:
    """The present state of a match; only events change it."""

    setup: Setup
    game: Game
    clock: Clock

    def __init__(self) -> None:
        self.asked: TurnStarted | AnswerAwaited | None = None
        self.answers: dict[int, AnswerHeard] = {}  # the first one of each turn
        self.heard_turn: int | None = None  # the turn whose answer has been announced
        self.taken_back: list[tuple[Move, ...]] = []
        # Each side's moves before this turn have had a reply, even if it was taken back since.
        self.replied: dict[Color, int] = dict.fromkeys(Color, 0)
        self.offer: OfferMade | None = None
        self.outcome: Outcome | None = None
        self.is_paused: bool = False

    def apply(self, event: Event) -> None:  # noqa: C901 - one case for each event
        """Apply an event."""
        match event:  # the most frequent kinds first
            case MovePlayed():
                charged = event.spent - self.clock.this_move
                self._stop_asking(self.clock.since + charged, moved=True)
                self.taken_back.clear()
                self.replied[event.color.opponent] = event.turn
                self.game.push(event.square).seconds = event.spent / 1000
            case TurnStarted():
                self.asked = event
                self.clock = self.clock.start(event.color, event.at)
            case MatchStarted():
                self.setup = event.setup
                start = event.setup.start
                if start.answer is not None:  # heard in the match that this one goes on from
                    self.answers[0] = AnswerHeard(event.seq, event.at, 0, start.answer)
                self.game = Game(replace(start, answer=None))
                self.clock = Clock(event.setup.clock)
            case AnswerAwaited():
                self.asked = event
            case AnswerHeard():
                self.asked = None
                self.answers.setdefault(event.turn, event)
                self.heard_turn = event.turn
                self.game.hear(event.answer)
            case Passed():
                self.game.push(PASS)
            case TakenBack():
                self._stop_asking(event.at, moved=False)
                self.taken_back.append(event.moves)
                self.outcome = None
                self.heard_turn = None
                for _ in event.moves:
                    self.game.pop()
            case Redone():
                self._stop_asking(event.at, moved=False)
                self.taken_back.pop()
                for move in event.moves:
                    self.game.push(move)
            case OfferMade():
                self.offer = event
            case OfferDeclined():
                self.offer = None
            case Paused():
                self.is_paused = True
                self.clock = self.clock.stop(event.at, moved=False)
            case Resumed():
                self.is_paused = False
                if isinstance(self.asked, TurnStarted):
                    color = self.asked.color
                    self.clock = self.clock.resume(color, event.at, event.grace, event.reply_grace)
            case MatchEnded():
                self._stop_asking(event.at, moved=False)
                self.outcome = event.outcome
                self.is_paused = False
            case _:
                raise TypeError(f"a match has no event {type(event).__name__}")

    def _stop_asking(self, at: int, *, moved: bool) -> None:
        self.clock = self.clock.stop(at, moved=moved)
        self.asked = None
        self.offer = None
