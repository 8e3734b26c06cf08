"""The rules in Python, with the core's accelerator put aside: the specification itself."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outflank.rules import accelerator, steps


@contextmanager
def rules_in_python() -> Iterator[None]:
    """Let every step of the rules be the one written in Python."""
    with pytest.MonkeyPatch.context() as patch:
        for name in accelerator.__all__:
            patch.setattr(accelerator, name, getattr(steps, name))
        yield
