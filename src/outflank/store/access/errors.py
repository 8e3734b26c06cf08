"""The errors of a database, as sentences."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from outflank.errors import InvalidValue, StoreUnavailable

__all__ = ["translate_errors"]


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Raise StoreUnavailable when the database cannot be reached or written."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise _away(error) from error
    except PoolExhausted as error:
        raise StoreUnavailable("too many requests to the database at once") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise _away(error) from error
        if isinstance(error, ProgrammingError) and error.statement is None:  # while connecting
            raise InvalidValue(f"the database URL cannot be used: {_in_a_line(error)}") from error
        raise


def _away(error: DBAPIError) -> StoreUnavailable:
    return StoreUnavailable("the database does not answer", _in_a_line(error))


def _in_a_line(error: DBAPIError) -> str:
    return " ".join(str(error.orig).split())
