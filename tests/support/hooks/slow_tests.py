"""Recording which tests and fixtures are slow, and whether they compute or wait."""

from __future__ import annotations

import resource
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from support.processes.ready_python import processor_seconds

__all__ = ["SlowTests"]

_PROPERTY = "outflank.times"


class Spent(NamedTuple):
    """The seconds that something took: wall time and processor time."""

    wall: float
    processor: float


def now() -> Spent:
    """Read both clocks; the processor's includes child processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = children.ru_utime + children.ru_stime + processor_seconds()
    return Spent(time.perf_counter(), time.process_time() + started)


def since(start: Spent) -> Spent:
    """Return the time spent since `start`."""
    end = now()
    return Spent(end.wall - start.wall, end.processor - start.processor)


class SlowTests:
    """Writes the time of every fixture, and of every test without its fixtures, into a file.

    Only what took longer than `least` seconds is listed, slowest first. Begin there if the tests
    have become slow. What takes long and little processor time is waiting.
    """

    def __init__(self, path: Path, least: float = 1.0) -> None:
        self._path = path
        self._least = least
        self._entries: list[tuple[str, str, Spent]] = []
        self._item: pytest.Item | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._item = item
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, Any, Any]:
        start = now()
        try:
            return (yield)
        finally:
            self._tell(f"fixture {fixturedef.argname} ({request.scope})", since(start))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        start = now()
        try:
            return (yield)
        finally:
            self._tell("test", since(start))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        start = now()
        try:
            return (yield)
        finally:
            self._tell("teardown", since(start))

    def _tell(self, what: str, spent: Spent) -> None:
        """Attach a time to the running test; this also reaches the process that collects them."""
        if spent.wall >= self._least and self._item is not None:
            self._item.user_properties.append((_PROPERTY, (what, *spent)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "teardown":  # the last of three reports, which has all times
            return
        for name, value in report.user_properties:
            if name == _PROPERTY:
                what, wall, processor = cast("tuple[str, float, float]", value)
                self._entries.append((report.nodeid, what, Spent(wall, processor)))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        lines = ["seconds\tof the processor\twhat\ttest"]
        for test, what, spent in sorted(self._entries, key=lambda entry: -entry[2].wall):
            lines.append(f"{spent.wall:.2f}\t{spent.processor:.2f}\t{what}\t{test}")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text("\n".join(lines) + "\n", encoding="utf-8")
