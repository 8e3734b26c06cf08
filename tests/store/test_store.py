"""The store: one writer, shared commits, sealed records, and a database that may fail."""

import dataclasses
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from outflank.errors import JournalError, StoreUnavailable
from outflank.play.match import Match
from outflank.play.replay import replay_match
from outflank.play.setup import Setup
from outflank.rules import BLACK, WHITE, Square
from outflank.store.account_store import AccountKind, AccountStore
from outflank.store.checkpoints import Checkpoints
from outflank.store.database import Database
from outflank.store.journal import SqlJournal, seal_of
from outflank.store.running_matches import RunningMatches
from outflank.store.schema import audit, events, matches, metadata
from outflank.store.writing.statements import append_events, end_matches, insert_events, move_on
from support.paths import ROOT
from support.server.competition_server import prepare_database
from support.server.postgres import postgres_database
from support.server.server_process import wait_until

MIGRATIONS = ROOT / "src/outflank/store/migrations"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(prepare_database(tmp_path), busy_seconds=0.1) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, database: Database) -> Iterator[Database]:
    if request.param == "sqlite":
        yield database
        return
    with postgres_database() as url, Database(url) as opened:
        yield opened


def begun(database: Database, name: str) -> Match:
    """Store the row of a new match and its first events."""
    match = Match.start(Setup(), at=1_000)
    row = {
        "id": name,
        "status": "running",
        "variant": "classic",
        "size": 8,
        "black_seat": "bot",
        "white_seat": "bot",
        "seq": 0,
        "created": 1_000,
        "changed": 1_000,
        "rated": False,
        "private": False,
    }
    database.write(lambda connection: connection.execute(sa.insert(matches), row))
    SqlJournal(database).append(name, 0, match.events, match.deadline)
    return match


def audited(database: Database) -> int:
    with database.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(audit)).scalar_one()


AUDIT = {"at": 1, "actor": "a", "act": "b", "details": "c"}


def test_a_match_is_restored_from_the_database_unchanged(any_database: Database) -> None:
    database = any_database
    match = begun(database, "m")
    journal = SqlJournal(database)
    journal.append("m", match.seq, match.play(Square.parse("f5"), at=1_200))
    journal.append("m", match.seq, match.resign(BLACK, at=1_300))
    loaded = SqlJournal(database).load("m")
    assert tuple(loaded) == match.events
    assert replay_match(loaded).outcome == match.outcome
    with database.reading() as connection:
        row = connection.execute(sa.select(matches)).one()
    assert (row.status, row.winner, row.reason) == ("finished", "white", "resignation")
    assert (row.seq, row.ended, row.deadline) == (match.seq, 1_300, None)


def test_an_end_is_stored_with_the_winner_and_the_discs_of_each_side(
    any_database: Database,
) -> None:
    database = any_database
    match, journal = begun(database, "m"), SqlJournal(database)
    seq = match.seq
    new = [*match.play(Square.parse("f5"), at=1_200), *match.resign(WHITE, at=1_300)]
    journal.append("m", seq, new)
    names = ("status", "ended", "winner", "reason", "black_score", "white_score")
    with database.reading() as connection:
        row = connection.execute(sa.select(*(matches.c[name] for name in names))).one()
    assert tuple(row) == ("finished", 1_300, "black", "resignation", 4, 1)


def test_running_matches_are_found_by_either_player(database: Database) -> None:
    accounts, running = AccountStore(database), RunningMatches(database)
    ann, bob = (
        accounts.insert(AccountKind.BOT, name, name.lower(), 1).id for name in ("Ann", "Bob")
    )
    begun(database, "m")
    seats = sa.update(matches).values(black=ann, white=bob)
    database.write(lambda connection: connection.execute(seats))
    for players in ([ann], [bob], [ann, bob]):
        assert [(one.id, one.players) for one in running.of_players(players)] == [("m", (ann, bob))]


def test_the_same_event_cannot_be_written_twice(any_database: Database) -> None:
    database = any_database
    match = begun(database, "m")
    first, second = SqlJournal(database), SqlJournal(database)
    seq, played = match.seq, match.play(Square.parse("f5"), at=1_200)
    first.append("m", seq, played)
    with pytest.raises(JournalError, match="has changed this match"):
        second.append("m", seq, played)
    assert len(first.load("m")) == match.seq
    late = [dataclasses.replace(event, at=9_000) for event in played]
    with pytest.raises(JournalError, match="has changed this match"):
        second.append("m", seq, late)
    with database.reading() as connection:
        row = connection.execute(sa.select(matches.c.seq, matches.c.changed)).one()
    assert tuple(row) == (match.seq, 1_200)  # nothing of it was stored


