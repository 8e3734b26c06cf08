"""What the tests of the API share."""

from collections.abc import Iterator

import pytest

from support.server.api_clients import ApiServer, api_server


@pytest.fixture(scope="module")
def api(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ApiServer]:
    """One server for the tests of a module; its `pytest.mark.server` says with which settings."""
    mark = request.node.get_closest_marker("server")
    with api_server(tmp_path_factory.mktemp("api"), **(mark.kwargs if mark else {})) as opened:
        yield opened
