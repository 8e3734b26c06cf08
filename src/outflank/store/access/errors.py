"""Database errors as sentences."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.texts import Text

__all__ = ["translate_errors"]


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Raise StoreUnavailable if the database cannot be reached or written."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise _unreachable(error) from error
    except PoolExhausted as error:
        raise StoreUnavailable(Text("errors.store.database_overloaded")) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise _unreachable(error) from error
        if isinstance(error, ProgrammingError) and error.statement is None:  # on connecting
            raise InvalidValue(
                Text("errors.store.unusable_database_url", error=_on_one_line(error))
            ) from error
        raise


def _unreachable(error: DBAPIError) -> StoreUnavailable:
    return StoreUnavailable(Text("errors.store.no_answer_from_database"), _on_one_line(error))


def _on_one_line(error: DBAPIError) -> str:
    return " ".join(str(error.orig).split())
