"""When the server has served: how a gap in service is noticed, however short.

A gap begins when the server is last known to have served. That is the last stored heartbeat: about
half a second before the server was gone at the earliest, and never after that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from outflank.errors import StoreUnavailable
from outflank.server.clocks.gaps import OUTAGE, Gap
from outflank.store.server_state import LeaseStore

__all__ = ["HEARTBEAT", "STALL", "OwnServiceTime", "ServiceTime"]

# Milliseconds.
HEARTBEAT = 500
STALL = 250  # without running for longer than this, the process was stalled
_PULSE_SECONDS = 0.05


class ServiceTime(Protocol):
    """Stores that the server serves, and knows when it did not."""

    def start(self) -> None:
        """Begin to look for gaps that no stored heartbeat would show."""

    def stop(self) -> None:
        """Store the moment, if the server has served."""

    def beat(self) -> None:
        """Store that the server serves now."""

    def suspects_gap(self) -> bool:
        """Tell whether there may be a gap; every move asks, so it takes no lock or statement."""

    def find_gap(self) -> Gap | None:
        """Return the gap for which nobody has made up; called by one thread at a time."""

    def note_made_up(self, gap: Gap) -> None:
        """Note that all clocks have been set back to when a gap began."""


class OwnServiceTime:
    """The service of a server that is alone: while its process does not run, nobody serves."""

    def __init__(
        self, store: LeaseStore, now: Callable[[], int], holder: str, last_heartbeat: int | None
    ) -> None:
        """Store that this server has the database, and leave open since when none has served."""
        self._store = store
        self._now = now
        self._holder = holder
        # When the server last served, if it has not begun to do so since.
        self._gone_since = last_heartbeat
        self._last_worked = now()  # when the server last stored a heartbeat
        self._last_ran = self._last_worked  # when the process last ran, whatever the disk does
        self._heartbeat_failed = False  # whether the last one could not be stored
        self._stop = threading.Event()
        self._pulse = threading.Thread(target=self._note_process_runs, name="pulse", daemon=True)
        store.write_heartbeat(
            holder, self._last_worked if last_heartbeat is None else last_heartbeat
        )

    def start(self) -> None:
        """Begin to notice when the process stalls."""
        self._last_ran = self._now()
        self._pulse.start()

    def stop(self) -> None:
        """Store the moment, if the server has served; a process that stops does not stall."""
        self._stop.set()
        if self._gone_since is None:
            self.beat()

    def beat(self) -> None:
        """Store that the server serves now."""
        at = self._now()
        try:
            self._store.write_heartbeat(self._holder, at)
        except StoreUnavailable:
            self._heartbeat_failed = True
            raise
        if not self._heartbeat_failed:  # else the gap must be made up for first
            self._last_worked = max(self._last_worked, at)

    def _note_process_runs(self) -> None:
        """Note that the process runs; this thread does nothing that could delay it."""
        while not self._stop.wait(_PULSE_SECONDS):
            now = self._now()
            if now - self._last_ran <= STALL:  # else the stall must be made up for first
                self._last_ran = now

    def suspects_gap(self) -> bool:
        """Tell whether the server was gone, was stalled or could not write."""
        return self._gap_start(self._now()) is not None

    def find_gap(self) -> Gap | None:
        """Return the time in which the server was gone, was stalled or could not write."""
        now = self._now()
        since = self._gap_start(now)
        was_cut = self._gone_since is not None or self._heartbeat_failed
        return None if since is None else Gap(since, now, was_cut)

    def note_made_up(self, gap: Gap) -> None:  # noqa: ARG002 - it cannot be another one
        """Note that all clocks have been set back to when the gap began."""
        self._last_worked = self._last_ran = self._now()
        self._gone_since, self._heartbeat_failed = None, False

    def _gap_start(self, now: int) -> int | None:
        """Return since when the server has not served, or None if it serves."""
        if self._gone_since is not None:
            return self._gone_since
        if self._heartbeat_failed or now - self._last_worked > OUTAGE:
            return self._last_worked
        is_stalled = now - self._last_ran > STALL and not self._stop.is_set()
        return self._last_ran if is_stalled else None
