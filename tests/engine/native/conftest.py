"""What the tests of the native engine share."""

from collections.abc import Iterator

import pytest

from outflank.engine.native import NativeEngine


@pytest.fixture
def thinker() -> Iterator[NativeEngine]:
    """An engine with a small table."""
    with NativeEngine(hash_mb=4) as made:
        yield made
