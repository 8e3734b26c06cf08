"""Random games as a table, and the index that is built from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from outflank.archive import build_index
from support.sample_games import SampleGame, random_games, table_of

FEW = 20
GAMES = 300  # enough for the first positions to have stored totals


@pytest.fixture(scope="session")
def samples() -> Sequence[SampleGame]:
    """Make random games of a few players."""
    return random_games(GAMES)


@pytest.fixture(scope="session")
def table(samples: Sequence[SampleGame], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the games as a table."""
    path = tmp_path_factory.mktemp("games") / "games.tsv"
    path.write_text(table_of(samples), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def index_file(table: Path) -> Path:
    """Build the index of the games."""
    path = table.with_name("games.sqlite")
    build_index([table], path)
    return path


@pytest.fixture(scope="session")
def few_games(samples: Sequence[SampleGame], table: Path) -> Path:
    """Write a table of a few games, for tests of building."""
    path = table.with_name("few.tsv")
    path.write_text(table_of(samples[:FEW]), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def few_indexed(few_games: Path) -> Path:
    """Build the index of a few games."""
    path = few_games.with_name("few.sqlite")
    build_index([few_games], path)
    return path
