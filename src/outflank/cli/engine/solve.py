"""`outflank solve`: the exact result of positions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from outflank.cli.commands import option
from outflank.cli.engine.solve_output import Exercise, Solution, SolutionTable, print_json, totals
from outflank.cli.engine.solve_progress import SolveProgress
from outflank.cli.options import (
    BoardCommand,
    answer_option,
    hash_option,
    heard,
    read_argument,
    refuse_finished,
    size_option,
    threads_option,
    variant_option,
)
from outflank.engine.solvers import most_empties, open_solver
from outflank.errors import NotationError
from outflank.rules import Game, Position, find_variant
from outflank.texts import Text, say

__all__ = ["command"]


@click.command(
    "solve",
    help=Text("commands.engine.solve.help"),
    details=Text("commands.engine.solve.details"),
    cls=BoardCommand,
    examples=(
        "outflank solve endgames.obf",
        "outflank solve endgames.obf --all --json",
        "outflank solve '-OX-XOOXXXXXOOOO O'",
        "outflank solve --size 6 --threads 2",
    ),
)
@click.argument("what", nargs=-1)
@size_option
@variant_option
@answer_option
@threads_option
@hash_option
@option("--wld", is_flag=True, help=Text("commands.engine.solve.options.wld"))
@option("--all", "every", is_flag=True, help=Text("commands.engine.solve.options.all"))
@option("--json", "as_json", is_flag=True, help=Text("commands.engine.solve.options.json"))
def command(
    *,
    what: tuple[str, ...],
    size: str | None,
    variant: str | None,
    answer: str | None,
    threads: int | None,
    hash_mb: int,
    wld: bool,
    every: bool,
    as_json: bool,
) -> None:
    """Solve positions: each WHAT is a board, a transcript, a file, or - for standard input."""
    exercises = [
        replace(exercise, position=heard(exercise.position, answer))
        for exercise in _exercises(what, size=size, variant=variant)
    ]
    for exercise in exercises:
        refuse_finished(exercise.position, "solve", exercise.place)
    _warn_of_long_searches([exercise.position for exercise in exercises])
    printer = print_json if as_json else SolutionTable(exercises)
    solved: list[Solution] = []
    try:
        with (
            open_solver(threads=threads, hash_mb=hash_mb) as engine,
            SolveProgress(len(exercises), lambda: engine.nodes) as progress,
        ):
            for exercise in exercises:
                found = engine.solve(
                    exercise.position,
                    "outcome" if wld else "exact",
                    candidates=len(exercise.position.legal_moves) if every else 1,
                    on_progress=progress.update,
                )
                is_outcome = found.result is not None
                solution = Solution(exercise, found, is_outcome=is_outcome, is_every=every)
                solved.append(solution)
                progress.next_position()
                printer(solution)
    finally:  # Ctrl-C prints the totals so far, too
        if solved and not as_json:
            click.echo(totals(solved))


def _exercises(what: Sequence[str], *, size: str | None, variant: str | None) -> Iterator[Exercise]:
    if not what:
        if size is None:
            raise click.UsageError(say("commands.engine.solve.give_a_position"))
        start = find_variant(variant or "classic").start(int(size))
        yield Exercise("", 0, start, {}, None)
    for given in what:
        reading = read_argument(given, size=size, variant=variant, strict=True)
        if not reading.records:
            raise NotationError(Text("errors.cli.input_contains_no_position"))
        source = "" if len(what) == 1 == len(reading.records) else _shortened(given)
        for number, record in enumerate(reading.records, 1):
            place = number if len(reading.records) > 1 else 0
            if isinstance(record, Game):
                record.to_end()
                yield Exercise(source, place, record.position, {}, None)
                continue
            labels = {move: score.discs for move, score in record.scores if score is not None}
            best = max(labels.values(), default=None)
            if best is None and record.score is not None:
                best = record.score.discs
            yield Exercise(source, place, record.position, labels, best)


def _warn_of_long_searches(positions: Sequence[Position]) -> None:
    """Warn a person at the terminal about positions that would take far too long to solve."""
    hopeless = [
        position.board.empties
        for position in positions
        if position.board.empties > most_empties(position)
    ]
    if hopeless and sys.stderr.isatty():
        click.echo(
            say("commands.engine.solve.takes_too_long", count=max(hopeless)),
            err=True,
        )


def _shortened(given: str) -> str:
    given = given.strip()
    return given if len(given) <= 40 else f"{given[:37]}..."
