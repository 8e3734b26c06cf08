"""A job that one worker does at a time; if that worker is gone, another takes it over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from outflank.store.server_state import LeaseStore

__all__ = ["LASTING", "JobLease", "Lease", "OwnLease"]

LASTING = 3_000  # milliseconds without a beat, after which another worker takes the job
_RENEWED = 1_000  # milliseconds


class JobLease(Protocol):
    """Whether this process does a job that only one does at a time."""

    def is_held(self) -> bool:
        """Return whether this process holds the job, after taking it if it was free."""

    def give_up(self) -> None:
        """Leave the job to the others."""


class OwnLease:
    """The lease of a server that is alone and does every job."""

    def is_held(self) -> bool:
        """Return True."""
        return True

    def give_up(self) -> None:
        """Do nothing: there is no other worker."""


class Lease:
    """A lease in the database, which is checked about once a second."""

    def __init__(self, store: LeaseStore, name: str, worker: str, now: Callable[[], int]) -> None:
        self._store = store
        self._name = name
        self._worker = worker
        self._now = now
        self._asked = 0
        self._is_held = False

    def is_held(self) -> bool:
        """Return whether this worker holds the job, after taking it if it was free."""
        now = self._now()
        if now - self._asked >= _RENEWED:
            self._is_held = False  # if the database does not answer
            self._is_held = self._store.take(self._name, self._worker, now, LASTING)
            self._asked = now
        return self._is_held

    def give_up(self) -> None:
        """Leave the job to the others."""
        if self._is_held:
            self._is_held = False
            self._store.give_up(self._name, self._worker)
