"""The limited request: any server gives a valid reply or one error, within the limits."""

import json
import socket
import ssl
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OracleError
from outflank.play.oracles import Reply, http_fetch
from outflank.play.oracles.http_fetch import Resolver, fetch, is_asset
from outflank.play.oracles.web_oracle import ask_service, read_reply
from outflank.rules import Answer
from support.oracle_server import ENDLESS, HANGING, IMAGE, REPLIES, OracleServer
from support.properties import counted, counted_at_least

PLENTY = 30.0  # never reached: these requests end for another reason
SHORT = 0.2

GOOD = {
    "yes": Reply(Answer.YES, IMAGE.format("yes"), local=False),
    "no": Reply(Answer.NO, IMAGE.format("no"), local=False),
    "maybe": Reply(Answer.MAYBE, IMAGE.format("maybe"), local=False),
    **dict.fromkeys(
        [
            "chunked yes",
            "no image",
            "foreign image",
            "http image",
            "climbing image",
            "number as image",
            "just not huge",
        ],
        Reply(Answer.YES, None, local=False),
    ),
}
BAD = [mood for mood in [*REPLIES, *ENDLESS] if mood not in GOOD]


def ask(server: OracleServer, mood: str, seconds: float = PLENTY) -> Reply:
    server.mood = mood
    return ask_service(seconds, url=server.url, loopback=True)


@pytest.mark.parametrize("mood", GOOD)
def test_a_valid_reply_is_understood(server: OracleServer, mood: str) -> None:
    assert ask(server, mood) == GOOD[mood]


@pytest.mark.parametrize("mood", BAD)
def test_an_invalid_reply_raises_one_error(server: OracleServer, mood: str) -> None:
    with pytest.raises(OracleError, match=r"^[^\n]{10,100}$"):
        ask(server, mood)
    assert server.connections == 1


@pytest.mark.parametrize("mood", HANGING)
def test_a_server_that_does_not_finish_times_out(server: OracleServer, mood: str) -> None:
    with pytest.raises(OracleError, match=r"did not answer within 0\.2 s"):
        ask(server, mood, SHORT)


def test_a_tls_handshake_that_does_not_finish_times_out(
    server: OracleServer,
) -> None:
    server.mood = "never answers"
    with pytest.raises(OracleError, match="did not answer"):
        ask_service(SHORT, url=server.secure_url, loopback=True)


def test_a_server_without_tls_is_not_trusted(server: OracleServer) -> None:
    with pytest.raises(OracleError, match="no secure connection"):
        ask_service(PLENTY, url=server.secure_url, loopback=True)


def test_certificates_and_names_are_checked() -> None:
    context = http_fetch._context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_server_that_is_not_there_raises_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(OracleError, match="could not be reached"):
        ask_service(PLENTY, url=f"http://127.0.0.1:{port}/", loopback=True)


def test_the_request_sends_only_the_necessary_headers(server: OracleServer) -> None:
    ask(server, "yes")
    [request] = server.requests
    first, *headers = request.decode().strip().splitlines()
    assert first == "GET /api HTTP/1.1"
    assert sorted(headers) == [
        "Accept-Encoding: identity",
        "Connection: close",
        f"Host: 127.0.0.1:{server.server_address[1]}",
        "User-Agent: outflank",
    ]


def test_a_query_is_part_of_the_request(server: OracleServer) -> None:
    fetch(f"{server.url}?force=no", seconds=PLENTY, most_bytes=4096, loopback=True)
    assert server.requests[0].startswith(b"GET /api?force=no HTTP/1.1\r\n")


