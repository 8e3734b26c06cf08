"""The store on PostgreSQL: one state a reader, lost connections, and workers at once."""

import functools
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from outflank.errors import JournalError, StoreUnavailable
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.server.accounts.names import folded
from outflank.store.account_store import AccountKind, PlayerName
from outflank.store.database import Database
from outflank.store.journal import SqlJournal
from outflank.store.schema import audit, matches, metadata
from outflank.store.store import Store
from support.server.postgres import cut_connections, postgres_database
from support.server.server_process import wait_until

ACT = {"at": 1, "actor": "tests", "act": "test", "details": "{}"}


@pytest.fixture
def database() -> Iterator[Database]:
    with postgres_database() as url, Database(url) as opened:
        yield opened


def count(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(audit)).scalar_one()


def add(database: Database) -> None:
    database.write(lambda connection: connection.execute(sa.insert(audit), ACT))


def test_the_migrations_make_exactly_the_tables_of_the_schema(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
        assert compare_metadata(context, metadata) == []


def test_a_reader_sees_one_state_while_something_is_written(database: Database) -> None:
    with database.reading() as connection:
        before = count(connection)
        add(database)
        assert count(connection) == before
    with database.reading() as connection:
        assert count(connection) == before + 1


def test_a_lost_connection_fails_once_and_then_works_again(database: Database) -> None:
    add(database)
    cut_connections(str(database.url))
    with pytest.raises(StoreUnavailable):
        add(database)
    add(database)
    with database.reading() as connection:
        assert count(connection) == 2


def test_a_missing_database_is_reported_in_one_sentence(database: Database) -> None:
    with Database(str(database.url.set(database="nowhere"))) as nowhere:
        with pytest.raises(StoreUnavailable, match='database "nowhere" does not exist'):
            nowhere.lock()
        with pytest.raises(StoreUnavailable, match='database "nowhere" does not exist'):
            Store(nowhere).leases.last_heartbeat()


def test_the_longest_name_is_stored(database: Database) -> None:
    accounts, name = Store(database).accounts, "\uaf66" * 32  # each looks like seven letters
    account = accounts.insert(AccountKind.PERSON, name, folded(name), 1)
    accounts.rename(PlayerName(account.id, "Ann", "ann"), 2)
    assert accounts.first_name_of(account.id) == name
    assert accounts.taken_by_others([folded(name)]) == {folded(name)}


def test_an_impossible_name_is_not_looked_up(database: Database) -> None:
    store = Store(database)
    assert store.matches.get("a\0b") is None
    assert store.challenges.get("a\0b") is None


def test_only_one_of_two_workers_stores_the_same_events(database: Database) -> None:
    match, names = Match.start(Setup(), at=1_000), [f"m{number}" for number in range(24)]
    row = dict.fromkeys(("black", "white", "tournament", "pairing", "deadline"))
    row |= {"status": "running", "variant": "classic", "size": 8, "seq": match.seq}
    row |= {"black_seat": "bot", "white_seat": "bot", "created": 1_000, "changed": 1_000}
    row |= {"rated": False, "private": False}
    rows = [row | {"id": name} for name in names]
    database.write(lambda connection: connection.execute(sa.insert(matches), rows))
    journal, told = SqlJournal(database), list[tuple[str, BaseException | None]]()

    def note(name: str, error: BaseException | None, _: object) -> None:
        told.append((name, error))

    for name in names:
        journal.append(name, 0, match.events)
    with Database(str(database.url)) as second:
        for turn in range(6):
            others = names if turn < 4 else names[:3]  # few fit into one statement
            told.clear()
            square = next(iter(match.position.legal_moves.squares))
            first, played = match.seq, match.play(square, at=1_200)
            for store, order in ((database, others), (second, others[::-1])):
                own = SqlJournal(store)
                for name in order:
                    note = functools.partial(
                        lambda name, error, _: told.append((name, error)), name
                    )
                    own.submit(name, first, played, None, note)
            database.writer.call()
            second.writer.call()
            wait_until(lambda: len(told) == 2 * len(others), "all answers")  # noqa: B023
            assert sorted(name for name, error in told if error is None) == sorted(others)
            assert {type(error) for _, error in told} == {type(None), JournalError}
    assert all(len(journal.load(name)) == match.seq for name in names[:3])
