"""Sentences for people: what happened, what is on the board, what the computer advises."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from outflank.drawing.skins import Skin, find_skin
from outflank.engine import Analysis
from outflank.errors import JournalError
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
from outflank.play.snapshot import SeatView
from outflank.rules import (
    BLACK,
    WHITE,
    Answer,
    Board,
    Color,
    Position,
    Reason,
    Score,
    ScoreKind,
    Square,
    SquareSet,
)

__all__ = [
    "Sentences",
    "as_sentence",
    "describe_clock",
    "describe_hint",
    "describe_score",
    "whole_discs",
]

_HINT_CANDIDATES = 5  # a hint names this many moves, including the best one

# The name of a side, unless it is part of a file name or in quotes.
_SIDES = re.compile(r"(?<![\w/\\.'\"-])(black|white)(?![\w/\\-]|\.\w|['\"](?!s\b))")

_ENDINGS = {
    Reason.FULL_BOARD: "the board is full",
    Reason.WIPEOUT: "one side has no discs left",
    Reason.BLOCKED: "neither side can move",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.TIME: "{loser} ran out of time",
    Reason.ILLEGAL_MOVE: "{loser} made an illegal move",
    Reason.AGREEMENT: "the players agreed",
    Reason.ADJUDICATION: "the organiser decided it",
    Reason.CRASH: "{loser} stopped working",
    Reason.NO_SHOW: "{loser} did not show up",
    Reason.DISCONNECTION: "{loser} was disconnected",
    Reason.WITHDRAWAL: "{loser} withdrew",
    Reason.ABANDONMENT: "it was abandoned",
    Reason.VOID: "it does not count",
}


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences about a match, with the names of its players and the skin's names of the discs.

    >>> from outflank.play.match import Match
    >>> match = Match.start(Setup())
    >>> sentences = Sentences(match.setup)
    >>> sentences.describe(match.events[0])
    'Player 1 has Black and begins.'
    """

    setup: Setup
    skin: Skin = field(default_factory=lambda: find_skin("classic"))

    def side(self, color: Color) -> str:
        """Return the skin's name of a side, capitalised."""
        name = self.skin.disc(color).name
        return name[0].upper() + name[1:]

    def who(self, color: Color) -> str:
        """Return the name of a side's player, and the side in parentheses."""
        return f"{self.setup.player(color).name} ({self.side(color)})"

    @property
    def legend(self) -> str:
        """The sides' letters on a text board; empty if each is the first letter of its name."""
        discs = self.skin.black, self.skin.white
        if all(disc.name.upper().startswith(disc.letter.upper()) for disc in discs):
            return ""
        sides = (f"{self.skin.disc(color).letter} is {self.side(color)}" for color in Color)
        return f"On the board {', '.join(sides)}, and * is a square where you may play."

    def describe(self, event: Event) -> str:
        """Return the sentence about an event; empty if it needs none."""
        match event:
            case MatchStarted():
                lot = "Drawn by lot: " if event.setup.by_lot else ""
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
                return f"{self.who(event.by)} declined."
            case MatchEnded():
                return self._end(event)
            case Paused():
                return "The game is paused."
            case Resumed():
                return "The game continues."
            case TurnStarted() | AnswerAwaited() | _:
                return ""

    def effect(self, answer: Answer, mover: Color) -> str:
        """Return what an answer means for the side that moves."""
        if answer is Answer.MAYBE:
            other = self.side(mover.opponent)
            return f"a {self.side(mover)} disc, and all {other} discs next to it flip"
        named = BLACK if answer is Answer.YES else BLACK.opponent
        if named is mover:
            return f"a {self.side(named)} disc"
        return f"a {self.side(named)} disc, and nothing flips"

    def refusal(self, error: Exception | str) -> str:
        """Return why something was refused, with the skin's names of the sides."""
        if isinstance(error, JournalError):  # about a file, whose name must stay as it is
            return as_sentence(error)
        return as_sentence(_SIDES.sub(lambda found: self.side(Color(found[0])), str(error)))

    def squares(self, name: str, squares: SquareSet, board: Board) -> str:
        """Return which discs are on the named row or column."""
        discs = [
            f"{square} {self.side(color)}"
            for square in squares
            if (color := board.disc_at(square)) is not None
        ]
        return f"{name}: {', '.join(discs) or 'empty'}."

    def counts(self, board: Board) -> str:
        """Return how many discs each side has."""
        sides = (f"{self.side(color)} {board.count(color)}" for color in (BLACK, WHITE))
        return f"{', '.join(sides)}, {board.empties} empty."

    def moves(self, position: Position) -> str:
        """Return where the side to move may play, and how many discs each move flips."""
        found = [
            f"{square} flips {len(position.place(square).turned) or 'nothing'}"
            for square in position.legal_moves.squares
        ]
        return f"{self.side(position.turn)} may play: {', '.join(found)}."

    def _answer(self, event: AnswerHeard) -> str:
        local = " (answered locally)" if event.local else ""
        again = " again" if event.repeated else ""
        return f"The oracle says {event.answer.value}{again}{local}."

    def _move(self, event: MovePlayed) -> str:
        turned = len(event.flipped) + len(event.forced)
        discs = f"{turned} disc{'s' if turned != 1 else ''}"
        what = f"flips {discs}" if turned else "flips nothing"
        if event.disc is not event.color:
            placed = f", places a {self.side(event.disc)} disc"
            return f"{self.who(event.color)} plays {event.square}{placed} and {what}."
        if event.forced:
            what += f", {len(event.forced)} of them because of maybe"
        return f"{self.who(event.color)} plays {event.square} and {what}."

    def _history(self, event: TakenBack | Redone) -> str:
        moves = ", ".join(map(str, event.moves))
        verb = "takes back" if isinstance(event, TakenBack) else "replays"
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
            return f"{self.who(outcome.winner)} wins: {why}. Discs: {winner} to {other}."
        fewest = ", as the fewest discs win" if self.setup.variant.fewest_wins else ""
        return f"{self.who(outcome.winner)} wins {winner} to {other}{fewest}: {why}."


