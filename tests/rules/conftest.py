"""These tests run the rules in Python, where they are specified; tests/native tests the core."""

from collections.abc import Iterator

import pytest

from support.python_rules import rules_in_python


@pytest.fixture(autouse=True, scope="package")
def without_the_accelerator() -> Iterator[None]:
    with rules_in_python():
        yield
