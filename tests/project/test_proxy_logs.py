"""The configuration of the proxy: keys in paths do not get into its logs."""

from __future__ import annotations

import re

import pytest

from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer
from support.paths import ROOT

CONFIGURATION = (ROOT / "docs" / "operation" / "nginx.conf").read_text(encoding="utf-8")
KEY = "oth_Sw0rdf1sh-and_more"


def mapped(name: str, value: str) -> str:
    """Return what nginx's `map` makes of a value: the first pattern that matches, or the default.

    PCRE writes a named group as (?<name>...), Python as (?P<name>...).
    """
    found = re.search(rf"^map \$\w+ \${name} {{\n(.*?)^}}", CONFIGURATION, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    lines: list[tuple[str, str]] = re.findall(r"^ +(\S+) +(\S+);", found[1], re.MULTILINE)
    for given, result in lines:
        flags = re.IGNORECASE if given.startswith("~*") else re.NOFLAG
        pattern = given.lstrip("~*").replace("(?<", "(?P<")
        if given.startswith("~") and (hit := re.search(pattern, value, flags)) is not None:
            return "".join(
                hit[part[1:]] if part.startswith("$") else part
                for part in re.split(r"(\$\w+)", result.strip('"'))
            )
        if given.strip('"') == value:
            return result.strip('"')
    return re.sub(r"\$\w+", lambda _: value, dict(lines)["default"].strip('"'))


@pytest.fixture
def templates(server: CompetitionServer) -> list[str]:
    """Every path of the simple routes and of /codekata that contains a key."""
    simple, codekata = Application(server).simple_routes()
    return [route.name for route in (*simple, *codekata) if "<key>" in route.name]


def test_the_log_of_the_proxy_masks_the_key_of_every_simple_route(templates: list[str]) -> None:
    assert len(templates) == 9
    for template in templates:
        for key in ("key0", KEY, "a key\nof two lines"):
            path = re.sub(r"<[^>]*>", "3", template.replace("<key>", key))
            assert mapped("outflank_path", path) == path.replace(key, "***")
    for odd in (f"/codekata//move//{KEY}/3/2", f"/set_name/{KEY}/all/move/on", f"/nowhere/{KEY}"):
        assert KEY not in mapped("outflank_path", odd)
    for plain in ("/", "/static/board/board.js", "/api/v1/matches/c8b170c4b0e6/moves"):
        assert mapped("outflank_path", plain) == plain


def test_the_log_of_the_proxy_masks_a_query_with_a_key() -> None:
    assert mapped("outflank_query", "") == ""
    assert mapped("outflank_query", "wait=25") == "?wait=25"
    for query in (f"a={KEY}", "api_key=secret", "access_token=secret&wait=3"):
        assert mapped("outflank_query", query) == "?***"


def test_every_server_of_the_proxy_writes_only_such_logs() -> None:
    servers = CONFIGURATION.split("\nserver {")[1:]
    assert len(servers) == 2
    for server in servers:
        assert re.findall(r"access_log \S+ (.*);", server) == ["outflank"]
        # Below `crit`, nginx writes the whole request line there.
        assert re.findall(r"error_log \S+ (.*);", server) == ["crit"]
    form = re.search(r"^log_format outflank (.*?);$", CONFIGURATION, re.MULTILINE | re.DOTALL)
    assert form is not None
    told = set(re.findall(r"\$(\w+)", form[1]))
    assert {"outflank_path", "outflank_query"} <= told
    assert told.isdisjoint({"request", "request_uri", "uri", "args", "query_string"})
    assert not {name for name in told if name.startswith("http_")} - {"http_user_agent"}
