"""Adds the headers of every response: what a browser may do with it, and for how long."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SecurityHeaders", "security_headers"]

_PAGE_POLICY = (
    b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    b"style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    b"form-action 'self'; frame-ancestors 'none'"
)
# A web worker follows the policy of its script: it may import modules and load the engine.
_SCRIPT_POLICY = (
    b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    b"frame-ancestors 'none'"
)
_NO_STORE = (b"cache-control", b"no-store")
# Every header costs time, so JSON responses carry only those that matter to them.
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


class SecurityHeaders:
    """Adds the headers to each response, and marks the last one of a connection."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        connection = scope.get("state", {}).get("connection")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = security_headers(message["headers"])
                if connection is not None and connection.closes:
                    headers.append((b"connection", b"close"))
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_with_headers)


def security_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response in small letters, with those of every response."""
    found, kind, is_fresh = [*headers], _FOR_DATA, False
    for name, value in found:
        if name == b"content-type":
            if value.startswith(b"text/html"):
                kind = _FOR_PAGES
            elif value.startswith(b"text/javascript"):
                kind = _FOR_SCRIPTS
        elif name == b"cache-control":
            is_fresh = True
    found += kind
    if not is_fresh:
        found.append(_NO_STORE)
    return found
