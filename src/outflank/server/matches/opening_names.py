"""The openings of finished matches, found in the background and stored with the matches."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from outflank.archive import opening_of
from outflank.errors import OutflankError
from outflank.play.events import MatchEnded
from outflank.play.match import Match
from outflank.rules import Node
from outflank.server.matches.match_registry import MatchRegistry
from outflank.store.store import Store

__all__ = ["OpeningNames"]

_AT_ONCE: Final = 50  # matches that share a commit
_PAUSE: Final = 0.02  # seconds between two matches, so that those that run are not held up

_log = logging.getLogger(__name__)


class OpeningNames:
    """Finds the opening of every finished match that has none stored."""

    def __init__(self, store: Store, registry: MatchRegistry) -> None:
        self._store = store
        self._registry = registry
        self._has_work = True  # the database may hold matches that nobody has looked at
        self._is_closed = False
        self._thread: threading.Thread | None = None
        registry.events.subscribe(MatchEnded, lambda _room, _event: self.note_work())

    def note_work(self) -> None:
        """Note that a match has ended."""
        self._has_work = True

    def start(self) -> None:
        """Start looking for new finished matches, on a thread of its own."""
        is_busy = self._thread is not None and self._thread.is_alive()
        if self._has_work and not is_busy and not self._is_closed:
            self._has_work = False
            thread = threading.Thread(target=self._run, name="openings", daemon=True)
            thread.start()
            self._thread = thread  # only now, because `close` waits for it

    def _run(self) -> None:
        try:
            self.find_all()
        except OutflankError as error:
            self._has_work = True
            if not self._is_closed:
                _log.warning("Could not store openings, trying again later: %s", error)

    def find_all(self, pause: float = _PAUSE) -> None:
        """Look for the opening of every finished match that has none yet."""
        while names := self._store.past_games.without_opening(_AT_ONCE):
            found: dict[str, str] = {}
            for name in names:
                if self._is_closed:
                    return
                found[name] = self._opening_of(name)
                time.sleep(pause)
            self._store.past_games.name_openings(found)

    def _opening_of(self, name: str) -> str:
        """Return the name of a match's opening, empty if it has none."""
        try:
            opening = opening_of(ply.position for ply in self._end_of(name).path)
        except Exception as error:  # a damaged record must not keep the others without a name
            _log.warning("Could not find the opening of a match: %s", error, extra={"match": name})
            return ""
        return "" if opening is None else opening.name

    def _end_of(self, name: str) -> Node:
        """Return where a game ended; one that ended just now need not be read again."""
        room, journal = self._registry.known_room(name), self._store.journal
        if room is not None and room.is_over:
            return room.state.node
        try:
            return Match.restore(journal.load(name)).game.node
        finally:
            journal.forget(name)

    def close(self) -> None:
        """Stop at the next match."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join()
