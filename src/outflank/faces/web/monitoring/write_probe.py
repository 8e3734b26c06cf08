"""Checks for operators that the database can be written."""

from __future__ import annotations

import threading

from outflank.errors import StoreUnavailable
from outflank.server.competition_server import CompetitionServer
from outflank.texts import say

__all__ = ["WriteProbe"]

_GOOD_FOR = 1000  # milliseconds for which a result is reused, because anybody may ask


class WriteProbe:
    """Writes something small, at most once a second."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._asked: int | None = None
        self._problem: str | None = None

    def problem(self) -> str | None:
        """Return why the database cannot be written, or None."""
        with self._lock:
            now = self._server.now()
            if self._asked is None or now - self._asked >= _GOOD_FOR:
                self._problem = self._write()
                self._asked = self._server.now()
            return self._problem

    def _write(self) -> str | None:
        try:
            self._server.probe_writing()
        except StoreUnavailable:
            return say("errors.web.not_ready.unwritable")
        return None
