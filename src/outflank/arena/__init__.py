"""Many matches: tournaments as values, their pairings, tables and ratings.

None of these reads files, waits or looks at a clock. `outflank.arena.engine_match` and
`outflank.arena.tournament_run` play the games of engines.

>>> from outflank.rules import BLACK, Reason
>>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid"])
>>> for pairing in cup.pairings:
...     cup = cup.with_result(pairing, Result(BLACK, 40, 24, Reason.FULL_BOARD))
>>> cup.is_finished, [line.name for line in cup.standings()]
(True, ['Ann', 'Bob', 'Cid'])
"""

from outflank.arena.definition import Definition, tournament_from_toml
from outflank.arena.formats import (
    DoubleRoundRobin,
    Gauntlet,
    RoundRobin,
    TournamentFormat,
    find_format,
    formats,
    register_format,
)
from outflank.arena.knockout import Knockout
from outflank.arena.ladder import Ladder
from outflank.arena.pairing import BracketMeeting, Entrant, Pairing, berger_table
from outflank.arena.progress import TournamentProgress, WithdrawalEffect
from outflank.arena.ratings import Rating, expected_score, fit_ratings
from outflank.arena.result import Result
from outflank.arena.round_formats import Swiss
from outflank.arena.standings import Brightwell, CrossTable, Standing
from outflank.arena.tables import (
    cross_table_rows,
    cross_table_text,
    rows_csv,
    standings_rows,
    standings_text,
)
from outflank.arena.tie_break import TieBreak
from outflank.arena.tournament import Tournament

__all__ = [
    "BracketMeeting",
    "Brightwell",
    "CrossTable",
    "Definition",
    "DoubleRoundRobin",
    "Entrant",
    "Gauntlet",
    "Knockout",
    "Ladder",
    "Pairing",
    "Rating",
    "Result",
    "RoundRobin",
    "Standing",
    "Swiss",
    "TieBreak",
    "Tournament",
    "TournamentFormat",
    "TournamentProgress",
    "WithdrawalEffect",
    "berger_table",
    "cross_table_rows",
    "cross_table_text",
    "expected_score",
    "find_format",
    "fit_ratings",
    "formats",
    "register_format",
    "rows_csv",
    "standings_rows",
    "standings_text",
    "tournament_from_toml",
]
