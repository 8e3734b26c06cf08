"""What the tests of the window share; they run without a screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.local.window_pilot import Pilot, opened  # chooses the driver before pygame is loaded


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the window keeps games and settings."""
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    """A window at a game between two people."""
    with opened() as pilot:
        yield pilot
