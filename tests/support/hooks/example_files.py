"""Collecting examples only from files that have some."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

__all__ = ["ExampleFiles"]


class ExampleFiles:
    """Skips files without a prompt when pytest collects examples.

    pytest would import each module and read every docstring in it. For the files of tests, which
    have no examples, that takes as long as finding the tests.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        collectors = yield
        if has_example(file_path):
            return collectors
        # The collector of examples is a kind of module itself.
        return [one for one in collectors if type(one) is pytest.Module]


def has_example(path: Path) -> bool:
    """Return whether a file has a prompt in it."""
    return b">>>" in path.read_bytes()
