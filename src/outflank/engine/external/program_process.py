"""A running program: lines go in, lines come out, and it is always ended."""

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
from outflank.texts import Text

__all__ = ["ProgramProcess", "start_program"]

# Seconds that a program may take to quit before it is killed.
_QUIT_SECONDS = 1.0
_LONGEST_LINE = 65_536  # bytes; the rest of a line is dropped
_MOST_NOISE = 4_194_304  # bytes that may be printed instead of an answer
_LINE_COST = 256  # bytes that each line counts for besides its own
_MOST_LINES = 1_000  # that wait to be read; then no more are taken from the program
_SHOWN = 80  # characters of an error line that are shown
_IN, _OUT, _ERR = 0, 1, 2


async def start_program(
    words: Sequence[str], name: str, directory: str | None = None
) -> ProgramProcess:
    """Start a program in a group of its own, which ends when this process does.

    It runs in the directory, or in that of this process.
    """
    loop = asyncio.get_running_loop()
    start_guard()
    try:
        transport, program = await loop.subprocess_exec(
            lambda: ProgramProcess(name), *words, cwd=directory, **_without_ctrl_c()
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise EngineError(
            Text("errors.engine.program_not_started", program=words[0], reason=reason)
        ) from None
    watch_group(transport.get_pid())
    return program


class ProgramProcess(asyncio.SubprocessProtocol):
    """A child process and the lines it prints; faults are sentences that name the program."""

    def __init__(self, name: str) -> None:
        self.heard: int = 0  # bytes since the last useful line
        self._name = name
        self._transport: asyncio.SubprocessTransport | None = None
        self._lines: deque[str] = deque()
        self._partial = bytearray()
        self._error_output = bytearray()
        self._ended_streams: set[int] = set()
        self._change = asyncio.Event()  # a line, the end of a stream, or the end of the process
        self._is_paused = False

    # Called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, by which the process is reached."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Split output into lines, and keep the end of the error output."""
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
        self._change.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Take the last output as a line even without its end."""
        if fd == _OUT and self._partial:
            self._end_line()
        self._ended_streams.add(fd)
        self._change.set()

    def process_exited(self) -> None:
        """Wake those who wait for the end."""
        self._change.set()

    # The process

    @property
    def pid(self) -> int:
        """The process id."""
        return self._open_transport.get_pid()

    @property
    def returncode(self) -> int | None:
        """The exit status, None while the program runs."""
        return self._open_transport.get_returncode()

    @property
    def is_noisy(self) -> bool:
        """Whether it has printed too much without a useful line."""
        return self.heard > _MOST_NOISE

    def is_alive(self) -> bool:
        """Return whether the program runs."""
        return self.returncode is None

    def write(self, text: str) -> None:
        """Send text; if the program is gone, reading its answer will show it."""
        pipe = self._open_transport.get_pipe_transport(_IN)
        if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():
            pipe.write(text.encode())

    def end_input(self) -> None:
        """Close its input, at which a well-behaved program ends."""
        pipe = self._open_transport.get_pipe_transport(_IN)
        if pipe is not None:
            pipe.close()

    async def read_line(self) -> str | None:
        """Return the next line, cut if it is too long, or None if there are no more."""
        while not self._lines:
            if _OUT in self._ended_streams:
                return None
            if self.is_noisy:
                self._end_line()  # the line may never end
                break
            await self._next_change()
        line = self._lines.popleft()
        self._pause(len(self._lines) > _MOST_LINES)
        return line

    async def exit_fault(self, command: str) -> ProgramFault:
        """Return the fault of a program that ended instead of answering."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_QUIT_SECONDS):
                while self.is_alive() or _ERR not in self._ended_streams:
                    await self._next_change()
        status, output = self.returncode, self.last_error_output()
        shown = {"engine": self._name, "command": repr(command)}
        if status is None and output:
            problem = Text("errors.engine.closed_output_with_error", output=output, **shown)
        elif status is None:
            problem = Text("errors.engine.closed_output", **shown)
        elif output:
            problem = Text("errors.engine.ended_with_error", status=status, output=output, **shown)
        else:
            problem = Text("errors.engine.ended", status=status, **shown)
        return ProgramFault("crash", problem)

    def last_error_output(self) -> str:
        """Return the last line of the error output, empty if there is none."""
        lines = map(_plain, self._error_output.decode(errors="replace").splitlines())
        spoken = [line for line in lines if line]
        return spoken[-1][:_SHOWN] if spoken else ""

    async def wait(self) -> None:
        """Wait until the program has ended."""
        while self.is_alive():
            await self._next_change()

    async def end(self, *, at_once: bool = False) -> None:
        """End the program and the processes that it has started."""
        self.end_input()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0 if at_once else _QUIT_SECONDS):
                await self.wait()
        self.kill()
        await self.wait()
        forget_group(self.pid)
        self._open_transport.close()

    def kill(self) -> None:
        """Kill the program and the processes that it has started."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self._open_transport.kill()

    @property
    def _open_transport(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    async def _next_change(self) -> None:
        self._change.clear()
        await self._change.wait()

    def _add(self, piece: bytes) -> None:
        self._partial += piece[: _LONGEST_LINE - len(self._partial)]

    def _end_line(self) -> None:
        self.heard += _LINE_COST
        self._lines.append(_plain(self._partial.decode(errors="replace")))
        self._partial.clear()

    def _pause(self, wanted: bool) -> None:  # noqa: FBT001
        """Stop reading from a program that prints faster than its lines are used."""
        pipe = self._open_transport.get_pipe_transport(_OUT)
        if wanted is self._is_paused or not isinstance(pipe, asyncio.ReadTransport):
            return
        self._is_paused = wanted
        if wanted:
            pipe.pause_reading()
        else:
            pipe.resume_reading()


def _plain(line: str) -> str:
    """Return a line without control characters."""
    return "".join(filter(str.isprintable, line.replace("\t", " "))).strip()


def _without_ctrl_c() -> dict[str, Any]:
    """Return the options that keep the terminal's Ctrl-C from the program."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
