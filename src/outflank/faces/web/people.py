"""Browser sessions: a key in a cookie, which only the server's own pages may use to act."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from werkzeug.http import dump_cookie, parse_cookie

from outflank.server.accounts.keys import Role

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from outflank.server.accounts.accounts import Account, Accounts, Caller

__all__ = [
    "COOKIE",
    "cookie_for",
    "cookie_that_forgets",
    "is_from_another_site",
    "is_from_our_page",
    "new_person",
    "person_behind",
]

COOKIE = "outflank_key"

_YEAR = 365 * 24 * 3600  # seconds


def person_behind(accounts: Accounts, environ: WSGIEnvironment) -> Caller | None:
    """Return the person whose cookie a request carries; None for an invalid one."""
    key = parse_cookie(environ.get("HTTP_COOKIE", "")).get(COOKIE)
    caller = accounts.caller(key) if key else None
    # Try-out and organiser keys are not accepted in a cookie.
    is_person = caller is not None and caller.role is Role.PLAYER and not caller.loopback_only
    return caller if is_person else None


def new_person(accounts: Accounts) -> tuple[Account, str]:
    """Make an account with a guest name and a key."""
    return accounts.register(f"Guest {secrets.randbelow(9000) + 1000}", "person")


def cookie_for(key: str, environ: WSGIEnvironment) -> str:
    """Return the Set-Cookie header for a key, which scripts cannot read."""
    return dump_cookie(
        COOKIE,
        key,
        max_age=_YEAR,
        path="/",
        secure=environ.get("wsgi.url_scheme") == "https",
        httponly=True,
        samesite="Lax",
    )


def cookie_that_forgets() -> str:
    """Return the Set-Cookie header that deletes the key.

    >>> cookie_that_forgets().partition(";")[0]
    'outflank_key='
    """
    return dump_cookie(COOKIE, "", max_age=0, path="/", httponly=True, samesite="Lax")


def is_from_our_page(environ: WSGIEnvironment) -> bool:
    """Tell whether a browser says that a page of ours sent this.

    >>> is_from_our_page({"HTTP_ORIGIN": "http://othello.test", "HTTP_HOST": "othello.test"})
    True
    >>> is_from_our_page({"HTTP_HOST": "othello.test"})
    False
    """
    site = environ.get("HTTP_SEC_FETCH_SITE")
    if site is not None:
        return bool(site == "same-origin")
    origin = environ.get("HTTP_ORIGIN")
    return origin is not None and _host_of(origin) == environ.get("HTTP_HOST", "").lower()


def is_from_another_site(environ: WSGIEnvironment) -> bool:
    """Tell whether a browser says that another site sent this; other programs say nothing.

    >>> is_from_another_site({"HTTP_ORIGIN": "http://evil.test", "HTTP_HOST": "othello.test"})
    True
    >>> is_from_another_site({"HTTP_HOST": "othello.test"})
    False
    """
    is_browser = "HTTP_SEC_FETCH_SITE" in environ or "HTTP_ORIGIN" in environ
    return is_browser and not is_from_our_page(environ)


def _host_of(origin: str) -> str | None:
    """Return the host and port of an origin; the scheme may have been changed by a proxy."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None
