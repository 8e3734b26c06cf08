"""Programs that speak Cassio's protocol: they are given positions and show what they find."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar, Final

from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.session import ProgramSession, SearchRequest
from outflank.engine.protocol import Analysis
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

_DEEPEST: Final = 60


class CassioSession(ProgramSession):
    """Asks over Cassio's protocol: a search to a depth, which `stop` ends when its time is up."""

    protocol: ClassVar[Protocol] = CASSIO
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth"})

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
        self.process.write(f"{command('stop')}\n")

    async def quit(self) -> None:
        """Tell the program to quit."""
        self.process.write(f"{command('quit')}\n")

    async def think(self, request: SearchRequest) -> Analysis:
        """Search to the limit's depth, or as deep as the program gets in its time."""
        began = time.perf_counter()
        await self.ping()
        question = self.send(command(str(self._search(request))), request.limit.seconds or 0.0)
        until = None
        if request.seconds is not None:
            until = asyncio.get_running_loop().time() + request.seconds
        found: Analysis | None = None
        while True:
            line = await self.hear(question, until=until)
            if line is None:
                until = None
                await self.stop()
                continue
            if line.startswith(ERROR):
                raise self.malformed(line, question)
            if line == READY:
                break
            result = _analysis(line, request, time.perf_counter() - began)
            if result is not None:
                found, self.process.heard = result, 0
                if request.report is not None:
                    request.report(found)
        if found is None or found.move is None:
            raise ProgramFault(
                "illegal move", Text("errors.engine.no_move_found", engine=self.name)
            )
        self.move_of(str(found.move), request.position)
        return found

    def _search(self, request: SearchRequest) -> SearchCommand:
        position, limit = request.position, request.limit
        timed = request.seconds is not None
        depth = limit.depth or (_DEEPEST if timed else self.quirks.depth)
        is_endgame = limit.depth is not None and depth >= position.board.empties
        return SearchCommand(
            position,
            depth=None if is_endgame else min(depth, position.board.empties),
            precision=limit.confidence or 100,
        )

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


def _analysis(line: str, request: SearchRequest, seconds: float) -> Analysis | None:
    """Return a result about the position that was asked about, None for any other line."""
    found = SearchResult.parse(line)
    if found is None or found.move is None or found.position.board != request.position.board:
        return None
    discs = found.low / 2 + found.high / 2
    is_exact = found.depth >= request.position.board.empties and found.confidence >= 100
    kind = ScoreKind.EXACT if is_exact and found.low == found.high else ScoreKind.HEURISTIC
    sure = found.confidence if LEAST_CONFIDENCE <= found.confidence < 100 else None
    score = Score(discs, kind, depth=found.depth, confidence=sure)
    return Analysis(
        found.move,
        score,
        depth=found.depth,
        nodes=found.nodes,
        seconds=seconds,
        line=found.line or (found.move,),
        candidates=((found.move, score),),
    )


class CassioEngine(ProgramEngine):
    """Asks a program over Cassio's ENGINE-PROTOCOL, such as `edax -cassio`.

    >>> CassioEngine("edax -cassio")
    <Engine edax -cassio>
    """

    protocol = CASSIO.name
