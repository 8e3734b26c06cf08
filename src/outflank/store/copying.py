"""Copying of a complete database into an empty one of either kind, all of it or nothing."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from outflank.errors import InvalidValue, JournalError, StoreUnavailable
from outflank.store.database import Database
from outflank.store.journal import START, seal
from outflank.store.schema import events, metadata
from outflank.texts import Text

__all__ = ["CopiedDatabase", "copy_database"]

_TOGETHER = 1000  # rows read and written at a time
_VERSION = "alembic_version"


@dataclass(frozen=True, slots=True)
class CopiedDatabase:
    """The numbers of rows that were copied and of matches whose seals were checked."""

    rows: int
    matches: int


def copy_database(
    source: Database,
    target: Database,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> CopiedDatabase:
    """Copy everything into an empty database while no server uses either.

    The target is written in one transaction. It is committed only after every row was compared with
    its original and every seal was recomputed; until then the target stays empty.
    """
    if source.url == target.url:
        raise InvalidValue(Text("errors.store.same_database"))
    _require_empty(target)
    with contextlib.ExitStack() as locks:
        for one in (source, target):
            locks.callback(one.lock().release)
            one.migrate()
        with source.reading() as old, _writing(target) as new:
            total = sum(_count(old, table) for table in metadata.sorted_tables)
            steps = _Steps(progress, 2 * total)
            for table in metadata.sorted_tables:
                _copy(old, new, table, steps)
            for table in metadata.sorted_tables:
                _compare(old, new, table, steps)
            matches = _check_seals(new)
            _set_sequences(new)
    return CopiedDatabase(total, matches)


class _Steps:
    """Counts rows and reports the progress."""

    def __init__(self, progress: Callable[[int, int], None], total: int) -> None:
        self._progress, self._done, self._total = progress, 0, max(1, total)

    def add(self, rows: int) -> None:
        self._done += rows
        self._progress(min(self._done, self._total), self._total)


def _require_empty(target: Database) -> None:
    """Refuse a database that is not empty."""
    name = target.url.database
    with target.reading() as connection:
        found = set(sa.inspect(connection).get_table_names()) - {_VERSION}
        if unknown := sorted(found - set(metadata.tables)):
            raise InvalidValue(
                Text("errors.store.tables_of_another_program", database=name, table=unknown[0])
            )
        full = (table for table in metadata.sorted_tables if table.name in found)
        for table in full:
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise InvalidValue(
                    Text("errors.store.target_not_empty", database=name, table=table.name)
                )


@contextlib.contextmanager
def _writing(target: Database) -> Iterator[sa.Connection]:
    try:
        with target.engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        raise StoreUnavailable(Text("errors.store.unwritable_target", reason=reason)) from error


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


@contextlib.contextmanager
def _rows(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[Iterator[Any]]:
    """Yield rows in parts without keeping all of them in memory."""
    with connection.execute(query.execution_options(stream_results=True)) as found:
        yield found.mappings().partitions(_TOGETHER)


def _copy(old: sa.Connection, new: sa.Connection, table: sa.Table, steps: _Steps) -> None:
    with _rows(old, sa.select(table)) as parts:
        for part in parts:
            new.execute(sa.insert(table), [dict(row) for row in part])
            steps.add(len(part))


def _compare(old: sa.Connection, new: sa.Connection, table: sa.Table, steps: _Steps) -> None:
    """Refuse a copy if any row differs from its original."""
    copied = _sum(new, table, _Steps(lambda _done, _total: None, 1))
    if _sum(old, table, steps) != copied:
        raise JournalError(Text("errors.store.copy_differs", table=table.name))


def _sum(connection: sa.Connection, table: sa.Table, steps: _Steps) -> tuple[int, int]:
    """Return the number of rows and a digest of them that does not depend on their order."""
    count = total = 0
    with _rows(connection, sa.select(table)) as parts:
        for part in parts:
            for row in part:
                values = repr([row[column] for column in table.c])
                total += int.from_bytes(hashlib.sha256(values.encode()).digest())
            count += len(part)
            steps.add(len(part))
    return count, total % (1 << 256)


def _check_seals(connection: sa.Connection) -> int:
    """Recompute the seals of all matches and return the number of matches."""
    query = sa.select(events.c.match, events.c.data, events.c.digest)
    match, digest, matches = None, START, 0
    with _rows(connection, query.order_by(events.c.match, events.c.seq)) as parts:
        for row in itertools.chain.from_iterable(parts):
            if row["match"] != match:
                match, digest, matches = row["match"], START, matches + 1
            digest = seal(digest, row["data"])
            if digest != row["digest"]:
                raise JournalError(Text("errors.store.wrong_seal", match=match))
    return matches


def _set_sequences(connection: sa.Connection) -> None:
    """Make PostgreSQL continue numbering after the rows that were copied."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        following = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
        connection.execute(sa.select(sa.func.setval(sequence, following, sa.false())))
