"""Make the puzzles that come with the package, from games of our own computers.

python tools/make_puzzles.py > src/outflank/analysis/data/puzzles.obf

A puzzle is a position near the end in which exactly one move wins. Its grade is how far ahead
one must look to find that move and to keep it: a search of that depth and every deeper one
choose it. The same seed makes the same puzzles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from outflank.analysis.puzzles import GRADES
from outflank.engine import Engine, Limit, find, level
from outflank.engine.native import NativeEngine
from outflank.engine.simple import AlphaBetaEngine
from outflank.notation import ScoredPosition, write
from outflank.rules import Game, Move, Position, Score, Square

_LEVEL = 7  # of the computers that play: strong enough for sensible positions, not perfect
_EMPTIES = range(6, 15)
_FEWEST_MOVES = 4
_LEAST_DIFFERENCE = 4  # discs between the best move and the next
_LOOK_AHEAD = {"easy": range(2, 4), "medium": range(4, 7), "hard": range(7, 15)}
_OF_A_GRADE = 20
_DEEPEST = 8  # a search of the engine in Python, which is slow


@dataclass(frozen=True)
class Found:
    """A position with the scores of its moves and how far ahead its best move lies."""

    position: Position
    scores: tuple[tuple[Move, Score], ...]
    look_ahead: int


def main() -> None:
    """Play games until there are enough puzzles of every grade."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=_OF_A_GRADE, help="puzzles of each grade")
    asked = parser.parse_args()
    shelves: dict[str, list[Found]] = {grade: [] for grade in GRADES}
    for found in puzzles(asked.seed):
        grade = next(name for name, depths in _LOOK_AHEAD.items() if found.look_ahead in depths)
        if len(shelves[grade]) < asked.each:
            shelves[grade].append(found)
        counts = ", ".join(f"{name} {len(shelf)}" for name, shelf in shelves.items())
        sys.stderr.write(f"\r{counts} ")
        if all(len(shelf) == asked.each for shelf in shelves.values()):
            break
    sys.stderr.write("\n")
    records = [
        ScoredPosition(one.position, one.scores, comment=grade)
        for grade, shelf in shelves.items()
        for one in sorted(shelf, key=lambda one: (one.look_ahead, one.position.board.empties))
    ]
    print(write(records, format="obf"))


def puzzles(seed: int) -> Iterator[Found]:
    """Play games without end, and go through the puzzles in them, at most one of each game."""
    seen: set[Position] = set()
    with NativeEngine(forgetful=True) as solver, AlphaBetaEngine() as searcher:
        number = seed * 1_000_000
        while True:
            number += 1
            game = played(number)
            # Games are looked at in turn at every number of empty squares.
            wanted = _EMPTIES[number % len(_EMPTIES)]
            for position, _ in game.replay():
                if position.board.empties != wanted or position.canonical() in seen:
                    continue
                scores = only_winner(position, solver)
                ahead = look_ahead(position, scores[0][0], searcher) if scores else 0
                if any(ahead in depths for depths in _LOOK_AHEAD.values()):
                    seen.add(position.canonical())
                    yield Found(position, scores, ahead)


def played(seed: int) -> Game:
    """Return a game of two computers that begins with random moves."""
    game = Game()
    with find("random", seed=seed) as stranger, level(_LEVEL, seed=seed) as computer:
        while not game.is_over():
            mover = stranger if game.ply_count < 6 else computer
            game.push(mover.choose(game.position))
    return game


def only_winner(position: Position, solver: Engine) -> tuple[tuple[Move, Score], ...]:
    """Return the exact scores of all moves, best first, if only one of them wins, and clearly."""
    moves = position.legal_moves
    if position.must_pass() or len(moves) < _FEWEST_MOVES:
        return ()
    scores = solver.analyse(position, Limit(depth=position.board.empties), candidates=len(moves))
    best, second = (score.discs for _, score in scores.candidates[:2])
    is_clear = best > 0 >= second and best - second >= _LEAST_DIFFERENCE
    return scores.candidates if is_clear else ()


def look_ahead(position: Position, best: Move, searcher: Engine) -> int:
    """Return from which depth on a search chooses the best move; 1 if a glance does."""
    assert isinstance(best, Square)
    deepest = min(position.board.empties, _DEEPEST)
    depth = deepest + 1 if position.board.empties > deepest else deepest
    for shallower in range(deepest, 0, -1):
        found = searcher.analyse(position, Limit(depth=shallower), seed=1)
        if found.move != best:
            break
        depth = shallower
    return depth


if __name__ == "__main__":
    main()
