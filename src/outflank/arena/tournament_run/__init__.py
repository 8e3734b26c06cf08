"""A tournament of engines on this machine, from the same file that a server takes.

>>> from outflank.arena import Definition
>>> from outflank.arena.tournament_run import EngineTournament, run_tournament
>>> cup = Definition("Cup", players=("greedy", "random", "positional"), size=4)
>>> games = run_tournament(EngineTournament.of(cup))
>>> len(games)
3
"""

from outflank.arena.tournament_run.definition import EngineTournament
from outflank.arena.tournament_run.records import TournamentFile, TournamentGame
from outflank.arena.tournament_run.report import (
    player_scores,
    tournament_games,
    tournament_report,
    tournament_warnings,
)
from outflank.arena.tournament_run.runner import PairingsElsewhere, run_tournament

__all__ = [
    "EngineTournament",
    "PairingsElsewhere",
    "TournamentFile",
    "TournamentGame",
    "player_scores",
    "run_tournament",
    "tournament_games",
    "tournament_report",
    "tournament_warnings",
]
