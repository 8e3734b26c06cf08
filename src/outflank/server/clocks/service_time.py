"""Records when the server serves, and notices every gap in service.

A gap begins at the last moment at which the server is known to have served: that of the last stored
heartbeat. This is at most about half a second before the server went down, and never after it.
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
STALL = 250  # if the process did not run for longer than this, it was stalled
_PULSE_SECONDS = 0.05


class ServiceTime(Protocol):
    """Stores that the server serves, and finds the times when it did not."""

    def start(self) -> None:
        """Start to look for gaps between heartbeats."""

    def stop(self) -> None:
        """Store the time, if the server has served."""

    def beat(self) -> None:
        """Store that the server serves now."""

    def suspects_gap(self) -> bool:
        """Return whether there may be a gap; every move asks, so it takes no lock or query."""

    def find_gap(self) -> Gap | None:
        """Return a gap that was not made up yet; called by one thread at a time."""

    def note_made_up(self, gap: Gap) -> None:
        """Note that all clocks have been set back to the start of a gap."""


class OwnServiceTime:
    """The service time of a server that is alone: while its process stops, nobody serves."""

    def __init__(
        self, store: LeaseStore, now: Callable[[], int], holder: str, last_heartbeat: int | None
    ) -> None:
        """Store that this server has the database; the gap before it is not made up yet."""
        self._store = store
        self._now = now
        self._holder = holder
        # When the server last served, until this process has started to serve.
        self._gone_since = last_heartbeat
        self._last_worked = now()  # when the server last stored a heartbeat
        self._last_ran = self._last_worked  # when the process last ran, whatever the disk does
        self._heartbeat_failed = False  # whether the last heartbeat could not be stored
        self._stop = threading.Event()
        self._pulse = threading.Thread(target=self._note_process_runs, name="pulse", daemon=True)
        store.write_heartbeat(
            holder, self._last_worked if last_heartbeat is None else last_heartbeat
        )

    def start(self) -> None:
        """Start to notice stalls of the process."""
        self._last_ran = self._now()
        self._pulse.start()

    def stop(self) -> None:
        """Store the time, if the server has served; from now on the process cannot stall."""
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
        if not self._heartbeat_failed:  # otherwise the gap must be made up first
            self._last_worked = max(self._last_worked, at)

    def _note_process_runs(self) -> None:
        """Note that the process runs, on a thread that nothing else delays."""
        while not self._stop.wait(_PULSE_SECONDS):
            now = self._now()
            if now - self._last_ran <= STALL:  # otherwise the stall must be made up first
                self._last_ran = now

    def suspects_gap(self) -> bool:
        """Return whether the server was down, was stalled or could not write."""
        return self._gap_start(self._now()) is not None

    def find_gap(self) -> Gap | None:
        """Return the time in which the server was down, was stalled or could not write."""
        now = self._now()
        since = self._gap_start(now)
        was_cut = self._gone_since is not None or self._heartbeat_failed
        return None if since is None else Gap(since, now, was_cut)

    def note_made_up(self, gap: Gap) -> None:  # noqa: ARG002 - there is only one
        """Note that all clocks have been set back to the start of the gap."""
        self._last_worked = self._last_ran = self._now()
        self._gone_since, self._heartbeat_failed = None, False

    def _gap_start(self, now: int) -> int | None:
        """Return the start of the present gap, or None if the server serves."""
        if self._gone_since is not None:
            return self._gone_since
        if self._heartbeat_failed or now - self._last_worked > OUTAGE:
            return self._last_worked
        is_stalled = now - self._last_ran > STALL and not self._stop.is_set()
        return self._last_ran if is_stalled else None
