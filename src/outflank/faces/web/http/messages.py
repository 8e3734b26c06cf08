"""Reading requests and sending answers as plain ASGI messages."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from outflank.faces.web.http.security import Scope, header

__all__ = [
    "DONE",
    "PlainResponse",
    "Receive",
    "Send",
    "error_answer",
    "json_answer",
    "prefers_page",
]

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_JSON = (b"content-type", b"application/json")


class PlainResponse(msgspec.Struct, frozen=True):
    """A response whose body is complete."""

    body: bytes
    status: int = 200
    headers: Iterable[tuple[bytes, bytes]] = (_JSON,)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it."""
        headers = [*self.headers, (b"content-length", b"%d" % len(self.body))]
        start = {"type": "http.response.start", "status": self.status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": self.body})


DONE = PlainResponse(b'{"error": null}\n')


def json_answer(body: str, status: int = 200) -> PlainResponse:
    """Return a response whose body is JSON already."""
    return PlainResponse(body.encode(), status)


def error_answer(text: str, status: int, *more: tuple[bytes, bytes]) -> PlainResponse:
    """Return an error of the simple routes, with further headers."""
    body = json.dumps({"error": text}) + "\n"
    return PlainResponse(body.encode(), status, (_JSON, *more))


def prefers_page(scope: Scope) -> bool:
    """Tell whether a request prefers HTML to JSON, as browsers do.

    >>> prefers_page({"headers": [(b"accept", b"text/html,*/*;q=0.8")]})
    True
    >>> prefers_page({"headers": [(b"accept", b"*/*")]})
    False
    """
    accepted = header(scope, b"accept") or ""
    return _quality(accepted, "text/html") > _quality(accepted, "application/json")


def _quality(accepted: str, media: str) -> float:
    """Return how much a media type is wanted: the most specific entry counts."""
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
