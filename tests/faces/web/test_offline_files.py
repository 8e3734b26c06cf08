"""What the server sends for use without network: the manifest, the worker, and what it keeps."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outflank.analysis import own_puzzles
from outflank.analysis.puzzle_collection.themes import THEMES
from outflank.engine.levels import levels
from outflank.faces.web.pages.offline.shells import shells
from support.server.app_client import AppClient

pytestmark = pytest.mark.server(tryout=True)

HTML = {"Accept": "text/html"}
WORKER = Path("src/outflank/faces/web/static/page/offline/worker.js")
MOST_BYTES = 5_000_000


def kept(client: AppClient) -> dict[str, Any]:
    """Return the list that the server writes above the worker."""
    first = client.get("/worker.js").text.split("\n")[0]
    found = re.fullmatch(r"self\.OFFLINE = (\{.*\});", first)
    assert found is not None
    listed: dict[str, Any] = json.loads(found[1])
    return listed


def test_the_page_can_be_installed(client: AppClient) -> None:
    page = client.get("/", headers=HTML)
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.text
    assert "manifest-src 'self'" in page.headers["Content-Security-Policy"]
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    assert answer.headers["Cache-Control"] == "no-cache"
    manifest = answer.json
    assert manifest["name"]
    assert manifest["short_name"]
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert client.get(manifest["start_url"], headers=HTML).status_code == 200
    assert re.fullmatch("#[0-9a-f]{6}", manifest["theme_color"])
    assert re.fullmatch("#[0-9a-f]{6}", manifest["background_color"])
    icons = {(one["sizes"], one["purpose"]): one["src"] for one in manifest["icons"]}
    assert set(icons) == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for (sizes, _), source in icons.items():
        picture = client.get(source)
        assert picture.mimetype == "image/png"
        width, height = struct.unpack(">II", picture.data[16:24])
        assert f"{width}x{height}" == sizes


def test_the_icons_are_those_of_the_pictures() -> None:
    pytest.importorskip("resvg_py")
    command = [sys.executable, "tools/web/app_icons.py", "--check"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""


def test_the_worker_is_asked_for_again_and_serves_the_whole_site(client: AppClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    assert len(WORKER.read_text(encoding="utf-8").splitlines()) <= 150


def test_everything_that_is_kept_can_be_fetched(client: AppClient) -> None:
    listed = kept(client)
    sizes = [len(client.get(address).data) for address in listed["files"]]
    assert all(address.startswith(listed["proof"]) for address in listed["files"])
    assert len(set(listed["files"])) == len(listed["files"])
    assert sum(sizes) <= MOST_BYTES, sum(sizes)
    assert not any("admin" in address for address in listed["files"])


def test_kept_pages_name_only_kept_files(client: AppClient) -> None:
    listed = kept(client)
    for address in {listed["instead"], *(address for _, address in listed["pages"])}:
        page = client.get(address, headers=HTML)
        assert page.status_code == 200
        assert listed["proof"] in page.text
        named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
        assert set(named) <= set(listed["files"]), address


def test_every_shell_answers_its_own_address() -> None:
    for shell in shells():
        assert shell.kept in shell.paths or any(path.endswith("*") for path in shell.paths)


def test_the_page_gets_the_levels_of_the_engine(client: AppClient) -> None:
    page = client.get("/device", headers=HTML).text
    (sent,) = re.findall(r'data-levels="([^"]+)"', page)
    told = json.loads(sent.replace("&#34;", '"').replace("&quot;", '"'))
    expected = [
        (one.number, one.nodes, one.seconds, one.softness, one.oversight, one.greed)
        for one in levels()
    ]
    names = ("number", "nodes", "seconds", "softness", "oversight", "greed")
    assert [tuple(one[name] for name in names) for one in told] == expected


def test_the_kept_puzzles_are_of_every_theme_and_strength(client: AppClient) -> None:
    (address,) = [one for one in kept(client)["files"] if one.endswith("/learn/puzzles.json")]
    puzzles = client.get(address).json
    assert len(puzzles) == 200
    assert len({one["id"] for one in puzzles}) == 200
    ratings = [one["rating"] for one in puzzles]
    assert ratings == sorted(ratings)
    own = [one.rating for one in own_puzzles()]
    assert ratings[0] <= min(own) + 100
    assert ratings[-1] >= max(own) - 300
    for theme in THEMES:
        available = len(own_puzzles().chosen(theme=theme))
        packed = sum(theme in one["themes"] for one in puzzles)
        assert packed >= min(available, 11), theme
    for one in puzzles[::20]:
        found = own_puzzles().find(one["id"])
        assert found is not None
        assert one["board"] == str(found.position.board)
        assert len(one["moves"]) == len(found.position.legal_moves)
