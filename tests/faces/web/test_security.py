"""The security of the server: headers, sizes, keys for this machine only, and secrets."""

import io
import json
import re
from pathlib import Path

import pytest

from outflank.errors import StoreUnavailable
from outflank.faces.web.application import Application
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.logs import LOGGER, log_to
from support.server.app_client import AppClient, running_app
from support.server.web_games import begin_pair

ELSEWHERE = "192.0.2.7"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


pytestmark = pytest.mark.server(tryout=True)


def test_data_responses_have_the_security_headers(client: AppClient) -> None:
    for path in ("/boards/key0", "/boards/nobody", "/nowhere", "/healthz", "/metrics"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers


def test_pages_have_a_strict_policy_and_nothing_inline(client: AppClient) -> None:
    for path in ("/", "/nowhere", "/api/v1/docs"):
        answer = client.get(path, headers=BROWSER)
        assert answer.mimetype == "text/html"
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "frame-ancestors 'none'" in policy
        assert policy.count("unsafe") == 1  # for the engine
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert not re.search(r"<script>|<style|\son\w+=|\sstyle=", answer.text)


def test_unknown_paths_are_json_unless_a_page_is_preferred(client: AppClient) -> None:
    for accept in ("*/*", "application/json", "text/html;q=0.5, application/json", ""):
        answer = client.get("/nowhere", headers={"Accept": accept})
        assert (answer.status_code, answer.mimetype) == (404, "application/json")
        assert list(answer.json or {}) == ["error"]
    answer = client.get("/nowhere", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    answer = client.post("/nowhere", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


def test_a_browser_is_redirected_when_a_path_has_extra_slashes(client: AppClient) -> None:
    for given, meant in (
        ("/watch/", "/watch"),
        ("/watch/?a=b%26c", "/watch?a=b%26c"),
        ("/game//c8b170c4b0e6/", "/game/c8b170c4b0e6"),
        ("/player/7/", "/player/7"),
        ("//", "/"),
        ("//tournaments", "/tournaments"),
        ("/api/v1/docs/", "/api/v1/docs"),
    ):
        answer = client.get(given, headers=BROWSER)
        assert (answer.status_code, answer.headers["Location"]) == (308, meant)
        assert client.open(given, "HEAD", headers=BROWSER).status_code == 308
        assert client.get(given).status_code == 404
    assert client.post("/watch/", headers=BROWSER).status_code == 404
    # No redirect leads to another site, and an unknown page says that it is unknown.
    for nothing in ("//evil.test/", "/%5Cevil.test/", "/nowhere/", "/api/v1/nowhere/"):
        answer = client.get(nothing, headers=BROWSER)
        assert (answer.status_code, "Location" in answer.headers) == (404, False)
    assert client.get("/nowhere/", headers=BROWSER).mimetype == "text/html"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/boards//key0"),
        ("GET", "/boards/key0/"),
        ("GET", "/boards"),
        ("GET", "/boards/"),
        ("GET", "/boards/%FF%FE"),
        ("GET", "/boards/%00"),
        ("GET", "/boards/..%2f..%2fetc%2fpasswd"),
        ("GET", "/static/../wsgi.py"),
        ("POST", "/move/key0//2"),
        ("POST", "/move/key0/3"),
        ("POST", "/set_name/key0/"),
        ("PUT", "/boards/key0"),
        ("OPTIONS", "/boards/key0"),
        ("TRACE", "/boards/key0"),
        ("DELETE", "/codekata/boards/key0"),
        ("PROPFIND", "/"),
    ],
)
def test_malformed_requests_are_refused_in_json(client: AppClient, method: str, path: str) -> None:
    answer = client.open(path, method=method)
    assert 400 <= answer.status_code < 500
    assert answer.mimetype == "application/json"
    assert list(answer.json or {}) == ["error"]


def test_the_default_keys_work_only_from_this_machine(client: AppClient) -> None:
    for key in ("key0", "observe0", "admin0"):
        assert client.get(f"/boards/{key}").status_code == 200
        assert client.get(f"/boards/{key}", address="::1").status_code == 200
        assert client.get(f"/boards/{key}", address=ELSEWHERE).status_code == 404
    assert client.post("/move/key0/3/2", address=ELSEWHERE).status_code == 404
    assert client.post("/set_name/key0/Ada", address=ELSEWHERE).status_code == 404
    answer = client.post("/codekata/restart/admin0", address=ELSEWHERE)
    assert answer.json == {"error": "key not found"}
    answer = client.get("/codekata/boards/key0", address=ELSEWHERE)
    assert answer.json == {"error": "key not found", "boards": []}


def test_the_log_says_once_why_a_default_key_is_refused(
    client: AppClient, caplog: pytest.LogCaptureFixture
) -> None:
    for address, headers, reason in (
        ("", {"Host": "cup.test:5000"}, "it asked for the host 'cup.test:5000' instead"),
        ("", {"Origin": "http://cup.test"}, "a page of another site sent it, 'http://cup"),
        ("192.0.2.77", {}, "it came from 192.0.2.77"),
    ):
        for _ in range(3):
            answer = client.get("/boards/key0", headers=headers, address=address)
            assert answer.json == {"error": "key not found"}
        given = headers | {"Authorization": "Bearer key0"}
        assert client.get("/api/v1/me", headers=given, address=address).status_code == 401
        assert caplog.text.count(f"works only from this machine: {reason}") == 1
    assert "key0" not in caplog.text


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"])
def test_a_proxied_request_is_not_from_this_machine(client: AppClient, header: str) -> None:
    for value in ("127.0.0.1", "for=127.0.0.1", ""):
        assert client.get("/boards/key0", headers={header: value}).status_code == 404


@pytest.mark.server(tryout=True, trusted_proxies=1)
def test_a_trusted_proxy_names_the_address_and_is_still_not_this_machine(
    client: AppClient,
) -> None:
    assert client.get("/boards/key0").status_code == 200
    answer = client.get("/boards/key0", headers={"X-Forwarded-For": "127.0.0.1"})
    assert answer.status_code == 404


def test_a_random_key_works_from_anywhere(server: CompetitionServer, client: AppClient) -> None:
    pair = begin_pair(server)
    assert client.get(f"/move_needed/{pair.black}", address=ELSEWHERE).json is True


def test_unknown_and_revoked_keys_look_the_same(
    server: CompetitionServer, client: AppClient
) -> None:
    pair = begin_pair(server)
    caller = server.accounts.caller(pair.black)
    assert caller is not None
    server.accounts.revoke(caller.key)
    revoked, unknown = client.get(f"/boards/{pair.black}"), client.get("/boards/oth_unknown")
    assert (revoked.status_code, revoked.data) == (unknown.status_code, unknown.data)


def test_a_large_body_is_refused_where_a_body_is_expected(client: AppClient) -> None:
    body = json.dumps({"name": "x" * 20_000})
    answer = client.post("/api/v1/players", data=body, content_type="application/json")
    assert answer.status_code == 413


def test_a_fault_is_answered_in_json_without_details(
    app: Application, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(app.server.accounts, "known_caller", stumble)
    answer = AppClient(app).get("/boards/key0")
    assert (answer.status_code, answer.mimetype) == (500, "application/json")
    assert "secret" not in answer.text


def test_hostile_names_are_harmless_on_the_page(
    server: CompetitionServer, client: AppClient
) -> None:
    name = "<img src=x onerror=alert(1)>"
    assert client.post(f"/set_name/key0/{name}").json == {"error": None}
    page = client.get("/", headers=BROWSER).text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img src=x" not in page


def test_the_front_page_is_json_for_programs(client: AppClient) -> None:
    answer = client.get("/").json
    assert answer is not None
    assert [board["black"] for board in answer["boards"]] == ["Unknown 0", "Unknown 2"]
    assert answer["documentation"] == "/api/v1/docs"


# For the operators of the server


def test_health_is_about_the_process_and_readiness_about_the_disk(
    server: CompetitionServer, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = AppClient(app)
    assert client.get("/healthz").json == {"status": "ok"}

    def broken(*_: object) -> None:
        raise StoreUnavailable("the database cannot be written: disk full")

    with monkeypatch.context() as patched:
        patched.setattr(server.database.writer, "do", broken)
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "1"
        assert client.get("/healthz").status_code == 200
    with running_app(server) as fresh:
        assert AppClient(fresh).get("/readyz").json == {"status": "ready"}
    app.announce_stop()
    assert client.get("/readyz").status_code == 503


def test_metrics_name_routes_and_never_keys(server: CompetitionServer, client: AppClient) -> None:
    pair = begin_pair(server)
    client.post(f"/move/{pair.black}/3/2")
    client.post(f"/move/{pair.black}/0/0")
    client.get(f"/codekata/boards/{pair.black}")
    client.get(f"/nowhere/{pair.black}")
    text = client.get("/metrics").text
    assert pair.black not in text
    for line in (
        'request_seconds_count{route="/move/<key>/<x>/<y>",status="200"} 1.0',
        'request_seconds_count{route="unknown",status="404"} 1.0',
        'moves_total{result="played"} 1.0',
        'moves_total{result="played out of turn"} 1.0',
        "apply_seconds_count 1.0",
        "active_games 3.0",
    ):
        assert line in text
    for name in (
        "fsync_seconds",
        "lock_wait_seconds",
        "clock_sweep_lag_seconds",
        "false_flag_guard_total",
        "streams",
        "stream_queue_drops_total",
        "db_busy_total",
        "limiter_rejections_total",
        "scheduler_lag_seconds",
    ):
        assert f"# HELP {name} " in text


def test_the_log_has_a_line_for_each_request_and_no_key(
    server: CompetitionServer, client: AppClient
) -> None:
    pair = begin_pair(server)
    lines = io.StringIO()
    handler = log_to(lines, as_json=True)
    try:
        client.post(f"/move/{pair.black}/3/2", address=ELSEWHERE)
        client.get(
            f"/api/v1/me?key={pair.black}", headers={"Authorization": f"Bearer {pair.black}"}
        )
        client.get(f"/boards/{pair.white}%0Afaked")
    finally:
        LOGGER.removeHandler(handler)
    assert pair.black not in lines.getvalue()
    assert pair.white not in lines.getvalue()
    move, me, _ = map(json.loads, lines.getvalue().splitlines())
    caller = server.accounts.caller(pair.black)
    assert caller is not None
    assert move["path"].startswith("/move/oth_")
    assert (move["route"], move["status"]) == ("/move/<key>/<x>/<y>", 200)
    assert (move["key"], move["address"]) == (caller.key, "192.0.2.7")
    assert me["key"] == caller.key


def test_an_application_that_opened_its_server_closes_it_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/server.db"
    with running_app(Configuration(url, tryout=False)) as app:
        app.close()
        app.close()
    with running_app(Configuration(url, tryout=False)) as again:
        assert AppClient(again).get("/readyz").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.test"},
    ],
)
def test_other_sites_cannot_use_the_default_keys_through_the_owners_browser(
    client: AppClient, headers: dict[str, str]
) -> None:
    assert client.post("/move/key0/3/2", headers=headers).status_code == 404
    bearer = headers | {"Authorization": "Bearer key0"}
    assert client.get("/api/v1/me", headers=bearer).status_code == 401
    own = {"Sec-Fetch-Site": "none", "Host": "localhost:5000"}
    assert client.get("/boards/key0", headers=own).status_code == 200
