"""The animated pictures of the service, fetched within limits and kept for a while."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

from outflank.errors import OracleError
from outflank.play.oracles.http_fetch import fetch, is_asset

__all__ = ["GifShelf", "fetch_gif"]

_SECONDS = 4.0
_MOST_BYTES = 8 * 1024 * 1024  # of one picture
_SHELF_BYTES = 32 * 1024 * 1024  # of all that are kept
_MAGIC = (b"GIF87a", b"GIF89a")


def _download(url: str) -> bytes:
    return fetch(url, seconds=_SECONDS, most_bytes=_MOST_BYTES)


class GifShelf:
    """Keeps the pictures used last, up to a number of bytes; each is fetched by one thread only.

    >>> shelf = GifShelf(lambda url: b"GIF89a of " + url[-5:].encode())
    >>> shelf.fetch("https://yesno.wtf/assets/yes/2.gif")
    b'GIF89a of 2.gif'
    >>> shelf.fetch("https://example.org/2.gif") is None
    True
    """

    def __init__(
        self, download: Callable[[str], bytes] = _download, *, most_bytes: int = _SHELF_BYTES
    ) -> None:
        self._download = download
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._kept: dict[str, bytes] = {}  # the one used last stands last
        self._coming: dict[str, Future[bytes | None]] = {}

    def fetch(self, url: str) -> bytes | None:
        """Return a GIF of the service, or None where it cannot be had; this may block for 4 s."""
        if not is_asset(url):
            return None
        with self._lock:
            if url in self._kept:
                self._kept[url] = self._kept.pop(url)
                return self._kept[url]
            is_first = url not in self._coming
            coming = self._coming.setdefault(url, Future())
        if is_first:
            gif: bytes | None = None
            try:
                gif = self._fetch(url)
            finally:
                self._keep(url, gif)
                coming.set_result(gif)
        return coming.result()

    def _fetch(self, url: str) -> bytes | None:
        try:
            content = self._download(url)
        except OracleError:
            return None  # the faces draw an animation of their own instead
        return content if content.startswith(_MAGIC) and len(content) <= _MOST_BYTES else None

    def _keep(self, url: str, gif: bytes | None) -> None:
        with self._lock:
            del self._coming[url]
            if gif is None or len(gif) > self._most_bytes:
                return
            self._kept[url] = gif
            while sum(map(len, self._kept.values())) > self._most_bytes:
                del self._kept[next(iter(self._kept))]


_shelf = GifShelf()


def fetch_gif(url: str) -> bytes | None:
    """Return a GIF of the service from the shelf of this process, or None where there is none.

    >>> fetch_gif("https://example.org/yes.gif") is None
    True
    """
    return _shelf.fetch(url)
