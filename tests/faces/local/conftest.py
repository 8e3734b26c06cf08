"""Fixtures for the tests of local games."""

from pathlib import Path

import pytest

from outflank.play.journal import FileJournal


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    """The journal to which games are saved as they are played."""
    return FileJournal(tmp_path / "matches")
