"""Programs without a protocol: they are given a board and print a move."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, Self

from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.program_process import ProgramProcess, start_program
from outflank.engine.external.quirks import Quirks
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocol import Analysis, Task
from outflank.engine.protocols.plain import MOVE, PLAIN, board_values, fill
from outflank.engine.protocols.protocol import Protocol
from outflank.rules import Move, Position

__all__ = ["PlainEngine", "PlainSession"]

_MOST_LINES: Final = 100  # at the end of an answer
_LARGEST: Final = 1_000_000  # characters of an answer's file


class PlainSession(ProgramSession):
    """Starts a program for each move, gives it the board, and reads its move.

    The board is a line such as `---XO--- X` on its input, unless the command has placeholders:
    {board} stands for that line, {cells} and {side} for its parts, {input} for the name of a file
    with the line, {output} for that of a file for the answer, {seconds} for the time. The answer
    is the last move that the program prints. With the lifetime `game` one program gets all
    boards, one per line, and answers each with a line.
    """

    protocol: ClassVar[Protocol] = PLAIN
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth", "nodes"})

    def __init__(
        self,
        words: Sequence[str],
        name: str,
        quirks: Quirks,
        patience: float,
        directory: str | None = None,
    ) -> None:
        self._words = tuple(words)
        self._directory = directory
        self._running: ProgramProcess | None = None
        self.name: str = name
        self.quirks: Quirks = quirks
        self.patience: float = patience

    @classmethod
    async def start(
        cls,
        words: Sequence[str],
        name: str,
        quirks: Quirks,
        patience: float,
        directory: str | None = None,
    ) -> Self:
        """Keep the command; the program is started for the first board."""
        return cls(words, name, quirks, patience, directory)

    def is_alive(self) -> bool:
        """Return True: a program may end after each move."""
        return True

    async def greet(self) -> None:
        """Do nothing: such programs are not greeted."""

    async def supports(self, position: Position) -> bool:
        """Return True: a program that does not play a board will not answer."""
        return position.size >= 4

    async def end(self, *, at_once: bool = False) -> None:
        """End the program if it runs."""
        running, self._running = self._running, None
        if running is not None:
            await running.end(at_once=at_once)

    def kill(self) -> None:
        """End the program without waiting."""
        if self._running is not None:
            self._running.kill()

    async def ping(self) -> None:
        """Do nothing: there is nothing that such a program could answer."""

    async def quit(self) -> None:
        """Do nothing: such programs end by themselves."""

    async def think(self, task: Task) -> Analysis:
        """Give the program the board and read its move."""
        began = time.perf_counter()
        if self.quirks.lifetime == "game":
            move = await self._ask_running(task)
        else:
            with tempfile.TemporaryDirectory(prefix="outflank-") as folder:
                move = await self._ask_new(task, Path(folder))
        return Analysis.of(move, seconds=time.perf_counter() - began, line=(move,))

    async def _ask_new(self, task: Task, folder: Path) -> Move:
        places = {"input": str(folder / "input"), "output": str(folder / "output")}
        values = {**self._values(task), **places}
        line = values["board"]
        (folder / "input").write_text(line + "\n", encoding="ascii")
        words = [fill(word, values) for word in self._words]
        self.process: ProgramProcess = await start_program(words, self.name, self._directory)
        self._running = self.process
        try:
            is_told = any("{input}" in word or "{board}" in word for word in self._words)
            question = self.send("" if is_told else line, task.limit.seconds or 0.0)
            question = question.named(line)
            self.process.end_input()
            printed: list[str] = []
            while (heard := await self.hear(question, may_end=True)) is not None:
                printed.append(heard)
                del printed[:-_MOST_LINES]
            if any("{output}" in word for word in self._words):
                printed = _read(folder / "output")
            return await self._move_in(printed, task.position, line)
        finally:
            await self.end(at_once=True)

    async def _ask_running(self, task: Task) -> Move:
        values = self._values(task)
        if self._running is None or not self._running.is_alive():
            words = [fill(word, values) for word in self._words]
            self.process = self._running = await start_program(words, self.name, self._directory)
        question = self.send(values["board"], task.limit.seconds or 0.0)
        while True:
            line = await self.hear(question) or ""
            if line:
                return await self._move_in([line], task.position, question.text)

    async def _move_in(self, printed: list[str], position: Position, asked: str) -> Move:
        pattern = re.compile(self.quirks.answer or MOVE)
        for line in reversed(printed):
            if found := list(pattern.finditer(line)):
                return self.move_of(found[-1]["move"], position)
        spoken = [line for line in printed if line]
        if spoken:
            raise self.no_move(spoken[-1])
        raise await self.process.exit_fault(asked)

    def _values(self, task: Task) -> dict[str, str]:
        limits = {name: f"{getattr(task.limit, name) or 0:g}" for name in self.bounds}
        return board_values(task.position, self.quirks.input, self.quirks.discs) | limits


def _read(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return [line.strip() for line in file.read(_LARGEST).splitlines()]
    except OSError:
        return []


class PlainEngine(ProgramEngine):
    """Asks a program without a protocol: a board goes in, a move comes out.

    >>> PlainEngine("python my_player.py")
    <Engine python my_player.py>
    """

    protocol: ClassVar[str] = PLAIN.name
