"""`outflank solve`: the exact result of positions."""

from __future__ import annotations

import json
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import click

from outflank.cli.options import (
    BoardCommand,
    hash_option,
    read_argument,
    size_option,
    threads_option,
    variant_option,
)
from outflank.cli.progress import Progress
from outflank.engine import Analysis
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError, NotationError
from outflank.rules import Game, Move, Position, ScoreKind, find_variant

__all__ = ["command"]


@click.command(
    "solve",
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank solve endgames.obf\n"
    "  outflank solve endgames.obf --all --json\n"
    "  outflank solve '-OX-XOOXXXXXOOOO O'\n"
    "  outflank solve --size 6 --threads 2",
)
@click.argument("what", nargs=-1)
@size_option
@variant_option
@threads_option
@hash_option
@click.option("--wld", is_flag=True, help="Find out only who wins, which is quicker.")
@click.option("--all", "every", is_flag=True, help="Score every move, not only the best.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a position.")
def command(
    *,
    what: tuple[str, ...],
    size: str | None,
    variant: str | None,
    threads: int | None,
    hash_mb: int,
    wld: bool,
    every: bool,
    as_json: bool,
) -> None:
    """Solve positions: each WHAT is a board, a transcript, a file, or - for standard input.

    Scores count for the side to move, and empty squares go to the winner. Where a file tells
    scores itself, as OBF does, they are compared. Without WHAT the start position of --size is
    solved.
    """
    exercises = list(_exercises(what, size=size, variant=variant))
    for exercise in exercises:
        exercise.check()
    printer = _print_json if as_json else _Table(exercises)
    solved: list[_Solution] = []
    threads = threads or NativeEngine.all_threads()
    with (
        NativeEngine(threads=threads, hash_mb=hash_mb) as engine,
        _Ticker(len(exercises)) as ticker,
    ):
        for exercise in exercises:
            found = engine.solve(
                exercise.position,
                "outcome" if wld else "exact",
                candidates=len(exercise.position.legal_moves) if every else 1,
                on_progress=ticker.hear,
            )
            is_outcome = found.score is not None and found.score.kind is ScoreKind.PROVEN
            solution = _Solution(exercise, found, is_outcome=is_outcome, is_every=every)
            solved.append(solution)
            ticker.turn_over()
            printer(solution)
    if not as_json:
        click.echo(_totals(solved))


@dataclass(frozen=True)
class _Exercise:
    """A position to solve, where it stands and what is said to be its solution."""

    source: str
    number: int
    position: Position
    labels: dict[Move, float]
    best: float | None

    def check(self) -> None:
        """Refuse what cannot be solved."""
        place = f"{self.source}, position {self.number}: " if self.number else ""
        if not (self.position.board.black or self.position.board.white):
            raise EngineError(f"{place}there are no discs on the board, so the game is over")
        if self.position.is_over():
            raise EngineError(f"{place}the game is over, so there is nothing to solve")


def _exercises(
    what: Sequence[str], *, size: str | None, variant: str | None
) -> Iterator[_Exercise]:
    if not what:
        if size is None:
            raise click.UsageError("name a position or a file to solve, or a --size of board")
        start = find_variant(variant or "classic").start(int(size))
        yield _Exercise("", 0, start, {}, None)
    for given in what:
        reading = read_argument(given, size=size, variant=variant, strict=True)
        if not reading.records:
            raise NotationError("there is no position in what was given")
        source = given if len(given) <= 40 else f"{given.strip()[:37]}..."
        for number, record in enumerate(reading.records, 1):
            place = number if len(reading.records) > 1 else 0
            if isinstance(record, Game):
                record.to_end()
                yield _Exercise(source, place, record.position, {}, None)
                continue
            labels = {move: score.discs for move, score in record.scores if score is not None}
            best = max(labels.values(), default=None)
            if best is None and record.score is not None:
                best = record.score.discs
            yield _Exercise(source, place, record.position, labels, best)


class _Ticker:
    """Shows progress also while the engine has nothing new to say, which may take minutes."""

    def __init__(self, total: int) -> None:
        self._progress = Progress("Solving")
        self._total = total
        self._done = 0
        self._known = ""
        self._began = time.monotonic()
        self._drawing = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def hear(self, found: Analysis) -> None:
        """Keep what is known of the position that is being solved."""
        self._known = f"{found.score} after {found.nodes:,} nodes, "

    def turn_over(self) -> None:
        """Make room for a result; the next position's time begins."""
        with self._drawing:
            self._done += 1
            self._known, self._began = "", time.monotonic()
            self._progress.clear()

    def _tick(self) -> None:
        while not self._end.wait(0.25):
            with self._drawing:
                spent = time.monotonic() - self._began
                note = f"#{self._done + 1}: {self._known}{spent:.0f} s"
                if self._done < self._total:
                    self._progress(self._done, self._total, note)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()
        self._progress.clear()


