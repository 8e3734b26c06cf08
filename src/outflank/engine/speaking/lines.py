"""Lines from and to the program at the other end of a conversation."""

from __future__ import annotations

import queue
import threading
import time
from typing import BinaryIO, Final, NamedTuple, Protocol

__all__ = ["LONGEST_LINE", "ByteStream", "Heard", "LineReader", "LineWriter"]

LONGEST_LINE: Final = 1 << 16  # bytes; a game of 16x16 with times and evaluations has 6,000
_CHUNK = 1 << 16
_MOST_WAITING = 10_000  # lines that were read and not yet heard
_POLL_SECONDS = 0.01  # for a stream that answers "nothing yet" instead of waiting

# A tab is a blank, and other control characters, the end of a line on Windows too, are nothing.
_PLAIN: Final = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}


class ByteStream(Protocol):
    """What lines are read from: an unbuffered stream, whose `read` returns what has arrived."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most so many bytes, none at the end of the stream."""


class Heard(NamedTuple):
    """One line without control characters; of one that is too long, its beginning.

    What is not a line ended the input (`is_end`), or only wakes up who waits for one.
    """

    text: str = ""
    is_line: bool = True
    is_cut: bool = False
    is_end: bool = False


class LineReader:
    r"""Reads lines in a thread of its own, so that they are heard while an engine thinks.

    Lines of any length, half lines, bytes that are no text and a stream that breaks are survived.

    >>> import io
    >>> reader = LineReader(io.BytesIO(b"nboard 2\r\nset\tdepth 5\nping"))
    >>> [reader.next().text for _ in range(3)], reader.next().is_end
    (['nboard 2', 'set depth 5', 'ping'], True)
    """

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        # Bounded, so that a peer that never stops talking cannot fill the memory.
        self._heard: queue.Queue[Heard] = queue.Queue(_MOST_WAITING)
        threading.Thread(target=self._read, name="line reader", daemon=True).start()

    def next(self) -> Heard:
        """Wait for what comes next."""
        return self._heard.get()

    def wake(self) -> None:
        """Let `next` return, if nothing else makes it."""
        if self._heard.empty():
            self._heard.put(Heard(is_line=False))

    def _read(self) -> None:
        begun = b""  # the line that has no end yet, as much of it as is kept
        try:
            while True:
                chunk = self._stream.read(_CHUNK)
                if chunk is None:
                    time.sleep(_POLL_SECONDS)
                    continue
                if not chunk:
                    break
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    self._heard.put(_heard(line))
                begun = begun[: LONGEST_LINE + 1]
        except (OSError, ValueError):
            pass  # a broken stream has no more to say
        if begun:
            self._heard.put(_heard(begun))
        self._heard.put(Heard(is_line=False, is_end=True))


def _heard(line: bytes) -> Heard:
    text = line[:LONGEST_LINE].decode("utf-8", "replace").translate(_PLAIN).strip()
    return Heard(text, is_cut=len(line) > LONGEST_LINE)


class LineWriter:
    r"""Writes whole lines at once, from any thread.

    >>> import io
    >>> stream = io.BytesIO()
    >>> LineWriter(stream).say("uciok", "readyok")
    >>> stream.getvalue()
    b'uciok\nreadyok\n'
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def say(self, *lines: str) -> None:
        """Send lines; an OSError says that nobody reads them any more."""
        with self._lock:
            self._stream.write("".join(f"{line}\n" for line in lines).encode())
            self._stream.flush()
