"""The store on PostgreSQL: one server at a time, one state a reader, and lost connections."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from outflank.errors import StoreUnavailable
from outflank.server.accounts.names import folded
from outflank.store.account_store import PlayerName
from outflank.store.database import Database
from outflank.store.schema import audit, metadata
from outflank.store.store import Store
from support.server.postgres import postgres_database

ACT = {"at": 1, "actor": "tests", "act": "test", "details": "{}"}


@pytest.fixture
def database() -> Iterator[Database]:
    with postgres_database() as url, Database(url) as opened:
        yield opened


def count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(audit)).scalar_one()


def add(database: Database) -> None:
    database.write(lambda connection: connection.execute(sa.insert(audit), ACT))


def cut_connections(database: Database) -> None:
    """End every connection to the database but one, as a restart of PostgreSQL does."""
    other = sa.create_engine(database.url, poolclass=sa.pool.NullPool)
    with other.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        )


def test_the_migrations_make_exactly_the_tables_of_the_schema(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
        assert compare_metadata(context, metadata) == []


def test_only_one_server_uses_a_database(database: Database) -> None:
    lock = database.lock()
    with Database(str(database.url)) as other:
        with pytest.raises(StoreUnavailable, match="another server is using the database"):
            other.lock()
        lock.release()
        other.lock().release()


def test_the_lock_ends_with_its_connection(database: Database) -> None:
    lock = database.lock()
    cut_connections(database)
    with Database(str(database.url)) as other:
        other.lock().release()
    lock.release()


def test_a_reader_sees_one_state_while_something_is_written(database: Database) -> None:
    with database.reading() as connection:
        before = count(connection)
        add(database)
        assert count(connection) == before
    with database.reading() as connection:
        assert count(connection) == before + 1


def test_a_lost_connection_is_unavailable_once_and_then_works(database: Database) -> None:
    add(database)
    cut_connections(database)
    with pytest.raises(StoreUnavailable):
        add(database)
    add(database)
    with database.reading() as connection:
        assert count(connection) == 2


def test_a_database_that_is_not_there_is_one_sentence(database: Database) -> None:
    with Database(str(database.url.set(database="nowhere"))) as nowhere:
        with pytest.raises(StoreUnavailable, match='database "nowhere" does not exist'):
            nowhere.lock()
        with pytest.raises(StoreUnavailable, match='database "nowhere" does not exist'):
            Store(nowhere).leases.last_heartbeat()


def test_the_longest_name_is_stored(database: Database) -> None:
    accounts, name = Store(database).accounts, "\uaf66" * 32  # each looks like seven letters
    account = accounts.insert("person", name, folded(name), 1)
    accounts.rename(PlayerName(account.id, "Ann", "ann"), 2)
    assert accounts.first_name_of(account.id) == name
    assert accounts.taken_by_others([folded(name)]) == {folded(name)}


def test_what_cannot_be_a_name_is_not_looked_for(database: Database) -> None:
    store = Store(database)
    assert store.matches.get("a\0b") is None
    assert store.challenges.get("a\0b") is None
