"""Puzzles from thousands of games: part by part, in several processes, always the same."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, Protocol

from outflank.analysis.puzzle_collection.making import make_puzzles
from outflank.analysis.puzzle_collection.own_games import played_positions
from outflank.analysis.puzzle_collection.puzzle import Puzzle
from outflank.analysis.puzzle_collection.searching import BatchSearch
from outflank.analysis.puzzle_collection.theme_rules import themes_of
from outflank.engine.child_processes import follow_parent
from outflank.errors import EngineError
from outflank.rules import Position, Score, ScoreKind, Square
from outflank.texts import Text

__all__ = ["GamesPart", "Part", "PlayedPart", "puzzle_from_dict", "puzzle_to_dict", "work_through"]

_MOST_OF_A_GAME: Final = 2
_WAITING: Final = 2  # parts for each process


class Part(Protocol):
    """Some games of a long run, with a number of its own."""

    @property
    def name(self) -> str:
        """What tells the part from all others of the run."""

    def puzzles(self) -> list[Puzzle]:
        """Return what these games give."""


@dataclass(frozen=True, slots=True)
class GamesPart:
    """The late positions of some given games."""

    number: int
    games: tuple[tuple[Position, ...], ...]

    @property
    def name(self) -> str:
        """What tells the part from all others of the run."""
        return f"games {self.number}"

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles of these games, at most two of each."""
        return _puzzles_of(self.games)


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """Some games of our own, which depend only on the seed and the part's number."""

    number: int
    seed: int
    empties: range
    openings: int = 48

    @property
    def name(self) -> str:
        """What tells the part from all others of the run."""
        return f"own {self.number}"

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles of these games, at most two of each."""
        first = self.number * self.openings
        numbers = range(first, first + self.openings)
        return _puzzles_of(played_positions(self.seed, numbers, self.empties))


def _puzzles_of(games: Sequence[Sequence[Position]]) -> list[Puzzle]:
    """Return the puzzles of games, from each at most the two with the highest ratings."""
    search = BatchSearch()
    game_of = {position: place for place, game in enumerate(games) for position in game}
    kept: dict[int, list[Puzzle]] = {}
    for puzzle in make_puzzles(game_of, search):
        kept.setdefault(game_of[puzzle.position], []).append(puzzle)
    return [
        puzzle
        for of_game in kept.values()
        for puzzle in sorted(of_game, key=lambda each: -each.rating)[:_MOST_OF_A_GAME]
    ]


def work_through(
    parts: Iterator[Part], done: Container[str], processes: int
) -> Iterator[tuple[Part, list[Puzzle] | None]]:
    """Yield each part with its puzzles, in order; those of a part that is `done` are None.

    A program that asks for several processes needs `if __name__ == "__main__":` around it.
    """
    if processes == 1:
        for part in parts:
            yield part, None if part.name in done else part.puzzles()
        return
    # A fork would copy locks that threads hold; a new interpreter starts clean.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, initializer=follow_parent)
    try:
        yield from _in_order(parts, done, pool, processes * _WAITING)
    except BrokenProcessPool:
        raise EngineError(Text("errors.analysis.puzzle_process_died")) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(
    parts: Iterator[Part], done: Container[str], pool: ProcessPoolExecutor, most: int
) -> Iterator[tuple[Part, list[Puzzle] | None]]:
    running: deque[tuple[Part, Future[list[Puzzle]] | None]] = deque()
    for part in parts:
        is_done = part.name in done
        running.append((part, None if is_done else pool.submit(part.puzzles)))
        if len(running) > most:
            yield _finished(*running.popleft())
    while running:
        yield _finished(*running.popleft())


def _finished(part: Part, future: Future[list[Puzzle]] | None) -> tuple[Part, list[Puzzle] | None]:
    return part, None if future is None else future.result()


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return a new puzzle as plain values for JSON.

    >>> start = Position.parse("-OX- XOOX XXXX OOOO O")
    >>> puzzle_to_dict(Puzzle(start, grade="easy"))["grade"]
    'easy'
    """
    return {
        "position": str(puzzle.position),
        "grade": puzzle.grade,
        "rating": puzzle.rating,
        "scores": {str(square): score.discs for square, score in puzzle.known.items()},
    }


def puzzle_from_dict(plain: dict[str, Any], *, variant: str = "classic") -> Puzzle:
    """Return the puzzle from the result of `puzzle_to_dict`, with its themes."""
    position = Position.parse(plain["position"], variant=variant)
    known = {
        Square.parse(name): Score(discs, ScoreKind.EXACT) for name, discs in plain["scores"].items()
    }
    return Puzzle(
        position,
        grade=str(plain["grade"]),
        known=known,
        themes=themes_of(position, known),
        rating=float(plain["rating"]),
    )
