"""A job that one worker does at a time; another takes it over when that one is gone."""

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
        """Tell whether the job is this process's; take it if it is nobody's."""

    def give_up(self) -> None:
        """Leave the job to the others."""


class OwnLease:
    """A job of a server that is alone, which does all of them."""

    def is_held(self) -> bool:
        """Tell that it is."""
        return True

    def give_up(self) -> None:
        """Do nothing: there is nobody to leave it to."""


class Lease:
    """Whether this worker does a job, asked from the database about once a second."""

    def __init__(self, store: LeaseStore, name: str, worker: str, now: Callable[[], int]) -> None:
        self._store = store
        self._name = name
        self._worker = worker
        self._now = now
        self._asked = 0
        self._is_held = False

    def is_held(self) -> bool:
        """Tell whether the job is this worker's; take it if it is nobody's."""
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
