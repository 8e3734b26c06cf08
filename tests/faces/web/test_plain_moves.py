"""Moves are read from plain requests as the parser for all requests reads them."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.faces.web.plain_moves import read_move
from support.properties import counted, counted_at_least
from support.server.web_games import BODY, HEADERS, move_request

posix = pytest.mark.skipif(os.name == "nt", reason="there is no gunicorn there")


def test_a_plain_move_is_read() -> None:
    move = read_move(move_request(b"User-Agent: bot/1.0", b"connection:keep-alive"))
    assert move is not None
    assert (move.match, move.key, move.content) == ("0a1b", "oth_abc", BODY)
    assert move.environ["HTTP_HOST"] == "localhost:5000"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        move_request()[:-1],
        move_request() + move_request(),
        move_request(b"Content-Length: 24"),
        move_request(b"Cookie: a=b"),
        move_request(b"X-Forwarded-For: 127.0.0.1"),
        move_request(b"Transfer-Encoding: chunked"),
        move_request(b"Expect: 100-continue"),
        move_request(b"Connection: close"),
        move_request(b"Accept : */*"),
        move_request(b"Accept: a\r\n b"),
        move_request(b"Accept: a\tb"),
        move_request(b"Accept: \xe4"),
        move_request(line=b"POST /api/v1/matches/0a1b/moves HTTP/1.0"),
        move_request(line=b"POST /api/v1/matches/0a1b/moves?x=1 HTTP/1.1"),
        move_request(line=b"POST /api/v1/matches/0A1B/moves HTTP/1.1"),
        move_request(line=b"POST  /api/v1/matches/0a1b/moves HTTP/1.1"),
        move_request(line=b"GET /api/v1/matches/0a1b/moves HTTP/1.1"),
        move_request(headers=HEADERS | {b"Content-Length": b"024"}),
        move_request(headers=HEADERS | {b"Content-Length": b"+24"}),
        move_request(headers=HEADERS | {b"Content-Type": b"application/json; charset=utf-8"}),
        move_request(headers=HEADERS | {b"Authorization": b"Basic abc"}),
        move_request(headers={name: HEADERS[name] for name in HEADERS if name != b"Host"}),
        move_request().replace(b"\r\n", b"\n"),
        move_request(*[b"X-A: b"] * 20),
        move_request(b"Accept: " + b"a" * 5000),
    ],
)
def test_whatever_is_unusual_is_left_to_the_parser_for_all_requests(data: bytes) -> None:
    assert read_move(data) is None


PIECES = [
    *(b"%b: %b\r\n" % pair for pair in HEADERS.items()),
    b"Accept: */*\r\n",
    b"accept-encoding:gzip, deflate\r\n",
    b"User-Agent:  two  spaces \r\n",
    b"Connection: Keep-Alive\r\n",
    b"Content-Length: 0\r\n",
    b"Host: other\r\n",
    b"X: y\r\n",
    b": \r\n",
    b" folded\r\n",
    b"\r\n",
    b"\x00",
    b"\r",
]


@posix
@counted_at_least(10)
@given(
    st.permutations(PIECES[:4]),
    st.lists(st.sampled_from(PIECES), max_size=3),
    st.sampled_from([BODY, b"", b"{}", BODY + b" "]),
)
def test_what_is_read_here_the_parser_for_all_requests_reads_alike(
    usual: list[bytes], more: list[bytes], body: bytes
) -> None:
    from gunicorn.config import Config
    from gunicorn.http.parser import RequestParser

    line = b"POST /api/v1/matches/0a1b/moves HTTP/1.1\r\n"
    data = line + b"".join([*usual, *more]) + b"\r\n" + body
    move = read_move(data)
    if move is None:
        return
    counted()
    parser = RequestParser(Config(), iter([data]), ("127.0.0.1", 1))
    read = next(parser)
    assert (read.method, read.path, read.query) == ("POST", move.environ["PATH_INFO"], "")
    assert read.body.read() == move.content
    assert not read.should_close()
    for name, value in read.headers:
        known = name.replace("-", "_")
        assert move.environ[known if known.startswith("CONTENT") else f"HTTP_{known}"] == value
    assert not parser.unreader.buf.getvalue()