@dataclass(frozen=True)
class _Solution:
    """A solved position beside what was expected."""

    exercise: _Exercise
    found: Analysis
    is_outcome: bool
    is_every: bool

    @property
    def score(self) -> float:
        """The discs, or +1, 0 and -1 where only the winner was asked for."""
        return 0 if self.found.score is None else self.found.score.discs

    @property
    def moves(self) -> dict[str, float]:
        """What each move is worth that was scored."""
        return {str(move): score.discs for move, score in self.found.candidates}

    @property
    def expected(self) -> float | None:
        """What the file says."""
        best = self.exercise.best
        return None if best is None else self._as_asked(best)

    @property
    def wrong(self) -> list[str]:
        """The moves whose score is not what the file says."""
        pairs = self.found.candidates if self.is_every else ()
        if not self.is_every and self.found.move is not None and self.found.score is not None:
            pairs = ((self.found.move, self.found.score),)
        labels = self.exercise.labels
        return [
            str(move)
            for move, score in pairs
            if move in labels and self._as_asked(labels[move]) != score.discs
        ]

    @property
    def is_correct(self) -> bool | None:
        """Whether all is as the file says, None where it says nothing."""
        if self.expected is None:
            return None
        return self.score == self.expected and not self.wrong

    def _as_asked(self, discs: float) -> float:
        return (discs > 0) - (discs < 0) if self.is_outcome else discs


def _print_json(solution: _Solution) -> None:
    found = solution.found
    facts: dict[str, object] = {
        "move": None if found.move is None else str(found.move),
        "score": solution.score,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "line": [str(move) for move in found.line],
    }
    if found.win_chance is not None:
        facts["win_chance"] = found.win_chance
    if solution.is_every:
        facts["moves"] = solution.moves
    if solution.expected is not None:
        facts |= {"expected": solution.expected, "correct": solution.is_correct}
        if solution.is_every:
            facts["wrong"] = solution.wrong
    click.echo(json.dumps(facts))


class _Table:
    """Prints a line a position, as soon as it is solved."""

    def __init__(self, exercises: Sequence[_Exercise]) -> None:
        self._has_labels = any(exercise.best is not None for exercise in exercises)
        self._number = 0
        # Rows that wrap make no table; one line alone is shown whole, however long.
        is_clipped = len(exercises) > 1 and sys.stdout.isatty()
        self._width = shutil.get_terminal_size().columns if is_clipped else None

    def __call__(self, solution: _Solution) -> None:
        """Print one solution, before the first the heads of the columns."""
        if not self._number:
            self._print("#", "empties", "move", "score", "expected", "nodes", "seconds", "line")
            widths = 5, 7, 4, 6, 8, 15, 9, 4
            self._print(*("-" * width for width in widths))
        self._number += 1
        found = solution.found
        is_right = solution.is_correct
        expected = "" if solution.expected is None else _figure(solution)
        mark = "" if is_right is None else " ok" if is_right else " no"
        self._print(
            str(self._number),
            str(solution.exercise.position.board.empties),
            "" if found.move is None else str(found.move),
            _score(solution.score, solution),
            expected + mark,
            f"{found.nodes:,}",
            f"{found.seconds:.3f}",
            _course(solution),
        )

    def _print(self, *cells: str) -> None:
        number, empties, move, score, expected, nodes, seconds, line = cells
        label = f"  {expected:>8}" if self._has_labels else ""
        row = (
            f"{number:>5}  {empties:>7}  {move:<4}  {score:>6}{label}  {nodes:>15}  {seconds:>9}"
            f"  {line}"
        ).rstrip()
        if self._width is not None and len(row) > self._width:
            row = f"{row[: self._width - 3]}..."
        click.echo(row)


def _figure(solution: _Solution) -> str:
    assert solution.expected is not None
    return _score(solution.expected, solution)


def _score(discs: float, solution: _Solution) -> str:
    if solution.is_outcome:
        return "win" if discs > 0 else "loss" if discs < 0 else "draw"
    return f"{discs:+.0f}" if discs == int(discs) else f"{discs:+.2f}"


def _course(solution: _Solution) -> str:
    """Show the perfect line, or with --all what every move is worth, and what chance is left."""
    chance = solution.found.win_chance
    wins = "" if chance is None else f"wins {chance:.1%} "
    if not solution.is_every:
        return f"{wins}{' '.join(map(str, solution.found.line))}"
    wrong = solution.wrong
    return wins + " ".join(
        f"{move}:{_score(discs, solution)}{'?' if move in wrong else ''}"
        for move, discs in solution.moves.items()
    )


def _totals(solved: Sequence[_Solution]) -> str:
    nodes = sum(one.found.nodes for one in solved)
    seconds = sum(one.found.seconds for one in solved)
    labelled = [one for one in solved if one.is_correct is not None]
    right = sum(bool(one.is_correct) for one in labelled)
    agreed = f", {right} of {len(labelled)} as the file says" if labelled else ""
    speed = f", {nodes / seconds / 1e6:.2f} million a second" if seconds > 0.1 else ""
    word = "position" if len(solved) == 1 else "positions"
    return f"{len(solved)} {word}{agreed}: {nodes:,} nodes in {seconds:.3f} s{speed}."
