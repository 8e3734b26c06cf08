"""Cassio's ENGINE-PROTOCOL: positions with a window go in, values with their lines come out."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from typing import ClassVar, Final

from outflank.engine.external.board_text import cells
from outflank.engine.external.session import ProgramQuestion, ProgramSession, SearchRequest
from outflank.engine.protocol import Analysis
from outflank.errors import EngineError, NotationError, ProgramFault
from outflank.rules import BLACK, Position, Score, ScoreKind, parse_move
from outflank.rules.score import LEAST_CONFIDENCE

__all__ = ["CassioSession"]

_PREFIX: Final = "ENGINE-PROTOCOL"
_READY: Final = "ready."
_DEEPEST: Final = 60
_RESULT = re.compile(
    r"(?P<board>[-.XO*]{64})\s*(?P<side>[XO*]), *move (?P<move>\S+), *depth (?P<depth>\d+), *"
    r"@(?P<confidence>\d+)%, *(?P<low>[BW][-+]?[\d.]+) *<= *v *<= *(?P<high>[BW][-+]?[\d.]+), *"
    r"(?P<line>[^,]*), *node (?P<nodes>\d+), *time (?P<seconds>[\d.]+)"
)
_STEPS = re.compile(r"[A-Ha-h][1-8]|[Pp][AaSs]|--")


class CassioSession(ProgramSession):
    """Speaks Cassio's protocol: a search to a depth, which `stop` ends when its time is up."""

    protocol: ClassVar[str] = "Cassio"
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth"})

    async def greet(self) -> None:
        """Wait until the program is ready."""
        await self._do("init")

    async def supports(self, position: Position) -> bool:
        """Cassio plays Othello on 8x8 only."""
        return position.size == 8

    async def ping(self) -> None:
        """An empty line is answered at once."""
        await self.hear_until(self.send(""), _READY)

    async def new_game(self) -> None:
        """Let the program forget the position before."""
        await self._do("new-position")

    async def stop(self) -> None:
        """Abort the search, whose last result is then the answer."""
        self.process.write(f"{_PREFIX} stop\n")

    async def quit(self) -> None:
        """Say good-bye."""
        self.process.write(f"{_PREFIX} quit\n")

    async def think(self, request: SearchRequest) -> Analysis:
        """Search to the limit's depth, or as deep as the program gets in its time."""
        began = time.perf_counter()
        await self.ping()
        question = self.send(self._search(request), request.limit.seconds or 0.0)
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
            if line.startswith("ERROR"):
                raise self.malformed(line, question)
            if line == _READY:
                break
            result = self._result(line, request, time.perf_counter() - began)
            if result is not None:
                found, self.process.heard = result, 0
                if request.report is not None:
                    request.report(found)
        if found is None or found.move is None:
            raise ProgramFault("illegal move", f"{self.name} found no move")
        self.move_of(str(found.move), request.position)
        return found

    def _search(self, request: SearchRequest) -> str:
        position, limit = request.position, request.limit
        timed = request.seconds is not None
        depth = limit.depth or (_DEEPEST if timed else self.quirks.depth)
        side = "X" if position.turn is BLACK else "O"
        board = f"{cells(position)}{side} -64.00 64.00"
        confidence = limit.confidence or 100
        if limit.depth is not None and depth >= position.board.empties:
            return f"{_PREFIX} endgame-search {board} {confidence}"
        depth = min(depth, position.board.empties)
        return f"{_PREFIX} midgame-search {board} {depth} {confidence}"

    def _result(self, line: str, request: SearchRequest, seconds: float) -> Analysis | None:
        found = _RESULT.match(line)
        if found is None or found["board"].replace(".", "-") != cells(request.position):
            return None
        try:
            move = parse_move(found["move"])
            low, high = (_discs(found[name], request.position) for name in ("low", "high"))
            discs = Score((low + high) / 2)
        except (NotationError, ValueError):
            return None
        depth, confidence = int(found["depth"]), int(found["confidence"])
        is_exact = depth >= request.position.board.empties and confidence >= 100 and low == high
        kind = ScoreKind.EXACT if is_exact else ScoreKind.HEURISTIC
        sure = confidence if LEAST_CONFIDENCE <= confidence < 100 else None
        score = replace(discs, kind=kind, depth=depth, confidence=sure)
        line_of = tuple(map(parse_move, _STEPS.findall(found["line"])))
        return Analysis(
            move,
            score,
            depth=depth,
            nodes=int(found["nodes"]),
            seconds=seconds,
            line=line_of or (move,),
            candidates=((move, score),),
        )

    async def _do(self, command: str) -> None:
        question: ProgramQuestion = self.send(f"{_PREFIX} {command}")
        line = await self.hear_until(question, _READY, "ERROR")
        if line != _READY:
            raise EngineError(f"{self.name} refused {command!r}: {line}")


def _discs(bound: str, position: Position) -> float:
    """Read a bound such as W+2.00 from the side to move."""
    is_own = (bound[0] == "B") is (position.turn is BLACK)
    return float(bound[1:]) if is_own else -float(bound[1:])
