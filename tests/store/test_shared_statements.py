"""Tests compile SQL once for all SQLite files, which changes only the time it takes."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from outflank.errors import UnknownPlayer
from outflank.store.schema import metadata
from support.server.competition_server import open_server
from support.storage.shared_statements import SharedSqlite


def test_servers_that_share_statements_share_nothing_else(tmp_path: Path) -> None:
    one, other = (open_server(tmp_path / name) for name in ("one", "other"))
    try:
        ours, theirs = (server.database.engine for server in (one, other))
        assert ours.dialect == theirs.dialect
        one.accounts.register("Only here")
        assert one.accounts.named("Only here").name == "Only here"
        with pytest.raises(UnknownPlayer):
            other.accounts.named("Only here")
    finally:
        one.close()
        other.close()


def test_shared_statements_are_the_same_as_without_sharing() -> None:
    plain, shared = SQLiteDialect_pysqlite(), SharedSqlite()
    for table in metadata.sorted_tables:
        for statement in (sa.select(table), sa.insert(table), sa.delete(table)):
            expected, found = statement.compile(dialect=plain), statement.compile(dialect=shared)
            assert (str(found), found.params) == (str(expected), expected.params)
