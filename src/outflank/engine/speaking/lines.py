"""Reading and writing the lines of a conversation."""

from __future__ import annotations

import queue
import threading
import time
from typing import BinaryIO, Final, NamedTuple, Protocol

__all__ = ["LONGEST_LINE", "ByteStream", "Heard", "LineReader", "LineWriter"]

LONGEST_LINE: Final = 1 << 16  # bytes; a game of 16x16 with times and evaluations has 6,000
_CHUNK = 1 << 16
_MOST_WAITING = 10_000  # lines that were read but not yet heard
_POLL_SECONDS = 0.01  # for a stream whose `read` returns None instead of waiting

# A tab becomes a space; other control characters, also the \r of Windows, are dropped.
_PLAIN: Final = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}


class ByteStream(Protocol):
    """An unbuffered stream to read lines from; `read` returns what has arrived."""

    def read(self, size: int, /) -> bytes | None:
        """Return at most `size` bytes, none at the end of the stream."""


class Heard(NamedTuple):
    """A line without control characters, or the beginning of one that is too long.

    If it is not a line, the input has ended (`is_end`), or `LineReader.wake` was called.
    """

    text: str = ""
    is_line: bool = True
    is_cut: bool = False
    is_end: bool = False


class LineReader:
    r"""Reads lines in a thread of its own, so that they are heard while an engine thinks.

    It copes with long and incomplete lines, invalid text and a stream that breaks.

    >>> import io
    >>> reader = LineReader(io.BytesIO(b"nboard 2\r\nset\tdepth 5\nping"))
    >>> [reader.next().text for _ in range(3)], reader.next().is_end
    (['nboard 2', 'set depth 5', 'ping'], True)
    """

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        # Bounded, so that a peer that never stops writing cannot fill the memory.
        self._heard: queue.Queue[Heard] = queue.Queue(_MOST_WAITING)
        threading.Thread(target=self._read, name="line reader", daemon=True).start()

    def next(self) -> Heard:
        """Wait for the next line and return it."""
        return self._heard.get()

    def wake(self) -> None:
        """Make a waiting `next` return."""
        if self._heard.empty():
            self._heard.put(Heard(is_line=False))

    def _read(self) -> None:
        begun = b""  # the beginning of an incomplete line
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
            pass  # a broken stream has ended
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
        """Send lines; raise OSError if nobody reads them any more."""
        with self._lock:
            self._stream.write("".join(f"{line}\n" for line in lines).encode())
            self._stream.flush()
