"""The base class of sessions with a running program, one subclass for each protocol."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from outflank.engine.external.program_process import ProgramProcess, start_program
from outflank.engine.external.quirks import Quirks
from outflank.engine.protocol import Analysis, Task
from outflank.engine.protocols.protocol import Protocol
from outflank.errors import EngineError, NotationError, ProgramFault
from outflank.rules import Move, Position, parse_move
from outflank.texts import Text

__all__ = ["ProgramQuestion", "ProgramSession"]

_SHOWN = 40  # characters of a wrong answer


@dataclass(frozen=True, slots=True)
class ProgramQuestion:
    """A line that was sent, and the time by which it must be answered."""

    text: str
    seconds: float
    latest: float

    def named(self, text: str) -> ProgramQuestion:
        """Return the question as errors should quote it."""
        return replace(self, text=text)


class ProgramSession(ABC):
    """A running program and what is said to it in one protocol."""

    protocol: ClassVar[Protocol]
    # The bounds of a limit that the protocol can tell a program.
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds"})
    variants: ClassVar[frozenset[str]] = frozenset({"classic"})

    def __init__(self, process: ProgramProcess, name: str, quirks: Quirks, patience: float) -> None:
        self.process = process
        self.name = name
        self.quirks = quirks
        self.patience = patience

    @classmethod
    async def start(
        cls,
        words: Sequence[str],
        name: str,
        quirks: Quirks,
        patience: float,
        directory: str | None = None,
    ) -> Self:
        """Start the program; `greet` comes next."""
        return cls(await start_program(words, name, directory), name, quirks, patience)

    def is_alive(self) -> bool:
        """Return whether the program runs."""
        return self.process.is_alive()

    @abstractmethod
    async def greet(self) -> None:
        """Begin the conversation."""

    @abstractmethod
    async def supports(self, position: Position) -> bool:
        """Ask the program whether it plays this variant and size."""

    @abstractmethod
    async def think(self, task: Task) -> Analysis:
        """Set up the position and wait for the program's move."""

    async def stop(self) -> None:
        """Tell the program to move now; here, the protocol cannot say that."""
        raise EngineError(Text("errors.engine.stopped_before_move", engine=self.name))

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options of the program."""
        if options:
            raise EngineError(
                Text(
                    "errors.engine.protocol_without_options",
                    engine=self.name,
                    protocol=self.protocol.title,
                )
            )

    @abstractmethod
    async def ping(self) -> None:
        """Wait until the program answers."""

    async def new_game(self) -> None:  # noqa: B027 - not every protocol has a word for it
        """Tell the program that another game begins."""

    async def quit(self) -> None:
        """Tell the program to quit; its input is closed afterwards."""
        self.process.write("quit\n")

    async def end(self, *, at_once: bool = False) -> None:
        """End the program; unless `at_once`, tell it to quit first."""
        if not at_once:
            await self.quit()
        await self.process.end(at_once=at_once)

    def kill(self) -> None:
        """End the program without waiting."""
        self.process.kill()

    # For subclasses

    def send(self, line: str, seconds: float = 0.0) -> ProgramQuestion:
        """Send a line that must be answered within `seconds` and the patience."""
        self.process.heard = 0
        self.process.write(f"{line}\n")
        allowed = seconds + self.patience
        return ProgramQuestion(line, allowed, asyncio.get_running_loop().time() + allowed)

    async def hear(
        self, question: ProgramQuestion, *, until: float | None = None, may_end: bool = False
    ) -> str | None:
        """Return the next line of the answer, None if there was none by the time `until`.

        With `may_end` the end of the program's output also returns None instead of being a fault.
        """
        soon = until is not None and until < question.latest
        try:
            async with asyncio.timeout_at(until if soon else question.latest):
                line = await self.process.read_line()
        except TimeoutError:
            if soon:
                return None
            raise ProgramFault("late", self._lateness(question)) from None
        if line is None and may_end:
            return None
        if line is None:
            raise await self.process.exit_fault(question.text)
        if self.process.is_noisy:
            problem = Text(
                "errors.engine.keeps_printing", engine=self.name, command=repr(question.text)
            )
            raise ProgramFault("malformed response", problem)
        return line

    def _lateness(self, question: ProgramQuestion) -> Text:
        shown = {
            "engine": self.name,
            "command": repr(question.text),
            "seconds": f"{question.seconds:g}",
        }
        if output := self.process.last_error_output():
            return Text("errors.engine.did_not_answer_but_error", output=output, **shown)
        return Text("errors.engine.did_not_answer", **shown)

    async def hear_until(self, question: ProgramQuestion, *beginnings: str) -> str:
        """Skip lines until one has one of the beginnings, and return it."""
        while True:
            line = await self.hear(question)
            if line is not None and line.startswith(beginnings):
                return line

    def move_of(self, text: str, position: Position) -> Move:
        """Read the move that the program chose, which must be legal."""
        try:
            move = parse_move(text)
        except NotationError:
            raise self.no_move(text) from None
        if move not in position.legal_moves:
            problem = Text("errors.engine.chose_illegal_move", engine=self.name, move=move)
            raise ProgramFault("illegal move", problem)
        return move

    def no_move(self, text: str) -> ProgramFault:
        """Return the fault for an answer that is not a move."""
        answer = repr(text[:_SHOWN])
        problem = Text("errors.engine.answer_not_a_move", engine=self.name, answer=answer)
        return ProgramFault("illegal move", problem)

    def malformed(self, text: str, question: ProgramQuestion) -> ProgramFault:
        """Return the fault for an answer that is not one of the protocol."""
        problem = Text(
            "errors.engine.malformed_answer",
            engine=self.name,
            answer=repr(text[: 2 * _SHOWN]),
            command=repr(question.text),
            protocol=self.protocol.title,
        )
        return ProgramFault("malformed response", problem)
