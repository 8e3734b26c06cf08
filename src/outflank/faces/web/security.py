"""Security headers, body limits, and which requests come from this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from outflank.server.accounts.keys import is_loopback

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = [
    "LARGEST_BODY",
    "MOST_BODY",
    "address_of",
    "arrival_of",
    "is_from_here",
    "is_own_call",
    "is_public",
    "with_security_headers",
]

MOST_BODY = 16 * 1024  # bytes
LARGEST_BODY = 48 * 1024  # where a route allows more: a tournament with all its players

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Every header costs time, so JSON responses carry only those that matter for them.
_FOR_DATA = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),  # some paths hold keys
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
_FOR_PAGES = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", _PAGE_POLICY),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
_NO_STORE = ("Cache-Control", "no-store")

# A proxy on this machine sends one of these; what came through it came from anywhere.
_OF_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def address_of(environ: WSGIEnvironment) -> str:
    """Return the address that a request came from."""
    return str(environ.get("REMOTE_ADDR") or "")


def arrival_of(environ: WSGIEnvironment) -> int | None:
    """Return when a request arrived, if the worker recorded it."""
    arrived: int | None = environ.get("outflank.arrived")
    if arrived is None:
        arrived = getattr(environ.get("gunicorn.socket"), "arrived", None)
    return arrived


def is_from_here(environ: WSGIEnvironment) -> bool:
    """Tell whether a request comes from this very machine, and through no proxy.

    >>> is_from_here({"REMOTE_ADDR": "127.0.0.1"})
    True
    >>> is_from_here({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"})
    False
    """
    if any(name in environ for name in _OF_PROXIES):
        return False
    return is_loopback(environ.get("REMOTE_ADDR"))


def is_own_call(environ: WSGIEnvironment) -> bool:
    """Tell whether a request comes from this machine, and not from another site in a browser.

    >>> is_own_call({"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:5000"})
    True
    >>> is_own_call({"REMOTE_ADDR": "127.0.0.1", "HTTP_ORIGIN": "http://evil.test"})
    False
    """
    if not is_from_here(environ) or not _names_this_machine(environ.get("HTTP_HOST", "")):
        return False
    if environ.get("HTTP_SEC_FETCH_SITE", "none") not in ("none", "same-origin"):
        return False
    return _names_this_machine(environ.get("HTTP_ORIGIN", "").partition("://")[2])


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


def with_security_headers(inner: WSGIApplication) -> WSGIApplication:
    """Wrap a WSGI application so that every response has the security headers."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None, /
        ) -> Callable[[bytes], object]:
            is_page = is_fresh = False
            for name, value in headers:
                if name == "Content-Type":
                    is_page = value.startswith("text/html")
                elif name == "Cache-Control":
                    is_fresh = True
            headers += _FOR_PAGES if is_page else _FOR_DATA
            if not is_fresh:
                headers.append(_NO_STORE)
            if exc_info is None:
                return start_response(status, headers)
            return start_response(status, headers, exc_info)

        if not environ.get("PATH_INFO"):
            environ["PATH_INFO"] = "/"  # otherwise Flask would redirect, with an HTML page
        return inner(environ, start)

    return application
