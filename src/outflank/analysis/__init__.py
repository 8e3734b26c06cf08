"""Reviews of games, and puzzles: an engine's scores turned into something that helps players.

>>> from outflank.engine import Limit, open_engine
>>> from outflank.rules import Game
>>> game = Game(size=4)
>>> game.push_all(["b1", "a1"])
>>> with open_engine("alphabeta") as engine:
...     review(game, engine, Limit(depth=12)).moves[0].loss
0.0
"""

from outflank.analysis.accuracy import Accuracy, PlayerAccuracy, accuracy_of_players
from outflank.analysis.given_values import GivenMoveValue, review_from_values
from outflank.analysis.many_games import ReviewsElsewhere, ReviewSettings, review_games
from outflank.analysis.mistakes import Finding
from outflank.analysis.puzzle_collection.making import check_puzzle, find_puzzles
from outflank.analysis.puzzle_collection.themes import THEMES, theme_name, theme_sentence
from outflank.analysis.puzzles import (
    Puzzle,
    PuzzleCollection,
    PuzzleSolution,
    own_puzzles,
    read_puzzles,
    solve_puzzle,
)
from outflank.analysis.report_page import review_page
from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.analysis.sentences import (
    describe_finding,
    describe_mistake,
    describe_review,
    describe_worst,
)
from outflank.analysis.story import describe_story, losing_side

__all__ = [
    "THEMES",
    "Accuracy",
    "Finding",
    "GameReview",
    "GivenMoveValue",
    "PlayerAccuracy",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleSolution",
    "ReviewSettings",
    "ReviewedGame",
    "ReviewedMove",
    "ReviewsElsewhere",
    "accuracy_of_players",
    "check_puzzle",
    "describe_finding",
    "describe_mistake",
    "describe_review",
    "describe_story",
    "describe_worst",
    "find_puzzles",
    "losing_side",
    "own_puzzles",
    "read_puzzles",
    "review",
    "review_engine",
    "review_from_values",
    "review_games",
    "review_page",
    "solve_puzzle",
    "theme_name",
    "theme_sentence",
]
