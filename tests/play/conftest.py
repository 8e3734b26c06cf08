"""Fixtures of the tests of matches."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.play.journal import FileJournal
from support.oracle_server import OracleServer, oracle_server


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    """A journal in an empty folder."""
    return FileJournal(tmp_path / "matches")


@pytest.fixture
def server() -> Iterator[OracleServer]:
    """An oracle service on this machine."""
    with oracle_server() as running:
        yield running