def test_a_failing_append_does_not_harm_others_in_its_commit(any_database: Database) -> None:
    database = any_database
    journal, plays, first = SqlJournal(database), [], begun(database, "other").events[1]
    for number in range(8):
        match = begun(database, f"m{number}")
        seq = match.seq - 1 if number == 3 else match.seq  # the fourth overwrites an event
        plays.append((f"m{number}", seq, match.play(Square.parse("f5"), at=1_200)))
    wrong = plays[3]
    plays[3] = wrong[0], wrong[1], [first]
    held, refused = threading.Event(), list[str]()

    def append(name: str, seq: int, new: list) -> None:  # type: ignore[type-arg]
        try:
            journal.append(name, seq, new)
        except JournalError:
            refused.append(name)

    threads = [threading.Thread(target=append, args=play) for play in plays]
    blocker = threading.Thread(target=database.write, args=(lambda _: held.wait(60),))
    blocker.start()  # so that the appends queue up and share one commit
    for thread in threads:
        thread.start()
    wait_until(lambda: database.writer.waiting() >= len(threads), "the appends to queue up")
    held.set()
    for thread in [*threads, blocker]:
        thread.join(60)
    assert refused == ["m3"]
    assert all(len(journal.load(name)) == 4 for name, _, _ in plays if name != "m3")


def test_a_write_after_a_move_finds_the_move(database: Database) -> None:
    match = begun(database, "m")
    seq, played = match.seq, match.play(Square.parse("f5"), at=1_200)
    held, counted, stored = threading.Event(), list[int](), list[BaseException | None]()
    count = sa.select(sa.func.count()).select_from(events)

    def look(connection: sa.Connection) -> None:
        counted.append(connection.execute(count).scalar_one())

    blocker = threading.Thread(target=database.write, args=(lambda _: held.wait(60),))
    later = threading.Thread(target=database.write, args=(look,))
    blocker.start()  # so that the others queue up, and are carried out together
    wait_until(lambda: database.writer.waiting() == 0, "the first write to begin")
    SqlJournal(database).submit("m", seq, played, None, lambda error, _: stored.append(error))
    later.start()
    wait_until(lambda: database.writer.waiting() >= 2, "the others to queue up")
    held.set()
    for thread in (blocker, later):
        thread.join(60)
    assert (stored, counted) == ([None], [match.seq])


def test_a_failing_listener_leaves_nobody_waiting(database: Database) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    match, journal = begun(database, "m"), SqlJournal(database)
    told: list[tuple[str, int]] = []
    done = threading.Event()
    errors: list[BaseException | None] = []
    database.writer.committed.subscribe(fail)
    journal.stored.subscribe(fail)
    journal.stored.subscribe(lambda name, events, *_: told.append((name, len(events))))
    seq = match.seq
    journal.append("m", seq, match.play(Square.parse("f5"), at=1_200))

    def note(error: BaseException | None, _: object) -> None:
        errors.append(error)
        done.set()

    seq = match.seq
    journal.submit("m", seq, match.resign(WHITE, at=1_300), None, note)
    journal.flush()
    assert done.wait(60)
    assert (errors, told) == ([None], [("m", 2), ("m", 1)])


def test_an_interrupted_write_leaves_nobody_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, journal = begun(database, "a"), SqlJournal(database)
    events = match.play(Square.parse("f5"), at=2_000)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(database.writer, "_write", interrupt)
        changes = {"match": "a", "next": 4, "at": 2_000, "due": None}
        waiting = database.writer.submit(journal.rows("a", events), changes)
        with pytest.raises(KeyboardInterrupt):
            database.write(lambda connection: connection.execute(sa.insert(audit), AUDIT))
    with pytest.raises(StoreUnavailable, match="interrupted"):
        waiting.wait()
    journal.append("a", 2, events)
    assert SqlJournal(database).load("a") == list(match.events)


def test_nested_writes_are_refused(database: Database) -> None:
    with pytest.raises(RuntimeError, match="cannot wait"):
        database.write(lambda _: database.write(lambda _: None))
    assert database.write(lambda _: 1) == 1


def test_a_failing_write_leaves_nothing_behind(database: Database) -> None:
    def work(connection: sa.Connection) -> None:
        connection.execute(sa.insert(audit), AUDIT)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        database.write(work)
    assert audited(database) == 0


def test_a_record_that_another_program_changed_is_noticed(database: Database) -> None:
    begun(database, "m")
    change = sa.update(events).where(events.c.seq == 1).values(data='{"event":"TurnStarted"}')
    database.write(lambda connection: connection.execute(change))
    with pytest.raises(JournalError, match="changed outside the server"):
        SqlJournal(database).load("m")


