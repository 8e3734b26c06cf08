"""Reads requests: headers, addresses, preferences, and whether they come from this machine."""

from __future__ import annotations

from starlette.types import Scope

from outflank.server.accounts.keys import is_loopback

__all__ = [
    "BODY_WITH_FILE",
    "LARGEST_BODY",
    "MOST_BODY",
    "address_of",
    "arrival_of",
    "header",
    "is_from_here",
    "is_own_call",
    "prefers_page",
    "why_foreign",
]

MOST_BODY = 16 * 1024  # bytes
LARGEST_BODY = 48 * 1024  # for a tournament with all its players
BODY_WITH_FILE = 256 * 1024  # for a file of games

_MOST_SHOWN = 64  # characters of a header in a log

# A proxy on this machine adds one of these; its requests may come from anywhere.
_OF_PROXIES = frozenset((b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"))


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request, the first one if there are several."""
    for known, value in scope["headers"]:
        if known == name:
            return str(value, "latin-1")
    return None


def address_of(scope: Scope) -> str:
    """Return the address that a request came from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def arrival_of(scope: Scope) -> int | None:
    """Return the time at which the last byte of a request arrived, if it was recorded."""
    connection = scope.get("state", {}).get("connection")
    arrived: int | None = getattr(connection, "arrived", None)
    return arrived


def is_from_here(scope: Scope) -> bool:
    """Return whether a request comes from this machine and not through a proxy.

    >>> is_from_here({"client": ("127.0.0.1", 1), "headers": []})
    True
    >>> is_from_here({"client": ("127.0.0.1", 1), "headers": [(b"via", b"")]})
    False
    """
    if not is_loopback(address_of(scope)):
        return False
    return _OF_PROXIES.isdisjoint([name for name, _ in scope["headers"]])


def is_own_call(scope: Scope) -> bool:
    """Return whether a request comes from this machine and not from another site in a browser.

    >>> is_own_call({"client": ("127.0.0.1", 1), "headers": [(b"host", b"localhost:5000")]})
    True
    >>> is_own_call({"client": ("127.0.0.1", 1), "headers": [(b"origin", b"http://evil.test")]})
    False
    """
    return not why_foreign(scope)


def why_foreign(scope: Scope) -> str:
    """Return why a request does not count as one from this machine; empty if it does.

    >>> why_foreign({"client": ("127.0.0.1", 1), "headers": [(b"host", b"othello.test")]})
    "it asked for the host 'othello.test' instead of localhost"
    >>> why_foreign({"client": ("127.0.0.1", 1), "headers": [(b"via", b"1.1 cup")]})
    'it came through a proxy'
    """
    if not is_loopback(address_of(scope)):
        return f"it came from {address_of(scope)}"
    if not is_from_here(scope):
        return "it came through a proxy"
    host, origin = header(scope, b"host") or "", header(scope, b"origin") or ""
    if not _names_this_machine(host):
        return f"it asked for the host {host[:_MOST_SHOWN]!r} instead of localhost"
    site = header(scope, b"sec-fetch-site") or "none"
    if site not in ("none", "same-origin") or not _names_this_machine(origin.partition("://")[2]):
        return f"a page of another site sent it, {origin[:_MOST_SHOWN]!r}"
    return ""


def _names_this_machine(authority: str) -> bool:
    """Return whether a Host header, with or without a port, names this machine."""
    host = authority.rpartition(":")[0] if ":" in authority.rpartition("]")[2] else authority
    return host.strip("[]") in ("", "localhost") or is_loopback(host.strip("[]"))


def prefers_page(scope: Scope) -> bool:
    """Return whether a request prefers HTML to JSON, as browsers do.

    >>> prefers_page({"headers": [(b"accept", b"text/html,*/*;q=0.8")]})
    True
    >>> prefers_page({"headers": [(b"accept", b"*/*")]})
    False
    """
    accepted = header(scope, b"accept") or ""
    return _quality(accepted, "text/html") > _quality(accepted, "application/json")


def _quality(accepted: str, media: str) -> float:
    """Return the quality of a media type, from the most specific entry."""
    ranks = {media: 3, f"{media.partition('/')[0]}/*": 2, "*/*": 1}
    found = (0, 0.0)
    for entry in accepted.split(","):
        name, *parameters = (part.strip().lower() for part in entry.split(";"))
        quality = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                try:
                    quality = float(parameter[2:])
                except ValueError:
                    quality = 0.0
        found = max(found, (ranks.get(name, 0), quality if name in ranks else 0.0))
    return found[1]
