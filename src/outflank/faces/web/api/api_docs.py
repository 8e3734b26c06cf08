"""The documentation of the API: the OpenAPI document, and the parts shown on a page."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

__all__ = ["ApiDocs"]


class ApiDocs:
    """The OpenAPI document for programs and its operations for a page, made on first use."""

    def __init__(self, make_document: Callable[[], dict[str, Any]]) -> None:
        self._make_document = make_document
        self._document: dict[str, Any] | None = None
        self._lock = threading.Lock()  # making it takes a while, so other readers wait

    @property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        with self._lock:
            if self._document is None:
                self._document = self._make_document()
            return self._document

    @functools.cached_property
    def encoded(self) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document)

    @functools.cached_property
    def groups(self) -> dict[str, list[dict[str, Any]]]:
        """The operations by subject, with the parts that the page shows."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                shown = _shown(method.upper(), path, operation)
                groups.setdefault(operation["tags"][0], []).append(shown)
        return groups


def _shown(method: str, path: str, operation: Mapping[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    status, success = next(iter(operation["responses"].items()))
    content = success.get("content", {})
    return {
        **operation,
        "method": method,
        "path": path,
        "body": body,
        "body_example": _pretty(body),
        "curl": _curl(method, path, operation, body),
        "status": status,
        "success": success,
        "media": list(content),
        "answer": content.get("application/json"),
        "answer_example": _pretty(content.get("application/json")),
        "lines": next((one["x-lines"] for one in content.values() if "x-lines" in one), None),
        "error_codes": _error_codes(operation["responses"]),
    }


def _pretty(content: Mapping[str, Any] | None) -> str | None:
    if content is None or "example" not in content:
        return None
    return msgspec.json.format(msgspec.json.encode(content["example"]), indent=2).decode()


def _curl(
    method: str, path: str, operation: Mapping[str, Any], body: Mapping[str, Any] | None
) -> str:
    words = ["curl"]
    if operation["x-access"] != "anyone":
        words.append('-H "Authorization: Bearer $KEY"')
    if method not in ("GET", "POST") or (method == "POST" and body is None):
        words.append(f"-X {method}")
    if body is not None:
        example = msgspec.json.encode(body.get("example", {})).decode()
        words += ["--json", f"'{example}'"]
    return " ".join([*words, f"$SERVER{path}"])


def _error_codes(responses: Mapping[str, Any]) -> list[str]:
    return [
        code
        for answer in responses.values()
        for content in answer.get("content", {}).values()
        for code in content.get("examples", {})
    ]
