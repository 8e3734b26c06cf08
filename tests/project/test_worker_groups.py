"""Tests that share something costly share a process, and those of a file share their fixtures."""

from __future__ import annotations

import pytest

from support.hooks.worker_groups import WorkerGroups

pytest_plugins = ["pytester"]

CONFTEST = """
import pytest

@pytest.fixture(scope="session")
def _chromium():
    pass

@pytest.fixture
def page(_chromium):
    pass
"""
TESTS = """
import pytest

def test_plain():
    pass

def test_page(page):
    pass

@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "workers"])
def test_on_every_database(kind):
    pass

@pytest.mark.xdist_group("own")
def test_that_knows_better(page):
    pass
"""
IMPORTING = """
from support.server.postgres import postgres_database

def test_of_a_module_that_starts_it():
    pass
"""


def groups(pytester: pytest.Pytester, **files: str) -> dict[str, str]:
    """Return the groups of tests in some files, by their names."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(**files)
    items, _ = pytester.inline_genitems("--import-mode=importlib")
    WorkerGroups().pytest_collection_modifyitems(items)
    found = {}
    for item in items:
        (mark,) = item.iter_markers("xdist_group")
        found[item.name] = str(mark.args[0])
    return found


def test_the_browser_and_postgresql_have_a_group_and_so_has_every_file(
    pytester: pytest.Pytester,
) -> None:
    assert groups(pytester, test_here=TESTS, test_there="def test_more(): pass") == {
        "test_plain": "test_here.py",
        "test_page": "chromium",
        "test_on_every_database[sqlite]": "test_here.py",
        "test_on_every_database[postgresql]": "postgresql",
        "test_on_every_database[workers]": "postgresql",
        "test_that_knows_better": "own",
        "test_more": "test_there.py",
    }


def test_a_file_that_imports_postgresql_is_in_its_group(pytester: pytest.Pytester) -> None:
    found = groups(pytester, test_database=IMPORTING)
    assert found == {"test_of_a_module_that_starts_it": "postgresql"}