def as_sentence(problem: Exception | str) -> str:
    """Return an error as a sentence; an `OSError` is reduced to its reason.

    >>> as_sentence("there is no square z9"), as_sentence(OSError(28, "No space left on device"))
    ('There is no square z9.', 'No space left on device.')
    """
    words = problem.strerror if isinstance(problem, OSError) else None
    words = words or str(problem)
    stop = "" if words.endswith((".", "?", "!")) else "."
    return f"{words[:1].upper()}{words[1:]}{stop}"


def describe_clock(seat: SeatView) -> str:
    """Return how much time a player has."""
    left = [
        f"{milliseconds / 1000:.1f} seconds {what}"
        for milliseconds, what in (
            (seat.clock.remaining, "left"),
            (seat.clock.move_limit, "for this move"),
        )
        if milliseconds is not None
    ]
    return f"{seat.name}: {', '.join(left) or 'no clock'}."


def describe_hint(found: Analysis) -> str:
    """Return what the computer would play, and how much worse the next best moves are.

    >>> d3, c4 = (Square.parse(name) for name in ("d3", "c4"))
    >>> scores = ((d3, Score(3.75)), (c4, Score(2.5)))
    >>> describe_hint(Analysis(d3, Score(3.75, depth=10), candidates=scores))
    'The computer would play d3: you are ahead by about 4 discs. Next best: c4, 1 disc worse.'
    """
    value = "" if found.score is None else f": {describe_score(found.score)}"
    best = found.score.discs if found.score is not None else 0.0
    others = [
        f"{move}, {_difference(best - score.discs)}"
        for move, score in found.candidates[:_HINT_CANDIDATES]
        if isinstance(move, Square) and move != found.move
    ]
    rest = f" Next best: {'; '.join(others)}." if others else ""
    return f"The computer would play {found.move}{value}.{rest}"


def describe_score(score: Score) -> str:
    """Return in words what a score means for the side to move.

    >>> describe_score(Score(-4, ScoreKind.EXACT)), describe_score(Score(1, ScoreKind.PROVEN))
    ('with best play you lose by 4 discs', 'with best play you win')
    >>> describe_score(Score(-1.2)), describe_score(Score(0.2))
    ('you are behind by about 1 disc', 'the game is about even')
    """
    discs = _discs(score.discs)
    match score.kind:
        case ScoreKind.EXACT | ScoreKind.PROVEN if not score.discs:
            return "with best play the game is a draw"
        case ScoreKind.EXACT:
            return f"with best play you {'win' if score.discs > 0 else 'lose'} by {discs}"
        case ScoreKind.PROVEN:
            return f"with best play you {'win' if score.discs > 0 else 'lose'}"
        case ScoreKind.EXPECTED if whole_discs(score.discs):
            return f"on average you {'win' if score.discs > 0 else 'lose'} by about {discs}"
        case _ if whole_discs(score.discs):
            return f"you are {'ahead' if score.discs > 0 else 'behind'} by about {discs}"
        case _:
            return "the game is about even"


def whole_discs(lead: float) -> int:
    """Return a lead in whole discs; halves are rounded up, so that all texts show one number.

    >>> whole_discs(-20.5), whole_discs(21.5), whole_discs(0.4)
    (21, 22, 0)
    """
    return math.floor(abs(lead) + 0.5 + 1e-9)


def _difference(discs: float) -> str:
    return f"{_discs(discs)} worse" if whole_discs(discs) else "just as good"


def _discs(number: float) -> str:
    count = whole_discs(number)
    return f"{count} disc{'' if count == 1 else 's'}"
