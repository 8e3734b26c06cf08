"""Measuring the coverage of rules/ and notation/, and only by the tests that are to reach them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Generator, Iterator
from types import ModuleType
from typing import Any

import pytest
from coverage import Coverage

from support.paths import ROOT

__all__ = ["JudgedCoverage"]

# The tests that are to reach every line of rules/ and notation/.
_JUDGED = (
    "src/outflank/notation",
    "src/outflank/rules",
    "tests/native/test_accelerator.py",
    "tests/notation",
    "tests/rules",
)
_MEASURED = ("outflank.notation", "outflank.rules")


def is_judged(item: pytest.Item) -> bool:
    """Tell whether a test is one of those whose coverage counts."""
    return item.path.is_relative_to(ROOT) and str(item.path.relative_to(ROOT)).startswith(_JUDGED)


def measured_modules() -> Iterator[ModuleType]:
    """Yield every module that is measured, which imports it."""
    for name in _MEASURED:
        package = importlib.import_module(name)
        yield package
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            yield importlib.import_module(module.name)


def forget_results() -> None:
    """Let functions that keep their results run again: others may have called them before."""
    for module in measured_modules():
        for value in vars(module).values():
            if callable(forget := getattr(value, "cache_clear", None)):
                forget()


class JudgedCoverage:
    """Stops the measurement where nobody judges it: whatever runs meanwhile takes twice as long.

    That is while tests are collected, and while all other tests are set up, run and torn down.
    """

    def __init__(self) -> None:
        self._coverage: Coverage | None = None
        self._is_on = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, Any, Any]:
        self._coverage = Coverage.current()
        if self._coverage is not None:
            self._is_on = True
            list(measured_modules())  # imported while it is measured: this happens only once
            self._switch(is_on=False)
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._switch(is_on=is_judged(item))
        return (yield)

    def _switch(self, *, is_on: bool) -> None:
        if self._coverage is None or is_on == self._is_on:
            return
        self._is_on = is_on
        if is_on:
            forget_results()
            self._coverage.start()
        else:
            self._coverage.stop()
