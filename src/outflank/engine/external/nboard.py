"""Programs that speak NBoard 2: they are given games, and asked for moves or lines of play."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Mapping
from typing import ClassVar, Final

from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.session import ProgramQuestion, ProgramSession
from outflank.engine.protocol import Analysis, Task, Variation
from outflank.engine.protocols.nboard import (
    ANSWER,
    HELLO,
    NBOARD,
    MoveReport,
    SearchLine,
    ping,
    pong,
    write_game,
)
from outflank.engine.protocols.protocol import Protocol
from outflank.errors import EngineError, NotationError
from outflank.rules import Move, Position, Score, ScoreKind, WinDrawLoss
from outflank.texts import Text

__all__ = ["NBoardEngine", "NBoardSession"]

_DEEPEST: Final = 60


class NBoardSession(ProgramSession):
    """Asks over NBoard 2: `go` for a move, `hint` for an analysis, each after the whole game."""

    protocol: ClassVar[Protocol] = NBOARD
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth"})
    _pings = 0
    _depth: int | None = None  # chosen by configure

    async def greet(self) -> None:
        """Begin with version 2 of the protocol."""
        self.send(HELLO)
        await self.ping()

    async def supports(self, position: Position) -> bool:
        """Return whether the program has a board of this size."""
        return position.size in self.quirks.sizes

    async def ping(self) -> None:
        """Wait for the `pong`, before which everything else was said."""
        await self.hear_until(self._ping(), pong(self._pings))

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set the depth or the contempt, the only options of NBoard."""
        for name, value in options.items():
            if name not in ("depth", "contempt"):
                title = self.protocol.title
                raise EngineError(
                    Text("errors.engine.nboard_no_option", engine=title, option=repr(name))
                )
            if name == "depth":
                if not re.fullmatch("[0-9]{1,3}", str(value)):
                    raise EngineError(Text("errors.engine.depth_not_a_number", depth=repr(value)))
                self._depth = int(str(value))
            self.send(f"set {name} {value}")

    async def think(self, task: Task) -> Analysis:
        """Ask for a move, or for hints if more than a move is wanted."""
        began = time.perf_counter()
        await self.ping()  # what is printed before the answer is about another position
        self.send(f"set game {write_game(task.position, self._clock(task))}")
        depth = task.limit.depth or self._depth or self.quirks.depth
        self.send(f"set depth {min(depth, _DEEPEST)}")
        lines: dict[Move, Variation] = {}
        if task.candidates > 1 or task.on_progress is not None:
            move = await self._hint(task, depth, lines)
        else:
            move = await self._go(task, lines)
        return _analysis(move, lines, time.perf_counter() - began)

    async def stop(self) -> None:
        """Interrupt the search; its best line so far is then the answer."""
        self._ping()

    def _ping(self) -> ProgramQuestion:
        self._pings += 1
        return self.send(ping(self._pings))

    async def _go(self, task: Task, lines: dict[Move, Variation]) -> Move:
        before = self._pings
        question = self.send("go", task.limit.seconds or 0.0)
        while True:
            line = await self.hear(question) or ""
            word, _, text = line.partition(" ")
            if word == ANSWER:
                move = self.move_of(MoveReport.name_in(text), task.position)
                if self.quirks.scores == "discs" and move not in lines:
                    lines.update(_scored(move, text))
                return move
            self._take(line, task.position, lines)
            if self._pings > before and line == pong(self._pings):
                return self._best(lines)

    async def _hint(self, task: Task, depth: int, lines: dict[Move, Variation]) -> Move:
        position = task.position
        count = min(task.candidates, len(position.legal_moves))
        before = self._pings
        question = self.send(f"hint {count}", task.limit.seconds or 0.0)
        until = None
        if task.limit.target_seconds is not None:
            until = asyncio.get_running_loop().time() + task.limit.target_seconds
        began = time.perf_counter()
        while True:
            line = await self.hear(question, until=until)
            is_interrupted = self._pings > before
            if line == pong(self._pings) and is_interrupted:
                return self._best(lines)
            if line is not None and self._take(line, position, lines):
                self.process.heard = 0
                if task.on_progress is not None:
                    best = self._best(lines)
                    task.report(_analysis(best, lines, time.perf_counter() - began))
            if not is_interrupted and (line is None or _is_done(lines, count, depth)):
                until = None
                self._ping()

    def _best(self, lines: dict[Move, Variation]) -> Move:
        if not lines:
            raise EngineError(Text("errors.engine.stopped_before_move", engine=self.name))
        return max(lines, key=lambda move: _discs(lines[move]))

    def _take(self, line: str, position: Position, lines: dict[Move, Variation]) -> bool:
        """Note a `search` or `book` line, and return whether it was one."""
        found = SearchLine.parse(line)
        if found is None or found.moves[0] not in position.legal_moves:
            return False
        move, *_ = found.moves
        if isinstance(found.score, WinDrawLoss):
            lines[move] = Variation(move, line=found.moves, result=found.score)
        else:
            lines[move] = Variation(move, found.score, found.moves)
        return True

    def _clock(self, task: Task) -> float | None:
        if self.quirks.time == "none" or task.limit.target_seconds is None:
            return None
        return task.limit.target_seconds * math.ceil(task.position.board.empties / 2)


def _analysis(move: Move, lines: dict[Move, Variation], seconds: float) -> Analysis:
    found = sorted(lines.values(), key=_discs, reverse=True)
    best = lines.get(move)
    return Analysis(
        tuple(found),
        depth=(best.score.depth or 0) if best and best.score else 0,
        seconds=seconds,
        chosen=None if best and best is found[0] else best or Variation(move, None, (move,)),
    )


def _discs(line: Variation) -> float:
    if line.result is not None:
        return line.result.sign
    return -math.inf if line.score is None else line.score.discs


def _is_done(lines: dict[Move, Variation], count: int, depth: int) -> bool:
    """Whether `count` moves are known as deeply as was wanted, or better."""

    def is_known(line: Variation) -> bool:
        if line.score is None:
            return line.result is not None
        kinds = ScoreKind.BOOK, ScoreKind.EXACT
        return line.score.kind in kinds or (line.score.depth or 0) >= depth

    return sum(map(is_known, lines.values())) >= count


def _scored(move: Move, text: str) -> dict[Move, Variation]:
    try:
        discs = MoveReport.parse(text).discs
    except NotationError:
        return {}
    return {} if discs is None else {move: Variation(move, Score(discs), (move,))}


class NBoardEngine(ProgramEngine):
    """Asks a program that NBoard can drive, such as `ntest`.

    >>> NBoardEngine("ntest").program.quirks.title
    'Ntest'
    """

    protocol: ClassVar[str] = NBOARD.name
