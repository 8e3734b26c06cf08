"""Fixtures for every test, and the report of every test that was skipped."""

import gc
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import is_hypothesis_test, settings

from support.hooks.example_files import ExampleFiles
from support.hooks.slow_tests import SlowTests
from support.hooks.system_commands import find_command

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer
    from support.server.competition_server import HandClock
    from support.server.two_workers import Servers

# A shell makes tests in the background ignore Ctrl-C, and so would every process they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Otherwise each program that a test starts would compile the package, and pytest every test.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

IS_SOAK = "OUTFLANK_SOAK" in os.environ
REQUIRE_ALL = os.environ.get("OUTFLANK_REQUIRE_ALL") == "1"

# Tests must not depend on luck or on the machine's speed.
settings.register_profile("tests", derandomize=True, deadline=None, database=None, max_examples=30)
settings.register_profile("soak", settings.get_profile("tests"), max_examples=300)
# Mutated rules fail at once or not at all, and there are more than a thousand mutations.
settings.register_profile("mutate", settings.get_profile("tests"), max_examples=20)
settings.load_profile(os.environ.get("OUTFLANK_HYPOTHESIS", "soak" if IS_SOAK else "tests"))

_SWITCH_INTERVAL = sys.getswitchinterval()
not_run = pytest.StashKey[list[str]]()

GAMES = "/usr/games"
# The server's tests would spend half of their time waiting for the disk.
MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3


def pytest_configure(config: pytest.Config) -> None:
    use_memory_for_temporary_files()
    find_games()
    config.addinivalue_line("markers", "server(kind, **settings): which server `server` is")
    config.addinivalue_line("markers", "databases(*kinds): sqlite, postgresql, workers")
    config.addinivalue_line("markers", "servers(*kinds): which keep this part of the contract")
    config.stash[not_run] = []
    config.pluginmanager.register(ExampleFiles(), "example-files")
    config.pluginmanager.register(NotRun(config.stash[not_run]), "not-run")
    if path := os.environ.get("OUTFLANK_SLOW_TESTS"):
        config.pluginmanager.register(SlowTests(Path(path)), "slow-tests")


def use_memory_for_temporary_files() -> None:
    """Keep temporary files in memory if the system allows it and TMPDIR is not set."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def find_games() -> None:
    """Add Debian's folder of games to the PATH, where root does not have it."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if GAMES not in folders:
        os.environ["PATH"] = os.pathsep.join([*folders, GAMES])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Exclude the million lasting objects of the collected tests from garbage collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Exclude laws and outside data from coverage: an example must reach every line.

    Chance decides what laws reach, and measuring them would double the time of the tests.
    """
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        is_law = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if is_law or item.get_closest_marker("data"):
            item.add_marker("no_cover")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with the mark `databases` once on each kind of database."""
    mark = metafunc.definition.get_closest_marker("databases")
    if mark is not None and "database_kind" in metafunc.fixturenames:
        metafunc.parametrize("database_kind", mark.args, indirect=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("data"):
        data_folder()
    if item.get_closest_marker("native") and importlib.util.find_spec("outflank._core") is None:
        pytest.skip("the C++ core is not built")
    for marker in item.iter_markers("system"):
        for command in marker.args:
            if find_command(command) is None:
                pytest.skip(f"{command} is not installed")


@pytest.fixture(scope="session", autouse=True)
def no_server_is_left_open() -> Iterator[None]:
    """Fail at the end if a test has left a server open, which would disturb later tests.

    Every open server in this process has a thread that watches its clocks.
    """
    yield
    left = [thread for thread in threading.enumerate() if thread.name == "clock watcher"]
    assert left == [], "a test has left a server open"


def pytest_runtest_teardown() -> None:
    """Undo the settings of a terminal or window that ran in this process.

    Objects that it excluded from garbage collection stay excluded; they are no garbage.
    """
    gc.enable()
    sys.setswitchinterval(_SWITCH_INTERVAL)


def data_folder() -> Path:
    """Return the folder of outside data, or skip the test."""
    name = os.environ.get("OUTFLANK_DATA")
    if not name:
        pytest.skip("OUTFLANK_DATA does not name the folder of outside data")
    folder = Path(name)
    if not folder.is_dir():
        pytest.fail(f"OUTFLANK_DATA names {folder}, which is not a folder")
    return folder


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of outside data; tests that use it are marked `data`."""
    return data_folder()


@pytest.fixture
def clock() -> "HandClock":
    """A clock that stands still until the test moves it."""
    from support.server.competition_server import HandClock

    return HandClock()


@pytest.fixture(scope="module")
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database that a server uses: SQLite unless the test is marked otherwise."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def server(
    request: pytest.FixtureRequest, tmp_path: Path, clock: "HandClock", database_kind: str
) -> Iterator["CompetitionServer"]:
    """A server on its own database, with the settings of `pytest.mark.server`.

    The kind "hand clock" has the clock that tests move; the kind "by hand" has it too, and does
    nothing by itself. The imports are here because most tests need no server.
    """
    from support.server.competition_server import database_in, open_server
    from support.server.tournament_server import by_hand

    mark = request.node.get_closest_marker("server")
    kinds, chosen = (mark.args, mark.kwargs) if mark else ((), {})
    with database_in(tmp_path, database_kind):
        if "by hand" in kinds:
            opened = by_hand(tmp_path, clock, **chosen)
        else:
            opened = open_server(tmp_path, clock if "hand clock" in kinds else None, **chosen)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, database_kind: str) -> Iterator["Servers"]:
    """Two workers for the tests of a module, or one server twice, by `pytest.mark.databases`."""
    from support.server.two_workers import servers_of_kind

    with servers_of_kind(tmp_path_factory.mktemp("pair"), database_kind) as opened:
        yield opened


class NotRun:
    """Collects skipped and excused tests, which are failures under OUTFLANK_REQUIRE_ALL=1."""

    def __init__(self, entries: list[str]) -> None:
        self.entries = entries

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        excuse = getattr(report, "wasxfail", None)
        if report.skipped or excuse is not None:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else excuse
            entry = f"{report.nodeid}: {reason or 'no reason given'}"
            if entry not in self.entries:  # a file is collected twice: for tests and for doctests
                self.entries.append(entry)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if REQUIRE_ALL and self.entries and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.entries:
            return
        terminalreporter.section("not run", red=REQUIRE_ALL, yellow=not REQUIRE_ALL)
        for entry in self.entries:
            terminalreporter.write_line(entry)
        if REQUIRE_ALL:
            terminalreporter.write_line(
                "OUTFLANK_REQUIRE_ALL=1: each of these counts as a failure.", red=True
            )
