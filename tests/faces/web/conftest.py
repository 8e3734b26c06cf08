"""What the tests of the web face share."""

from collections.abc import Iterator

import pytest

from outflank.faces.web.application import Application
from outflank.faces.web.pages import static_files
from outflank.rules import Variant
from outflank.rules.position import known_variants
from outflank.server.competition_server import CompetitionServer
from support.server.app_client import AppClient, running_app
from support.server.web_games import Speaker


@pytest.fixture
def app(server: CompetitionServer) -> Iterator[Application]:
    """The application of the server that the test asks for."""
    with running_app(server) as made:
        yield made


@pytest.fixture
def client(app: Application) -> AppClient:
    """Somebody who calls the application without a socket."""
    return AppClient(app)


@pytest.fixture
def speaker(client: AppClient) -> Speaker:
    """Somebody who calls the simple routes."""
    return Speaker(client)


@pytest.fixture
def sparse(monkeypatch: pytest.MonkeyPatch) -> Iterator[Variant]:
    """A variant that only the registry knows, and static files that were made after it."""
    variant = Variant("sparse", "Sparse Othello", fewest_wins=True)
    with monkeypatch.context() as changes:
        changes.setitem(known_variants._by_name, variant.name, variant)
        forget_static_files()
        yield variant
    forget_static_files()


def forget_static_files() -> None:
    """Let the static files be made again when somebody asks for one."""
    static_files._static_files.cache_clear()
