"""Backup of a SQLite database, even while a server uses it, and restoring from a backup."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from outflank.errors import InvalidValue, JournalError, StoreUnavailable
from outflank.store.access.locks import ServerLock
from outflank.store.access.private_files import create_private, prepare_files
from outflank.store.database import Database
from outflank.texts import Text

__all__ = ["back_up", "restore"]

_PAGES = 256  # copied at a time, so that a server's writer never waits long


def back_up(
    database: Database, target: Path, progress: Callable[[int, int], None] | None = None
) -> None:
    """Copy a database to a file, which appears only once it is complete and on disk."""
    source = _file_of(database)
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    try:
        os.close(create_private(unfinished, instead_of=target))
        with (
            contextlib.closing(sqlite3.connect(source)) as old,
            contextlib.closing(sqlite3.connect(unfinished)) as new,
        ):
            # One transaction for all steps; otherwise each write of a server would restart the
            # copy.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            old.backup(
                new,
                pages=_PAGES,
                sleep=0.01,
                progress=lambda _, left, total: progress and progress(total - left, total),
            )
            new.execute("PRAGMA journal_mode=DELETE")  # a single file
        _check(unfinished)
        _sync(unfinished)
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise StoreUnavailable(
            Text("errors.store.backup_failed", source=source, error=error)
        ) from error
    except OSError as error:
        raise StoreUnavailable(
            Text("errors.store.unwritable_file", target=target), str(error.strerror)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(database: Database, source: Path) -> Path | None:
    """Replace a database with a backup; return the new path of the old one, if there was one.

    No server may use the database in the meantime.
    """
    if not source.is_file():
        raise InvalidValue(Text("errors.store.no_file", source=source))
    _check(source)
    target = _file_of(database)
    database.engine.dispose()
    prepare_files(target, only_lock=True)
    lock = ServerLock(target)
    try:
        incoming = target.with_name(target.name + ".restored")
        incoming.unlink(missing_ok=True)
        os.close(create_private(incoming, instead_of=target))
        with (
            contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(incoming)) as new,
        ):
            old.backup(new)
        _sync(incoming)
        kept = _move_aside(target)
        incoming.replace(target)
    finally:
        lock.release()
    return kept


def _move_aside(target: Path) -> Path | None:
    """Rename a database and delete the log files that SQLite keeps next to it."""
    if not target.exists():
        return None
    with contextlib.closing(sqlite3.connect(target)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number, kept = 1, target.with_name(f"{target.name}.before-restore")
    while kept.exists():
        number += 1
        kept = target.with_name(f"{target.name}.before-restore-{number}")
    target.replace(kept)
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    return kept


def _check(path: Path) -> None:
    """Refuse a file that is not an intact Outflank database."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT count(*) FROM events").fetchone()
    except sqlite3.Error as error:
        raise JournalError(Text("errors.store.not_a_database", path=path, error=error)) from error
    if verdict != "ok":
        raise JournalError(Text("errors.store.damaged_backup", path=path, problem=verdict))


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _file_of(database: Database) -> Path:
    if database.path is None:
        raise InvalidValue(Text("errors.store.sqlite_only"))
    return database.path
