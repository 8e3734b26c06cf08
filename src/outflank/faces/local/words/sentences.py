"""Sentences for people: what happened, what is on the board, what the computer advises."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from outflank.drawing.skins import Skin, find_skin
from outflank.engine import Analysis
from outflank.errors import OutflankError
from outflank.faces.local.words.names import side_name
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
    Outcome,
    Position,
    Score,
    ScoreKind,
    Square,
    SquareSet,
)
from outflank.texts import catalogue, say
from outflank.texts.phrases import capitalised

__all__ = [
    "Sentences",
    "as_sentence",
    "describe_clock",
    "describe_hint",
    "describe_score",
    "whole_discs",
]

_HINT_CANDIDATES = 5  # a hint names this many moves, including the best one


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
        return side_name(self.skin.disc(color))

    def who(self, color: Color) -> str:
        """Return the name of a side's player, and the side in parentheses."""
        return say("local.game.player", name=self.setup.player(color).name, side=self.side(color))

    @property
    def legend(self) -> str:
        """The sides' letters on a text board; empty if each is the first letter of its name."""
        discs = self.skin.black, self.skin.white
        if all(side_name(disc).upper().startswith(disc.letter.upper()) for disc in discs):
            return ""
        sides = [
            say("local.game.legend_sign", letter=disc.letter, side=side_name(disc))
            for disc in discs
        ]
        return say("local.game.legend", signs=", ".join(sides))

    def describe(self, event: Event) -> str:
        """Return the sentence about an event; empty if it needs none."""
        match event:
            case MatchStarted():
                return self._beginning(event.setup)
            case AnswerHeard():
                return self.answer(event)
            case MovePlayed():
                return self._move(event)
            case Passed():
                return say("local.game.passes", player=self.who(event.color))
            case TakenBack():
                moves = ", ".join(map(str, event.moves))
                return say("local.game.takes_back", player=self.who(event.by), moves=moves)
            case Redone():
                moves = ", ".join(map(str, event.moves))
                return say("local.game.replays", player=self.who(event.by), moves=moves)
            case OfferMade():
                return say("local.game.asks_to_take_back", player=self.who(event.by))
            case OfferDeclined():
                return say("local.game.declined", player=self.who(event.by))
            case MatchEnded():
                return self._end(event)
            case Paused():
                return say("local.game.paused")
            case Resumed():
                return say("local.game.continues")
            case TurnStarted() | AnswerAwaited() | _:
                return ""

    def _beginning(self, setup: Setup) -> str:
        """Return who begins, and where a what-if game comes from."""
        begins = "begins_by_lot" if setup.by_lot else "begins"
        first, origin = setup.start.turn, setup.origin
        name = setup.player(first).name
        sentence = say(f"local.game.{begins}", name=name, side=self.side(first))
        if origin is None:
            return sentence
        key = "begun" if origin.number else "begun_at_start"
        return f"{sentence} {say(f'local.what_if.{key}', number=origin.number)}"

    def answer(self, event: AnswerHeard, mover: Color | None = None) -> str:
        """Return what the oracle says, and what it means for the side that moves, if given."""
        says = "says_again" if event.repeated else "says"
        if event.local:
            says = f"{says}_locally"
        answer = event.answer.text
        if mover is None:
            return say(f"local.game.oracle.{says}", answer=answer)
        effect = self.effect(event.answer, mover)
        return say(f"local.game.oracle.explained.{says}", answer=answer, effect=effect)

    def effect(self, answer: Answer, mover: Color) -> str:
        """Return what an answer means for the side that moves."""
        if answer is Answer.MAYBE:
            opponent = self.side(mover.opponent)
            return say("local.game.effects.maybe", side=self.side(mover), opponent=opponent)
        named = BLACK if answer is Answer.YES else BLACK.opponent
        kind = "own" if named is mover else "opposite"
        return say(f"local.game.effects.{kind}", side=self.side(named))

    def effect_sentence(self, answer: Answer, mover: Color) -> str:
        """Return what an answer means for the side that moves, as a sentence."""
        return as_sentence(self.effect(answer, mover))

    def refusal(self, error: Exception | str) -> str:
        """Return why something was refused; in errors of ours, sides have the skin's names."""
        if isinstance(error, OutflankError):
            sides = {color.text.key: self.side(color) for color in Color}
            error = error.render(catalogue().with_texts(sides))
        return as_sentence(error)

    def squares(self, name: str, squares: SquareSet, board: Board) -> str:
        """Return which discs are on the named row or column."""
        discs = [
            say("local.game.board.disc", square=square, side=self.side(color))
            for square in squares
            if (color := board.disc_at(square)) is not None
        ]
        if not discs:
            return say("local.game.board.empty_line", name=name)
        return say("local.game.board.line", name=name, discs=", ".join(discs))

    def sides(self, board: Board) -> str:
        """Return how many discs each side has, for use in a sentence."""
        return ", ".join(
            say("local.game.board.side_count", side=self.side(color), discs=board.count(color))
            for color in (BLACK, WHITE)
        )

    def counts(self, board: Board) -> str:
        """Return how many discs each side has."""
        return say("local.game.board.counts", sides=self.sides(board), empty=board.empties)

    def moves(self, position: Position) -> str:
        """Return where the side to move may play, and how many discs each move flips."""
        found = []
        for square in position.legal_moves.squares:
            discs = len(position.place(square).turned)
            key = "local.game.board.may_flip" if discs else "local.game.board.may_flip_nothing"
            found.append(say(key, square=square, discs=discs))
        side = self.side(position.turn)
        return say("local.game.board.may_play", side=side, moves=", ".join(found))

    def _move(self, event: MovePlayed) -> str:
        turned, forced = len(event.flipped) + len(event.forced), len(event.forced)
        facts = {"player": self.who(event.color), "square": event.square}
        if event.disc is not event.color:
            side = self.side(event.disc)
            if not turned:
                return say("local.game.move.places", side=side, **facts)
            return say("local.game.move.places_and_flips", side=side, count=turned, **facts)
        if not turned:
            return say("local.game.move.flips_nothing", **facts)
        if forced:
            return say("local.game.move.flips_by_maybe", count=turned, forced=forced, **facts)
        return say("local.game.move.flips", count=turned, **facts)

    def _end(self, event: MatchEnded) -> str:
        outcome, (black, white) = event.outcome, event.score
        reason = event.note or self._reason(outcome)
        if outcome.winner is None:
            key = "local.game.end.draw" if outcome.is_draw else "local.game.end.no_winner"
            return say(key, black=black, white=white, reason=reason)
        own, other = (black, white) if outcome.winner is BLACK else (white, black)
        wins = "wins_with_fewest" if self.setup.variant.fewest_wins else "wins"
        if not outcome.reason.is_natural:
            wins = "wins_early"
        player = self.who(outcome.winner)
        return say(f"local.game.end.{wins}", player=player, own=own, other=other, reason=reason)

    def _reason(self, outcome: Outcome) -> str:
        loser = say("local.game.end.nobody")
        if outcome.winner is not None:
            loser = self.who(outcome.winner.opponent)
        return say(f"local.game.end.reasons.{outcome.reason.name.lower()}", loser=loser)


