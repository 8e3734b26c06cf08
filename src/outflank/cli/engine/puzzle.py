"""`outflank puzzles make` and `check`: make endgame puzzles from games, and check them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from outflank.analysis.puzzle_collection.making import PUZZLE_EMPTIES, check_puzzle, find_puzzles
from outflank.analysis.puzzles import GRADES, Puzzle
from outflank.analysis.review import review_engine
from outflank.cli.commands import Group, option
from outflank.cli.options import (
    BoardCommand,
    WholeNumber,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import refuse_existing, write_file
from outflank.cli.progress import ProgressBar
from outflank.errors import NotationError, UnsolvedPuzzle
from outflank.notation import ScoredPosition, write
from outflank.rules import Position, Square
from outflank.texts import Text, say

__all__ = ["check_command", "former_command", "make_command"]


@click.command(
    "make",
    help=Text("commands.engine.puzzle.make.help"),
    details=Text("commands.engine.puzzle.make.details"),
    cls=BoardCommand,
    examples=(
        "outflank puzzles make games.ggf --out mine.obf",
        "outflank puzzles make games.txt --grade hard --most 20",
        "outflank puzzles mine.obf",
    ),
)
@click.argument("games", nargs=-1, required=True, metavar="GAMES...")
@option(
    "--grade", type=click.Choice(GRADES), help=Text("commands.engine.puzzle.make.options.grade")
)
@option(
    "--empties",
    nargs=2,
    type=WholeNumber(2, 20),
    metavar="FEWEST MOST",
    default=(PUZZLE_EMPTIES[0], PUZZLE_EMPTIES[-1]),
    show_default=True,
    help=Text("commands.engine.puzzle.make.options.empties"),
)
@option("--most", type=WholeNumber(1), help=Text("commands.engine.puzzle.make.options.most"))
@size_option
@variant_option
@option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=Text("commands.engine.puzzle.make.options.out"),
)
@option("--force", is_flag=True, help=Text("commands.engine.puzzle.make.options.force"))
def make_command(
    *,
    games: tuple[str, ...],
    grade: str | None,
    empties: tuple[int, int],
    most: int | None,
    size: str | None,
    variant: str | None,
    out: Path | None,
    force: bool,
) -> None:
    """Find puzzles in GAMES: files, transcripts, or - for standard input."""
    if empties[0] > empties[1]:
        raise click.UsageError(
            say("commands.engine.puzzle.make.fewest_above_most", fewest=empties[0], most=empties[1])
        )
    if out is not None and not force:
        refuse_existing(out)
    found: list[Puzzle] = []
    seen: set[Position] = set()
    with (
        review_engine() as solver,
        ProgressBar(say("commands.engine.puzzle.make.looking")) as progress,
    ):
        for text in games:
            reading = read_argument(text, size=size, variant=variant)
            report_problems(reading)
            for done, game in enumerate(reading.games, 1):
                for puzzle in find_puzzles(game, solver, range(empties[0], empties[1] + 1)):
                    position = puzzle.position.canonical()
                    if grade in (None, puzzle.grade) and position not in seen:
                        seen.add(position)
                        found.append(puzzle)
                progress(
                    done,
                    len(reading.records),
                    say("commands.engine.puzzle.make.found", count=len(found)),
                    steady=False,
                )
                if most is not None and len(found) >= most:
                    break
    found = found[:most]
    if not found:
        raise NotationError(Text("errors.cli.these_games_no_puzzle"))
    found.sort(key=lambda puzzle: GRADES.index(puzzle.grade))
    lines = write([_record(puzzle) for puzzle in found], format="obf") + "\n"
    if out is None:
        click.echo(lines, nl=False)
    else:
        write_file(out, lines, replace=force)
        click.echo(say("commands.engine.puzzle.make.written", count=len(found), file=out))


def _record(puzzle: Puzzle) -> ScoredPosition:
    scores = sorted(puzzle.known.items(), key=lambda pair: (-pair[1].discs, str(pair[0])))
    return ScoredPosition(puzzle.position, tuple(scores), comment=puzzle.grade)


@click.command(
    "check",
    help=Text("commands.engine.puzzle.check.help"),
    details=Text("commands.engine.puzzle.check.details"),
    cls=BoardCommand,
    examples=(
        "outflank puzzles check mine.obf",
        "outflank puzzles check mine.obf --json",
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
    with (
        review_engine() as solver,
        ProgressBar(say("commands.engine.puzzle.check.checking")) as progress,
    ):
        for done, puzzle in enumerate(puzzles, 1):
            facts: dict[str, object] = {"puzzle": puzzle.number}
            try:
                solution = check_puzzle(puzzle, solver)
            except UnsolvedPuzzle as problem:
                wrong += 1
                facts |= {"right": False, "problem": str(problem)}
                report = say(
                    "commands.engine.puzzle.check.wrong", number=puzzle.number, problem=problem
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


def _puzzles(file: str, size: str | None, variant: str | None) -> list[Puzzle]:
    """Read the puzzles of a file, with the scores in it."""
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
