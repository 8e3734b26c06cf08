"""The servers that keep the contract, as real processes.

`outflank serve` on SQLite is asked everything; on PostgreSQL, with several workers and as `flask
run` it is asked what is marked with `servers`: a little of each subject, and what may differ there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import httpx
import pytest

from support.server.competition_server import database_in
from support.server.contract import API, Game, Site
from support.server.flask_process import FlaskProcess
from support.server.server_process import ServerProcess

_numbers = itertools.count(1)


KINDS = {
    "outflank serve": "sqlite",
    "outflank serve on PostgreSQL": "postgresql",
    "outflank serve with workers": "workers",
    "flask run": "sqlite",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on the first server and those that its mark names, or on all if it names none."""
    if "site" in metafunc.fixturenames:
        first, *others = KINDS
        mark = metafunc.definition.get_closest_marker("servers")
        named = () if mark is None else mark.args or others
        metafunc.parametrize("site", [first, *named], indirect=True, scope="package")


@pytest.fixture(scope="package")
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A server of each kind, shared by all tests."""
    folder = tmp_path_factory.mktemp("contract")
    server: ServerProcess | FlaskProcess
    kind = KINDS[request.param]
    with database_in(folder, kind):
        if request.param == "flask run":
            server = FlaskProcess(folder)
        else:
            server = ServerProcess(folder, "--tryout")
        with server.start():
            yield Site(server.port, spreads=kind == "workers")
    if "Traceback" in server.stderr:
        pytest.fail(server.stderr)


@pytest.fixture
def anybody(site: Site) -> Iterator[httpx.Client]:
    """Somebody without a key."""
    with site.caller() as client:
        yield client


@pytest.fixture
def new_name() -> str:
    """A name that nobody has."""
    return f"Tester {next(_numbers)}"


@pytest.fixture
def game(site: Site, anybody: httpx.Client) -> Iterator[Game]:
    """A match of its own for every test."""
    made = []
    for color in ("Black", "White"):
        answer = anybody.post(f"{API}/players", json={"name": f"{color} {next(_numbers)}"})
        assert answer.status_code == 201
        made.append(answer.json())
    keys = [one["key"] for one in made]
    with site.caller(keys[0]) as black, site.caller(keys[1]) as white:
        terms = {"opponent": made[1]["player"]["id"], "color": "black", "clock": "5+3"}
        challenge = black.post(f"{API}/challenges", json=terms).json()
        match = white.post(f"{API}/challenges/{challenge['id']}/accept").json()
        yield Game(match["id"], black, white, keys[0], keys[1])
