"""The startup banner of the server."""

from __future__ import annotations

from outflank.server.competition_server import Configuration, default_database
from outflank.store.access.urls import database_url, url_in_words

__all__ = ["greeting"]


def greeting(configuration: Configuration, url: str) -> str:
    """Return the server's address, its database, and how to begin.

    >>> print(greeting(Configuration("sqlite:///games.db", tryout=False), "http://192.0.2.1:5000"))
    Outflank is serving at http://192.0.2.1:5000 (press Ctrl-C to stop).
    Database: games.db
    The try-out tournament is off: this address is public, or --no-tryout was given.
    Players register at http://192.0.2.1:5000/api/v1/players.
    API documentation: http://192.0.2.1:5000/api/v1/docs
    """
    where = url_in_words(database_url(configuration.database or default_database()))
    if configuration.tryout:
        tryout = (
            "Try-out tournament: players key0 key1 key2 key3, observer observe0, organiser "
            "admin0;\nthese keys work only from this machine, and organise nothing else. Try:\n"
            f"  curl {url}/boards/key0\n"
            f"  curl -X POST {url}/move/key0/3/2"
        )
    else:
        tryout = "The try-out tournament is off: this address is public, or --no-tryout was given."
        if not configuration.competition:
            tryout += f"\nPlayers register at {url}/api/v1/players."
    closed = (
        "Competition: only tournaments are played; computers, hints, analysis, casual games and "
        "registration\nare closed to everybody but organisers.\n"
        if configuration.competition
        else ""
    )
    return (
        f"Outflank is serving at {url} (press Ctrl-C to stop).\n"
        f"Database: {where}\n"
        f"{tryout}\n"
        f"{closed}"
        f"API documentation: {url}/api/v1/docs"
    )
