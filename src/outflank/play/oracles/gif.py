"""The animated GIFs of the web service, fetched within limits and cached."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

from outflank.errors import OracleError
from outflank.play.oracles.http_fetch import fetch, is_asset

__all__ = ["GifCache", "fetch_gif"]

_SECONDS = 4.0
_MOST_BYTES = 8 * 1024 * 1024  # of one picture
_CACHE_BYTES = 32 * 1024 * 1024  # of all
_MAGIC = (b"GIF87a", b"GIF89a")


def _download(url: str) -> bytes:
    return fetch(url, seconds=_SECONDS, most_bytes=_MOST_BYTES)


class GifCache:
    """Caches the most recently used GIFs, up to a number of bytes.

    If several threads want the same GIF, one fetches it and the others wait for it.

    >>> cache = GifCache(lambda url: b"GIF89a of " + url[-5:].encode())
    >>> cache.fetch("https://yesno.wtf/assets/yes/2.gif")
    b'GIF89a of 2.gif'
    >>> cache.fetch("https://example.org/2.gif") is None
    True
    """

    def __init__(
        self, download: Callable[[str], bytes] = _download, *, most_bytes: int = _CACHE_BYTES
    ) -> None:
        self._download = download
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._cached: dict[str, bytes] = {}  # the most recently used comes last
        self._pending: dict[str, Future[bytes | None]] = {}

    def fetch(self, url: str) -> bytes | None:
        """Return a GIF of the service, or None on failure; this may block for up to 4 s."""
        if not is_asset(url):
            return None
        with self._lock:
            if url in self._cached:
                self._cached[url] = self._cached.pop(url)
                return self._cached[url]
            is_first = url not in self._pending
            pending = self._pending.setdefault(url, Future())
        if is_first:
            gif: bytes | None = None
            try:
                gif = self._fetch(url)
            finally:
                self._store(url, gif)
                pending.set_result(gif)
        return pending.result()

    def _fetch(self, url: str) -> bytes | None:
        try:
            content = self._download(url)
        except OracleError:
            return None  # the faces then draw their own animation
        return content if content.startswith(_MAGIC) and len(content) <= _MOST_BYTES else None

    def _store(self, url: str, gif: bytes | None) -> None:
        with self._lock:
            del self._pending[url]
            if gif is None or len(gif) > self._most_bytes:
                return
            self._cached[url] = gif
            while sum(map(len, self._cached.values())) > self._most_bytes:
                del self._cached[next(iter(self._cached))]


_cache = GifCache()


def fetch_gif(url: str) -> bytes | None:
    """Return a GIF of the service through the cache of this process, or None on failure.

    >>> fetch_gif("https://example.org/yes.gif") is None
    True
    """
    return _cache.fetch(url)
