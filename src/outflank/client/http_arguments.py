"""Arguments for httpx that both clients share: address, key, timeouts and responses."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from outflank.client.retries import response_error
from outflank.errors import NotationError, ServerError
from outflank.texts import Text, say

if TYPE_CHECKING:
    import httpx

    from outflank.client.api import ApiRequest

__all__ = ["client_arguments", "json_of", "request_arguments", "server_address", "stream_arguments"]

_CONNECT = 3.0  # seconds
_ANSWER = 30.0
_SILENCE = 25.0  # a stream sends something every ten seconds
_NDJSON = "application/x-ndjson"


def server_address(url: str) -> str:
    """Return the address of a server, without the path of the API that people may have pasted.

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
        raise NotationError(Text("errors.client.not_a_server_address", url=repr(url)))
    path = parts.path.rstrip("/").removesuffix("/api/v1")
    return f"{parts.scheme}://{parts.netloc}{path}"


def client_arguments(url: str, key: str | None, prefix: str = "/api/v1") -> dict[str, Any]:
    """Return the arguments for httpx.Client and httpx.AsyncClient."""
    from importlib.metadata import version

    import httpx

    headers = {"User-Agent": f"outflank/{version('outflank')}"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return {
        "base_url": url + prefix,
        "headers": headers,
        "timeout": httpx.Timeout(_ANSWER, connect=_CONNECT),
        # A bot in many matches reads many streams, and a move must not wait for one of them.
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=20),
        "trust_env": not _is_on_this_machine(url),  # a proxy cannot reach this machine's own server
    }


def stream_arguments(path: str, query: Mapping[str, int]) -> dict[str, Any]:
    """Return the arguments with which httpx requests a stream."""
    import httpx

    return {
        "method": "GET",
        "url": path,
        "params": dict(query),
        "timeout": httpx.Timeout(_SILENCE, connect=_CONNECT),
        "headers": {"Accept": _NDJSON},
    }


def request_arguments(request: ApiRequest) -> dict[str, Any]:
    """Return the arguments with which httpx sends a request."""
    import httpx

    sent: dict[str, Any] = {"method": request.method, "url": request.path}
    if request.body is not None:
        sent["json"] = dict(request.body)
    if request.query is not None:
        sent["params"] = dict(request.query)
    if request.wait:
        sent["timeout"] = httpx.Timeout(_ANSWER + request.wait, connect=_CONNECT)
    return sent


def json_of(response: httpx.Response) -> dict[str, Any]:
    """Return the JSON object of a response, or other content as `{"text": ...}`."""
    if not response.is_success:
        raise response_error(response)
    if not response.content:
        return {}
    if "json" not in response.headers.get("Content-Type", ""):
        return {"text": response.text}
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise ServerError(
            "BAD_ANSWER", response.status_code, say("errors.client.not_a_json_object")
        )
    return answer


def _is_on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
