"""A running program: lines go in, lines come out, and it always ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from typing import Any

from outflank.engine.external.orphan_guard import forget_group, start_guard, watch_group
from outflank.errors import EngineError, ProgramFault

__all__ = ["ProgramProcess", "start_program"]

# How long a program that was told to quit may take before it is killed.
_QUIT_SECONDS = 1.0
_LONGEST_LINE = 65_536  # bytes of a line that are kept; the rest of it is dropped
_MOST_NOISE = 4_194_304  # bytes that mean nothing, printed instead of an answer
_LINE_COST = 256  # bytes that a line counts for, however short
_MOST_LINES = 1_000  # that wait to be read; then the program waits, too
_SHOWN = 80  # characters of an error line that are shown
_IN, _OUT, _ERR = 0, 1, 2


async def start_program(
    words: Sequence[str], name: str, folder: str | None = None
) -> ProgramProcess:
    """Start a program in a group of its own, which ends when this process does."""
    loop = asyncio.get_running_loop()
    start_guard()
    try:
        transport, program = await loop.subprocess_exec(
            lambda: ProgramProcess(name), *words, cwd=folder, **_without_ctrl_c()
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise EngineError(f"{words[0]} cannot be started: {reason}") from None
    watch_group(transport.get_pid())
    return program


class ProgramProcess(asyncio.SubprocessProtocol):
    """A child process and the lines it prints; faults are sentences that name the program."""

    def __init__(self, name: str) -> None:
        self.heard = 0  # bytes since the last line that meant something
        self._name = name
        self._transport: asyncio.SubprocessTransport | None = None
        self._lines: deque[str] = deque()
        self._partial = bytearray()
        self._error_output = bytearray()
        self._ended_streams: set[int] = set()
        self._news = asyncio.Event()  # a line, the end of a stream, or the end of the process
        self._is_paused = False

    # What asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to the process."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Divide output into lines, and keep the end of what was written to standard error."""
        if fd == _ERR:
            self._error_output += data[-_LONGEST_LINE:]
            del self._error_output[:-_LONGEST_LINE]
            return
        self.heard += len(data)
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            self._end_line()
        self._add(rest)
        self._pause(len(self._lines) > _MOST_LINES)
        self._news.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Take what was printed last as a line, even if it was not ended."""
        if fd == _OUT and self._partial:
            self._end_line()
        self._ended_streams.add(fd)
        self._news.set()

    def process_exited(self) -> None:
        """Wake who waits for the end."""
        self._news.set()

    # The process

    @property
    def pid(self) -> int:
        """The number that the system gives it."""
        return self._way.get_pid()

    @property
    def returncode(self) -> int | None:
        """Its exit status, None while it runs."""
        return self._way.get_returncode()

    @property
    def is_noisy(self) -> bool:
        """Whether it has printed more that means nothing than anybody needs to read."""
        return self.heard > _MOST_NOISE

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return self.returncode is None

    def write(self, text: str) -> None:
        """Send text; a program that is gone is noticed when its answer is read."""
        pipe = self._way.get_pipe_transport(_IN)
        if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():
            pipe.write(text.encode())

    def end_input(self) -> None:
        """Close its input, which tells a good program to end."""
        pipe = self._way.get_pipe_transport(_IN)
        if pipe is not None:
            pipe.close()

    async def read_line(self) -> str | None:
        """Return the next line, cut where it is too long, or None when there are no more."""
        while not self._lines:
            if _OUT in self._ended_streams:
                return None
            if self.is_noisy:
                self._end_line()  # there may never be another end
                break
            await self._next_news()
        line = self._lines.popleft()
        self._pause(len(self._lines) > _MOST_LINES)
        return line

    async def exit_fault(self, command: str) -> ProgramFault:
        """Say how the program ended when it should have answered."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_QUIT_SECONDS):
                while self.is_alive() or _ERR not in self._ended_streams:
                    await self._next_news()
        status = self.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        problem = f"{self._name} {how} instead of answering {command!r}"
        return ProgramFault("crash", problem + self.last_error_output())

    def last_error_output(self) -> str:
        """Quote the last line that the program wrote to standard error."""
        lines = map(_plain, self._error_output.decode(errors="replace").splitlines())
        spoken = [line for line in lines if line]
        return f" (its last error output: {spoken[-1][:_SHOWN]})" if spoken else ""

    async def wait(self) -> None:
        """Wait until it has ended."""
        while self.is_alive():
            await self._next_news()

    async def end(self, *, at_once: bool = False) -> None:
        """End the program and what it has started."""
        self.end_input()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0 if at_once else _QUIT_SECONDS):
                await self.wait()
        self.kill()
        await self.wait()
        forget_group(self.pid)
        self._way.close()

    def kill(self) -> None:
        """End the process and those that it has started at once."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self._way.kill()

    @property
    def _way(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    async def _next_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    def _add(self, piece: bytes) -> None:
        self._partial += piece[: _LONGEST_LINE - len(self._partial)]

    def _end_line(self) -> None:
        self.heard += _LINE_COST
        self._lines.append(_plain(self._partial.decode(errors="replace")))
        self._partial.clear()

    def _pause(self, wanted: bool) -> None:  # noqa: FBT001
        """Stop listening to a program that prints faster than anybody reads."""
        pipe = self._way.get_pipe_transport(_OUT)
        if wanted is self._is_paused or not isinstance(pipe, asyncio.ReadTransport):
            return
        self._is_paused = wanted
        if wanted:
            pipe.pause_reading()
        else:
            pipe.resume_reading()


def _plain(line: str) -> str:
    """Take a line without control characters."""
    return "".join(filter(str.isprintable, line.replace("\t", " "))).strip()


def _without_ctrl_c() -> dict[str, Any]:
    """Keep the terminal's Ctrl-C, which is meant for us, from the program."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
