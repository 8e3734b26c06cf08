"""The other side of a conversation with our engine: what it sends and what it expects."""

from __future__ import annotations

import io
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from outflank.engine import Analysis, Engine, Task
from outflank.engine.speaking import AnsweringEngine, speak
from outflank.rules import Score

__all__ = ["Dialogue", "PatientEngine", "Peer", "ProcessPeer", "piped", "read_dialogue"]

SECONDS = 60.0  # before a test gives up waiting for a line


class PatientEngine(Engine):
    """Finds its first move at once, and then goes on until it is told to stop."""

    name = "patient"

    def __init__(self) -> None:
        self.began = threading.Event()
        self.tasks: list[Task] = []

    def think(self, task: Task) -> Analysis:
        self.tasks.append(task)
        move = task.position.legal_moves[0]
        score = Score(2.0, depth=1)
        found = Analysis.of(move, score, depth=1, nodes=7, seconds=0.5, line=(move,))
        task.report(found)
        self.began.set()
        assert task.cancel is not None
        assert task.cancel.wait(SECONDS)
        return found


class _Pipe:
    """Bytes from one thread to another, read as soon as they are written."""

    def __init__(self) -> None:
        self._written: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read(self, _: int, /) -> bytes:
        return self._written.get()

    def write(self, written: bytes) -> None:
        self._written.put(written)


class _Lines(io.RawIOBase):
    """Collects what is written as lines."""

    def __init__(self) -> None:
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def writable(self) -> bool:
        return True

    def write(self, written: bytes, /) -> int:  # type: ignore[override]
        for line in written.decode().splitlines():
            self.lines.put(line)
        return len(written)


class Peer:
    """Talks to an engine in a thread of this process."""

    def __init__(self, engine: str | Engine, *, protocol: str | None = None) -> None:
        self._input, self._output = _Pipe(), _Lines()
        self._problem: BaseException | None = None

        def run() -> None:
            try:
                with AnsweringEngine(engine, seed=1) as answering:
                    speak(answering, self._input, self._output, protocol=protocol)  # type: ignore[arg-type]
            except BaseException as problem:
                self._problem = problem
            self._output.lines.put(None)

        # A failed test leaves it waiting for input, which must not keep pytest from ending.
        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, sent: bytes) -> None:
        if sent:
            self._input.write(sent)

    def line(self) -> str | None:
        """Return the next line, or None after the last."""
        line = self._output.lines.get(timeout=SECONDS)
        if line is None:
            self._output.lines.put(None)
        return line

    def until(self, pattern: str) -> list[str]:
        """Return the lines up to the first that matches a pattern."""
        return _until(self.line, pattern)

    def close(self) -> None:
        """End the input."""
        self._input.write(b"")

    def rest(self) -> list[str]:
        """End the input, return the remaining lines, and check that everything has ended."""
        self.close()
        rest = _all(self.line)
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()
        if self._problem is not None:
            raise self._problem
        return rest


class ProcessPeer:
    """Talks to the real command."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outflank", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def line(self) -> str | None:
        return self._lines.get(timeout=SECONDS)

    def until(self, pattern: str) -> list[str]:
        return _until(self.line, pattern)

    def end(self) -> tuple[int, str]:
        """End the input, and return the exit status and the error output."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        try:
            code = self.process.wait(SECONDS)
        finally:
            self.process.kill()
        self._listener.join(SECONDS)
        with self.process.stderr:
            return code, self.process.stderr.read().decode()


def _all(line: Callable[[], str | None]) -> list[str]:
    lines: list[str] = []
    while (one := line()) is not None:
        lines.append(one)
    return lines


def _until(line: Callable[[], str | None], pattern: str) -> list[str]:
    heard: list[str] = []
    while (one := line()) is not None:
        heard.append(one)
        if re.fullmatch(pattern, one):
            return heard
    raise AssertionError(f"{pattern!r} was never said, but {heard}")


def piped(
    text: str | bytes, engine: str | Engine = "greedy", *, protocol: str | None = None
) -> list[str]:
    """Send everything at once, as a script does, and return the answers."""
    said = text.encode() if isinstance(text, str) else text
    answers = io.BytesIO()
    with AnsweringEngine(engine, seed=1) as answering:
        speak(answering, io.BytesIO(said), answers, protocol=protocol)
    return answers.getvalue().decode().splitlines()


Dialogue = Sequence[tuple[str, Sequence[str]]]


def read_dialogue(path: Path) -> Dialogue:
    """Read lines to send, after <, and patterns of the answers, after >; # begins a comment.

    In an answer {number} stands for any number and {text} for the rest of a line.
    """
    turns: list[tuple[str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("<"):
            turns.append((line[2:], []))
        elif line.startswith(">"):
            turns[-1][1].append(_pattern(line[2:]))
    return turns


def _pattern(line: str) -> str:
    parts: Iterable[str] = re.split(r"(\{number\}|\{text\})", line)
    meant = {"{number}": r"[-+]?[0-9]+(\.[0-9]+)?", "{text}": ".*"}
    return "".join(meant.get(part, re.escape(part)) for part in parts)
