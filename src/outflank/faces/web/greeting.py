"""What a starting server says."""

from __future__ import annotations

from outflank.server.competition_server import Configuration, default_database
from outflank.store.database import database_url

__all__ = ["greeting"]


def greeting(configuration: Configuration, url: str) -> str:
    """Return where the server is, where it keeps everything, and how to begin.

    >>> print(greeting(Configuration("sqlite:///games.db", tryout=False), "http://192.0.2.1:5000"))
    Outflank serves at http://192.0.2.1:5000 (Ctrl-C stops it).
    Database: games.db
    Without the try-out tournament, because other machines can reach this address or it was not
    wanted. Players register at http://192.0.2.1:5000/api/v1/players.
    How programs play: http://192.0.2.1:5000/api/v1/docs
    """
    address = database_url(configuration.database or default_database())
    is_file = address.get_backend_name() == "sqlite"
    where = address.database if is_file else address.render_as_string(hide_password=True)
    if configuration.tryout:
        tryout = (
            "Try-out tournament: players key0 key1 key2 key3, observer observe0, organiser "
            "admin0;\nthese keys work from this machine only. Try:\n"
            f"  curl {url}/boards/key0\n"
            f"  curl -X POST {url}/move/key0/3/2"
        )
    else:
        tryout = (
            "Without the try-out tournament, because other machines can reach this address or "
            f"it was not\nwanted. Players register at {url}/api/v1/players."
        )
    return (
        f"Outflank serves at {url} (Ctrl-C stops it).\n"
        f"Database: {where}\n"
        f"{tryout}\n"
        f"How programs play: {url}/api/v1/docs"
    )
