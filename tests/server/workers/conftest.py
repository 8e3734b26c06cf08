"""A database and a Redis for the workers of a file's tests."""

from collections.abc import Iterator

import pytest

from support.server.two_workers import Servers, SharedPlace, shared_place


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedPlace]:
    with shared_place(tmp_path_factory.mktemp("workers")) as found:
        yield found


@pytest.fixture
def place(database: SharedPlace) -> Iterator[SharedPlace]:
    yield database
    database.close_all()


@pytest.fixture
def workers(place: SharedPlace) -> Servers:
    """Two workers."""
    return place.worker(), place.worker()
