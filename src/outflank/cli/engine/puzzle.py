"""`outflank puzzles check`: solve puzzles again; and the former names of `make` and `check`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import click

from outflank.analysis.puzzle_collection.collection import named_collection
from outflank.analysis.puzzle_collection.making import verified
from outflank.analysis.puzzles import (
    Puzzle,
    PuzzleCollection,
    PuzzleSolution,
    own_puzzles,
    solve_puzzle,
)
from outflank.analysis.review import review_engine
from outflank.cli.commands import Group, option
from outflank.cli.engine.puzzle_making import make_command
from outflank.cli.options import (
    BoardCommand,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.progress import ProgressBar
from outflank.engine import solve
from outflank.errors import NotationError, UnsolvedPuzzle
from outflank.notation import ScoredPosition
from outflank.rules import Square
from outflank.texts import Text, say

__all__ = ["check_command", "former_command", "make_command"]

_OWN: Final = "own"  # the word for the puzzles that come with Outflank
_AT_ONCE: Final = 256
_ALL_MOVES: Final = 128


@click.command(
    "check",
    help=Text("commands.engine.puzzle.check.help"),
    details=Text("commands.engine.puzzle.check.details"),
    cls=BoardCommand,
    examples=(
        "outflank puzzles check mine.obf",
        "outflank puzzles check mine.obf --json",
        "outflank puzzles check own",
    ),
)
@click.argument("file")
@size_option
@variant_option
@option("--json", "as_json", is_flag=True, help=Text("commands.engine.puzzle.check.options.json"))
@click.pass_context
def check_command(
    ctx: click.Context, *, file: str, size: str | None, variant: str | None, as_json: bool
) -> None:
    """Solve puzzles, and report those without a single solution or with wrong scores."""
    puzzles = _puzzles(file, size, variant)
    wrong = 0
    with ProgressBar(say("commands.engine.puzzle.check.checking")) as progress:
        for done, (puzzle, solution) in enumerate(_checked(puzzles), 1):
            facts: dict[str, object] = {"puzzle": puzzle.number}
            if isinstance(solution, UnsolvedPuzzle):
                wrong += 1
                facts |= {"right": False, "problem": str(solution)}
                report = say(
                    "commands.engine.puzzle.check.wrong", number=puzzle.number, problem=solution
                )
            else:
                facts |= {
                    "right": True,
                    "solution": str(solution.best[0]),
                    "score": solution.score.discs,
                    "line": [str(move) for move in solution.line],
                }
                report = ""
            if as_json or report:
                progress.clear()
                click.echo(json.dumps(facts) if as_json else report)
            progress(done, len(puzzles), steady=False)
    if not as_json:
        right = len(puzzles) - wrong
        click.echo(say("commands.engine.puzzle.check.result", right=right, count=len(puzzles)))
    ctx.exit(1 if wrong else 0)


def _checked(puzzles: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, PuzzleSolution | UnsolvedPuzzle]]:
    """Solve puzzles, and yield each with its solution or with what is wrong with it."""
    solve_some = _solved_together if isinstance(puzzles, PuzzleCollection) else _solved_in_turn
    for puzzle, solution in solve_some(puzzles):
        if isinstance(solution, UnsolvedPuzzle):
            yield puzzle, solution
            continue
        try:
            yield puzzle, verified(puzzle, solution)
        except UnsolvedPuzzle as problem:
            yield puzzle, problem


def _solved_in_turn(
    puzzles: Sequence[Puzzle],
) -> Iterator[tuple[Puzzle, PuzzleSolution | UnsolvedPuzzle]]:
    """Solve the positions of any file, of which some may be no puzzles."""
    with review_engine() as solver:
        for puzzle in puzzles:
            try:
                yield puzzle, solve_puzzle(replace(puzzle, known={}), solver)
            except UnsolvedPuzzle as problem:
                yield puzzle, problem


def _solved_together(
    puzzles: Sequence[Puzzle],
) -> Iterator[tuple[Puzzle, PuzzleSolution | UnsolvedPuzzle]]:
    """Solve the thousands of puzzles of a compact file, many in one call into the core."""
    for first in range(0, len(puzzles), _AT_ONCE):
        some = puzzles[first : first + _AT_ONCE]
        found = solve([puzzle.position for puzzle in some], candidates=_ALL_MOVES)
        for puzzle, analysis in zip(some, found, strict=True):
            scores = {
                move: score for move, score in analysis.scores.items() if isinstance(move, Square)
            }
            yield puzzle, PuzzleSolution(scores, analysis.line)


@click.group(
    "puzzle",
    cls=Group,
    help=Text("commands.engine.puzzle.puzzle.help"),
    commands={"check": check_command, "make": make_command},
    hidden=True,
)
@click.pass_context
def former_command(ctx: click.Context) -> None:
    """Make and check endgame puzzles: the former name of `outflank puzzles make` and `check`."""
    name = ctx.invoked_subcommand
    click.echo(say("commands.engine.puzzle.renamed", name=name), err=True)


def _puzzles(file: str, size: str | None, variant: str | None) -> Sequence[Puzzle]:
    """Read the puzzles of a file, with the scores in it."""
    if file == _OWN:
        return own_puzzles()
    collection = named_collection(file)
    if collection is not None:
        return collection
    reading = read_argument(file, size=size, variant=variant)
    report_problems(reading)
    if not reading.records:
        raise next(
            iter(reading.problems), NotationError(Text("errors.cli.file_contains_no_position"))
        )
    return [
        Puzzle(
            record.position,
            number,
            known={
                move: score
                for move, score in record.scores
                if isinstance(move, Square) and score is not None
            },
        )
        if isinstance(record, ScoredPosition)
        else Puzzle(record.root.last().position, number)
        for number, record in enumerate(reading, 1)
    ]
