"""Looking for examples only in the files that have some."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

__all__ = ["ExampleFiles"]


class ExampleFiles:
    """Leaves files without a prompt to pytest's other collectors.

    pytest would import each module and ask everything in it for its docstring: in the files of
    tests, which have no examples, that takes as long as finding the tests.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        collectors = yield
        if has_example(file_path):
            return collectors
        # What looks for examples in a module is a kind of module itself.
        return [one for one in collectors if type(one) is pytest.Module]


def has_example(path: Path) -> bool:
    """Tell whether a file has a prompt in it."""
    return b">>>" in path.read_bytes()
