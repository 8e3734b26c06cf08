"""Serves the manifest of the installed page, and the worker that keeps it for offline."""

from __future__ import annotations

import functools
import json
from typing import Any

from starlette.types import Scope

from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.pages.offline.shells import offline_files, offline_version, shells
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.faces.web.pages.static_files import StaticFiles, static_files

__all__ = ["app_manifest", "manifest_file", "worker_file", "worker_script"]

_SOURCE = "page/offline/worker.js"
_PAPER, _FELT = "#f5f3ec", "#1f7a52"
# Browsers ask for both at every start: a proxy must not answer with an old version.
_ASK_AGAIN = (b"cache-control", b"no-cache")


def app_manifest(static: StaticFiles) -> dict[str, Any]:
    """Return the manifest by which browsers install the page as an application.

    >>> app_manifest(static_files())["display"]
    'standalone'
    """

    def icon(name: str, size: int, purpose: str) -> dict[str, str]:
        address = static.address(f"icons/{name}-{size}.png")
        return {
            "src": address,
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }

    return {
        "id": "/",
        "name": say_on_page("offline.app_name"),
        "short_name": say_on_page("app.name"),
        "description": say_on_page("offline.app_description"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _FELT,
        "icons": [
            icon("app", 192, "any"),
            icon("app", 512, "any"),
            icon("app-maskable", 512, "maskable"),
        ],
        "shortcuts": [{"name": say_on_page("device.title"), "url": "/device"}],
    }


@functools.cache
def worker_script(static: StaticFiles) -> str:
    """Return the worker with the list of what it keeps; it changes with every version."""
    offline = {
        "version": offline_version(static),
        "files": offline_files(static),
        "pages": [[path, shell.kept] for shell in shells() for path in shell.paths],
        "instead": "/offline",
        "proof": f"/static/{static.version}/",
    }
    source = static.files[_SOURCE].content.decode()
    return f"self.OFFLINE = {json.dumps(offline)};\n{source}"


async def worker_file(scope: Scope) -> BytesResponse:  # noqa: ARG001
    """Send the worker, whose address must be at the root for it to serve all pages."""
    return _sent(worker_script(static_files()), b"text/javascript; charset=utf-8")


async def manifest_file(scope: Scope) -> BytesResponse:  # noqa: ARG001
    """Send the manifest."""
    content = json.dumps(app_manifest(static_files()), ensure_ascii=False)
    return _sent(content, b"application/manifest+json")


def _sent(content: str, media: bytes) -> BytesResponse:
    return BytesResponse(content.encode(), 200, [(b"content-type", media), _ASK_AGAIN])
