"""Programs that speak UCI: they are given a position and search it to a limit."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocol import Analysis, Task, Variation
from outflank.engine.protocols.protocol import Protocol
from outflank.engine.protocols.uci import (
    BEST_MOVE,
    RESIGNATION,
    UCI,
    UCI_DIALECT,
    GoCommand,
    SearchInfo,
    UciDialect,
    parse_option,
    spell_setting,
)
from outflank.errors import EngineError, NotationError, ProgramFault
from outflank.rules import Move, Position, Score
from outflank.texts import Text

__all__ = ["UciEngine", "UciSession"]

# For a search without a limit, because `go` alone never ends in UCI.
_USUAL_MILLISECONDS: Final = 1_000


class UciSession(ProgramSession):
    """Asks over UCI: a position, `go` with its limits, and `info` lines until `bestmove`."""

    protocol: ClassVar[Protocol] = UCI
    dialect: ClassVar[UciDialect] = UCI_DIALECT
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth", "nodes"})
    variants: ClassVar[frozenset[str]] = UCI_DIALECT.variants

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.options: dict[str, str] = {}  # what the program offers, by lower-case name
        self._set: dict[str, str] = {}

    async def greet(self) -> None:
        """Read the program's options."""
        question = self.send(self.dialect.word)
        while True:
            line = await self.hear(question) or ""
            if line == self.dialect.ok:
                return
            option = parse_option(line)
            if option is not None:
                self.options[option.lower()] = line

    async def supports(self, position: Position) -> bool:
        """Return whether the program offers such a board, or has only the usual one."""
        name = self.dialect.board_name(position)
        offered = self.options.get(self.dialect.board_option.lower())
        if offered is None:
            return name == self.dialect.usual_board
        return name is not None and name in offered.split()

    async def ping(self) -> None:
        """Wait for `readyok`."""
        await self.hear_until(self.send("isready"), "readyok")

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options that the program offers."""
        for name, value in options.items():
            if name.lower() not in self.options:
                known = ", ".join(sorted(self.options)) or "none"
                raise EngineError(
                    Text(
                        "errors.engine.program_without_option",
                        engine=self.name,
                        option=repr(name),
                        known=known,
                    )
                )
            self._option(name, str(value))
        if options:
            await self.ping()

    async def new_game(self) -> None:
        """Tell the program that another game begins."""
        self.send(self.dialect.new_game)
        await self.ping()

    async def stop(self) -> None:
        """Ask for the best move so far."""
        self.process.write("stop\n")

    async def think(self, task: Task) -> Analysis:
        """Set up the position and let the program search."""
        if self.dialect.board_option.lower() in self.options:
            name = self.dialect.board_name(task.position) or self.dialect.usual_board
            self._option(self.dialect.board_option, name)
        if "multipv" in self.options:
            self._option("MultiPV", str(task.candidates))
        await self.ping()  # what was printed before is about another position
        began = time.perf_counter()
        moves = self.moves_to(task.position)
        self.send(self.dialect.spell_position(task.position, moves))
        question = self.send(str(_go(task)), task.limit.seconds or 0.0)
        found = _Found(self, task.position)
        while True:
            line = await self.hear(question) or ""
            word, _, rest = line.partition(" ")
            if word == "info":
                self.process.heard = 0
                if found.take(line) and task.on_progress is not None:
                    task.report(found.analysis(None, time.perf_counter() - began))
            elif word == BEST_MOVE:
                move = self._best_move(rest, task.position)
                return found.analysis(move, time.perf_counter() - began)

    def _best_move(self, text: str, position: Position) -> Move:
        word = (text.split() or [""])[0]
        if word.lower() == RESIGNATION:
            raise ProgramFault("resignation", Text("errors.engine.resigned", engine=self.name))
        try:
            move = self.dialect.parse_move(word, position)
        except NotationError:
            raise self.no_move(word) from None
        return self.move_of(str(move), position)

    def _option(self, name: str, value: str) -> None:
        if self._set.get(name.lower()) != value:
            self.send(spell_setting(name, value))
            self._set[name.lower()] = value

    def moves_to(self, position: Position) -> tuple[Move, ...] | None:
        """Return the moves from the start to send for a position, None to send its FEN.

        A pass has a different name in each position, so UCI is sent no moves.
        """
        return () if position == position.variant.start(position.size) else None


class _Found:
    """Collects the `info` lines of a search."""

    def __init__(self, session: UciSession, position: Position) -> None:
        self._session, self._position = session, position
        self._is_scored = session.quirks.scores == "hundredths"
        self._lines: dict[int, Variation] = {}
        self._depth = self._nodes = 0

    def take(self, text: str) -> bool:
        """Note an `info` line, and return whether it was complete, with a line of play."""
        info = SearchInfo.parse(text)
        line = self._line(info.line) if info is not None else ()
        if info is None or not line or line[0] not in self._position.legal_moves:
            return False
        self._depth, self._nodes = info.depth, info.nodes
        is_scored = self._is_scored and info.hundredths is not None
        score = Score((info.hundredths or 0) / 100, depth=info.depth) if is_scored else None
        self._lines[info.place] = Variation(line[0], score, line)
        return True

    def _line(self, text: str) -> tuple[Move, ...]:
        moves: list[Move] = []
        for word in text.split():
            try:
                moves.append(self._session.dialect.parse_move(word, self._position))
            except NotationError:
                break
        return tuple(moves)

    def analysis(self, move: Move | None, seconds: float) -> Analysis:
        """Return what has been found so far."""
        found = [self._lines[place] for place in sorted(self._lines)]
        chosen = move if move is not None or not found else found[0].move
        best = next((one for one in found if one.move == chosen), None)
        if best is None and chosen is not None:
            best = Variation(chosen, None, (chosen,))
        scored = tuple(found) if self._is_scored else ()
        is_first = bool(scored) and best is scored[0]
        return Analysis(scored, self._depth, self._nodes, seconds, None if is_first else best)


def _go(task: Task) -> GoCommand:
    numbers: dict[str, int] = {}
    if task.limit.target_seconds is not None:
        numbers["movetime"] = max(1, round(1000 * task.limit.target_seconds))
    if task.limit.depth is not None:
        numbers["depth"] = task.limit.depth
    if task.limit.nodes is not None:
        numbers["nodes"] = task.limit.nodes
    return GoCommand(numbers or {"movetime": _USUAL_MILLISECONDS})


class UciEngine(ProgramEngine):
    """Asks a program that plays flipello over UCI, such as Fairy-Stockfish.

    >>> UciEngine("fairy-stockfish")
    <Engine fairy-stockfish>
    """

    protocol: ClassVar[str] = UCI.name
