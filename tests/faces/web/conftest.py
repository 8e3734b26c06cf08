"""What the tests of the web face share."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from outflank.faces.web import create_app
from outflank.server.competition_server import CompetitionServer
from support.server.web_games import Speaker


@pytest.fixture
def app(server: CompetitionServer) -> Flask:
    """The application of the server that the test asks for."""
    return create_app(server)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody who calls the application without a socket."""
    return app.test_client()


@pytest.fixture
def speaker(app: Flask) -> Speaker:
    """Somebody who calls the simple routes."""
    return Speaker(app.test_client())
