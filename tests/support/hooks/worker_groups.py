"""Saying which tests run in one process: those of a file, and of what is costly to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

__all__ = ["WorkerGroups"]

# Whatever uses this fixture, the one Chromium, shares a process: two of them would need two.
_CHROMIUM = "_chromium"
_POSTGRES_MODULES = ("support.cluster.", "support.server.postgres", "support.server.two_workers")
_POSTGRES_KINDS = {"postgresql", "workers"}


class WorkerGroups:
    """Gives every test a group, each of which `--dist=loadgroup` runs in one process.

    Tests of the browser and of PostgreSQL have one group each, so that Chromium and the database
    start once. All others have the group of their file, whose fixtures they share. A test that is
    marked `xdist_group` keeps its own.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group(group_of(item)))


def group_of(item: pytest.Item) -> str:
    """Return the group of a test."""
    if _CHROMIUM in getattr(item, "fixturenames", ()):
        return "chromium"
    if needs_postgresql(item):
        return "postgresql"
    return item.nodeid.partition("::")[0]


def needs_postgresql(item: pytest.Item) -> bool:
    """Tell whether a test asks for PostgreSQL by a parameter, or its module imports it."""
    if callspec := getattr(item, "callspec", None):
        for value in callspec.params.values():
            if isinstance(value, str) and value in _POSTGRES_KINDS:
                return True
    return any(name.startswith(_POSTGRES_MODULES) for name in origins(item))


def origins(item: pytest.Item) -> Iterator[str]:
    """Yield the modules from which a test's own module has its names."""
    module = getattr(item, "module", None)
    for value in vars(module).values() if module else ():
        if isinstance(origin := getattr(value, "__module__", None), str):
            yield origin
