"""What happened, in one sentence that can be read aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from outflank.drawing.skins import Skin, find_skin
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
from outflank.rules import BLACK, Answer, Color, Reason

__all__ = ["Sentences"]

_ENDINGS = {
    Reason.FULL_BOARD: "the board is full",
    Reason.WIPEOUT: "one side has no discs left",
    Reason.BLOCKED: "neither side can move",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.TIME: "{loser} ran out of time",
    Reason.ILLEGAL_MOVE: "{loser} made an illegal move",
    Reason.AGREEMENT: "the players agreed",
    Reason.ADJUDICATION: "it was adjudicated",
    Reason.CRASH: "{loser} could not go on",
    Reason.NO_SHOW: "{loser} did not appear",
    Reason.DISCONNECTION: "{loser} was disconnected",
    Reason.WITHDRAWAL: "{loser} withdrew",
    Reason.ABANDONMENT: "nobody went on with it",
    Reason.VOID: "it does not count",
}


@dataclass(frozen=True, slots=True)
class Sentences:
    """Names of players and discs, put into sentences.

    >>> from outflank.play.match import Match
    >>> match = Match.start(Setup())
    >>> sentences = Sentences(match.setup)
    >>> sentences.describe(match.events[0])
    'Player 1 has Black and begins.'
    """

    setup: Setup
    skin: Skin = field(default_factory=lambda: find_skin("classic"))

    def side(self, color: Color) -> str:
        """Return what the skin calls a side, capitalised."""
        name = self.skin.disc(color).name
        return name[0].upper() + name[1:]

    def who(self, color: Color) -> str:
        """Return a side's player and colour."""
        return f"{self.setup.player(color).name} ({self.side(color)})"

    def describe(self, event: Event) -> str:
        """Return the sentence for an event; nothing for one that needs none."""
        match event:
            case MatchStarted():
                lot = "The lot has decided: " if event.setup.by_lot else ""
                return f"{lot}{self.setup.player(BLACK).name} has {self.side(BLACK)} and begins."
            case AnswerHeard():
                return self._answer(event)
            case MovePlayed():
                return self._move(event)
            case Passed():
                return f"{self.who(event.color)} has no move and passes."
            case TakenBack() | Redone():
                return self._history(event)
            case OfferMade():
                return f"{self.who(event.by)} asks to take back a move."
            case OfferDeclined():
                return f"{self.who(event.by)} says no."
            case MatchEnded():
                return self._end(event)
            case Paused():
                return "The game is paused."
            case Resumed():
                return "The game goes on."
            case TurnStarted() | AnswerAwaited() | _:
                return ""

    def effect(self, answer: Answer, mover: Color) -> str:
        """Say what an answer means for the side that moves."""
        if answer is Answer.MAYBE:
            return f"a {self.side(mover)} disc, and all neighbours turn over"
        named = BLACK if answer is Answer.YES else BLACK.opponent
        if named is mover:
            return f"a {self.side(named)} disc"
        return f"a {self.side(named)} disc, and nothing turns over"

    def refusal(self, error: Exception | str) -> str:
        """Say why something was refused, in the words of the skin."""
        reason = str(error).rstrip(".")
        words = re.sub(r"\b(black|white)\b", lambda found: self.side(Color(found[0])), reason)
        return f"{words[:1].upper()}{words[1:]}."

    def _answer(self, event: AnswerHeard) -> str:
        local = " (answered locally)" if event.local else ""
        again = " again" if event.repeated else ""
        return f"The oracle says {event.answer.value}{again}{local}."

    def _move(self, event: MovePlayed) -> str:
        turned = len(event.flipped) + len(event.forced)
        discs = f"{turned} disc{'s' if turned != 1 else ''}"
        what = f"turns over {discs}" if turned else "turns over nothing"
        if event.disc is not event.color:
            what = f"places a {self.side(event.disc)} disc and {what}"
        elif event.forced:
            what += f", {len(event.forced)} of them by maybe"
        return f"{self.who(event.color)} plays {event.square} and {what}."

    def _history(self, event: TakenBack | Redone) -> str:
        moves = ", ".join(map(str, event.moves))
        verb = "takes back" if isinstance(event, TakenBack) else "plays again"
        return f"{self.who(event.by)} {verb} {moves}."

    def _end(self, event: MatchEnded) -> str:
        outcome = event.outcome
        loser = self.who(outcome.winner.opponent) if outcome.winner else "nobody"
        why = event.note or _ENDINGS[outcome.reason].format(loser=loser)
        black, white = event.score
        if outcome.winner is None:
            verdict = "is a draw" if outcome.is_draw else "has no winner"
            return f"The game {verdict}, {black} to {white}: {why}."
        winner, other = (black, white) if outcome.winner is BLACK else (white, black)
        if not outcome.reason.is_natural:
            return f"{self.who(outcome.winner)} wins: {why} (discs {winner} to {other})."
        return f"{self.who(outcome.winner)} wins {winner} to {other}: {why}."
