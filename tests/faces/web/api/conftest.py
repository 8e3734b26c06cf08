"""What the tests of the API share."""

from collections.abc import Iterator

import pytest

from support.server.api_clients import ApiServer, api_server
from support.server.competition_server import database_in


@pytest.fixture(scope="module")
def api(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, database_kind: str
) -> Iterator[ApiServer]:
    """One server for the tests of a module; its `pytest.mark.server` says with which settings."""
    mark, folder = request.node.get_closest_marker("server"), tmp_path_factory.mktemp("api")
    with (
        database_in(folder, database_kind),
        api_server(folder, **(mark.kwargs if mark else {})) as opened,
    ):
        yield opened
