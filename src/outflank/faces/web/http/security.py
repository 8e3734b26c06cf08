"""Security headers, body limits, and which requests come from this machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from outflank.errors import CannotServe
from outflank.server.accounts.keys import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BODY_WITH_FILE",
    "LARGEST_BODY",
    "MOST_BODY",
    "Scope",
    "address_of",
    "arrival_of",
    "header",
    "is_from_here",
    "is_own_call",
    "is_public",
    "refuse_public_debugging",
    "security_headers",
    "trust_proxies",
    "why_foreign",
]

Scope = dict[str, Any]  # of ASGI

MOST_BODY = 16 * 1024  # bytes
LARGEST_BODY = 48 * 1024  # where a route allows more: a tournament with all its players
BODY_WITH_FILE = 256 * 1024  # where a file of games may be sent

_MOST_SHOWN = 64  # characters of a header in a log

_PAGE_POLICY = (
    b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    b"style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# A worker goes by the policy that its script was sent with: it may import, and load the engine.
_SCRIPT_POLICY = (
    b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    b"frame-ancestors 'none'"
)
_NO_STORE = (b"cache-control", b"no-store")
# Every header costs time, so JSON responses carry only those that matter for them.
_FOR_DATA = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # some paths hold keys
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
_FOR_SCRIPTS = [*_FOR_DATA[:2], (b"content-security-policy", _SCRIPT_POLICY)]
_FOR_PAGES = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", _PAGE_POLICY),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
# A proxy on this machine sends one of these; what came through it came from anywhere.
_OF_PROXIES = frozenset((b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"))


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a request; of several with one name the first."""
    for known, value in scope["headers"]:
        if known == name:
            return str(value, "latin-1")
    return None


def address_of(scope: Scope) -> str:
    """Return the address that a request came from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def arrival_of(scope: Scope) -> int | None:
    """Return when the last byte of a request was read, if the connection recorded it."""
    connection = scope.get("state", {}).get("connection")
    arrived: int | None = getattr(connection, "arrived", None)
    return arrived


def is_from_here(scope: Scope) -> bool:
    """Tell whether a request comes from this very machine, and through no proxy.

    >>> is_from_here({"client": ("127.0.0.1", 1), "headers": []})
    True
    >>> is_from_here({"client": ("127.0.0.1", 1), "headers": [(b"via", b"")]})
    False
    """
    if not is_loopback(address_of(scope)):
        return False
    return _OF_PROXIES.isdisjoint([name for name, _ in scope["headers"]])


def is_own_call(scope: Scope) -> bool:
    """Tell whether a request comes from this machine, and not from another site in a browser.

    >>> is_own_call({"client": ("127.0.0.1", 1), "headers": [(b"host", b"localhost:5000")]})
    True
    >>> is_own_call({"client": ("127.0.0.1", 1), "headers": [(b"origin", b"http://evil.test")]})
    False
    """
    return not why_foreign(scope)


def why_foreign(scope: Scope) -> str:
    """Return why a request does not count as one of this machine, or an empty text if it does.

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
    """Tell whether a host with or without a port, if there is one, is this machine."""
    host = authority.rpartition(":")[0] if ":" in authority.rpartition("]")[2] else authority
    return host.strip("[]") in ("", "localhost") or is_loopback(host.strip("[]"))


def is_public(host: str) -> bool:
    """Tell whether other machines can reach a server that listens at a host.

    >>> is_public("127.0.0.1"), is_public("localhost"), is_public("0.0.0.0")
    (False, False, True)
    """
    return host != "localhost" and not is_loopback(host)


def refuse_public_debugging(*, is_public: bool) -> None:
    """Refuse to serve Flask's debugger to other machines."""
    is_debugging = os.environ.get("FLASK_DEBUG", "").lower() not in ("", "0", "false", "no")
    if is_public and is_debugging:
        raise CannotServe(
            "FLASK_DEBUG would let anybody run programs on this machine; unset it, or serve on "
            "127.0.0.1"
        )


def security_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response together with those that every response has."""
    kind, is_fresh = _FOR_DATA, False
    lowered = [(name.lower(), value) for name, value in headers]
    for name, value in lowered:
        if name == b"content-type":
            if value.startswith(b"text/html"):
                kind = _FOR_PAGES
            elif value.startswith(b"text/javascript"):
                kind = _FOR_SCRIPTS
        elif name == b"cache-control":
            is_fresh = True
    lowered += kind
    if not is_fresh:
        lowered.append(_NO_STORE)
    return lowered


def trust_proxies(scope: Scope, proxies: int) -> None:
    """Take the caller's address and scheme from what that many own proxies have added.

    >>> scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.2.3.4, 5.6.7.8")]}
    >>> trust_proxies(scope, 1)
    >>> address_of(scope)
    '5.6.7.8'
    """
    for name, place in ((b"x-forwarded-for", "client"), (b"x-forwarded-proto", "scheme")):
        given = ",".join(
            str(value, "latin-1") for known, value in scope["headers"] if known == name
        )
        values = [value.strip() for value in given.split(",") if value.strip()]
        if len(values) >= proxies:
            chosen = values[-proxies]
            scope[place] = (chosen, 0) if place == "client" else chosen
