"""The pages as the server sends them: small, cached, with one dictionary and one frame."""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from outflank.faces.web.pages.page_texts import page_texts
from outflank.faces.web.pages.static_files import static_files
from outflank.faces.web.wire.views.watch import lobby_rooms
from outflank.texts import catalogue
from support.server.app_client import AppClient
from support.server.competition_server import HandClock, begin

HTML = {"Accept": "text/html"}
STATIC = Path("src/outflank/faces/web/static")
MOST_BYTES = 80_000  # scripts and style sheets, compressed, until a page is complete


pytestmark = pytest.mark.server(tryout=True)


def pages(client: AppClient) -> list[str]:
    match = begin(client.app.server).name
    return ["/", "/watch", "/play", "/rules", "/bots", f"/game/{match}"]


def test_every_page_has_the_common_frame(client: AppClient) -> None:
    titles = set()
    for path in [*pages(client), "/nowhere"]:
        text = client.get(path, headers=HTML).text
        assert '<html lang="en">' in text
        assert "Othello is a registered trademark of its owners" in text
        assert re.findall(r'<a href="([^"]+)"[^>]*>(?:Play|Watch|Bots|Rules)</a>', text) == [
            "/",
            "/watch",
            "/bots",
            "/rules",
        ]
        titles.add(re.findall("<title>(.*) · Outflank</title>", text)[0])
    assert len(titles) == 7


def loaded(client: AppClient, page: str) -> dict[str, int]:
    """Return what a page loads until it is complete, and the bytes sent for it."""
    text = client.get(page, headers=HTML).text
    waiting = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
    found: dict[str, int] = {}
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, path
        found[path] = len(answer.data)
        script = gzip.decompress(answer.data).decode()
        for name in re.findall(r'^(?:import|export).*?"(\.{1,2}/[^"]+)";', script, re.MULTILINE):
            waiting.append(posixpath.normpath(f"{posixpath.dirname(path)}/{name}"))
    return found


def test_the_first_load_of_every_page_is_small(client: AppClient) -> None:
    for page in pages(client):
        weights = loaded(client, page)
        assert sum(weights.values()) < MOST_BYTES, (page, weights)
        assert not any("/engine/" in path for path in weights), (page, weights)
    names = {path.split("/", 3)[3] for path in loaded(client, "/")}
    assert {"design.css", "page/home/home.js", "page/shared/joined.js", "board/joined.js"} <= names


def test_comments_are_not_sent_and_lines_keep_their_numbers() -> None:
    for path, file in static_files().files.items():
        if not path.endswith((".css", ".js")) or path.startswith("texts/"):
            continue
        written = (STATIC / path).read_bytes()
        assert file.content.count(b"\n") == written.count(b"\n"), path
        lines = [line for line in file.content.splitlines() if line.strip()]
        comments = (b"/*",) if path.endswith(".css") else (b"// ", b"* ", b"/**\n")
        assert not any(line.lstrip().startswith(comments) for line in lines), path
        assert set(lines) <= set(written.splitlines()), path


def test_every_module_of_a_page_is_asked_for_at_once(client: AppClient) -> None:
    for page in pages(client):
        text = client.get(page, headers=HTML).text
        named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
        assert set(loaded(client, page)) == named, page


def test_pages_are_compressed_for_browsers_that_accept_it(client: AppClient) -> None:
    # The rules page, because the front page counts games, which the try-out may begin meanwhile.
    plain = client.get("/rules", headers=HTML)
    small = client.get("/rules", headers=HTML | {"Accept-Encoding": "gzip"})
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 3
    assert small.headers["Vary"] == "Accept-Encoding"


def test_versioned_files_are_cached_for_good_and_others_are_revalidated(client: AppClient) -> None:
    kept = client.get(static_files().address("design.css"))
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    asked = client.get("/static/design.css")
    assert asked.headers["Cache-Control"] == "no-cache"
    assert asked.data == kept.data
    again = client.get("/static/design.css", headers={"If-None-Match": asked.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    ("name", "media"),
    [
        ("design.css", "text/css; charset=utf-8"),
        ("texts/game.js", "text/javascript; charset=utf-8"),
        ("favicon.svg", "image/svg+xml"),
    ],
)
def test_files_travel_compressed_under_their_own_type(
    client: AppClient, name: str, media: str
) -> None:
    plain = client.get(f"/static/{name}")
    small = client.get(f"/static/{name}", headers={"Accept-Encoding": "br, gzip"})
    assert plain.headers["Content-Type"] == small.headers["Content-Type"] == media
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.headers["Vary"] == "Accept-Encoding"
    assert small.headers["X-Content-Type-Options"] == "nosniff"
    assert small.headers["ETag"] != plain.headers["ETag"]
    assert gzip.decompress(small.data) == plain.data


@pytest.mark.parametrize(
    "path",
    ["", "nothing.js", "../pages.py", "page/", "page/../design.css", "0123456789ab/design.css"],
)
def test_no_other_file_is_served(client: AppClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_the_page_of_an_unknown_game_says_so(client: AppClient) -> None:
    for name in ("nothere", "%3Cscript%3E", "x" * 40):
        answer = client.get(f"/game/{name}", headers=HTML)
        assert answer.status_code == 404
        assert "There is nothing here" in answer.text


@pytest.mark.server("hand clock", tryout=True)
def test_idle_games_are_not_shown(client: AppClient, clock: HandClock) -> None:
    room = begin(client.app.server)
    assert f"/game/{room.name}" in client.get("/watch", headers=HTML).text
    assert "1 running" in client.get("/", headers=HTML).text
    assert [one.name for one in lobby_rooms(client.app.server)] == [room.name]
    clock.pass_time(16 * 60 * 1000)
    assert "/game/" not in client.get("/watch", headers=HTML).text
    assert "1 running" not in client.get("/", headers=HTML).text
    assert lobby_rooms(client.app.server) == []


def test_the_rules_page_is_made_from_the_one_text(client: AppClient) -> None:
    text = client.get("/rules", headers=HTML).text
    assert "<h2>Yes/No Othello</h2>" in text
    assert "Black moves first." in text


def names_in(texts: Mapping[str, Any]) -> set[str]:
    below = [names_in(text) for text in texts.values() if isinstance(text, dict)]
    return set(texts).union(*below)


def test_no_key_of_a_text_is_the_name_of_a_dict_method(client: AppClient) -> None:
    themes = {"clear"}  # which templates list, and never name
    assert names_in(page_texts(catalogue())) & set(dir(dict)) == themes
    text = client.get("/admin", headers=HTML).text
    assert "Player keys" in text
    assert "Copy all" in text
    more = ("/admin", "/board-demo", "/nowhere", "/learn", "/learn/daily", "/learn/openings")
    for path in [*pages(client), *more]:
        assert "built-in method" not in client.get(path, headers=HTML).text, path


def test_every_reason_for_an_end_has_a_text() -> None:
    from outflank.rules import Reason

    assert set(page_texts(catalogue())["game"]["because"]) == {reason.value for reason in Reason}
