"""The startup banner of the server."""

from __future__ import annotations

import socket

from outflank.faces.web.operation.listening import is_public
from outflank.server.competition_server import Configuration, default_database
from outflank.store.access.urls import database_url, url_in_words

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
    lines = [f"Outflank is serving at {url} (press Ctrl-C to stop)."]
    if (own := _own_address(host)) is not None:
        lines.append(f"Other machines reach it at {_url(own, port)}.")
    if is_public(host) and not configuration.trusted_proxies:
        lines.append(
            "Connections are not encrypted: beyond a network that you trust, put a proxy with TLS "
            "in front."
        )
    where = url_in_words(database_url(configuration.database or default_database()))
    lines += [f"Database: {where}", *_beginning(configuration, host, url)]
    if configuration.competition:
        lines += [
            "Competition: only tournaments are played; computers, hints, analysis, casual games",
            "and registration are closed to everybody but organisers.",
        ]
    return "\n".join([*lines, f"API documentation: {url}/api/v1/docs"])


def _beginning(configuration: Configuration, host: str, url: str) -> list[str]:
    """Return the first steps: the try-out tournament, or registration."""
    if configuration.tryout:
        return [
            "Try-out tournament: players key0 key1 key2 key3, observer observe0, organiser admin0;",
            "these keys work only from this machine, and organise nothing else. Try:",
            f"  curl {url}/boards/key0",
            f"  curl -X POST {url}/move/key0/3/2",
        ]
    if configuration.trusted_proxies:
        reason = "because others come through the proxy (--proxies), and everybody knows its keys"
    elif is_public(host):
        reason = "because other machines can reach this address"
    else:
        reason = "as --no-tryout says"
    lines = [f"The try-out tournament is off, {reason}."]
    if not configuration.competition:
        lines.append(f"Players register at {url}/api/v1/players.")
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
