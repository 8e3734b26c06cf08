"""Two engines against each other: every opening twice, with the colours swapped.

>>> from outflank.arena.duel import Contestant, Duel, RandomOpenings, Tally, run
>>> from outflank.rules import Classic
>>> players = Contestant("positional"), Contestant("random")
>>> duel = Duel(players, RandomOpenings(Classic(), 4, plies=2), seed=1)
>>> games = run(duel, pairs=2)
>>> Tally.of(games).games
4
"""

from outflank.arena.duel.definition import Contestant, Duel
from outflank.arena.duel.game import GameRecord
from outflank.arena.duel.ledger import Ledger
from outflank.arena.duel.openings import ListedOpenings, Openings, RandomOpenings
from outflank.arena.duel.running import run
from outflank.arena.duel.strength import Strength
from outflank.arena.duel.tally import Share, Tally

__all__ = [
    "Contestant",
    "Duel",
    "GameRecord",
    "Ledger",
    "ListedOpenings",
    "Openings",
    "RandomOpenings",
    "Share",
    "Strength",
    "Tally",
    "run",
]