def test_the_seal_depends_on_every_event_and_on_their_order() -> None:
    assert seal_of(["a", "b"]) != seal_of(["b", "a"])
    assert seal_of(["a"]) != seal_of(["a", "b"])


def test_a_locked_database_is_unavailable_and_recovers_by_itself(
    database: Database, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "server.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        database.write(lambda connection: connection.execute(sa.insert(audit), AUDIT))
    other.execute("ROLLBACK")
    other.close()
    database.write(lambda connection: connection.execute(sa.insert(audit), AUDIT))
    assert audited(database) == 1


def test_a_full_disk_is_unavailable_and_recovers_by_itself(database: Database) -> None:
    match = begun(database, "m")
    journal, seq = SqlJournal(database), match.seq

    def fill(connection: sa.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def empty(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")

    big = AUDIT | {"details": "x" * 100_000}
    database.write(fill)
    with pytest.raises(StoreUnavailable, match="full"):
        database.write(lambda connection: connection.execute(sa.insert(audit), big))
    database.write(empty)
    database.write(lambda connection: connection.execute(sa.insert(audit), big))
    journal.append("m", seq, match.play(Square.parse("f5"), at=1_200))
    assert len(journal.load("m")) == match.seq


def test_a_number_too_large_for_its_column_harms_only_its_own_match(database: Database) -> None:
    journal, good, bad = SqlJournal(database), begun(database, "good"), begun(database, "bad")
    seq, played = bad.seq, bad.play(Square.parse("f5"), at=1_200)
    with pytest.raises(OverflowError):
        journal.append("bad", seq, played, deadline=2**70)
    journal.append("good", good.seq, good.play(Square.parse("f5"), at=1_200))
    assert len(journal.load("good")) == 4


def test_commits_wait_for_the_disk(database: Database) -> None:
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_the_log_is_checkpointed_beside_the_commits(database: Database) -> None:
    checkpoints = Checkpoints(database)
    checkpoints.close()  # its thread
    database.write(lambda connection: connection.execute(sa.text("CREATE TABLE more (a)")))
    database.write(lambda connection: connection.execute(sa.text("DROP TABLE more")))
    assert is_behind(database)
    checkpoints.checkpoint()
    assert not is_behind(database)


def is_behind(database: Database) -> bool:
    """Return whether the file lacks a change of the tables that is in its log."""
    with sqlite3.connect(f"file:{database.path}?mode=ro&immutable=1", uri=True) as file:
        (version,) = file.execute("PRAGMA schema_version").fetchone()
    with database.reading() as connection:
        current = connection.execute(sa.text("PRAGMA schema_version")).scalar_one()
    return bool(current != version)


def test_a_closed_writer_refuses_with_a_clear_error(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/games.db")
    database.close()
    with pytest.raises(StoreUnavailable, match="stopping"):
        database.write(lambda _: None)


def test_a_closing_writer_waits_for_the_write_under_way(tmp_path: Path) -> None:
    database = Database(prepare_database(tmp_path))
    began, held = threading.Event(), threading.Event()
    stored: list[int] = []

    def work(connection: sa.Connection) -> int:
        began.set()
        held.wait(60)
        return connection.execute(sa.insert(audit), AUDIT).rowcount

    writing = threading.Thread(target=lambda: stored.append(database.write(work)))
    closing = threading.Thread(target=database.writer.close)
    writing.start()
    assert began.wait(60)
    closing.start()
    closing.join(0.2)
    still_open = closing.is_alive()
    held.set()
    for thread in (writing, closing):
        thread.join(60)
    database.close()
    assert (stored, still_open) == ([1], True)


def test_a_database_of_the_newest_version_is_opened_without_alembic(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with any_database.reading() as connection:
        version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    assert version == ScriptDirectory(str(MIGRATIONS)).get_current_head()
    monkeypatch.setitem(sys.modules, "alembic", None)  # which can no longer be imported
    any_database.migrate()
    change = sa.text("UPDATE alembic_version SET version_num = '0001'")
    any_database.write(lambda connection: connection.execute(change))
    with pytest.raises(ImportError):
        any_database.migrate()


def test_the_migrations_make_exactly_the_tables_of_the_schema(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
        assert compare_metadata(context, metadata) == []


def test_every_statement_of_the_move_path_compiles_for_postgresql() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for statement in (insert_events, move_on, end_matches):
        assert "%(match_1)s" in str(statement(2).compile(dialect=dialect))
    both = str(append_events(4, 2).compile(dialect=dialect))
    assert "%(match_1)s" in both
    assert "%(event_match_3)s" in both
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect))
