"""Engines as users write them; they are here because a child process imports them by name."""

import os
import threading
from dataclasses import replace

from outflank.engine import Analysis, Engine, Task
from outflank.rules import Position, Square

__all__ = ["Broken", "CornerLover", "OnePly", "Sleeper"]


class OnePly(Engine):
    """Flips the most discs, and remembers in which process it thought."""

    name = "one ply"

    def __init__(self) -> None:
        self.processes: set[int] = set()
        self.seeds: set[int | None] = set()

    def think(self, task: Task) -> Analysis:
        self.processes.add(os.getpid())
        self.seeds.add(task.seed)
        squares = task.position.legal_moves.squares
        return Analysis.of(max(squares, key=lambda one: len(task.position.place(one).flipped)))


class CornerLover(OnePly):
    """Reports the number of its process as the depth."""

    name = "corner lover"

    def think(self, task: Task) -> Analysis:
        return replace(super().think(task), depth=os.getpid())


class Sleeper(OnePly):
    """Never moves."""

    name = "sleeper"

    def think(self, task: Task) -> Analysis:
        threading.Event().wait()
        return super().think(task)


class Broken(OnePly):
    """Fails in the chosen way."""

    name = "broken"

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    def supports(self, position: Position) -> bool:
        return self.way != "supports nothing" and super().supports(position)

    def think(self, task: Task) -> Analysis:
        match self.way:
            case "raises":
                raise KeyError("inside")
            case "nothing":
                return None  # type: ignore[return-value]
            case "no move":
                return Analysis()
            case "dies":
                os._exit(3)
            case _:
                assert not task.position.is_legal("a1")
                return Analysis.of(Square.parse("a1"))
