"""`outflank saves`: what its list shows on a narrow terminal."""

import os

import pytest

from outflank.faces.local.saved_games import SavedGames
from outflank.play.match import Match
from outflank.play.setup import Setup
from support.command import Run


@pytest.fixture
def narrow(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    return run


def listed(narrow: Run) -> list[str]:
    done = narrow("saves", "--all")
    assert done.code == 0
    assert all(len(line) <= 80 for line in done.out.splitlines())
    return [line.partition("  ")[2] for line in done.out.strip().splitlines()[2:]]


def test_long_names_that_differ_at_their_end_do_not_look_alike(narrow: Run) -> None:
    for end in ("one", "two"):
        SavedGames().save(
            Match.start(Setup()).events, f"the very long name of a sunday final {end}"
        )
    rows = listed(narrow)
    assert any("final one" in row for row in rows)
    assert any("final two" in row for row in rows)


def test_games_that_differ_in_seconds_only_show_them(narrow: Run) -> None:
    for _ in range(2):
        SavedGames().save(Match.start(Setup()).events)
    first, second = (one.path for one in SavedGames().all())
    os.utime(first, (1_700_000_000, 1_700_000_000))
    os.utime(second, (1_700_000_007, 1_700_000_007))
    assert len(set(listed(narrow))) == 2
    first.rename(first.with_name("a.json"))
    second.rename(second.with_name("b.json"))
    assert not any(row.endswith((":20", ":27")) and row.count(":") > 2 for row in listed(narrow))
