"""Cards to repeat: one tries a move, then the card says what was wrong and what moves are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Final

from outflank.analysis import PuzzleSolution
from outflank.analysis.review_rules import RULES, budget_for
from outflank.analysis.sentences import SideName, discs_in_words
from outflank.drawing.annotations import score_annotations
from outflank.engine import Engine, Limit
from outflank.errors import OutflankError
from outflank.faces.local.exercises.due_cards import RepeatedCard, next_due
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.remembered_exercise import RememberedExercise
from outflank.faces.local.words.names import color_name
from outflank.faces.local.words.when import when_in_words
from outflank.learning import Card, Dropped, describe_card, new_id
from outflank.rules import Move, Position, Score, ScoreKind, Square
from outflank.texts import say

__all__ = ["CardSession", "nothing_due"]

_TEXTS = "local.learning.cards"
_SECONDS: Final = 3.0  # how long a person may wait until the moves have values
_AS_GOOD_IF_EXACT: Final = 0.5  # discs that a right move may lose


class CardSession(RememberedExercise):
    """The cards that are due, one after another; each is tried once.

    `prepare` lets an engine value every move of a card, which takes a few seconds at most; faces
    call it on another thread. After a move, right or wrong, the better move is on the board, and
    `said` has the back of the card.
    """

    has_hints = True

    def __init__(
        self, cards: Sequence[RepeatedCard], learner: LocalLearner, side: SideName = color_name
    ) -> None:
        self.cards: Sequence[RepeatedCard] = cards
        self.side = side
        self.tried: int = 0
        self.right: int = 0
        self._values: dict[int, PuzzleSolution] = {}  # by the number of the card
        super().__init__(learner)

    @property
    def card(self) -> RepeatedCard:
        """The card that is shown."""
        return self.cards[self.number - 1]

    @property
    def subject(self) -> str:
        """The subject of attempts at the card."""
        return self.card.subject

    @property
    def total(self) -> int:
        """How many cards there are."""
        return len(self.cards)

    @property
    def start(self) -> Position:
        """The position of the card."""
        return self.card.position

    @property
    def heading(self) -> str:
        """The number of the card, and the game that it is from."""
        mistake = self.card.mistake
        facts = {"number": self.number, "total": self.total}
        if not self.card.is_mistake or mistake is None:
            return say(f"{_TEXTS}.heading_puzzle", **facts)
        if not mistake.source:
            return say(f"{_TEXTS}.heading", **facts)
        return say(f"{_TEXTS}.heading_game", **facts, game=mistake.source, disc=mistake.disc)

    @property
    def text(self) -> str:
        """Whose move it is, and what was lost here."""
        if not self.is_ready:
            return say(f"{_TEXTS}.valuing")
        mistake, side = self.card.mistake, self.side(self.start.turn)
        if not self.card.is_mistake or mistake is None:
            return say("local.exercises.puzzles.task", side=side)
        kind = ScoreKind.EXACT if mistake.is_exact else ScoreKind.HEURISTIC
        lost = discs_in_words(mistake.loss, Score(0, kind))
        return say(f"{_TEXTS}.task", side=side, lost=lost)

    @property
    def footnote(self) -> str:
        """How many cards were right."""
        return self.score if self.tried else ""

    @property
    def score(self) -> str:
        """How many cards were right, as a sentence."""
        return say(f"{_TEXTS}.score", right=self.right, tried=self.tried)

    @property
    def closing(self) -> str:
        """How many cards were right, and when the next one comes."""
        assert self.learner is not None
        parts = [self.score] if self.tried else []
        if (due := next_due(self.learner)) is not None and self.is_over:
            when = when_in_words(due, self.learner.now)
            parts.append(say(f"{_TEXTS}.next", when=when))
        return " ".join(parts)

    # Values of the moves

    @property
    def solution(self) -> PuzzleSolution | None:
        """The values of all moves, once they are known."""
        puzzle = self.card.puzzle
        if puzzle is not None and puzzle.known:
            return PuzzleSolution(puzzle.known)
        return _values_on(self.card.mistake) or self._values.get(self.number)

    @property
    def is_ready(self) -> bool:
        """Whether the moves have values."""
        return self.solution is not None

    @property
    def awaits_move(self) -> bool:
        """Whether a move is to be tried."""
        return self.is_ready and super().awaits_move

    @property
    def next_step(self) -> str:
        """What Enter does now."""
        return super().next_step if self.is_ready else ""

    def prepare(self, engine: Engine, cancel: Event | None = None) -> None:
        """Value every move; if the engine cannot, only what the card itself says is right."""
        if self.is_ready or self.is_over:
            return
        number, position = self.number, self.start
        try:
            found = engine.analyse(
                position, _limit(position, engine), candidates=len(position.legal_moves),
                cancel=cancel,
            )  # fmt: skip
        except OutflankError:
            values, line = dict[Square, Score](), tuple[Move, ...]()
        else:
            scores = found.scores.items()
            values = {move: value for move, value in scores if isinstance(move, Square)}
            line = found.line
        if cancel is not None and cancel.is_set():
            return
        self._values[number] = PuzzleSolution(values, line)
        if number == self.number:
            self._begin()

    # What a person does

    @property
    def can_hint(self) -> bool:
        """Whether the card can tell which move not to play again."""
        return self.awaits_move and not self._hints and bool(self._played)

    @property
    def _played(self) -> str:
        return self.card.mistake.played if self.card.mistake is not None else ""

    def give_hint(self) -> None:
        """Tell what was played in the game."""
        if self.can_hint:
            self._hints += 1
            self.said, self.is_right = say("learning.cards.played", move=self._played), None

    @property
    def can_drop(self) -> bool:
        """Whether the card can be dropped."""
        return True

    def drop(self) -> None:
        """Never repeat this card again, and go on."""
        assert self.learner is not None
        self._is_noted = True
        problem = self._record(Dropped(id=new_id(), at=self.learner.now, subject=self.subject))
        self.go_on()
        self.said = problem or say(f"{_TEXTS}.dropped")
        self.is_right = None

    def play(self, square: Square) -> None:
        """Try a move; after a wrong one, the better one is put on the board."""
        super().play(square)
        if self.is_right is False and self._is_noted and self.awaits_move:
            self._put(self._solution_square())

    def _put(self, square: Square) -> None:
        self.last, self._after = self.start.place(square), self.start.play(square)

    def _judge(self, square: Square) -> tuple[str, bool]:
        loss = self._loss(square)
        is_right = square in self._right or (loss is not None and loss < self._tolerance)
        if self.card.mistake is not None and str(square) == self._played:
            # What the review found stays, even if a shorter search finds the move good.
            is_right, loss = False, self.card.mistake.loss
        self.tried += 1
        self.right += is_right
        problem = self._note(square, is_right=is_right, loss=0.0 if is_right else loss)
        if is_right:
            return problem, True
        if loss is None:
            said = say(f"{_TEXTS}.not_best", square=square)
        else:
            cost = discs_in_words(loss, self._source)
            said = say(f"{_TEXTS}.wrong", square=square, cost=cost)
        return self._back(said, problem), False

    def _praise(self, square: Square) -> str:
        return self._back(say(f"{_TEXTS}.right", square=square), self.said)

    def _solution(self) -> Square:
        self.tried += 1
        self._problem = self._note(None, is_right=False, loss=None)
        return self._solution_square()

    def _explanation(self, square: Square) -> str:
        return self._back(say(f"{_TEXTS}.shown", square=square), self._problem)

    def _back(self, *sentences: str) -> str:
        """Return what the card says after a try: what happened then, the line and the values."""
        mistake, solution = self.card.mistake, self.solution
        parts = list(sentences)
        if self.card.is_mistake and mistake is not None:
            parts += describe_card(mistake, self.side)
        line = self._line
        if len(line) > 1:
            parts.append(say(f"{_TEXTS}.line", line=" ".join(line)))
        if solution is not None and solution.scores:
            parts.append(say(f"{_TEXTS}.values", values=_listed(solution.scores)))
        return " ".join(filter(None, parts))

    @property
    def _line(self) -> Sequence[str]:
        mistake = self.card.mistake
        line = mistake.line if mistake is not None else ()
        if not line and self.solution is not None:
            line = tuple(map(str, self.solution.line))
        return line[: RULES.lines.in_text]

    @property
    def _right(self) -> tuple[Square, ...]:
        """The moves that the card itself calls right."""
        if self.card.mistake is not None:
            return tuple(map(Square.parse, self.card.mistake.best))
        assert self.card.puzzle is not None
        return PuzzleSolution(self.card.puzzle.known).best

    def _solution_square(self) -> Square:
        solution = self.solution
        if solution is None or not solution.scores or self._right[0] in solution.best:
            return self._right[0]
        return solution.best[0]

    def _loss(self, square: Square) -> float | None:
        solution = self.solution
        if solution is None or square not in solution.scores:
            return None
        return solution.loss(square)

    @property
    def _source(self) -> Score:
        """A score of the same kind as the values of the moves."""
        solution = self.solution
        is_known = solution is not None and solution.scores
        return solution.score if is_known and solution is not None else Score(0.0)

    @property
    def _tolerance(self) -> float:
        is_exact = self._source.kind is ScoreKind.EXACT
        return _AS_GOOD_IF_EXACT if is_exact else RULES.thresholds.clear_lead


def _values_on(card: Card | None) -> PuzzleSolution | None:
    """Return the values that a card itself has, if it has those of all moves."""
    if card is None or len(card.values) < len(card.board.legal_moves):
        return None
    kind = ScoreKind.EXACT if card.is_exact else ScoreKind.HEURISTIC
    values = {Square.parse(move): Score(discs, kind) for move, discs in card.values.items()}
    return PuzzleSolution(values)


def nothing_due(learner: LocalLearner) -> str:
    """Return that no card is due, and when the next one is."""
    due = next_due(learner)
    if due is None:
        return say(f"{_TEXTS}.none")
    return say(f"{_TEXTS}.nothing_due", when=when_in_words(due, learner.now))


def _limit(position: Position, engine: Engine) -> Limit:
    """Return how long to look for the values of all moves: a solution near the end."""
    budget = budget_for(position, engine.name)
    if position.board.empties <= budget.solved:
        return Limit(seconds=_SECONDS)
    return Limit(seconds=_SECONDS, depth=budget.depth, confidence=budget.confidence)


def _listed(scores: Mapping[Square, Score]) -> str:
    """Return the moves with their values, the best first."""
    order = sorted(scores, key=lambda square: (-scores[square].discs, str(square)))
    figures = score_annotations(scores)
    return ", ".join(f"{square} {figures[square].text}" for square in order)
