"""The positions and solutions of `outflank solve`, and their output."""

from __future__ import annotations

import json
import math
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click

from outflank.cli.words import heading_in_words, result_in_words
from outflank.engine import Analysis
from outflank.rules import Move, Position
from outflank.texts import say

__all__ = ["Exercise", "Solution", "SolutionTable", "print_json", "totals"]


@dataclass(frozen=True)
class Exercise:
    """A position to solve, where it was read from, and its scores according to the file."""

    source: str
    number: int
    position: Position
    labels: dict[Move, float]
    best: float | None

    @property
    def place(self) -> str:
        """Where the position was read from, for an error about one of several."""
        if not self.source:
            return ""
        place = self.source
        if self.number:
            place = say("commands.engine.solve.place", source=place, number=self.number)
        return f"{place}: "


@dataclass(frozen=True)
class Solution:
    """A solved position, compared with the scores in its file."""

    exercise: Exercise
    found: Analysis
    is_outcome: bool
    is_every: bool

    @property
    def score(self) -> float:
        """The score in discs, or +1, 0 or -1 if only the winner was asked for."""
        if self.found.result is not None:
            return self.found.result.sign
        return 0 if self.found.score is None else self.found.score.discs

    @property
    def moves(self) -> dict[str, float]:
        """The score of each move that was scored."""
        return {str(move): value for move, value in self._values.items()}

    @property
    def _values(self) -> dict[Move, float]:
        results = {move: float(result.sign) for move, result in self.found.results.items()}
        return {move: score.discs for move, score in self.found.scores.items()} | results

    @property
    def expected(self) -> float | None:
        """The score that the file gives."""
        best = self.exercise.best
        return None if best is None else self._as_asked(best)

    @property
    def wrong(self) -> list[str]:
        """The moves whose score differs from the file's."""
        values = self._values
        if not self.is_every:
            values = {move: value for move, value in values.items() if move == self.found.move}
        labels = self.exercise.labels
        return [
            str(move)
            for move, value in values.items()
            if move in labels and self._as_asked(labels[move]) != value
        ]

    @property
    def is_correct(self) -> bool | None:
        """Whether all scores agree with the file; None if it gives none."""
        if self.expected is None:
            return None
        return self.score == self.expected and not self.wrong

    def _as_asked(self, discs: float) -> float:
        return (discs > 0) - (discs < 0) if self.is_outcome else discs


def print_json(solution: Solution) -> None:
    """Print one solution as a JSON object."""
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


# The headings of the columns and their widths; a negative width aligns left.
_COLUMNS = {
    "#": 5,
    "empties": 7,
    "move": -4,
    "score": 6,
    "expected": 8,
    "wins": 6,
    "nodes": 15,
    "seconds": 9,
    "line": -4,
}


class SolutionTable:
    """Prints a row for each position as soon as it is solved."""

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        has_labels = any(exercise.best is not None for exercise in exercises)
        has_chance = any(exercise.position.variant.answers for exercise in exercises)
        self._columns = dict(_COLUMNS)
        if not has_labels:
            del self._columns["expected"]
        if not has_chance:
            del self._columns["wins"]
        self._columns = {
            name: int(math.copysign(max(abs(width), len(heading_in_words(name))), width))
            for name, width in self._columns.items()
        }
        self._number = 0
        # Several rows are cut, since wrapped rows are hard to read; a single row is shown whole.
        is_clipped = len(exercises) > 1 and sys.stdout.isatty()
        self._width = shutil.get_terminal_size().columns if is_clipped else None

    def __call__(self, solution: Solution) -> None:
        """Print one solution, and the headings before the first one."""
        if not self._number:
            self._print({name: heading_in_words(name) for name in self._columns})
            self._print({name: "-" * abs(width) for name, width in self._columns.items()})
        self._number += 1
        found = solution.found
        is_right = solution.is_correct
        expected = "" if solution.expected is None else _figure(solution)
        if is_right is not None:
            mark = "agrees" if is_right else "differs"
            expected = f"{expected} {say(f'commands.engine.solve.{mark}')}"
        self._print(
            {
                "#": str(self._number),
                "empties": str(solution.exercise.position.board.empties),
                "move": "-" if found.move is None else str(found.move),
                "score": _score(solution.score, solution),
                "expected": expected,
                "wins": "" if found.win_chance is None else f"{found.win_chance:.1%}",
                "nodes": f"{found.nodes:,}",
                "seconds": f"{found.seconds:.3f}",
                "line": _course(solution),
            }
        )

    def _print(self, cells: Mapping[str, str]) -> None:
        row = "  ".join(
            cells[name].ljust(-width) if width < 0 else cells[name].rjust(width)
            for name, width in self._columns.items()
        ).rstrip()
        if self._width is not None and len(row) > self._width:
            row = f"{row[: self._width - 3]}..."
        click.echo(row)


def _figure(solution: Solution) -> str:
    assert solution.expected is not None
    return _score(solution.expected, solution)


def _score(discs: float, solution: Solution) -> str:
    if solution.is_outcome:
        return result_in_words(discs)
    return f"{discs:+.0f}" if discs == int(discs) else f"{discs:+.2f}"


def _course(solution: Solution) -> str:
    """Show the perfect line, or with --all the score of every move."""
    if not solution.is_every:
        return " ".join(map(str, solution.found.line))
    wrong = solution.wrong
    return " ".join(
        f"{move}:{_score(discs, solution)}{'?' if move in wrong else ''}"
        for move, discs in solution.moves.items()
    )


def totals(solved: Sequence[Solution]) -> str:
    """Sum up the solutions: their number, how many agree with a file, the nodes and the time."""
    nodes = sum(solution.found.nodes for solution in solved)
    seconds = sum(solution.found.seconds for solution in solved)
    labelled = [solution for solution in solved if solution.is_correct is not None]
    right = sum(bool(solution.is_correct) for solution in labelled)
    seconds_shown, count = f"{seconds:.3f}", f"{nodes:,}"
    total = say("commands.engine.solve.positions", count=len(solved))
    if labelled:
        total = say(
            "commands.engine.solve.agreeing", positions=total, right=right, count=len(labelled)
        )
    sentence = say("commands.engine.solve.total", total=total, count=count, seconds=seconds_shown)
    if seconds > 0.1:
        speed = f"{nodes / seconds / 1e6:.2f}"
        sentence = say("commands.engine.solve.at_speed", total=sentence, millions=speed)
    return f"{sentence}."
