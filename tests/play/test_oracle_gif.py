"""The pictures of the service: only its own, only GIFs, limited in size and cached."""

import threading

import pytest

from outflank.errors import OracleError
from outflank.play.oracles.gif import GifCache, fetch_gif
from outflank.play.oracles.http_fetch import fetch
from support.oracle_server import ENDLESS, GIF, HANGING, REPLIES, OracleServer

PLENTY = 30.0
ASSETS = "https://yesno.wtf/assets/"


def cache_of(server: OracleServer, *, seconds: float = PLENTY) -> GifCache:
    def download(_: str) -> bytes:
        return fetch(server.url, seconds=seconds, most_bytes=8192, loopback=True)

    return GifCache(download)


def test_a_picture_is_fetched_once_and_cached(server: OracleServer) -> None:
    server.mood = "gif"
    cache = cache_of(server)
    assert [cache.fetch(ASSETS + "yes/2.gif") for _ in range(3)] == [GIF] * 3
    assert server.connections == 1


@pytest.mark.parametrize("mood", [mood for mood in [*REPLIES, *ENDLESS] if mood != "gif"])
def test_anything_but_a_complete_gif_gives_none(server: OracleServer, mood: str) -> None:
    server.mood = mood
    assert cache_of(server).fetch(ASSETS + "yes/2.gif") is None


@pytest.mark.parametrize("mood", HANGING)
def test_a_picture_that_does_not_arrive_gives_none(server: OracleServer, mood: str) -> None:
    server.mood = mood
    assert cache_of(server, seconds=0.1).fetch(ASSETS + "yes/2.gif") is None


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/yes.gif",
        "http://yesno.wtf/assets/yes/2.gif",
        "https://yesno.wtf/api",
        "https://yesno.wtf/assets/",
        "https://yesno.wtf/assets/../api",
        "https://yesno.wtf/assets/yes/2.gif?size=9",
        "https://yesno.wtf/assets/yes/2.gif\n",
        "https://yesno.wtf/assets/yes/2 .gif",
        "https://yesno.wtf/assets//evil",
        "HTTPS://yesno.wtf/assets/yes/2.gif",
        "file:///etc/hosts",
        "",
    ],
)
def test_only_pictures_of_the_service_are_fetched(url: str) -> None:
    asked: list[str] = []

    def download(given: str) -> bytes:
        asked.append(given)
        return GIF

    assert GifCache(download).fetch(url) is None
    assert fetch_gif(url) is None
    assert asked == []


def test_a_failure_is_not_cached() -> None:
    results = iter([b"", GIF])
    cache = GifCache(lambda _: next(results))
    assert cache.fetch(ASSETS + "a.gif") is None
    assert cache.fetch(ASSETS + "a.gif") == GIF


def test_the_cache_drops_the_least_recently_used_picture() -> None:
    asked: list[str] = []

    def download(url: str) -> bytes:
        asked.append(url[-1])
        return b"GIF87a" + bytes(94)

    cache = GifCache(download, most_bytes=250)
    for name in "abacab":
        assert cache.fetch(ASSETS + name)
    assert asked == ["a", "b", "c", "b"]
    assert sum(map(len, cache._cached.values())) <= 250


def test_a_picture_larger_than_the_cache_is_returned_but_not_cached() -> None:
    cache = GifCache(lambda _: GIF, most_bytes=100)
    assert cache.fetch(ASSETS + "a.gif") == GIF
    assert cache._cached == {}


def test_a_picture_of_more_than_eight_megabytes_gives_none() -> None:
    assert GifCache(lambda _: b"GIF89a" + bytes(8 << 20)).fetch(ASSETS + "a.gif") is None


def test_simultaneous_fetches_of_one_picture_make_one_request() -> None:
    asked = 0
    begun, released = threading.Event(), threading.Event()

    def download(_: str) -> bytes:
        nonlocal asked
        asked += 1
        begun.set()
        released.wait(PLENTY)
        return GIF

    cache = GifCache(download)
    results: list[bytes | None] = []
    threads = [
        threading.Thread(target=lambda: results.append(cache.fetch(ASSETS + "a.gif")))
        for _ in range(5)
    ]
    threads[0].start()
    assert begun.wait(PLENTY)
    for thread in threads[1:]:
        thread.start()
    released.set()
    for thread in threads:
        thread.join(60)
    assert results == [GIF] * 5
    assert asked == 1


def test_a_broken_downloader_leaves_nobody_waiting() -> None:
    def download(_: str) -> bytes:
        raise ZeroDivisionError

    cache = GifCache(download)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            cache.fetch(ASSETS + "a.gif")


def test_a_network_failure_gives_none() -> None:
    def download(_: str) -> bytes:
        raise OracleError("the network is away")

    assert GifCache(download).fetch(ASSETS + "a.gif") is None
