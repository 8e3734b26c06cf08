"""The server's log: a line for each request and each error, as JSON or as plain text.

Keys are removed from every line, and characters that are not printable are escaped, so that no
input can make one line look like two. A record may name what it is about in `extra`: a `match`,
a `tournament`, a `player`, or the `request_id` of the request that caused it. If a
warning repeats, as it does while the database is away, only some of its lines are written.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TextIO

from outflank.server.accounts.keys import redact

__all__ = [
    "LOGGER",
    "FewRepeats",
    "JsonLines",
    "LoggedRequest",
    "PlainLines",
    "log_request",
    "log_to",
    "log_to_standard_error",
]

LOGGER = logging.getLogger("outflank.server")

_MOST_CHARACTERS = 500  # of a path or a message: a caller must not fill the disk
_MOST_REPEATS = 5  # of a warning
_REPEATED_WITHIN = 10.0  # seconds
_SUBJECTS = ("match", "tournament", "player", "request_id")


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request in the log; `key_id` is the number of the key, never the key."""

    method: str
    path: str
    route: str  # the template, such as /move/<key>/<x>/<y>
    status: int
    milliseconds: float
    key_id: str | int | None = None
    address: str = ""
    request_id: str = ""


def log_request(request: LoggedRequest) -> None:
    """Log a request: as an error if the server failed, else as information."""
    level = logging.ERROR if request.status >= 500 else logging.INFO
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, "request", extra={"request": request})


def log_to(stream: TextIO, *, as_json: bool) -> logging.Handler:
    """Write the server's log to a stream from now on, and return the handler."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    handler.addFilter(FewRepeats())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    return handler


def log_to_standard_error(form: str) -> None:
    """Write the log of all of Outflank to standard error: json, plain, or none but warnings."""
    handler = log_to(sys.stderr, as_json=form == "json")
    if form == "none":
        LOGGER.setLevel(logging.WARNING)
    logging.getLogger("outflank").addHandler(handler)


class FewRepeats(logging.Filter):
    """Passes a few warnings of each kind, and counts the others for the next one that passes.

    Requests, errors and information always pass.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._kinds: dict[tuple[str, int], _Repeats] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        if record.levelno != logging.WARNING:
            return True
        with self._lock:
            repeats = self._kinds.setdefault((record.name, record.lineno), _Repeats(record.created))
            if record.created - repeats.since >= _REPEATED_WITHIN:
                record.left_out = repeats.left_out
                repeats.since, repeats.written, repeats.left_out = record.created, 0, 0
            if repeats.written == _MOST_REPEATS:
                repeats.left_out += 1
                return False
            repeats.written += 1
            return True


@dataclass(slots=True)
class _Repeats:
    """How often a warning was logged recently."""

    since: float  # seconds of the epoch
    written: int = 0
    left_out: int = 0


class JsonLines(logging.Formatter):
    """One JSON object a line, in ASCII.

    >>> request = LoggedRequest("GET", "/boards/key0", "/boards/<key>", 200, 1.25, key_id=7)
    >>> values = {"created": 0.5, "levelname": "INFO", "request": request}
    >>> print(JsonLines().format(logging.makeLogRecord(values)))
    {"time": "1970-01-01T00:00:00.500Z", ... "path": "/boards/ke***", ... "key": 7, "address": ""}
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": _time(record, "milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        request = getattr(record, "request", None)
        if isinstance(request, LoggedRequest):
            line |= {
                "method": _short(request.method),
                "path": _short(redact(request.path)),
                "route": request.route,
                "status": request.status,
                "ms": round(request.milliseconds, 3),
                "key": request.key_id,
                "address": request.address,
            }
            if request.request_id:
                line["request_id"] = request.request_id
        else:
            line |= {"logger": record.name, "message": _short(redact(record.getMessage()))}
            if left_out := getattr(record, "left_out", 0):
                line["left_out"] = left_out
            line |= _subjects(record)
        if fault := _fault(self, record):
            line["fault"] = fault
        return json.dumps(line)


class PlainLines(logging.Formatter):
    """One line of text, and the traceback of an error below it.

    >>> request = LoggedRequest("GET", "/boards/key0", "/boards/<key>", 200, 1.25, 7, "192.0.2.1")
    >>> values = {"created": 0.5, "levelname": "INFO", "request": request}
    >>> print(PlainLines().format(logging.makeLogRecord(values)))
    1970-01-01 00:00:00 GET /boards/ke*** 200 1.2 ms, key 7, 192.0.2.1
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        request = getattr(record, "request", None)
        if isinstance(request, LoggedRequest):
            text = (
                f"{_visible(_short(request.method))} {_visible(_short(redact(request.path)))} "
                f"{request.status} {request.milliseconds:.1f} ms"
            )
            if request.key_id is not None:
                text += f", key {_visible(str(request.key_id))}"
            if request.address:
                text += f", {_visible(request.address)}"
            if request.request_id:
                text += f" (request_id={request.request_id})"
        else:
            text = _visible(_short(redact(record.getMessage())))
            if subjects := _subjects(record):
                text += f" ({', '.join(f'{name}={value}' for name, value in subjects.items())})"
            if left_out := getattr(record, "left_out", 0):
                text += f" (and {left_out} more like it before)"
            if record.levelno > logging.INFO:
                text = f"{record.levelname.lower()}: {text}"
        lines = [_visible(line) for line in _fault(self, record).splitlines()]
        return "\n".join([f"{_time(record, 'seconds')[:19].replace('T', ' ')} {text}", *lines])


def _time(record: logging.LogRecord, precision: str) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec=precision)


def _subjects(record: logging.LogRecord) -> dict[str, object]:
    """Return what a record is about, by the names of its fields."""
    return {name: getattr(record, name) for name in _SUBJECTS if hasattr(record, name)}


def _fault(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return redact(formatter.formatException(record.exc_info)) if record.exc_info else ""


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}..."


def _visible(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )
