"""NBoard's protocol, version 2: whole games go in, moves and lines of play come out."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Mapping
from typing import ClassVar, Final

from outflank.engine.external.board_text import cells
from outflank.engine.external.session import ProgramQuestion, ProgramSession, SearchRequest
from outflank.engine.protocol import Analysis, Variation
from outflank.errors import EngineError, NotationError
from outflank.rules import BLACK, Move, Position, Score, ScoreKind, parse_move

__all__ = ["NBoardSession"]

_DEEPEST: Final = 60
_SOLVED = "100%"
_STEPS = re.compile(r"[-\s]*([A-Pa-p]\d{1,2}|[Pp][AaSs]|--)")


class NBoardSession(ProgramSession):
    """Speaks NBoard 2: `go` for a move, `hint` for an analysis, each after the whole game."""

    protocol: ClassVar[str] = "NBoard"
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth"})
    _pings = 0
    _depth: int | None = None  # chosen by configure

    async def greet(self) -> None:
        """Choose version 2 of the protocol."""
        self.send("nboard 2")
        await self.ping()

    async def supports(self, position: Position) -> bool:
        """Tell whether this is Othello on a board of the program's sizes."""
        return position.size in self.quirks.sizes

    async def ping(self) -> None:
        """Wait until what was said before is done with."""
        question = self._ping()
        await self.hear_until(question, question.text.replace("ping", "pong"))

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set the depth or the contempt, which are all that NBoard has."""
        for name, value in options.items():
            if name not in ("depth", "contempt"):
                raise EngineError(f"NBoard has no option {name!r}; it has depth and contempt")
            if name == "depth":
                if not re.fullmatch("[0-9]{1,3}", str(value)):
                    raise EngineError(f"a depth is a whole number, not {value!r}")
                self._depth = int(str(value))
            self.send(f"set {name} {value}")

    async def think(self, request: SearchRequest) -> Analysis:
        """Ask for a move, or for hints where more than a move is wanted."""
        began = time.perf_counter()
        await self.ping()  # whatever is printed before the answer is about another position
        self.send(f"set game {_game(request.position, self._clock(request))}")
        depth = request.limit.depth or self._depth or self.quirks.depth
        self.send(f"set depth {min(depth, _DEEPEST)}")
        lines: dict[Move, Variation] = {}
        if request.candidates > 1 or request.report is not None:
            move = await self._hint(request, depth, lines)
        else:
            move = await self._go(request, lines)
        return _analysis(move, lines, time.perf_counter() - began)

    async def stop(self) -> None:
        """Interrupt the search, whose best line so far is then the answer."""
        self._ping()

    def _ping(self) -> ProgramQuestion:
        self._pings += 1
        return self.send(f"ping {self._pings}")

    async def _go(self, request: SearchRequest, lines: dict[Move, Variation]) -> Move:
        before = self._pings
        question = self.send("go", request.limit.seconds or 0.0)
        while True:
            line = await self.hear(question)
            words = re.split(r"[/\s]+", line or "")
            if words[0] == "===":
                move = self.move_of(words[1] if len(words) > 1 else "", request.position)
                if self.quirks.scores == "discs" and len(words) > 2 and move not in lines:
                    lines.update(_scored(move, words[2]))
                return move
            self._take(line or "", request.position, lines)
            if self._pings > before and line == f"pong {self._pings}":
                return self._best(lines)

    async def _hint(self, request: SearchRequest, depth: int, lines: dict[Move, Variation]) -> Move:
        position, count = (
            request.position,
            min(request.candidates, len(request.position.legal_moves)),
        )
        before = self._pings
        question = self.send(f"hint {count}", request.limit.seconds or 0.0)
        until = None
        if request.seconds is not None:
            until = asyncio.get_running_loop().time() + request.seconds
        began = time.perf_counter()
        while True:
            line = await self.hear(question, until=until)
            is_interrupted = self._pings > before
            if line == f"pong {self._pings}" and is_interrupted:
                return self._best(lines)
            if line is not None and self._take(line, position, lines):
                self.process.heard = 0
                if request.report is not None:
                    best = self._best(lines)
                    request.report(_analysis(best, lines, time.perf_counter() - began))
            if not is_interrupted and (line is None or _is_done(lines, count, depth)):
                until = None
                self._ping()

    def _best(self, lines: dict[Move, Variation]) -> Move:
        if not lines:
            raise EngineError(f"{self.name} was stopped before it had a move")
        return max(lines, key=lambda move: lines[move].score.discs)

    def _take(self, line: str, position: Position, lines: dict[Move, Variation]) -> bool:
        """Take a `search` or `book` line; other lines, and half ones, say nothing."""
        words = line.split()
        if len(words) < 5 or words[0] not in ("search", "book"):
            return False
        try:
            moves = tuple(map(parse_move, _STEPS.findall(words[1])))
            score = _score(words[2], words[4], is_book=words[0] == "book")
        except (NotationError, ValueError):
            return False
        if not moves or moves[0] not in position.legal_moves:
            return False
        lines[moves[0]] = Variation(moves[0], score, moves)
        return True

    def _clock(self, request: SearchRequest) -> float | None:
        if self.quirks.time == "none" or request.seconds is None:
            return None
        return request.seconds * math.ceil(request.position.board.empties / 2)


def _analysis(move: Move, lines: dict[Move, Variation], seconds: float) -> Analysis:
    found = sorted(lines.values(), key=lambda one: -one.score.discs)
    best = lines.get(move)
    return Analysis(
        move,
        best.score if best else None,
        depth=(best.score.depth or 0) if best else 0,
        seconds=seconds,
        line=best.line if best else (move,),
        candidates=tuple((one.move, one.score) for one in found if one.move is not None),
        variations=tuple(found),
    )


def _is_done(lines: dict[Move, Variation], count: int, depth: int) -> bool:
    """Tell whether so many moves are known as deeply as was wanted, or better."""
    kinds = ScoreKind.BOOK, ScoreKind.EXACT
    scores = [one.score for one in lines.values()]
    return sum(score.kind in kinds or (score.depth or 0) >= depth for score in scores) >= count


def _scored(move: Move, text: str) -> dict[Move, Variation]:
    try:
        return {move: Variation(move, Score(float(text)), (move,))}
    except ValueError:
        return {}


def _score(text: str, depth: str, *, is_book: bool) -> Score:
    """Read a score: discs, or two of them for a draw that counts for black or for white."""
    parts = [float(part) for part in text.split(",")]
    discs = sum(parts) / len(parts)
    if not math.isfinite(discs):
        raise ValueError(text)
    if is_book:
        return Score(discs, ScoreKind.BOOK)
    if depth == _SOLVED:
        return Score(discs, ScoreKind.EXACT)
    if depth.startswith(_SOLVED):  # only who wins is known
        return Score((discs > 0) - (discs < 0), ScoreKind.PROVEN)
    plies = re.match(r"\d+", depth)
    return Score(discs, depth=int(plies[0]) if plies else None)


def _game(position: Position, seconds: float | None) -> str:
    """Write a game that begins, and stands, at a position."""
    size, turn = position.size, "*" if position.turn is BLACK else "O"
    clock = 900 if seconds is None else max(1, math.floor(seconds))
    return (
        f"(;GM[Othello]PC[Outflank]PB[black]PW[white]RE[?]TI[{clock // 60}:{clock % 60:02d}]"
        f"TY[{size}]BO[{size} {cells(position, '*O-')} {turn}];)"
    )
