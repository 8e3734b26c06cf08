"""Finds the caller's address and scheme behind the operator's own proxies."""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["TrustedProxies", "trust_proxies"]


class TrustedProxies:
    """Takes both from the headers that a known number of proxies have added."""

    def __init__(self, app: ASGIApp, proxies: int) -> None:
        self._app = app
        self._proxies = proxies

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on."""
        trust_proxies(scope, self._proxies)
        return self._app(scope, receive, send)


def trust_proxies(scope: Scope, proxies: int) -> None:
    """Set the caller's address and scheme from the headers of a number of trusted proxies.

    >>> scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"1.2.3.4, 5.6.7.8")]}
    >>> trust_proxies(scope, 1)
    >>> scope["client"]
    ('5.6.7.8', 0)
    """
    for name, place in ((b"x-forwarded-for", "client"), (b"x-forwarded-proto", "scheme")):
        given = ",".join(
            str(value, "latin-1") for known, value in scope["headers"] if known == name
        )
        values = [value.strip() for value in given.split(",") if value.strip()]
        if len(values) >= proxies:
            chosen = values[-proxies]
            scope[place] = (chosen, 0) if place == "client" else chosen