def test_no_proxy_is_used(server: OracleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["http_proxy", "https_proxy", "all_proxy"]:
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    assert ask(server, "yes") == GOOD["yes"]


@pytest.mark.parametrize(
    "url",
    [
        "http://yesno.wtf/api",
        "https://example.org/api",
        "https://yesno.wtf.example.org/api",
        "https://yesno.wtf@example.org/api",
        "https://name@yesno.wtf/api",
        "https://yesno.wtf:8443/api",
        "https://127.0.0.1/api",
        "http://127.0.0.1/api",
        "http://[::1]/api",
        "file:///etc/hosts",
        "ftp://yesno.wtf/api",
        "yesno.wtf/api",
        "https://yesno.wtf:port/api",
        "https://[yesno.wtf/api",
        "",
    ],
)
def test_only_the_service_over_https_may_be_asked(url: str) -> None:
    def no_look_up(*_: object, **__: object) -> list[tuple[object, ...]]:
        raise AssertionError("no name may be looked up")

    with pytest.raises(OracleError, match=r"may be fetched|not a valid URL"):
        fetch(url, seconds=PLENTY, most_bytes=1, resolver=Resolver(no_look_up))


@pytest.mark.parametrize(
    "url", ["https://yesno.wtf/api", "http://localhost/", "http://10.0.0.1/", "http://0.0.0.0/"]
)
def test_loopback_allows_only_this_machine(url: str) -> None:
    with pytest.raises(OracleError, match="may be fetched"):
        fetch(url, seconds=PLENTY, most_bytes=1, loopback=True)


def test_a_name_that_cannot_be_found_raises_one_error() -> None:
    def look_up(*_: object, **__: object) -> list[tuple[object, ...]]:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    with pytest.raises(OracleError, match="are you online"):
        fetch(http_fetch.SERVICE_URL, seconds=PLENTY, most_bytes=1, resolver=Resolver(look_up))


def test_a_stalled_look_up_blocks_only_one_thread() -> None:
    released = threading.Event()
    looked_up: list[str] = []

    def look_up(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        looked_up.append(host)
        released.wait(PLENTY)
        return []

    resolver = Resolver(look_up)
    try:
        for _ in range(3):
            with pytest.raises(OracleError, match="did not answer"):
                fetch(http_fetch.SERVICE_URL, seconds=0.02, most_bytes=1, resolver=resolver)
        assert looked_up == ["yesno.wtf"]
    finally:
        released.set()


def test_after_an_address_that_refuses_the_next_is_tried(server: OracleServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed_port = taken.getsockname()[1]

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        row = (socket.AF_INET, socket.SOCK_STREAM, 0, "")
        unheard_of = (9999, socket.SOCK_STREAM, 0, "")
        return [(*unheard_of, (host, port)), (*row, (host, closed_port)), (*row, (host, port))]

    body = fetch(
        server.url, seconds=PLENTY, most_bytes=4096, loopback=True, resolver=Resolver(look_up)
    )
    assert read_reply(body) == GOOD["yes"]


def test_without_time_nothing_is_sent(server: OracleServer) -> None:
    with pytest.raises(OracleError, match="did not answer within 0 s"):
        ask(server, "yes", seconds=0)
    assert server.requests == []


def test_a_name_without_addresses_raises_one_error() -> None:
    with pytest.raises(OracleError, match="could not be reached"):
        fetch(
            http_fetch.SERVICE_URL,
            seconds=PLENTY,
            most_bytes=1,
            resolver=Resolver(lambda *_, **__: []),
        )


def test_a_look_up_that_gets_no_thread_raises_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_thread(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    resolver = Resolver()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", no_thread)
        with pytest.raises(OracleError):
            fetch("http://127.0.0.1/", seconds=1, most_bytes=1, loopback=True, resolver=resolver)
    assert resolver.addresses("127.0.0.1", 80, seconds=PLENTY)


JSON_REPLIES = st.fixed_dictionaries(
    {"answer": st.sampled_from(["yes", "no", "maybe", "YES", "perhaps", 1])},
    optional={"image": st.text(max_size=20), "forced": st.booleans()},
)


@counted_at_least(5)
@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | JSON_REPLIES.map(lambda reply: json.dumps(reply).encode())
)
def test_any_body_is_a_reply_or_one_error(body: bytes) -> None:
    try:
        reply = read_reply(body)
    except OracleError:
        return
    counted()
    assert reply.answer in Answer


@given(
    st.none()
    | st.booleans()
    | st.floats()
    | st.text().filter(lambda text: text not in list(Answer))
    | st.lists(st.text(), max_size=3)
)
def test_any_answer_and_image_are_validated(value: object) -> None:
    with pytest.raises(OracleError):
        read_reply(json.dumps({"answer": value}).encode())
    assert read_reply(json.dumps({"answer": "no", "image": value}).encode()).image_url is None


@pytest.mark.data
def test_every_known_picture_of_the_service_may_be_shown(data: Path) -> None:
    known = json.loads((data / "yesno" / "yesno_wtf.json").read_text(encoding="utf-8"))
    for example in [*known["examples"], known["legacy_example"]]:
        assert read_reply(json.dumps(example).encode()).image_url == example["image"]
    assert all(is_asset(url) for urls in known["gifs"].values() for url in urls)
