"""A series of puzzles: find the best move, and learn how many discs another move loses."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from outflank.analysis.puzzles import Puzzle, PuzzleSolution, solve_puzzle
from outflank.analysis.sentences import SideName, discs_in_words
from outflank.engine import Engine
from outflank.errors import OutflankError, UnsolvedPuzzle
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.solved_puzzles import SolvedPuzzles
from outflank.faces.local.words.names import color_name, grade_name
from outflank.rules import Position, Score, ScoreKind, Square
from outflank.texts import say
from outflank.texts.phrases import listed_in_words

__all__ = ["PuzzleSession"]


class PuzzleSession(BoardExercise):
    """A series of puzzles; the computer solves each one before the person may move.

    `prepare` solves the puzzle that is shown. It may take seconds, so faces call it on another
    thread; no move is awaited until it is done. Puzzles with a known solution need no engine.
    `solved` remembers the puzzles that the user has solved; the session starts at the first
    unsolved one.

    >>> from outflank.analysis.puzzles import own_puzzles
    >>> session = PuzzleSession(own_puzzles("easy"))
    >>> session.heading, session.text
    ('Puzzle 1 of 100 (easy)', 'Black to move. Find the best move.')
    """

    _solved: tuple[Puzzle, PuzzleSolution] | None = None  # by the computer, the last one

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        side: SideName = color_name,
        *,
        solved: SolvedPuzzles | None = None,
    ) -> None:
        self.puzzles: Sequence[Puzzle] = puzzles  # perhaps thousands, made when they are shown
        self.side = side
        self._memory = solved
        self.skipped: list[str] = []  # a sentence about each position that is not a puzzle
        self.asked: set[int] = set()  # numbers of the puzzles that the person has tried
        self.found: set[int] = set()  # puzzles solved with the first try
        self._failed: set[int] = set()  # puzzles with a wrong try, or whose solution was shown
        self._shown: set[int] = set()  # puzzles whose solution was shown
        super().__init__()
        if solved is not None:
            numbered = enumerate(puzzles, 1)
            unsolved = (number for number, puzzle in numbered if puzzle.position not in solved)
            self.go_to(next(unsolved, 1))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        return self.puzzles[self.number - 1]

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
        if self._memory is not None and self.start in self._memory:
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
        puzzle, solved = self.puzzle, self._solved
        if puzzle.known:
            return PuzzleSolution(puzzle.known)
        return solved[1] if solved is not None and solved[0] is puzzle else None

    @property
    def is_ready(self) -> bool:
        """Whether the solution is known, so that moves can be judged."""
        return self.solution is not None

    @property
    def awaits_move(self) -> bool:
        """Whether the person still has to find the best move."""
        return self.is_ready and super().awaits_move

    def prepare(self, engine: Engine, cancel: Event | None = None) -> None:
        """Solve the current puzzle; skip puzzles without a solution and list them in `skipped`."""
        while not self.is_ready and not self.is_over:
            puzzle = self.puzzle
            try:
                self._solved = puzzle, solve_puzzle(puzzle, engine, cancel=cancel)
            except UnsolvedPuzzle as reason:
                if cancel is not None and cancel.is_set():
                    return
                self.skipped.append(
                    say("local.exercises.puzzles.skipped", number=puzzle.number, reason=reason)
                )
                if self.puzzle is puzzle:  # the person has not gone on meanwhile
                    self.go_on()

    def _judge(self, square: Square) -> tuple[str, bool]:
        assert self.solution is not None
        self.asked.add(self.number)
        loss = self.solution.loss(square)
        if not loss:
            if self.number not in self._failed:
                self.found.add(self.number)
            return "", True
        self._failed.add(self.number)
        cost = discs_in_words(loss, self.solution.score)
        return _result("wrong", square, self.solution.scores[square], cost=cost), False

    def _praise(self, square: Square) -> str:
        assert self.solution is not None
        sentences = [_result("right", square, self.solution.score)]
        if others := [str(other) for other in self.solution.best if other != square]:
            moves = listed_in_words(others)
            sentences.append(say("local.exercises.puzzles.just_as_good", moves=moves))
        return " ".join(filter(None, (*sentences, self._remember())))

    def _remember(self) -> str:
        """Remember that the person solved the puzzle; return a sentence if that cannot be saved."""
        if self._memory is None or self.number in self._shown:
            return ""
        try:
            self._memory.add(self.start)
        except OutflankError as problem:
            return say("local.exercises.puzzles.not_saved", problem=problem)
        return ""

    def _solution(self) -> Square:
        assert self.solution is not None
        self.asked.add(self.number)
        self._failed.add(self.number)
        self._shown.add(self.number)
        return self.solution.best[0]

    def _explanation(self, square: Square) -> str:
        assert self.solution is not None
        return _result("shown", square, self.solution.score)


def _result(group: str, square: Square, score: Score, **facts: object) -> str:
    """Return a sentence on what a move leads to, from one of the groups of such sentences.

    >>> a1 = Square.parse("a1")
    >>> _result("right", a1, Score(-4, ScoreKind.EXACT))
    'Right! a1 loses by only 4 discs.'
    >>> _result("shown", a1, Score(0, ScoreKind.EXACT))
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
