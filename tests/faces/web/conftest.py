"""What the tests of the web face share."""

from collections.abc import Iterator

import pytest

from outflank.faces.web.application import Application
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
