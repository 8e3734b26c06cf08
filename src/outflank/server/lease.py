"""A job that one worker does at a time; another takes it over when that one is gone."""

from __future__ import annotations

from collections.abc import Callable

from outflank.store.server_state import LeaseStore

__all__ = ["LASTING", "Lease"]

LASTING = 3_000  # milliseconds without a beat, after which another worker takes the job
_RENEWED = 1_000  # milliseconds


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
