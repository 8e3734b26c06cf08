"""The startup banner of the server."""

from __future__ import annotations

import socket

from outflank.faces.web.operation.listening import is_public
from outflank.server.competition_server import Configuration, default_database
from outflank.store.access.urls import database_url, url_in_words
from outflank.texts import say

__all__ = ["startup_message"]

_EVERY_ADDRESS = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104 - compared only
# Addresses for documentation: the system names the route to them, and nothing is sent.
_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def startup_message(configuration: Configuration, host: str, port: int | str) -> str:
    """Return the server's address, its database, and the first steps.

    >>> print(startup_message(Configuration("sqlite:///games.db", tryout=False), "192.0.2.1", 5000))
    Outflank is serving at http://192.0.2.1:5000 (press Ctrl-C to stop).
    Connections are not encrypted: beyond a network that you trust, put a proxy with TLS in front.
    Database: games.db
    The try-out tournament is off, because other machines can reach this address.
    Players register at http://192.0.2.1:5000/api/v1/players.
    API documentation: http://192.0.2.1:5000/api/v1/docs
    """
    url = _url("localhost" if host in _EVERY_ADDRESS else host, port)
    lines = [say("commands.server.serve.started.at", url=url)]
    if (own := _own_address(host)) is not None:
        lines.append(say("commands.server.serve.started.for_others", url=_url(own, port)))
    if is_public(host) and not configuration.trusted_proxies:
        lines.append(say("commands.server.serve.started.not_encrypted"))
    where = url_in_words(database_url(configuration.database or default_database()))
    lines += [
        say("commands.server.serve.started.database", file=where),
        *_beginning(configuration, host, url),
    ]
    if configuration.competition:
        lines.append(say("commands.server.serve.started.competition"))
    documentation = say("commands.server.serve.started.documentation", url=f"{url}/api/v1/docs")
    return "\n".join([*lines, documentation])


def _beginning(configuration: Configuration, host: str, url: str) -> list[str]:
    """Return the first steps: the try-out tournament, or registration."""
    if configuration.tryout:
        return [
            say("commands.server.serve.started.tryout"),
            f"  curl {url}/boards/key0",
            f"  curl -X POST {url}/move/key0/3/2",
        ]
    if configuration.trusted_proxies:
        reason = "proxies"
    elif is_public(host):
        reason = "public"
    else:
        reason = "option"
    lines = [say(f"commands.server.serve.started.no_tryout.{reason}")]
    if not configuration.competition:
        registration = f"{url}/api/v1/players"
        lines.append(say("commands.server.serve.started.registration", url=registration))
    return lines


def _url(host: str, port: int | str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_address(host: str) -> str | None:
    """Return the address at which other machines reach a server that listens on all of them."""
    family = _EVERY_ADDRESS.get(host)
    if family is None:
        return None
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((_FAR_AWAY[family], 9))
            address: str = asking.getsockname()[0]
    except OSError:  # there is no network
        return None
    return address
