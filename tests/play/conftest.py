"""What the tests of playing share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.play.journal import FileJournal
from support.oracle_server import OracleServer, oracle_server


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    """The folder in which unfinished games are kept."""
    return FileJournal(tmp_path / "matches")


@pytest.fixture
def server() -> Iterator[OracleServer]:
    """A service on this machine that the oracle may ask."""
    with oracle_server() as running:
        yield running
