"""What the tests of local games share."""

from pathlib import Path

import pytest

from outflank.play.journal import FileJournal


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    """The folder in which unfinished games are kept."""
    return FileJournal(tmp_path / "matches")
