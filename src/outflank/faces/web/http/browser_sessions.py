"""Browser sessions: a key in a cookie, which only the server's own pages may use to act."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.types import Scope

from outflank.faces.web.http.requests import header, is_own_call, why_foreign
from outflank.server.accounts.keys import Role

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Caller

__all__ = [
    "COOKIE",
    "cookie_for",
    "cookie_that_forgets",
    "is_from_another_site",
    "is_from_our_page",
    "key_in_cookie",
    "may_use_key",
    "person_of",
]

COOKIE = "outflank_key"

_log = logging.getLogger("outflank.server.web")

_YEAR = 365 * 24 * 3600  # seconds


def may_use_key(caller: Caller, scope: Scope) -> bool:
    """Return whether this request may use a key; keys of the try-out work only on this machine.

    A caller elsewhere is told that the key does not exist; the log says why.
    """
    if not caller.loopback_only or is_own_call(scope):
        return True
    _say_once(why_foreign(scope))
    return False


@functools.lru_cache(maxsize=64)
def _say_once(reason: str) -> None:
    """Log once why a key of the try-out was refused; its owner may poll with it for hours."""
    _log.warning("Refused a key of the try-out, which works only from this machine: %s", reason)


def key_in_cookie(scope: Scope) -> str | None:
    """Return the key in a request's cookies; other cookies may have any form."""
    for part in (header(scope, b"cookie") or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value.strip('"') or None
    return None


def person_of(caller: Caller | None) -> Caller | None:
    """Return a caller if the key is accepted in a cookie: a player's, but not of the try-out."""
    if caller is None or caller.role is not Role.PLAYER or caller.loopback_only:
        return None
    return caller


def cookie_for(key: str, scope: Scope) -> str:
    """Return the Set-Cookie header for a key; scripts cannot read the cookie."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={key}; Max-Age={_YEAR}{secure}; HttpOnly; Path=/; SameSite=Lax"


def cookie_that_forgets() -> str:
    """Return the Set-Cookie header that deletes the key.

    >>> cookie_that_forgets().partition(";")[0]
    'outflank_key='
    """
    return f"{COOKIE}=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax"


def is_from_our_page(scope: Scope) -> bool:
    """Return whether a browser declares that a page of this server sent a request.

    >>> host = (b"host", b"othello.test")
    >>> is_from_our_page({"headers": [(b"origin", b"http://othello.test"), host]})
    True
    >>> is_from_our_page({"headers": [host]})
    False
    """
    site = header(scope, b"sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = header(scope, b"origin")
    return origin is not None and _host_of(origin) == (header(scope, b"host") or "").lower()


def is_from_another_site(scope: Scope) -> bool:
    """Return whether a browser declares that another site sent a request; programs declare nothing.

    >>> host = (b"host", b"othello.test")
    >>> is_from_another_site({"headers": [(b"origin", b"http://evil.test"), host]})
    True
    >>> is_from_another_site({"headers": [host]})
    False
    """
    is_browser = header(scope, b"sec-fetch-site") or header(scope, b"origin")
    return is_browser is not None and not is_from_our_page(scope)


def _host_of(origin: str) -> str | None:
    """Return the host and port of an origin; the scheme may have been changed by a proxy."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None
