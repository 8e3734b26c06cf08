"""Engines that fail or never stop; they are here because a child process imports them by name."""

import os
import threading

from outflank.engine import Analysis, Engine, Task
from outflank.errors import EngineError
from outflank.rules import Position, Square

__all__ = ["Belated", "Faulty", "Stubborn", "fail_to_start"]


class Stubborn(Engine):
    """Reports one move and then never stops, even when it is told to."""

    name = "stubborn"

    def __init__(self, *, silent: bool = False) -> None:
        self.silent = silent

    def think(self, task: Task) -> Analysis:
        print("this must not get between the messages", flush=True)
        if not self.silent:
            task.report(Analysis.of(Square.parse("d3"), depth=1))
        threading.Event().wait()
        raise AssertionError


class Faulty(Engine):
    """Fails in several ways."""

    name = "faulty"

    def supports(self, position: Position) -> bool:
        return position.size == 8

    def think(self, task: Task) -> Analysis:
        if task.limit.depth == 1:
            raise EngineError("this engine is tired")
        if task.limit.depth == 2:
            os._exit(3)
        if task.limit.depth == 3:
            raise KeyError("inside")
        return Analysis.of(Square.parse("d3"), depth=os.getpid())


class Belated(Engine):
    """Reports the progress of a task only while it thinks about the next one."""

    name = "belated"

    def __init__(self) -> None:
        self.last: Task | None = None

    def think(self, task: Task) -> Analysis:
        if self.last is not None:
            self.last.report(Analysis.of(Square.parse("c4"), depth=1))
        self.last = task
        return Analysis.of(Square.parse("d3"))


def fail_to_start() -> Engine:
    raise EngineError("there is nothing to start")
