"""The URLs of databases: SQLite files and PostgreSQL."""

from __future__ import annotations

import sqlalchemy as sa

from outflank.errors import InvalidValue, MissingExtra
from outflank.texts import Text

__all__ = ["database_url", "require_driver", "url_in_words"]

_POSTGRESQL = "postgresql+psycopg"
_SECRETS = ("password", "sslpassword")  # parameters of a URL that hold secrets
_EXAMPLES = Text("errors.store.database_url_examples")


def database_url(url: str) -> sa.URL:
    """Return a URL for SQLAlchemy; text without `://` is a file.

    >>> str(database_url("games.db"))
    'sqlite:///games.db'
    >>> database_url("postgres://ada@db/games") == database_url("postgresql://ada@db/games")
    True
    >>> database_url("mysql://ada@db/games")
    Traceback (most recent call last):
    outflank.errors.InvalidValue: only SQLite files and PostgreSQL are supported, not mysql; ...
    """
    try:
        address = sa.make_url(url if "://" in url else f"sqlite:///{url}")
    except (sa.exc.ArgumentError, ValueError):  # its text may hold the password of the URL
        raise InvalidValue(Text("errors.store.not_a_database_url", examples=_EXAMPLES)) from None
    if "@" in (address.host or ""):  # the host would be shown, and may be part of a password
        raise InvalidValue(Text("errors.store.unquoted_at_in_database_url", examples=_EXAMPLES))
    kind = address.drivername.partition("+")[0]
    if kind in ("postgres", "postgresql"):
        return address.set(drivername=_POSTGRESQL)
    if kind != "sqlite":
        raise InvalidValue(Text("errors.store.unsupported_database", kind=kind, examples=_EXAMPLES))
    return address


def url_in_words(address: sa.URL) -> str:
    """Return a file, or a URL in its usual form without its password.

    >>> url_in_words(database_url("postgres://ada:secret@db/games?password=secret&sslmode=require"))
    'postgresql://ada:***@db/games?sslmode=require'
    """
    if address.get_backend_name() == "sqlite":
        return str(address.database)
    shown = address.set(drivername="postgresql").difference_update_query(_SECRETS)
    return shown.render_as_string(hide_password=True)


def require_driver(address: sa.URL) -> None:
    """Refuse a URL whose driver is not installed."""
    try:
        address.get_dialect().import_dbapi()
    except sa.exc.ArgumentError:
        raise InvalidValue(Text("errors.store.not_a_database_url", examples=_EXAMPLES)) from None
    except ImportError:
        raise MissingExtra("postgres") from None
