"""The log: every request on one line, and no key on any."""

import io
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from outflank.server.accounts.keys import new_key
from outflank.server.logs import (
    LOGGER,
    FewRepeats,
    JsonLines,
    LoggedRequest,
    PlainLines,
    log_request,
    log_to,
)

KEY = new_key()
MOVE = LoggedRequest(
    "POST", f"/move/{KEY}/3/4", "/move/<key>/<x>/<y>", 200, 1.23456, 7, "192.0.2.1"
)


@contextmanager
def logging_as(form: str) -> Iterator[io.StringIO]:
    before = (LOGGER.level, LOGGER.propagate)
    stream = io.StringIO()
    handler = log_to(stream, as_json=form == "json")
    try:
        yield stream
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(before[0])
        LOGGER.propagate = before[1]


@pytest.fixture(params=["json", "plain"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    with logging_as(request.param) as stream:
        yield stream


def record_of(request: LoggedRequest, created: float = 1_700_000_000.25) -> logging.LogRecord:
    values = {"created": created, "levelname": "INFO", "levelno": 20, "request": request}
    return logging.makeLogRecord(values)


def test_a_request_is_a_line_of_json() -> None:
    assert json.loads(JsonLines().format(record_of(MOVE))) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "info",
        "process": os.getpid(),
        "method": "POST",
        "path": f"/move/{KEY[:6]}***/3/4",
        "route": "/move/<key>/<x>/<y>",
        "status": 200,
        "ms": 1.235,
        "key": 7,
        "address": "192.0.2.1",
    }


def test_a_request_is_a_line_for_a_reader() -> None:
    line = PlainLines().format(record_of(MOVE))
    assert line == (f"2023-11-14 22:13:20 POST /move/{KEY[:6]}***/3/4 200 1.2 ms, key 7, 192.0.2.1")
    nobody = replace(MOVE, key_id=None, address="")
    assert PlainLines().format(record_of(nobody)).endswith("200 1.2 ms")


def test_the_key_of_a_request_is_in_no_line(log: io.StringIO) -> None:
    log_request(MOVE)
    log_request(replace(MOVE, path="/codekata/boards/key0", status=404))
    log_request(replace(MOVE, path=f"/elsewhere?x={KEY}", status=503))
    LOGGER.warning("the key %s was refused", KEY)
    try:
        raise KeyError(KEY)  # noqa: TRY301
    except KeyError:
        LOGGER.exception("lost %s", KEY)
    assert KEY[6:] not in log.getvalue()
    assert "key0" not in log.getvalue()
    assert KEY[:6] in log.getvalue()
    assert "KeyError" in log.getvalue()


@pytest.mark.parametrize("nasty", ["\n", "\r", "\x1b[31m", "\u2028", "\u202e", "\0", "\ud800"])
@pytest.mark.parametrize("form", [JsonLines(), PlainLines()], ids=["json", "plain"])
def test_no_caller_can_inject_a_log_line(form: logging.Formatter, nasty: str) -> None:
    nasty_move = replace(MOVE, path=f"/x{nasty}y", method=f"G{nasty}T", address=f"a{nasty}")
    said = {"levelname": "INFO", "levelno": 20, "msg": "a message with %s", "args": (nasty,)}
    for record in (record_of(nasty_move), logging.makeLogRecord(said)):
        assert form.format(record).isprintable()


def test_a_long_path_is_shortened(log: io.StringIO) -> None:
    log_request(replace(MOVE, path="/" + "x" * 100_000))
    assert len(log.getvalue()) < 1000


def test_a_key_where_a_path_is_shortened_is_hidden_too(log: io.StringIO) -> None:
    log_request(replace(MOVE, path="/" + "x" * 485 + f"/{KEY}"))
    assert KEY[6:10] not in log.getvalue()


def test_server_faults_are_logged_as_errors() -> None:
    with logging_as("json") as stream:
        log_request(replace(MOVE, status=404))
        log_request(replace(MOVE, status=503))
    levels = [json.loads(line)["level"] for line in stream.getvalue().splitlines()]
    assert levels == ["info", "error"]


def test_a_warning_is_labelled_as_one() -> None:
    values = {"created": 0.0, "levelname": "WARNING", "levelno": 30, "msg": "low on disk"}
    line = PlainLines().format(logging.makeLogRecord(values))
    assert line == "1970-01-01 00:00:00 warning: low on disk"


def test_the_trace_of_a_fault_stays_readable_in_plain_lines() -> None:
    try:
        raise ValueError("two\x1blines")  # noqa: TRY301
    except ValueError:
        values = {"created": 0.0, "levelname": "ERROR", "levelno": 40, "exc_info": sys.exc_info()}
    lines = PlainLines().format(logging.makeLogRecord(values)).splitlines()
    assert lines[1] == "Traceback (most recent call last):"
    assert lines[-1] == "ValueError: two\\x1blines"


def test_a_line_names_its_match_or_tournament() -> None:
    values = {"msg": "Could not load", "levelno": 30, "levelname": "WARNING", "match": "ab12"}
    record = logging.makeLogRecord(values | {"tournament": 3})
    found = json.loads(JsonLines().format(record))
    assert (found["message"], found["match"], found["tournament"]) == ("Could not load", "ab12", 3)
    assert PlainLines().format(record).endswith("Could not load (match=ab12, tournament=3)")


def warning(created: float, line: int = 7, level: int = logging.WARNING) -> logging.LogRecord:
    values = {"created": created, "levelno": level, "levelname": "WARNING", "lineno": line}
    return logging.makeLogRecord(values | {"name": "outflank.server.api", "msg": "Answered 503"})


def test_few_of_many_repeated_warnings_are_logged() -> None:
    few = FewRepeats()
    first = [few.filter(warning(100 + number / 10)) for number in range(40)]
    assert first == [True] * 5 + [False] * 35
    assert few.filter(warning(104, line=8))  # another kind
    assert all(few.filter(warning(104, level=logging.ERROR)) for _ in range(20))
    later = warning(110)
    assert few.filter(later)
    assert PlainLines().format(later).endswith("Answered 503 (and 35 more like it before)")
    assert json.loads(JsonLines().format(later))["left_out"] == 35
    assert few.filter(quiet := warning(120.5))
    assert "more like it" not in PlainLines().format(quiet)


def test_the_servers_own_log_is_not_flooded(log: io.StringIO) -> None:
    for number in range(50):
        LOGGER.warning("Lost %d wake-ups", number)
        LOGGER.info("told")
    assert log.getvalue().count("wake-ups") == 5
    assert log.getvalue().count("told") == 50
