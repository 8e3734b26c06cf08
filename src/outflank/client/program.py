"""Any program as a player: one line in for each turn, one square out."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
from typing import IO, Self

from outflank.client.turn import Turn
from outflank.errors import NotationError, ProgramFault
from outflank.rules import Square
from outflank.texts import Text

__all__ = ["Program"]

_PATIENCE = 60.0  # seconds for a move without a clock
_AT_ONCE = 0.5  # seconds within which a program that is not a player usually ends
_LONGEST = 200  # how many letters of a wrong answer are shown


class Program:
    """A program that plays; it is started for its first move and again after every fault.

    >>> import sys
    >>> from outflank.rules import find_variant
    >>> answers_d3 = [sys.executable, "-uc", "for line in open(0): print('d3')"]
    >>> with Program(answers_d3) as program:
    ...     print(program.choose(Turn("m1", 2, find_variant("classic").start())))
    d3
    """

    def __init__(self, command: str | list[str], *, patience: float = _PATIENCE) -> None:
        self._words = (
            shlex.split(command, posix=os.name != "nt") if isinstance(command, str) else command
        )
        if not self._words:
            raise NotationError(Text("errors.client.no_program_command"))
        self._patience = patience
        self._child: subprocess.Popen[str] | None = None
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listener: threading.Thread | None = None

    def choose(self, turn: Turn) -> Square:
        """Ask the program for its move."""
        try:
            self._say(turn.as_line())
            return _square(self._hear(turn), turn)
        except ProgramFault:
            self.close()  # anything it says later would answer the wrong turn
            raise

    def try_out(self) -> None:
        """Start the program without asking for a move; raise ProgramFault if it fails or ends."""
        child = self._start()
        try:
            child.wait(_AT_ONCE)
        except subprocess.TimeoutExpired:
            return
        problem = Text("errors.client.program_ended_at_once", code=child.returncode)
        raise ProgramFault("crash", problem)

    def _say(self, line: str) -> None:
        child = self._start() if self._child is None else self._child
        assert child.stdin is not None
        while not self._heard.empty():  # drop unrequested lines
            if self._heard.get() is None:
                raise self._crash()
        try:
            child.stdin.write(f"{line}\n")
            child.stdin.flush()
        except OSError:
            raise self._crash() from None

    def _hear(self, turn: Turn) -> str:
        seconds = self._patience if turn.left is None else turn.left / 1000
        try:
            answer = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise ProgramFault(
                "late", Text("errors.client.program_too_slow", seconds=f"{seconds:g}")
            ) from None
        if answer is None:
            raise self._crash()
        return answer

    def _start(self) -> subprocess.Popen[str]:
        try:
            child = subprocess.Popen(  # noqa: S603 - the user asked for this program
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            problem = Text(
                "errors.client.program_not_started",
                program=self._words[0],
                reason=error.strerror or error,
            )
            raise ProgramFault("crash", problem) from None
        assert child.stdout is not None
        self._child, self._heard = child, queue.SimpleQueue()
        self._listener = threading.Thread(
            target=_listen, args=(child.stdout, self._heard), daemon=True
        )
        self._listener.start()
        return child

    def _crash(self) -> ProgramFault:
        assert self._child is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(1)
        code = self._child.returncode
        if code is None:
            return ProgramFault("crash", Text("errors.client.program_closed_output"))
        return ProgramFault("crash", Text("errors.client.program_ended", code=code))

    def close(self) -> None:
        """End the program; the next `choose` starts it again."""
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin is not None
        with contextlib.suppress(OSError):
            child.stdin.close()
        try:
            child.wait(1)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        assert self._listener is not None
        assert child.stdout is not None
        self._listener.join(1)
        if not self._listener.is_alive():  # a grandchild may hold the output open
            child.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _listen(output: IO[str], heard: queue.SimpleQueue[str | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        for line in output:
            heard.put(line.strip())
    heard.put(None)


def _square(answer: str, turn: Turn) -> Square:
    try:
        square = Square.parse(answer)
    except NotationError:
        shown = answer[:_LONGEST]
        raise ProgramFault(
            "no square", Text("errors.client.program_answer_no_square", answer=repr(shown))
        ) from None
    position = turn.position
    if not position.is_legal(square):
        moves = ", ".join(map(str, position.legal_moves))
        problem = Text(
            "errors.client.program_illegal_answer",
            square=square,
            color=position.turn.text,
            moves=moves,
        )
        raise ProgramFault("illegal move", problem)
    return square
