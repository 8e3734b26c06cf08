"""A series of puzzles: find the best move, and learn how many discs another move loses."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from outflank.analysis import Puzzle, PuzzleSolution, own_puzzles, solve_puzzle, theme_sentence
from outflank.analysis.sentences import SideName, discs_in_words
from outflank.engine import Engine
from outflank.errors import UnsolvedPuzzle
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.remembered_exercise import RememberedExercise
from outflank.faces.local.words.names import color_name, grade_name
from outflank.learning import Attempt, Card, Entry, puzzle_subject
from outflank.rules import Position, Score, ScoreKind, Square
from outflank.texts import say
from outflank.texts.phrases import listed_in_words

__all__ = ["PuzzleSession", "describe_result"]


class PuzzleSession(RememberedExercise):
    """A series of puzzles; the computer solves each one before the person may move.

    `prepare` solves the puzzle that is shown. It may take seconds, so faces call it on another
    thread; no move is awaited until it is done. Puzzles with a known solution need no engine.
    `learner` remembers what was tried. A series that `goes_on` starts at the first puzzle that was
    never tried.

    >>> session = PuzzleSession(own_puzzles("easy")[:20])
    >>> session.heading, session.text
    ('Puzzle 1 of 20 (easy)', 'Black to move. Find the best move.')
    """

    _solved: tuple[int, PuzzleSolution] | None = None  # by the computer: a number, its solution

    has_hints = True

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        side: SideName = color_name,
        *,
        learner: LocalLearner | None = None,
        goes_on: bool = True,
    ) -> None:
        self.puzzles: Sequence[Puzzle] = puzzles
        self._shown: tuple[int, Puzzle] | None = None  # the number of a puzzle, and the puzzle
        self.side = side
        self.asked: set[int] = set()  # numbers of the puzzles that the person has tried
        self.found: set[int] = set()  # puzzles solved with the first try
        self._failed: set[int] = set()  # puzzles with a wrong try, or whose solution was shown
        super().__init__(learner)
        if learner is not None and goes_on:
            numbered, tried = enumerate(puzzles, 1), learner.tried
            new = (each for each, puzzle in numbered if _subject(puzzle) not in tried)
            self.go_to(next(new, 1))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        if self._shown is None or self._shown[0] != self.number:
            self._shown = self.number, self.puzzles[self.number - 1]  # made each time it is asked
        return self._shown[1]

    @property
    def subject(self) -> str:
        """The subject of attempts at the puzzle that is shown."""
        return _subject(self.puzzle)

    @property
    def total(self) -> int:
        """How many puzzles there are."""
        return len(self.puzzles)

    @property
    def heading(self) -> str:
        """The number of the puzzle, how hard it is, and whether it was solved before."""
        key, facts = "heading", dict[str, object](number=self.number, total=self.total)
        if self.puzzle.grade:
            key, facts["grade"] = "heading_grade", grade_name(self.puzzle.grade)
        if self.learner is not None and self.learner.has_solved(self.start):
            key = f"{key}_solved"
        return say(f"local.exercises.puzzles.{key}", **facts)

    @property
    def text(self) -> str:
        """Whose move it is, and what to find."""
        if not self.is_ready:
            return say("local.exercises.puzzles.solving")
        return say("local.exercises.puzzles.task", side=self.side(self.start.turn))

    @property
    def score(self) -> str:
        """How many puzzles were solved on the first try, as a sentence."""
        if not self.asked:
            return say("local.exercises.puzzles.none")
        found, tried = len(self.found), len(self.asked)
        return say("local.exercises.puzzles.score", found=found, tried=tried)

    @property
    def closing(self) -> str:
        """The score, if any puzzle was tried."""
        return self.score if self.asked else ""

    @property
    def footnote(self) -> str:
        """How many puzzles were solved."""
        return self.closing

    @property
    def next_step(self) -> str:
        """What Enter does now; empty while a move is awaited or the computer is solving."""
        return super().next_step if self.is_ready else ""

    @property
    def start(self) -> Position:
        """The position of the puzzle."""
        return self.puzzle.position

    @property
    def solution(self) -> PuzzleSolution | None:
        """The solution of the current puzzle, once it is known."""
        if self.puzzle.known:
            return PuzzleSolution(self.puzzle.known)
        solved = self._solved
        return solved[1] if solved is not None and solved[0] == self.number else None

    @property
    def is_ready(self) -> bool:
        """Whether the solution is known, so that moves can be judged."""
        return self.solution is not None

    @property
    def awaits_move(self) -> bool:
        """Whether the person still has to find the best move."""
        return self.is_ready and super().awaits_move

    @property
    def can_hint(self) -> bool:
        """Whether the theme of the puzzle can be told."""
        return self.awaits_move and not self._hints and bool(self.puzzle.themes)

    def give_hint(self) -> None:
        """Tell the theme of the puzzle."""
        if self.can_hint:
            self._hints += 1
            self.said, self.is_right = theme_sentence(self.puzzle.themes[0]), None

    def prepare(self, engine: Engine, cancel: Event | None = None) -> None:
        """Solve the current puzzle; skip puzzles without a solution and list them in `skipped`."""
        while not self.is_ready and not self.is_over:
            number, puzzle = self.number, self.puzzle
            try:
                self._solved = number, solve_puzzle(puzzle, engine, cancel=cancel)
                self._begin()
            except UnsolvedPuzzle as reason:
                if cancel is not None and cancel.is_set():
                    return
                self.skipped.append(
                    say("local.exercises.puzzles.skipped", number=puzzle.number, reason=reason)
                )
                if self.number == number:  # the person has not gone on meanwhile
                    self.go_on()

    def _judge(self, square: Square) -> tuple[str, bool]:
        assert self.solution is not None
        loss = self.solution.loss(square)
        self._count(is_right=not loss)
        problem = self._note(square, is_right=not loss, loss=loss)
        if not loss:
            return problem, True
        cost = discs_in_words(loss, self.solution.score)
        said = describe_result("wrong", square, self.solution.scores[square], cost=cost)
        return " ".join(filter(None, (said, problem))), False

    def _count(self, *, is_right: bool) -> None:
        """Count a try in the score."""
        self.asked.add(self.number)
        if not is_right:
            self._failed.add(self.number)
        elif self.number not in self._failed:
            self.found.add(self.number)

    def _praise(self, square: Square) -> str:
        assert self.solution is not None
        sentences = [describe_result("right", square, self.solution.score)]
        if others := [str(other) for other in self.solution.best if other != square]:
            moves = listed_in_words(others)
            sentences.append(say("local.exercises.puzzles.just_as_good", moves=moves))
        return " ".join(filter(None, (*sentences, self.said)))

    def _solution(self) -> Square:
        assert self.solution is not None
        self._count(is_right=False)
        self._problem = self._note(None, is_right=False, loss=None)
        return self.solution.best[0]

    def _explanation(self, square: Square) -> str:
        assert self.solution is not None
        shown = describe_result("shown", square, self.solution.score)
        return " ".join(filter(None, (shown, self._problem)))

    def _entries_beside(self, attempt: Attempt) -> list[Entry]:
        """Keep the position of a puzzle that was failed, if it is not one of our own."""
        puzzle, solution = self.puzzle, self.solution
        if attempt.is_right or solution is None or own_puzzles().find(puzzle.id) is not None:
            return []
        # Without the move that was tried, the card has nothing to say about a mistake.
        return [
            Card(
                id=f"card-{attempt.id}",
                at=attempt.at,
                subject=attempt.subject,
                position=str(puzzle.position),
                variant=puzzle.position.variant.name,
                played=attempt.move,
                best=tuple(map(str, solution.best)),
                loss=attempt.loss or 0.0,
                line=tuple(map(str, solution.line)),
                is_exact=solution.score.kind is ScoreKind.EXACT,
            )
        ]


def _subject(puzzle: Puzzle) -> str:
    return puzzle_subject(puzzle.position)


def describe_result(group: str, square: Square, score: Score, **facts: object) -> str:
    """Return a sentence on what a move leads to, from one of the groups of such sentences.

    >>> a1 = Square.parse("a1")
    >>> describe_result("right", a1, Score(-4, ScoreKind.EXACT))
    'Right! a1 loses by only 4 discs.'
    >>> describe_result("shown", a1, Score(0, ScoreKind.EXACT))
    'The best move is a1: it draws.'
    """
    if score.kind is ScoreKind.EXPECTED:
        kind, facts["discs"] = "average", f"{score.discs:+.1f}"
    elif not score.discs:
        kind = "draws"
    else:
        kind = "wins" if score.discs > 0 else "loses"
        facts["discs"] = discs_in_words(abs(score.discs), score)
    return say(f"local.exercises.puzzles.{group}.{kind}", square=square, **facts)
