"""The tables of the index of games, and opening a file that has them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from outflank.errors import NoGameIndex
from outflank.texts import Text

__all__ = ["LARGE", "NO_YEAR", "PART_BITS", "create_tables", "mark_as_complete", "open_index"]

# Positions in at least this many games have stored totals; others are counted on request.
LARGE: Final = 256
NO_YEAR: Final = 0
# The highest bits of a position's key are the number of its part of `lone_visit`.
PART_BITS: Final = 12

_APPLICATION: Final = 0x4F46474D
_VERSION: Final = 1

_TABLES: Final = (
    "CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL, games INTEGER NOT NULL)",
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE tournament (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    # Games are numbered from the oldest to the newest.
    """CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES source,
        year INTEGER NOT NULL,       -- 0 where nobody knows
        tournament INTEGER NOT NULL REFERENCES tournament,
        black INTEGER NOT NULL REFERENCES player,
        white INTEGER NOT NULL REFERENCES player,
        margin INTEGER,              -- black's discs less white's, empty squares for the winner
        winner INTEGER,              -- 1 black, -1 white, 0 a draw
        start TEXT,                  -- where it is not the usual one
        moves BLOB NOT NULL          -- squares, one byte each, passes left out
    )""",
    # The games that reach each position, and their moves there, on the canonical board.
    """CREATE TABLE occurrence (
        position INTEGER NOT NULL,
        game INTEGER NOT NULL REFERENCES game,
        move INTEGER NOT NULL,
        PRIMARY KEY (position, game)
    ) WITHOUT ROWID""",
    # The same for positions in only one game, which are most: sorted records of 16 bytes.
    "CREATE TABLE lone_visit (part INTEGER PRIMARY KEY, visits BLOB NOT NULL)",
    # The totals of positions in many games.
    """CREATE TABLE move_total (
        position INTEGER NOT NULL,
        year INTEGER NOT NULL,
        move INTEGER NOT NULL,
        games INTEGER NOT NULL,
        black_wins INTEGER NOT NULL,
        white_wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        margins INTEGER NOT NULL,    -- games of which the margin is known
        margin INTEGER NOT NULL,     -- the sum of these
        PRIMARY KEY (position, year, move)
    ) WITHOUT ROWID""",
    # The players with most games in these positions.
    """CREATE TABLE player_total (
        position INTEGER NOT NULL,
        place INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player,
        games INTEGER NOT NULL,
        as_black INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        PRIMARY KEY (position, place)
    ) WITHOUT ROWID""",
)
_INDEXES: Final = (
    "CREATE INDEX game_black ON game (black)",
    "CREATE INDEX game_white ON game (white)",
    "CREATE INDEX game_year ON game (year)",
)


def create_tables(database: sqlite3.Connection) -> None:
    """Create the empty tables of an index."""
    for statement in _TABLES:
        database.execute(statement)


def mark_as_complete(database: sqlite3.Connection) -> None:
    """Create the SQL indexes, and mark the file as an index of games."""
    for statement in _INDEXES:
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {_APPLICATION}")
    database.execute(f"PRAGMA user_version = {_VERSION}")


def open_index(path: Path) -> sqlite3.Connection:
    """Open an index for reading; a file that is not one raises NoGameIndex."""
    if not path.exists():
        raise NoGameIndex(path)
    try:
        # The file is only ever replaced as a whole, so it needs no locks.
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        marks = [
            database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        ]
    except sqlite3.Error as error:
        raise NoGameIndex(
            path, Text("errors.archive.unreadable_index", path=path, problem=error)
        ) from error
    if marks[0] != _APPLICATION:
        database.close()
        raise NoGameIndex(path, Text("errors.archive.not_an_index", path=path))
    if marks[1] != _VERSION:
        database.close()
        raise NoGameIndex(path, Text("errors.archive.index_of_another_version", path=path))
    return database
