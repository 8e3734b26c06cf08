"""Make the puzzles that come with the package, from games of our own computer.

nice python tools/make_puzzles.py > src/outflank/analysis/data/puzzles.obf

A puzzle is a position near the end in which exactly one move wins. Its grade says how far ahead
one must look to find that move and to stay with it. The same seed makes the same puzzles.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from outflank.analysis.puzzle_collection.making import find_puzzles
from outflank.analysis.puzzles import GRADES, Puzzle
from outflank.engine import Engine, Limit
from outflank.engine.native import NativeEngine
from outflank.notation import ScoredPosition, write
from outflank.rules import Game, Move, Position, Score

_OF_A_GRADE = 100
_NODES = 400  # a move: enough for sensible positions, if not perfect ones
_RANDOM_PLIES = 8
_SLIP = 0.1  # how often the second or third best move is played


def main() -> None:
    """Play games until there are enough puzzles of every grade."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=_OF_A_GRADE, help="puzzles of each grade")
    asked = parser.parse_args()
    shelves: dict[str, list[Puzzle]] = {grade: [] for grade in GRADES}
    for puzzle in puzzles(asked.seed):
        shelf = shelves[puzzle.grade]
        if len(shelf) < asked.each:
            shelf.append(puzzle)
            counts = ", ".join(f"{name} {len(shelf)}" for name, shelf in shelves.items())
            sys.stderr.write(f"\r{counts} ")
        if all(len(shelf) == asked.each for shelf in shelves.values()):
            break
    sys.stderr.write("\n")
    records = [
        ScoredPosition(one.position, scores_of(one), comment=grade)
        for grade, shelf in shelves.items()
        for one in sorted(shelf, key=lambda one: one.position.board.empties)
    ]
    print(write(records, format="obf"))


def puzzles(seed: int) -> Iterator[Puzzle]:
    """Play games for ever, and yield their puzzles, at most one of each grade from a game."""
    seen: set[Position] = set()
    dice = random.Random(seed)
    with NativeEngine(hash_mb=8) as engine:
        while True:
            game = played(dice, engine)
            grades = set()
            for puzzle in find_puzzles(game, engine):
                position = puzzle.position.canonical()
                if position not in seen and puzzle.grade not in grades:
                    seen.add(position)
                    grades.add(puzzle.grade)
                    yield puzzle


def played(dice: random.Random, engine: Engine) -> Game:
    """Return a game that begins with random moves and contains occasional mistakes."""
    game = Game()
    while not game.is_over:
        position = game.position
        moves = list(position.legal_moves)
        if game.ply_count < _RANDOM_PLIES or len(moves) == 1:
            game.push(dice.choice(moves))
            continue
        engine.new_game()
        found = engine.analyse(position, Limit(nodes=_NODES), candidates=3)
        choices = list(found.scores)
        game.push(dice.choice(choices) if dice.random() < _SLIP else choices[0])
    return game


def scores_of(puzzle: Puzzle) -> tuple[tuple[Move, Score], ...]:
    """Return the scores of all moves, best first."""
    return tuple(sorted(puzzle.known.items(), key=lambda pair: (-pair[1].discs, str(pair[0]))))


if __name__ == "__main__":
    main()
