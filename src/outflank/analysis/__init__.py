"""Reviews of games and puzzles: what an engine says about positions, made useful to people.

>>> from outflank.engine import Limit, find
>>> from outflank.rules import Game
>>> game = Game(size=4)
>>> game.push_all(["b1", "a1"])
>>> with find("alphabeta") as engine:
...     review(game, engine, Limit(depth=12)).moves[0].loss
0.0
"""

from outflank.analysis.puzzles import (
    Puzzle,
    PuzzleSolution,
    own_puzzles,
    read_puzzles,
    solve_puzzle,
)
from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.sentences import describe_review, describe_worst

__all__ = [
    "GameReview",
    "Puzzle",
    "PuzzleSolution",
    "ReviewedMove",
    "describe_review",
    "describe_worst",
    "own_puzzles",
    "read_puzzles",
    "review",
    "review_engine",
    "solve_puzzle",
]