def as_sentence(problem: Exception | str) -> str:
    """Return an error as a sentence; an `OSError` is reduced to its reason.

    >>> as_sentence("there is no square z9"), as_sentence(OSError(28, "No space left on device"))
    ('There is no square z9.', 'No space left on device.')
    """
    words = problem.strerror if isinstance(problem, OSError) else None
    words = words or str(problem)
    stop = "" if words.endswith((".", "?", "!")) else "."
    return f"{capitalised(words)}{stop}"


def describe_clock(seat: SeatView) -> str:
    """Return how much time a player has."""
    left = [
        say(f"local.game.clock.{what}", seconds=f"{milliseconds / 1000:.1f}")
        for milliseconds, what in (
            (seat.clock.remaining, "left"),
            (seat.clock.move_limit, "for_move"),
        )
        if milliseconds is not None
    ]
    if not left:
        return say("local.game.clock.none", name=seat.name)
    return say("local.game.clock.times", name=seat.name, times=", ".join(left))


def describe_hint(found: Analysis) -> str:
    """Return what the computer would play, and how much worse the next best moves are.

    >>> from outflank.engine import Variation
    >>> d3, c4 = (Square.parse(name) for name in ("d3", "c4"))
    >>> describe_hint(Analysis((Variation(d3, Score(3.75)), Variation(c4, Score(2.5)))))
    'The computer would play d3: you are ahead by about 4 discs. Next best: c4, 1 disc worse.'
    """
    if found.score is None:
        sentence = say("local.game.hint.move", move=found.move)
    else:
        score = describe_score(found.score)
        sentence = say("local.game.hint.move_and_score", move=found.move, score=score)
    best = found.score.discs if found.score is not None else 0.0
    others = [
        _difference(move, best - score.discs)
        for move, score in list(found.scores.items())[:_HINT_CANDIDATES]
        if isinstance(move, Square) and move != found.move
    ]
    if not others:
        return sentence
    return f"{sentence} {say('local.game.hint.next_best', moves='; '.join(others))}"


def describe_score(score: Score) -> str:
    """Return in words what a score means for the side to move.

    >>> describe_score(Score(-4, ScoreKind.EXACT)), describe_score(Score(1, ScoreKind.PROVEN))
    ('with best play you lose by 4 discs', 'with best play you win')
    >>> describe_score(Score(-1.2)), describe_score(Score(0.2))
    ('you are behind by about 1 disc', 'the game is about even')
    """
    count, is_ahead = whole_discs(score.discs), score.discs > 0
    match score.kind:
        case ScoreKind.EXACT | ScoreKind.PROVEN if not score.discs:
            return say("local.game.your_score.draw")
        case ScoreKind.EXACT:
            kind = "win_by" if is_ahead else "loss_by"
        case ScoreKind.PROVEN:
            return say(f"local.game.your_score.{'win' if is_ahead else 'loss'}")
        case ScoreKind.EXPECTED if count:
            kind = "average_win" if is_ahead else "average_loss"
        case _ if count:
            kind = "ahead" if is_ahead else "behind"
        case _:
            return say("local.game.your_score.even")
    return say(f"local.game.your_score.{kind}", count=count)


def whole_discs(lead: float) -> int:
    """Return a lead in whole discs; halves are rounded up, so that all texts show one number.

    >>> whole_discs(-20.5), whole_discs(21.5), whole_discs(0.4)
    (21, 22, 0)
    """
    return math.floor(abs(lead) + 0.5 + 1e-9)


def _difference(move: Square, discs: float) -> str:
    """Return how much worse a move is than the best one."""
    if count := whole_discs(discs):
        return say("local.game.hint.worse", move=move, count=count)
    return say("local.game.hint.as_good", move=move)
