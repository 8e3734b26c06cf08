"""Programs that speak Cassio's protocol: they are given positions and show what they find."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import ClassVar, Final

from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocol import Analysis, Task
from outflank.engine.protocols.cassio import (
    CASSIO,
    ERROR,
    READY,
    SearchCommand,
    SearchResult,
    command,
)
from outflank.engine.protocols.protocol import Protocol
from outflank.errors import EngineError, ProgramFault
from outflank.rules import Position, Score, ScoreKind
from outflank.rules.score import LEAST_CONFIDENCE
from outflank.texts import Text

__all__ = ["CassioEngine", "CassioSession"]

# A search by time is a series of searches, each this many plies deeper than the one before.
_FIRST_DEPTH: Final = 4
_STEP: Final = 2
# With so many plies left to the end of the game, the next search goes to the end.
_TO_THE_END: Final = 10
# How sure the cuts of the searches to the end are, in percent.
_CONFIDENCES: Final = (73, 95, 100)
_VERSION: Final = "version"


class CassioSession(ProgramSession):
    """Asks over Cassio's protocol, which leaves the time to the one who asks.

    Edax shows a result only when a search has ended, and none if it is stopped. So the time of a
    move is spent on searches that go deeper and deeper; `stop` ends the one that takes too long.
    """

    protocol: ClassVar[Protocol] = CASSIO
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth"})
    _is_searching = False
    _is_stopped = False

    async def greet(self) -> None:
        """Initialise the program and wait until it is ready."""
        await self._do("init")

    async def supports(self, position: Position) -> bool:
        """Return whether the board is 8x8, the only size of the protocol."""
        return position.size == 8

    async def ping(self) -> None:
        """Send an empty line, which is answered at once."""
        await self.hear_until(self.send(""), READY)

    async def new_game(self) -> None:
        """Let the program forget earlier positions."""
        await self._do("new-position")

    async def stop(self) -> None:
        """Abort the search; its last result is then the answer."""
        self._is_stopped = True
        if self._is_searching:
            self.process.write(f"{command('stop')}\n")

    async def quit(self) -> None:
        """Tell the program to quit."""
        self.process.write(f"{command('quit')}\n")

    async def think(self, task: Task) -> Analysis:
        """Search to the limit's depth, or deeper and deeper until its time is up."""
        self._is_stopped = False
        until = None
        if task.limit.target_seconds is not None:
            until = asyncio.get_running_loop().time() + task.limit.target_seconds
        await self._settle()
        talk = _Talk(task)
        for search in self._searches(task):
            if self._is_stopped:
                break
            await self._search(search, talk, until)
        if talk.best is None:
            # It was stopped before it showed anything: it needs a search that is soon over.
            await self._settle()
            await self._search(SearchCommand(task.position, depth=1), talk, None)
        if talk.best is None or talk.best.move is None:
            raise ProgramFault(
                "illegal move", Text("errors.engine.no_move_found", engine=self.name)
            )
        self.move_of(str(talk.best.move), task.position)
        return talk.best

    async def _search(self, search: SearchCommand, talk: _Talk, until: float | None) -> None:
        """Let the program search, at most until a time, and note its results."""
        question = self.send(command(str(search)), talk.task.limit.seconds or 0.0)
        self._is_searching = True
        while (line := await self.hear(question, until=until)) != READY:
            if line is None:
                until = None
                await self.stop()
            elif line.startswith(ERROR):
                raise self.malformed(line, question)
            elif talk.note(line):
                self.process.heard = 0
        self._is_searching = False

    async def _settle(self) -> None:
        """Wait for an answer that is no `ready.`.

        A search that ends just when it is stopped says `ready.` twice, and the second one would
        be taken for the end of the next search.
        """
        question = self.send(command("get-version"))
        await self.hear_until(question, _VERSION, ERROR)
        await self.hear_until(question, READY)

    def _searches(self, task: Task) -> Iterator[SearchCommand]:
        """Return the searches to ask for, one after the other while there is time."""
        position, limit = task.position, task.limit
        empties, sure = position.board.empties, limit.confidence or 100
        depth = min(limit.depth or empties, empties)
        if task.limit.target_seconds is None:
            depth = min(limit.depth or self.quirks.depth, empties)
            is_endgame = limit.depth is not None and depth == empties
            yield SearchCommand(position, depth=None if is_endgame else depth, precision=sure)
            return
        is_endgame = depth == empties
        last = empties - _TO_THE_END if is_endgame else depth - 1
        for less in range(_FIRST_DEPTH + depth % 2, last + 1, _STEP):
            yield SearchCommand(position, depth=less, precision=sure)
        if not is_endgame:
            yield SearchCommand(position, depth=depth, precision=sure)
            return
        for confidence in [one for one in _CONFIDENCES if one < sure] + [sure]:
            yield SearchCommand(position, depth=None, precision=confidence)

    async def _do(self, name: str) -> None:
        line = await self.hear_until(self.send(command(name)), READY, ERROR)
        if line != READY:
            raise EngineError(
                Text(
                    "errors.engine.program_refused",
                    engine=self.name,
                    command=repr(name),
                    reply=line,
                )
            )


class _Talk:
    """What a program has said about one position, in one search or several."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.best: Analysis | None = None
        self._began = time.perf_counter()
        self._level = (0, 0)

    def note(self, line: str) -> bool:
        """Read a line, and return whether it is a result about the position.

        A result is kept unless it was found with less depth than one before.
        """
        found = SearchResult.parse(line)
        board = self.task.position.board
        if found is None or found.move is None or found.position.board != board:
            return False
        level = found.depth, found.confidence
        if level >= self._level:
            self._level = level
            self.best = _analysis(found, time.perf_counter() - self._began)
            if self.task.on_progress is not None:
                self.task.report(self.best)
        return True


def _analysis(found: SearchResult, seconds: float) -> Analysis:
    """Return a result as an analysis."""
    discs = found.low / 2 + found.high / 2
    is_exact = found.depth >= found.position.board.empties and found.confidence >= 100
    kind = ScoreKind.EXACT if is_exact and found.low == found.high else ScoreKind.HEURISTIC
    sure = found.confidence if LEAST_CONFIDENCE <= found.confidence < 100 else None
    score = Score(discs, kind, depth=found.depth, confidence=sure)
    assert found.move is not None
    return Analysis.of(
        found.move,
        score,
        depth=found.depth,
        nodes=found.nodes,
        seconds=seconds,
        line=found.line or (found.move,),
    )


class CassioEngine(ProgramEngine):
    """Asks a program over Cassio's ENGINE-PROTOCOL, such as `edax -cassio`.

    >>> CassioEngine("edax -cassio")
    <Engine edax -cassio>
    """

    protocol: ClassVar[str] = CASSIO.name
