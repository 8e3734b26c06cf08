"""Pages, files and odd paths."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest

from support.server.contract import API, Game, Site
from support.server.raw_connection import request_bytes

HTML = {"Accept": "text/html"}


@pytest.mark.servers
def test_the_page_is_html_for_browsers_and_json_for_programs(
    anybody: httpx.Client, game: Game
) -> None:
    for path in ("/", "/play", "/rules", "/bots", f"/game/{game.id}", f"{API}/docs"):
        page = anybody.get(path, headers=HTML)
        assert (page.status_code, page.headers["Content-Type"]) == (
            *(200, "text/html; charset=utf-8"),
        )
        policy = page.headers["Content-Security-Policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert anybody.get("/").json()["documentation"] == "/api/v1/docs"
    missing = anybody.get("/nowhere", headers=HTML)
    assert (missing.status_code, "There is nothing here" in missing.text) == (404, True)


@pytest.mark.servers("flask run")
def test_files_of_the_page_are_kept_and_travel_compressed(site: Site) -> None:
    with site.connect() as connection:
        page = connection.ask(request_bytes("GET", "/", headers=HTML))
    (path, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page.body.decode())
    with site.connect() as connection:
        small = connection.ask(request_bytes("GET", path, headers={"Accept-Encoding": "gzip"}))
    with site.connect() as connection:
        plain = connection.ask(request_bytes("GET", path))
    assert small.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(small.body) == plain.body
    known = {"If-None-Match": plain.headers["ETag"]}
    with site.connect() as connection:
        assert connection.ask(request_bytes("GET", path, headers=known)).status == 304


@pytest.mark.servers
def test_an_answer_to_head_has_no_body(site: Site) -> None:
    for path in ("/", "/boards/key0", f"{API}/matches", "/nowhere"):
        with site.connect() as connection:
            connection.send(request_bytes("HEAD", path, headers={"Connection": "close"}))
            status, headers = connection.head()
            assert status == (404 if path == "/nowhere" else 200)
            assert int(headers["Content-Length"]) > 0
            assert connection.rest() == b""


@pytest.mark.servers
def test_the_server_describes_itself_and_its_health(anybody: httpx.Client) -> None:
    assert anybody.get("/healthz").json() == {"status": "ok"}
    assert anybody.get("/readyz").json() == {"status": "ready"}
    document = anybody.get(f"{API}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert "post" in document["paths"][f"{API}/matches/{{match}}/moves"]
    metrics = anybody.get("/metrics")
    assert metrics.headers["Content-Type"].startswith("text/plain")
    assert "# HELP moves_total " in metrics.text
    head = anybody.head("/healthz")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.servers("flask run")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/boards//key0"),
        ("GET", "/boards/key0/"),
        ("GET", "/boards"),
        ("GET", "/boards/"),
        ("GET", "/boards/%FF%FE"),
        ("GET", "/boards/%00"),
        ("GET", "/boards/%E2%82"),
        ("GET", "/boards/key0%0AX"),
        ("GET", "/boards/..%2f..%2fetc%2fpasswd"),
        ("GET", "/static/../wsgi.py"),
        ("GET", "/static/%2e%2e/wsgi.py"),
        ("GET", "/%"),
        ("GET", "/%zz"),
        ("GET", "/;a=b"),
        ("POST", "/move/key0//2"),
        ("POST", "/move/key0/%F0%9F%98%80/2"),
        ("PUT", "/boards/key0"),
        ("OPTIONS", "/boards/key0"),
        ("DELETE", "/codekata/boards/key0"),
        ("PROPFIND", "/"),
        ("GET", "/api/v1/matches/%FF"),
        ("GET", "/api/v1//matches"),
        ("GET", "/api/v1/matches/"),
    ],
)
def test_odd_paths_are_refused_in_json(site: Site, method: str, path: str) -> None:
    with site.connect() as connection:
        answer = connection.ask(request_bytes(method, path, headers={"Connection": "close"}))
    assert 400 <= answer.status < 500
    assert "json" in answer.headers["Content-Type"]
    assert answer.json
