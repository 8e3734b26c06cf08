"""A database like one after years: many accounts, keys and finished matches, made at once."""

from __future__ import annotations

import sqlalchemy as sa

from outflank.store.database import Database

__all__ = ["grow"]

_NAME = "CAST(:name AS VARCHAR)"  # whose type PostgreSQL cannot guess
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)"
_PLAYERS = f"""
INSERT INTO players (kind, name, folded, created) {_NUMBERS}
SELECT CASE WHEN i % 2 = 0 THEN 'bot' ELSE 'person' END, :name || ' ' || i, :name || ' ' || i,
    1000 + i FROM n"""
_KEYS = """
INSERT INTO keys (digest, hint, role, player, loopback_only, created, last_used)
SELECT folded, 'oth_...', 'player', id, FALSE, created, created FROM players
WHERE folded LIKE :name || ' %'"""
_MATCHES = f"""
INSERT INTO matches (id, status, variant, size, black, white, black_seat, white_seat, rated,
    private, seq, created, changed, ended, winner, reason, black_score, white_score, opening,
    signed)
{_NUMBERS}
SELECT :name || i, 'finished', old.variant, old.size, first + i % people,
    first + (i * 7 + 1) % people, 'bot:' || (first + i % people),
    'bot:' || (first + (i * 7 + 1) % people), FALSE, FALSE, old.seq, 1000000 + i, 2000000 + i,
    2000000 + i, old.winner, old.reason, old.black_score, old.white_score, 'Tiger', 2000000 + i
FROM n, matches AS old,
    (SELECT min(id) AS first, count(*) AS people FROM players
     WHERE folded LIKE :name || ' %') AS grown
WHERE old.id = :match"""
_EVENTS = """
INSERT INTO events (match, seq, at, data, digest)
SELECT new.id, old.seq, old.at, old.data, old.digest FROM matches AS new, events AS old
WHERE old.match = :match AND new.id LIKE :name || '%'"""

_LEARNED = """
INSERT INTO learning_entries (player, id, number, kind, subject, at, received, data)
SELECT id, 'entry-0001', 1, 'dropped', 'puzzle/aaaaaaaaaa', 1, 1,
    '{"kind": "dropped", "id": "entry-0001", "at": 1, "subject": "puzzle/aaaaaaaaaa"}'
FROM players WHERE folded LIKE :name || ' %'"""


def grow(
    database: Database, match: str, *, accounts: int, matches: int, name: str = "grown"
) -> None:
    """Add accounts with keys and something learned, and copies of a finished match.

    New rows have this name with a number; the digests of the keys are those of the names.
    """
    with database.engine.execution_options(writes=True).begin() as connection:
        for statement, values in (
            (_PLAYERS, {"count": accounts}),
            (_KEYS, {}),
            (_MATCHES, {"count": matches, "match": match}),
            (_EVENTS, {"match": match}),
            (_LEARNED, {}),
        ):
            connection.execute(sa.text(statement.replace(":name", _NAME)), {"name": name, **values})
    if not database.is_sqlite:  # which does so by itself, sooner or later
        with database.engine.begin() as connection:
            connection.execute(sa.text("ANALYZE"))
