"""`outflank puzzles make`: find puzzles in games of others, and in games of our own."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from outflank.analysis.puzzle_collection.collection import named_collection
from outflank.analysis.puzzle_collection.making import PUZZLE_EMPTIES
from outflank.analysis.puzzle_collection.many_puzzles import (
    GamesPart,
    Part,
    PlayedPart,
    puzzle_from_dict,
    puzzle_to_dict,
    work_through,
)
from outflank.analysis.puzzle_collection.puzzle_file import SUFFIX, packed
from outflank.analysis.puzzle_collection.theme_rules import themes_of
from outflank.analysis.puzzles import GRADES, Puzzle
from outflank.arena.engine_match.games_file import RecordsFile
from outflank.cli.commands import option
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
from outflank.errors import NotationError
from outflank.notation import ScoredPosition, write
from outflank.rules import Position
from outflank.texts import Text, say

__all__ = ["make_command"]

_GAMES_OF_A_PART = 40
_MOST_JOBS = 64


@click.command(
    "make",
    help=Text("commands.engine.puzzle.make.help"),
    details=Text("commands.engine.puzzle.make.details"),
    cls=BoardCommand,
    examples=(
        "outflank puzzles make games.ggf --out mine.obf",
        "outflank puzzles make games.txt --grade hard --most 20",
        "outflank puzzles make --own 500 --seed 7 --jobs 4 --out mine.puzzles",
        "outflank puzzles mine.obf",
    ),
)
@click.argument("games", nargs=-1, metavar="[GAMES]...")
@option(
    "--own",
    type=WholeNumber(1),
    metavar="N",
    help=Text("commands.engine.puzzle.make.options.own"),
)
@option(
    "--seed",
    type=WholeNumber(0),
    default=1,
    show_default=True,
    help=Text("commands.engine.puzzle.make.options.seed"),
)
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
@option(
    "--jobs",
    type=WholeNumber(1, _MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help=Text("commands.engine.puzzle.make.options.jobs"),
)
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
    own: int | None,
    seed: int,
    grade: str | None,
    empties: tuple[int, int],
    most: int | None,
    jobs: int,
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
    if not games and own is None:
        raise click.UsageError(say("commands.engine.puzzle.make.nothing_to_read"))
    if own is not None and (size is not None or variant is not None):
        raise click.UsageError(say("commands.engine.puzzle.make.own_is_classic"))
    if out is not None and not force:
        refuse_existing(out)
    run = _Run(range(empties[0], empties[1] + 1), seed, grade, variant or "classic", own, most)
    for text in games:
        run.read(text, size)
    run.work(jobs, out)
    if not run.found:
        if out is not None:
            _work_file(out).unlink(missing_ok=True)
        raise NotationError(Text("errors.cli.these_games_no_puzzle"))
    puzzles = sorted(run.found, key=lambda each: (_place(each.grade), each.rating, each.id))
    if out is None:
        click.echo(_as_obf(puzzles), nl=False)
        return
    write_file(out, packed(puzzles) if out.suffix == SUFFIX else _as_obf(puzzles), replace=force)
    _work_file(out).unlink(missing_ok=True)
    click.echo(say("commands.engine.puzzle.make.written", count=len(puzzles), file=out))


@dataclass
class _Run:
    """A search for puzzles: what it reads, and what it has found."""

    empties: range
    seed: int
    grade: str | None
    variant: str
    own: int | None
    most: int | None
    found: list[Puzzle] = field(default_factory=list)
    _games: list[tuple[Position, ...]] = field(default_factory=list)
    _seen: set[Position] = field(default_factory=set)
    _own_found: int = 0

    def read(self, text: str, size: str | None) -> None:
        """Take the puzzles of a compact file as they are, or the late positions of games."""
        collection = named_collection(text)
        if collection is not None:
            for puzzle in collection:
                self._take(replace(puzzle, themes=themes_of(puzzle.position, puzzle.known)))
            return
        reading = read_argument(text, size=size, variant=self.variant)
        report_problems(reading)
        for game in reading.games:
            positions = (ply.parent.position for ply in game.mainline())
            late = (each for each in positions if each.board.empties in self.empties)
            self._games.append(tuple(late))

    def work(self, jobs: int, out: Path | None) -> None:
        """Find puzzles until there are enough; what is found is kept beside the file `out`."""
        parts = self._parts()
        with ProgressBar(say("commands.engine.puzzle.make.looking")) as progress:
            if out is None:
                self._work(parts, jobs, progress, None)
                return
            with RecordsFile[_PartFound](
                _work_file(out),
                self._settings,
                kind="set of puzzles",
                read=lambda plain: _PartFound.from_dict(plain, self.variant),
                write=_PartFound.to_dict,
                key=lambda found: found.part,
            ) as file:
                try:
                    self._work(parts, jobs, progress, file)
                except BaseException:
                    progress.clear()
                    kept = sum(len(each.puzzles) for each in file.games)
                    click.echo(say("commands.engine.puzzle.make.kept", count=kept), err=True)
                    raise

    def _work(
        self,
        parts: Iterator[Part],
        jobs: int,
        progress: ProgressBar,
        file: RecordsFile[_PartFound] | None,
    ) -> None:
        done = {} if file is None else {each.part: each.puzzles for each in file.games}
        for part, new in work_through(parts, done, jobs):
            puzzles = done[part.name] if new is None else new
            if new is not None and file is not None:
                file.add(_PartFound(part.name, new))
            for puzzle in puzzles:
                if not self._is_full(part):
                    is_new = self._take(puzzle)
                    self._own_found += is_new and isinstance(part, PlayedPart)
            self._show(progress, part)
            if self._is_full(part):
                break

    def _is_full(self, part: Part) -> bool:
        """Return whether enough puzzles are found for this part to add none."""
        if self.most is not None and len(self.found) >= self.most:
            return True
        return isinstance(part, PlayedPart) and self._own_found >= (self.own or 0)

    def _take(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle if it is wanted and not symmetric to one that is kept."""
        if self.most is not None and len(self.found) >= self.most:
            return False
        position = puzzle.position.canonical()
        if self.grade not in (None, puzzle.grade) or position in self._seen:
            return False
        self._seen.add(position)
        self.found.append(puzzle)
        return True

    def _parts(self) -> Iterator[Part]:
        """Yield the games that were read, part by part, then games of our own without end."""
        for number, first in enumerate(range(0, len(self._games), _GAMES_OF_A_PART)):
            yield GamesPart(number, tuple(self._games[first : first + _GAMES_OF_A_PART]))
        if self.own is not None:
            for number in itertools.count():
                yield PlayedPart(number, self.seed, self.empties)

    @property
    def _settings(self) -> dict[str, Any]:
        """What decides which puzzles are found, so that no other run is continued."""
        games = hashlib.sha256(repr(self._games).encode()).hexdigest()
        return {
            "seed": self.seed,
            "fewest": self.empties[0],
            "most": self.empties[-1],
            "variant": self.variant,
            "games": games if self._games else "",
        }

    def _show(self, progress: ProgressBar, part: Part) -> None:
        note = say("commands.engine.puzzle.make.found", count=len(self.found))
        if isinstance(part, PlayedPart):
            progress(self._own_found, self.own or 1, note)
        elif isinstance(part, GamesPart):
            games = len(self._games)
            done = min((part.number + 1) * _GAMES_OF_A_PART, games)
            progress(done, games, note, steady=False)


@dataclass(frozen=True, slots=True)
class _PartFound:
    """A line of the work file: what a part of the games gave."""

    part: str
    puzzles: list[Puzzle]

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain values."""
        return {"part": self.part, "puzzles": list(map(puzzle_to_dict, self.puzzles))}

    @classmethod
    def from_dict(cls, plain: dict[str, Any], variant: str) -> _PartFound:
        """Return the line from plain values."""
        puzzles = [puzzle_from_dict(each, variant=variant) for each in plain["puzzles"]]
        return cls(str(plain["part"]), puzzles)


def _work_file(out: Path) -> Path:
    """Return the file beside another one that keeps what an interrupted run has found."""
    return out.with_name(f"{out.name}.part")


def _place(grade: str) -> int:
    return ("", *GRADES).index(grade)


def _as_obf(puzzles: Sequence[Puzzle]) -> str:
    return write([_record(puzzle) for puzzle in puzzles], format="obf") + "\n"


def _record(puzzle: Puzzle) -> ScoredPosition:
    scores = sorted(puzzle.known.items(), key=lambda pair: (-pair[1].discs, str(pair[0])))
    return ScoredPosition(puzzle.position, tuple(scores), comment=puzzle.grade)
