"""Responses with complete bodies, as plain ASGI messages."""

from __future__ import annotations

import json
from collections.abc import Iterable

from starlette.types import Receive, Scope, Send

__all__ = ["DONE", "BytesResponse", "error_response", "json_response"]

_JSON = (b"content-type", b"application/json")


class BytesResponse:
    """A response with a complete body, which can be sent more than once."""

    __slots__ = ("body", "headers", "status")

    def __init__(
        self, body: bytes, status: int = 200, headers: Iterable[tuple[bytes, bytes]] = (_JSON,)
    ) -> None:
        self.body: bytes = body
        self.status: int = status
        self.headers: Iterable[tuple[bytes, bytes]] = headers

    @classmethod
    def of(cls, body: bytes, media: str, *more: tuple[bytes, bytes]) -> BytesResponse:
        """Return a response with a body and its media type."""
        return cls(body, headers=[(b"content-type", media.encode()), *more])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send the response."""
        headers = [*self.headers]
        if self.status != 204:  # a 204 never has a body
            headers.append((b"content-length", b"%d" % len(self.body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


DONE = BytesResponse(b'{"error": null}\n')


def json_response(body: str, status: int = 200) -> BytesResponse:
    """Return a response with a body that is JSON already."""
    return BytesResponse(body.encode(), status)


def error_response(text: str, status: int, *more: tuple[bytes, bytes]) -> BytesResponse:
    """Return an error of the simple routes, with further headers."""
    body = json.dumps({"error": text}) + "\n"
    return BytesResponse(body.encode(), status, (_JSON, *more))
