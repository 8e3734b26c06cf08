"""A match as a face follows it: its state, the viewed position and the notices."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from outflank.drawing.skins import Skin, find_skin
from outflank.engine import Analysis
from outflank.faces.local.evaluation import Evaluation, EvaluationGraph
from outflank.faces.local.move_rows import discs_placed
from outflank.faces.local.notices import Notice, NoticeKind, notice_kind
from outflank.faces.local.settings import Appearance
from outflank.faces.local.words.sentences import Sentences
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MovePlayed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.play.setup import SeriesScore, Setup, Undo
from outflank.rules import Board, Color, Placement, Ply, Position, Score, Square, SquareSet
from outflank.texts import say

__all__ = ["FollowedMatch"]

_NOTICES: Final = 12  # how many are kept


class FollowedMatch:
    """A copy of a match, kept up to date by events, and the position that the user is viewing.

    A position is named by its move number, the number of moves before it; the highest number is
    the current position. The events given at the start are history; new ones go to `follow`.
    """

    def __init__(
        self,
        room: Room,
        events: Sequence[Event],
        appearance: Appearance,
        earlier_score: SeriesScore | None = None,
    ) -> None:
        self.room = room
        self.match: Match = Match.restore(events[:1])
        self.evaluations: dict[int, Evaluation] = {}
        self.scores: dict[Square, Score] = {}  # the scores in a hint
        self.is_hinting: bool = False
        self.thinking: Analysis | None = None
        self.is_paused_by_user = False  # not by a popup
        self.notices: deque[Notice] = deque(maxlen=_NOTICES)
        self._earlier_score = earlier_score or SeriesScore()
        self._viewed: int | None = None
        self.apply_appearance(appearance)
        self._announce(events[0])
        for event in events[1:]:
            self.follow(event)

    def apply_appearance(self, appearance: Appearance) -> None:
        """Switch to the skin and settings of an appearance."""
        self.appearance = appearance
        self.skin: Skin = find_skin(appearance.skin_for(self.setup.variant.name))
        self.sentences: Sentences = Sentences(self.setup, self.skin)

    # Events

    def follow(self, event: Event) -> Notice | None:
        """Apply the next event, and return the notice about it, if it needs one."""
        self._record_evaluation(event)
        self.match.follow(event)
        if isinstance(event, TakenBack | Redone):
            self._viewed = None
            last = len(self.plies)
            self.evaluations = {
                number: found for number, found in self.evaluations.items() if number <= last
            }
        if isinstance(event, MovePlayed | TakenBack | Redone | MatchEnded):
            self.thinking = None
            if not self.is_past:
                self.clear_hint()
        return self._announce(event)

    def _announce(self, event: Event) -> Notice | None:
        """Add the notice about an event; the pause for a popup needs none."""
        sentence = self.sentences.describe(event)
        if isinstance(event, AnswerHeard):
            sentence = self.sentences.answer(event, self.live.turn)
        elif (isinstance(event, Paused) and not self.is_paused_by_user) or (
            isinstance(event, Resumed) and self.notice.kind != "pause"
        ):
            return None
        return self.say(sentence, notice_kind(event)) if sentence else None

    def say(self, sentence: str, kind: NoticeKind = "plain") -> Notice:
        """Add a notice."""
        notice = Notice(sentence, kind)
        if self.notices and self.notices[-1].kind == "progress":
            self.notices.pop()  # the new notice replaces the progress so far
        if not self.notices or self.notices[-1] != notice:
            self.notices.append(notice)
        return notice

    def refuse(self, reason: Exception | str) -> Notice:
        """Add a notice that says why something was refused, with the skin's names."""
        return self.say(self.sentences.refusal(reason), "problem")

    @property
    def notice(self) -> Notice:
        """The last notice, except answers of the oracle, which are shown elsewhere."""
        shown = (notice for notice in reversed(self.notices) if notice.kind != "answer")
        return next(shown, Notice(""))

    # The match

    @property
    def setup(self) -> Setup:
        """The match's players and rules."""
        return self.match.setup

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves and passes so far."""
        return self.match.game.plies

    @property
    def live(self) -> Position:
        """The current position."""
        return self.match.position

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.outcome is not None

    @property
    def ended(self) -> MatchEnded | None:
        """The event that ended the match, if it is over."""
        events = reversed(self.match.events) if self.is_over else ()
        return next((event for event in events if isinstance(event, MatchEnded)), None)

    @property
    def series_score(self) -> SeriesScore:
        """The wins so far, including this match once it is over."""
        outcome = self.match.outcome
        return self._earlier_score.after(outcome, self.setup) if outcome else self._earlier_score

    @property
    def has_oracle(self) -> bool:
        """Whether an oracle answers before each move."""
        return bool(self.setup.variant.answers)

    # The viewed position

    @property
    def is_past(self) -> bool:
        """Whether an earlier position is viewed."""
        return self._viewed is not None

    @property
    def move_number(self) -> int:
        """How many moves led to the viewed position."""
        return len(self.plies) if self._viewed is None else self._viewed

    @property
    def position(self) -> Position:
        """The viewed position."""
        if self._viewed is None:
            return self.live
        return self.plies[self._viewed - 1].position if self._viewed else self.match.game.start

    @property
    def board(self) -> Board:
        """The viewed board, after all flips."""
        return self.position.board

    @property
    def last_move(self) -> Placement | None:
        """The last disc placed before the viewed position, and what it flipped."""
        for ply in reversed(self.plies[: self.move_number]):
            if ply.placement:
                return ply.placement
        return None

    def view(self, move_number: int) -> None:
        """View a position by its move number; too high a number means the current position."""
        move_number = max(0, move_number)
        if move_number != self.move_number:
            self._viewed = move_number if move_number < len(self.plies) else None
            self.clear_hint()

    def return_to_present(self) -> None:
        """View the current position."""
        self.view(len(self.plies))

    def describe_view(self) -> str:
        """Return a sentence on which earlier position is viewed."""
        count, shown = discs_placed(self.plies), discs_placed(self.plies[: self.move_number])
        if not self.move_number:
            return say("local.game.view.start", count=count)
        ply = self.plies[self.move_number - 1]
        key = "played" if isinstance(ply.move, Square) else "passed"
        facts = {"number": shown, "total": count, "player": self.sentences.who(ply.color)}
        if key == "played":
            facts["move"] = ply.move
        if ply.answer is not None:
            key, facts["answer"] = f"{key}_after", ply.answer.text
        return say(f"local.game.view.{key}", **facts)

    # Whose turn it is

    def is_person(self, color: Color) -> bool:
        """Return whether a person plays a colour."""
        return self.setup.player(color).is_person

    @property
    def people(self) -> list[Color]:
        """The colours that people play."""
        return [color for color in Color if self.is_person(color)]

    @property
    def turn(self) -> TurnStarted | None:
        """The current turn, if a person may move now."""
        asked = self.match.asked
        if not isinstance(asked, TurnStarted) or self.match.is_paused:
            return None
        return asked if self.is_person(asked.color) else None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is to move."""
        asked = self.match.asked
        is_turn = isinstance(asked, TurnStarted) and not self.match.is_paused
        return is_turn and not self.is_person(self.live.turn)

    @property
    def legal(self) -> SquareSet:
        """The squares where a person may play now."""
        if self.turn is None or self.is_past:
            return SquareSet(self.board.size)
        return self.live.legal_moves.squares

    @property
    def undoer(self) -> Color | None:
        """The colour that may undo now or ask for it; the last mover if possible."""
        mover = next((ply.color for ply in reversed(self.plies) if ply.placement), None)
        for color in (mover, mover.opponent) if mover else ():
            is_asked = self.setup.undo is Undo.CONSENT and not self.is_over
            if self.is_person(color) and (is_asked or self.match.can_take_back(color)):
                return color
        return None

    @property
    def can_redo(self) -> bool:
        """Whether a move can be redone."""
        match = self.match
        return bool(self.people) and match.can_redo and not match.is_paused and not self.is_over

    @property
    def resigner(self) -> Color | None:
        """The colour that resigns if the user does."""
        if self.is_over or not self.people:
            return None
        return self.live.turn if self.live.turn in self.people else self.people[0]

    @property
    def near_side(self) -> Color:
        """The colour at the bottom of the panel: that of the only person, or of player 1."""
        return self.people[0] if len(self.people) == 1 else self.setup.color(1)

    def status(self, color: Color) -> str:
        """Return what a side is doing; empty if it waits."""
        outcome, asked = self.match.outcome, self.match.asked
        if outcome is not None:
            nobody = "draw" if outcome.is_draw else "no_winner"
            ending = {color: "wins", None: nobody}.get(outcome.winner, "loses")
            return say(f"local.game.status.{ending}")
        if asked is None or asked.color is not color:
            return ""
        if self.match.is_paused and self.is_paused_by_user:
            return say("local.game.status.paused")
        if isinstance(asked, AnswerAwaited):
            return say("local.game.status.asks_oracle")
        if self.is_person(color):
            return say("local.game.status.moves", count=len(self.live.legal_moves.squares))
        found = Evaluation.from_analysis(self.thinking, color)
        if found is None or not self.appearance.evaluation:
            return say("local.game.status.thinks")
        return say("local.game.status.thinks_and_leads", lead=found.lead(self.sentences))

    def is_status_of_search(self, color: Color) -> bool:
        """Return whether the status of a side is that its computer is thinking."""
        asked = self.match.asked
        if self.is_over or not isinstance(asked, TurnStarted) or asked.color is not color:
            return False
        is_paused = self.match.is_paused and self.is_paused_by_user
        return not is_paused and not self.is_person(color)

    def summary(self) -> str:
        """Return a sentence on the result, or that there is none, to show when the face closes."""
        if self.ended is not None:
            return self.sentences.describe(self.ended)
        return say("local.game.no_winner_yet", sides=self.sentences.sides(self.live.board))

    @property
    def standing(self) -> str:
        """The score of the series, as a sentence."""
        first, second = (player.name for player in self.setup.players)
        standing = self.series_score.standing(first, second)
        return say("local.game.standing", standing=standing)

    # Evaluations and hints

    @property
    def can_hint(self) -> bool:
        """Whether the user can ask for a hint on the viewed position."""
        if not self.is_past and self.turn is None:
            return False
        return bool(self.position.legal_moves.squares) and not self.position.awaits_answer

    @property
    def has_hint(self) -> bool:
        """Whether a hint is shown or being made."""
        return self.is_hinting or bool(self.scores)

    def show_hint(self, position: Position, analysis: Analysis, *, is_final: bool) -> None:
        """Show the scores in a hint, if it is for the viewed position."""
        if not self.is_hinting or position != self.position:
            return
        self.scores = {
            move: score for move, score in analysis.scores.items() if isinstance(move, Square)
        }
        self.is_hinting = not is_final
        if not self.scores:
            return
        found = Evaluation.from_analysis(analysis, position.turn)
        self.record(found, self.move_number)
        if is_final and found is not None:
            best = max(self.scores, key=lambda square: self.scores[square].discs)
            lead = found.lead(self.sentences)
            self.say(say("local.game.hint.move_and_score", move=best, score=lead))

    def clear_hint(self) -> None:
        """Remove the scores of a hint."""
        self.scores = {}
        self.is_hinting = False

    def show_thinking(self, thinking: Analysis | None) -> None:
        """Keep the progress of the computer's search."""
        if self.is_thinking:
            self.thinking = thinking
            self.record(
                Evaluation.of_computer(thinking, self.live.turn, self.setup), len(self.plies)
            )

    def record(self, evaluation: Evaluation | None, move_number: int) -> None:
        """Store the evaluation of a position; None is ignored."""
        if evaluation is not None:
            self.evaluations[move_number] = evaluation

    def _record_evaluation(self, event: Event) -> None:
        """Store the evaluation that a computer had before its move, or the final result."""
        asked = self.match.asked
        if isinstance(event, MovePlayed) and asked is not None:
            analysis = self.room.analysis_of(asked.seq)
            self.record(Evaluation.of_computer(analysis, event.color, self.setup), len(self.plies))
        elif isinstance(event, MatchEnded) and event.outcome.reason.is_natural:
            self.record(Evaluation.from_outcome(event.outcome, self.setup), len(self.plies))

    @property
    def shown_evaluations(self) -> dict[int, Evaluation]:
        """The evaluations to show; a playing computer's own only if wanted, or after the game."""
        if self.appearance.evaluation or self.is_over:
            return self.evaluations
        return {number: found for number, found in self.evaluations.items() if not found.is_own}

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the viewed position; for the current position, the latest of all."""
        shown = self.shown_evaluations
        if self.is_past or not shown:
            return shown.get(self.move_number)
        return shown[max(shown)]

    @property
    def graph(self) -> EvaluationGraph:
        """The graph of the evaluations to show."""
        return EvaluationGraph.of(self.shown_evaluations, len(self.plies), self.board.size**2)
