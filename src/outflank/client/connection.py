"""What both clients know about HTTP: the address, the key, and how long to wait."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from outflank.client.retrying import error_from
from outflank.errors import NotationError, ServerError

if TYPE_CHECKING:
    import httpx

    from outflank.client.calls import Call

__all__ = ["answer_of", "request_settings", "server_address", "settings", "stream_settings"]

_CONNECT = 5.0  # seconds
_ANSWER = 30.0
_SILENCE = 25.0  # a stream says something every ten
_NDJSON = "application/x-ndjson"


def server_address(url: str) -> str:
    """Return the address of a server without the path of the API, as people may have pasted it.

    >>> server_address("localhost:5000/"), server_address("https://othello.example/api/v1")
    ('http://localhost:5000', 'https://othello.example')
    """
    written = url.strip()
    parts = urlsplit(written if "://" in written else f"http://{written}")
    try:
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise NotationError(f"no server has the address {url!r}; write http://localhost:5000")
    path = parts.path.rstrip("/").removesuffix("/api/v1")
    return f"{parts.scheme}://{parts.netloc}{path}"


def settings(url: str, key: str | None, prefix: str = "/api/v1") -> dict[str, Any]:
    """Return what httpx.Client and httpx.AsyncClient are made with."""
    from importlib.metadata import version

    import httpx

    headers = {"User-Agent": f"outflank/{version('outflank')}"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return {
        "base_url": url + prefix,
        "headers": headers,
        "timeout": httpx.Timeout(_ANSWER, connect=_CONNECT),
        # A bot in many matches reads as many streams, and a move must not wait for one of them.
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=20),
        "trust_env": not _is_on_this_machine(url),  # a proxy cannot reach this machine's own server
    }


def stream_settings(path: str, query: Mapping[str, int]) -> dict[str, Any]:
    """Return how httpx asks for a stream."""
    import httpx

    return {
        "method": "GET",
        "url": path,
        "params": dict(query),
        "timeout": httpx.Timeout(_SILENCE, connect=_CONNECT),
        "headers": {"Accept": _NDJSON},
    }


def request_settings(call: Call) -> dict[str, Any]:
    """Return how httpx sends a call."""
    import httpx

    sent: dict[str, Any] = {"method": call.method, "url": call.path}
    if call.body is not None:
        sent["json"] = dict(call.body)
    if call.query is not None:
        sent["params"] = dict(call.query)
    if call.wait:
        sent["timeout"] = httpx.Timeout(_ANSWER + call.wait, connect=_CONNECT)
    return sent


def answer_of(response: httpx.Response) -> dict[str, Any]:
    """Return the object in a good answer; text that is no JSON comes as `text`."""
    if not response.is_success:
        raise error_from(response)
    if not response.content:
        return {}
    if "json" not in response.headers.get("Content-Type", ""):
        return {"text": response.text}
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise ServerError("BAD_ANSWER", response.status_code, "the server answered no JSON object")
    return answer


def _is_on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
