"""Two engines against each other: every opening twice, with the colours swapped.

>>> from outflank.arena.engine_match import EngineMatch, MatchPlayer, MatchScore, RandomOpenings
>>> from outflank.arena.engine_match import run_match
>>> from outflank.rules import Classic
>>> players = MatchPlayer("positional"), MatchPlayer("random")
>>> match = EngineMatch(players, RandomOpenings(Classic(), 4, plies=2), seed=1)
>>> games = run_match(match, pairs=2)
>>> MatchScore.of(games).games
4
"""

from outflank.arena.engine_match.definition import (
    EngineMatch,
    MatchPlayer,
    OpeningBook,
    Openings,
    RandomOpenings,
)
from outflank.arena.engine_match.game import GameRecord
from outflank.arena.engine_match.games_file import GamesFile
from outflank.arena.engine_match.report import match_games, match_report
from outflank.arena.engine_match.runner import GamesElsewhere, run_match
from outflank.arena.engine_match.score import EloDifference, MatchScore, PlayerScore
from outflank.arena.engine_match.sprt import Sprt, SprtProgress

__all__ = [
    "EloDifference",
    "EngineMatch",
    "GameRecord",
    "GamesElsewhere",
    "GamesFile",
    "MatchPlayer",
    "MatchScore",
    "OpeningBook",
    "Openings",
    "PlayerScore",
    "RandomOpenings",
    "Sprt",
    "SprtProgress",
    "match_games",
    "match_report",
    "run_match",
]
