"""The tables of the index of games, and opening a file that has them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from outflank.errors import NoGameIndex

__all__ = ["LARGE", "NO_YEAR", "PASSED", "create_tables", "create_totals", "open_index"]

# Positions that are in so many games have totals of their own; others are counted when asked for.
LARGE: Final = 256
# How many of the players with most games such a position remembers.
_PLAYERS: Final = 30
NO_YEAR: Final = 0
PASSED: Final = -1  # the number of a pass; a position that ends a game has none

_APPLICATION: Final = 0x4F46474D
_VERSION: Final = 1

_TABLES: Final = """
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL, games INTEGER NOT NULL);
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE tournament (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE game (
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
);
-- Which game comes through which position, and what is played there, on the canonical board.
CREATE TABLE occurrence (
    position INTEGER NOT NULL,
    game INTEGER NOT NULL,
    move INTEGER,
    PRIMARY KEY (position, game)
) WITHOUT ROWID;
-- The same counted, for positions of many games.
CREATE TABLE move_total (
    position INTEGER NOT NULL,
    year INTEGER NOT NULL,
    move INTEGER,
    games INTEGER NOT NULL,
    black_wins INTEGER NOT NULL,
    white_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    margins INTEGER NOT NULL,    -- games of which the margin is known
    margin INTEGER NOT NULL      -- the sum of them
);
CREATE TABLE player_total (
    position INTEGER NOT NULL,
    player INTEGER NOT NULL,
    games INTEGER NOT NULL,
    as_black INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL
);
"""

_TOTALS: Final = f"""
CREATE TEMP TABLE large AS
    SELECT position FROM main.occurrence GROUP BY position HAVING count(*) >= {LARGE};
INSERT INTO move_total
    SELECT position, year, move, count(*), sum(winner = 1), sum(winner = -1), sum(winner = 0),
        count(margin), ifnull(sum(margin), 0)
    FROM large CROSS JOIN main.occurrence USING (position) JOIN game ON game.id = occurrence.game
    GROUP BY position, year, move;
INSERT INTO player_total
    SELECT position, player, games, as_black, wins, losses, draws FROM (
        SELECT position, player, count(*) AS games, sum(as_black) AS as_black,
            sum(result = 1) AS wins, sum(result = -1) AS losses, sum(result = 0) AS draws,
            row_number() OVER (PARTITION BY position ORDER BY count(*) DESC, player) AS place
        FROM (
            SELECT position, black AS player, 1 AS as_black, winner AS result
            FROM large CROSS JOIN main.occurrence USING (position)
            JOIN game ON game.id = occurrence.game
            UNION ALL
            SELECT position, white, 0, -winner
            FROM large CROSS JOIN main.occurrence USING (position)
            JOIN game ON game.id = occurrence.game
        )
        GROUP BY position, player
    )
    WHERE place <= {_PLAYERS};
CREATE INDEX move_total_position ON move_total (position);
CREATE INDEX player_total_position ON player_total (position);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE INDEX game_year ON game (year);
"""  # noqa: S608 - our own numbers


def create_tables(database: sqlite3.Connection) -> None:
    """Make the empty tables of an index."""
    for statement in _statements(_TABLES):
        database.execute(statement)


def create_totals(database: sqlite3.Connection) -> None:
    """Count the positions of many games, make the other ways to search, and mark the file."""
    for statement in _statements(_TOTALS):
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {_APPLICATION}")
    database.execute(f"PRAGMA user_version = {_VERSION}")


def _statements(script: str) -> list[str]:
    # `executescript` would end the transaction.
    return [one for one in script.split(";\n") if one.strip()]


def open_index(path: Path) -> sqlite3.Connection:
    """Open a built index to be read, or say why that is none."""
    if not path.exists():
        raise NoGameIndex(path)
    try:
        # The file is replaced as a whole and never changed, so nobody needs to lock it.
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        marks = [
            database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        ]
    except sqlite3.Error as error:
        raise NoGameIndex(path, f"{path} cannot be opened: {error}") from error
    if marks[0] != _APPLICATION:
        database.close()
        raise NoGameIndex(path, f"{path} is no index of games")
    if marks[1] != _VERSION:
        database.close()
        raise NoGameIndex(path, f"{path} was built by another version")
    return database
