"""About the server: the OpenAPI document, a page that a person can read, and its public keys."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec

from outflank.faces.web.api.api_docs import ApiDocs
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.wire.schemas.proof import ServerKey, ServerKeys
from outflank.server.competition_server import CompetitionServer

__all__ = ["AboutHandlers"]


_HTML, _CSS = "text/html; charset=utf-8", "text/css; charset=utf-8"


class OpenApiDocument(msgspec.Struct, frozen=True):
    """An OpenAPI 3.1 document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


class AboutHandlers:
    """Handles what is asked about the server itself."""

    def __init__(
        self, server: CompetitionServer, docs: ApiDocs, page: Callable[[ApiDocs], str]
    ) -> None:
        self._server = server
        self._docs = docs
        self._page = page

    @operation("GET", "/openapi.json", answer=OpenApiDocument)
    def read_openapi(self) -> BytesResponse:
        """Read this description as an OpenAPI 3.1 document."""
        return BytesResponse(self._docs.encoded)

    @operation("GET", "/docs", media=(_HTML,))
    def read_docs(self) -> BytesResponse:
        """Read this description as a page."""
        return BytesResponse.of(self._page(self._docs).encode(), _HTML)

    @operation("GET", "/docs.css", media=(_CSS,))
    def read_docs_style(self) -> BytesResponse:
        """Read the page's style sheet."""
        style = resources.files("outflank.faces.web").joinpath("static", "api_docs.css")
        kept = (b"cache-control", b"public, max-age=3600")
        return BytesResponse.of(style.read_bytes(), _CSS, kept)

    @operation("GET", "/server-key")
    def read_server_key(self) -> ServerKeys:
        """Read the public keys with which the server's signatures are checked.

        If you cannot trust this server, get the key in another way as well.
        """
        found = [
            ServerKey(known.key.id, known.key.text, known.since, known.until)
            for known in self._server.signer.known_keys()
        ]
        current = next((key for key in found if key.until is None), None)
        return ServerKeys(current, [key for key in found if key is not current])
