"""The rules in pure Python, without the core's accelerator: the specification itself."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outflank.rules import accelerator, steps


@contextmanager
def rules_in_python() -> Iterator[None]:
    """Use the Python implementation for every step of the rules."""
    with pytest.MonkeyPatch.context() as patch:
        for name in accelerator.__all__:
            patch.setattr(accelerator, name, getattr(steps, name))
        yield
