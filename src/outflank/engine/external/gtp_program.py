"""A child process that speaks GTP: commands go in, responses come out, and it always ends."""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any

from outflank.errors import EngineError, ProgramFault

__all__ = ["GtpProgram", "GtpReply"]

# How often to look whether the caller has cancelled; what the program says is heard at once.
_POLL_SECONDS = 0.02
# How long a program that was told to quit may take before it is killed.
_QUIT_SECONDS = 1.0
_LONGEST_LINE = 4096  # letters
_MOST_LINES = 1000  # of one answer, or heard before it
_SHOWN = 80  # characters of a wrong response or an error line that are shown
_FRAME = re.compile(
    r"(?P<sign>[=?])[ \t]*(?P<number>[0-9]+(?=\s|\Z))?[ \t]*(?P<text>.*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class GtpReply:
    """What a program answered, and whether it did what it was told."""

    is_success: bool
    text: str


class GtpProgram:
    """A running program; every fault is a `ProgramFault` whose sentence names the program."""

    def __init__(self, words: Sequence[str], name: str) -> None:
        self._name = name
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the program that the user named
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                **_without_ctrl_c(),
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise EngineError(f"{words[0]} cannot be started: {reason}") from None
        self._numbers = itertools.count(1)
        self._is_ending = threading.Event()
        # Bounded, so that a program that never stops printing cannot fill the memory.
        self._heard: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._error_lines: deque[str] = deque(maxlen=10)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._listeners = [
            threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._note, args=(self.process.stderr,), daemon=True),
        ]
        for listener in self._listeners:
            listener.start()

    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.process.poll() is None

    def ask(self, command: str, seconds: float, cancel: threading.Event | None = None) -> GtpReply:
        """Send a command and wait so long for the answer."""
        number = next(self._numbers)
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{number} {command}\n")
            self.process.stdin.flush()
        except (OSError, ValueError):  # a closed pipe, at the other end or at this
            raise self._exit_fault(command) from None
        lines = self._answer(command, time.monotonic() + seconds, seconds, cancel)
        frame = _FRAME.fullmatch("\n".join(lines))
        if frame is None or frame["number"] not in (None, str(number)):
            shown = " / ".join(lines)[:_SHOWN]
            problem = f"{self._name} answered {shown!r} to {command!r}, which is not a GTP response"
            raise ProgramFault("malformed response", problem)
        return GtpReply(frame["sign"] == "=", frame["text"].strip())

    def _answer(
        self, command: str, latest: float, seconds: float, cancel: threading.Event | None
    ) -> list[str]:
        """Collect the lines of an answer: from = or ? to an empty line."""
        lines: list[str] = []
        for _ in range(2 * _MOST_LINES):
            line = self._next_line(command, latest, seconds, cancel)
            if not line and lines:
                return lines
            # Programs may print a greeting first; that is not a response.
            if lines or line.startswith(("=", "?")):
                lines.append(line)
        problem = f"{self._name} keeps printing instead of answering {command!r}"
        raise ProgramFault("malformed response", problem)

    def _next_line(
        self, command: str, latest: float, seconds: float, cancel: threading.Event | None
    ) -> str:
        while True:
            left = latest - time.monotonic()
            if left <= 0:
                problem = f"{self._name} did not answer {command!r} within {seconds:g} s"
                raise ProgramFault("late", problem + self._last_error_output())
            if cancel is not None and cancel.is_set():
                raise EngineError(f"{self._name} was stopped before it had a move")
            try:
                line = self._heard.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                if not self._is_ending.is_set():
                    continue
                line = None
            if line is None:
                raise self._exit_fault(command)
            return line

    def _exit_fault(self, command: str) -> ProgramFault:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_QUIT_SECONDS)
        self._listeners[1].join(_QUIT_SECONDS)  # its last error output may not have been read yet
        status = self.process.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        problem = f"{self._name} {how} instead of answering {command!r}"
        return ProgramFault("crash", problem + self._last_error_output())

    def _last_error_output(self) -> str:
        """Quote the last line that the program wrote to standard error."""
        spoken = [line for line in list(self._error_lines) if line]
        return f" (its last error output: {spoken[-1][:_SHOWN]})" if spoken else ""

    def end(self, *, at_once: bool = False) -> None:
        """End the program, with `quit` unless `at_once`; ending it again does nothing."""
        assert self.process.stdin is not None
        self._is_ending.set()
        with contextlib.suppress(OSError, ValueError):
            if not at_once:
                self.process.stdin.write("quit\n")
            self.process.stdin.close()
        try:
            self.process.wait(0 if at_once else _QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
            self.process.wait()
        for listener, stream in zip(
            self._listeners, (self.process.stdout, self.process.stderr), strict=True
        ):
            # A forgotten engine can be cleared away in any thread, a listener's own included.
            if threading.current_thread() is not listener:
                listener.join(_QUIT_SECONDS)
            if not listener.is_alive():  # a grandchild may hold the stream open
                assert stream is not None
                stream.close()

    def _kill(self) -> None:
        """End the process and, where they can be found, those that it has started."""
        if sys.platform == "win32":
            self.process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()

    def _listen(self, output: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := output.readline(_LONGEST_LINE):
                self._put(_plain(line))
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._is_ending.is_set():
            with contextlib.suppress(queue.Full):
                self._heard.put(line, timeout=_POLL_SECONDS)
                return

    def _note(self, errors: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := errors.readline(_LONGEST_LINE):
                self._error_lines.append(_plain(line))


def _plain(line: str) -> str:
    """Take a line as GTP has it: without control characters and the comment at its end."""
    spaced = line.replace("\t", " ").partition("#")[0]
    return "".join(filter(str.isprintable, spaced)).strip()


def _without_ctrl_c() -> dict[str, Any]:
    """Keep the terminal's Ctrl-C, which is meant for us, from the program."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
