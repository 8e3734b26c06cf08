"""Programs that speak GTP: they are shown moves and asked for one."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import ClassVar, Final

from outflank.engine.external.paths import find_path
from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocol import Analysis, Task
from outflank.engine.protocols.gtp import (
    GTP,
    RESIGNATION,
    GtpCommand,
    GtpReply,
    TimeLeft,
    TimeSettings,
    spell_color,
    spell_vertex,
)
from outflank.engine.protocols.protocol import Protocol
from outflank.errors import EngineError, ProgramFault
from outflank.rules import PASS, Move, Position
from outflank.texts import Text

__all__ = ["GtpEngine", "GtpSession"]

# Positions to search for a path: from the program's position, and from the start.
_NEAR: Final = 2_000
_FAR: Final = 50_000


class GtpSession(ProgramSession):
    """Asks over GTP: a position is set up by the moves that lead to it.

    If a position follows the previous one, only the new moves are sent; otherwise the game is sent
    from its start. A position that cannot be reached by moves is an EngineError.
    """

    protocol: ClassVar[Protocol] = GTP
    _number = 0
    _known: frozenset[str] = frozenset()  # the program's commands
    _told: TimeSettings | None = None  # what it was last told

    async def greet(self) -> None:
        """Ask for the commands, and choose the game if there are several."""
        self._shown: list[Position] = []  # the positions of the program's game, from the start
        self._moves: list[Move] = []  # the moves between them
        listed = await self._ask("list_commands")
        self._known = frozenset(listed.text.split() if listed.is_success else ())
        if "set_game" in self._known:
            await self._do("set_game Othello")

    async def supports(self, position: Position) -> bool:
        """Return whether the program has a board of this size."""
        return await self._begin(position.variant.start(position.size))

    async def think(self, task: Task) -> Analysis:
        """Set up the position and ask for the program's move."""
        began = time.perf_counter()
        await self._show(task.position)
        await self._tell_time(task)
        move = await self._ask_for_move(task)
        if self.quirks.applies_its_move:
            self._note(move)  # the program has played it on its board
        return Analysis.of(move, seconds=time.perf_counter() - began, line=(move,))

    async def configure(self, options: Mapping[str, object]) -> None:
        """Send options that are commands of the program, `level 5` for {"level": 5}."""
        for name, value in options.items():
            if name not in self._known:
                await super().configure({name: value})
            await self._do(f"{name} {value}")

    async def ping(self) -> None:
        """Ask for the version of the protocol."""
        await self._ask("protocol_version")

    async def new_game(self) -> None:
        """Clear the board."""
        if self._shown:
            await self._do("clear_board")
            del self._shown[1:], self._moves[:]

    # Positions

    async def _begin(self, start: Position) -> bool:
        """Set up a board; return whether the program has one of that size."""
        self._shown, self._moves = [], []
        if not (await self._ask(f"boardsize {start.size}")).is_success:
            return False
        await self._do("clear_board")
        self._shown = [start]
        return True

    async def _show(self, goal: Position) -> None:
        """Set up a position by moves that follow those already played."""
        start = goal.variant.start(goal.size)
        if self._shown[:1] != [start]:
            await self._begin(start)
        kept, path = self._path_to(goal)
        if kept < len(self._moves):
            path = (*self._moves[:kept], *path)
            await self._do("clear_board")
            self._shown, self._moves = [start], []
        for move in path:
            await self._play(move)

    def _path_to(self, goal: Position) -> tuple[int, tuple[Move, ...]]:
        """Return how many of the played moves to keep, and the moves to play after them."""
        for kept in range(len(self._moves), -1, -1):
            path = find_path(self._shown[kept], goal, patience=_NEAR if kept else _FAR)
            if path is not None:
                return kept, path
        raise EngineError(Text("errors.engine.gtp_unreachable_position", engine=self.name))

    async def _play(self, move: Move) -> None:
        vertex = spell_vertex(move, is_upper=self.quirks.letters == "upper")
        command = f"play {spell_color(self._shown[-1].turn)} {vertex}"
        if move is not PASS or self.quirks.passes == "tell":
            await self._do(command)
        elif self.quirks.passes == "try":
            # Programs that pass by themselves may refuse to be told. One that refuses and does
            # not pass by itself will refuse the next move.
            await self._ask(command)
        self._note(move)

    def _note(self, move: Move) -> None:
        """Remember a move that was played on the program's board."""
        self._shown.append(self._shown[-1].play(move))
        self._moves.append(move)

    # Time and moves

    async def _tell_time(self, task: Task) -> None:
        """Tell the program its time as its quirks say; GTP itself has whole seconds."""
        seconds, moves = task.limit.target_seconds, 1
        if seconds is None or self.quirks.time == "none":
            return
        main = 0.0
        match self.quirks.time:
            case "stones":
                moves = self.quirks.stones
                seconds = max(1, round(seconds * moves))
            case "game":
                moves = math.ceil(task.position.board.empties / 2)
                main = seconds = max(1, math.floor(seconds * moves))
                moves = 0
            case "move":
                seconds = max(1, math.floor(seconds))
            case _:
                pass  # a program that takes fractions
        settings = TimeSettings(main, 0 if main else seconds, moves)
        if "time_settings" in self._known and self._told != settings:
            await self._do(f"time_settings {settings}")
            self._told = settings
        if "time_left" in self._known:
            left = TimeLeft(task.position.turn, seconds, moves)
            await self._do(f"time_left {left}")

    async def _ask_for_move(self, task: Task) -> Move:
        position = task.position
        command = f"genmove {spell_color(position.turn)}"
        reply = await self._ask(command, task.limit.seconds or 0.0)
        if not reply.is_success:
            raise self._refusal(command, reply)
        if reply.text.lower() == RESIGNATION:
            raise ProgramFault("resignation", Text("errors.engine.resigned", engine=self.name))
        return self.move_of(reply.text, position)

    # Commands

    async def _do(self, command: str) -> None:
        reply = await self._ask(command)
        if not reply.is_success:
            raise self._refusal(command, reply)

    def _refusal(self, command: str, reply: GtpReply) -> ProgramFault:
        problem = Text(
            "errors.engine.no_reason_for_refusal", engine=self.name, command=repr(command)
        )
        if reply.text:
            problem = Text(
                "errors.engine.program_refused",
                engine=self.name,
                command=repr(command),
                reply=reply.text,
            )
        return ProgramFault("refusal", problem)

    async def _ask(self, command: str, seconds: float = 0.0) -> GtpReply:
        """Send a command and return its reply, from = or ? to an empty line."""
        self._number += 1
        number = str(self._number)
        question = self.send(str(GtpCommand(number, command)), seconds).named(command)
        lines: list[str] = []
        while True:
            line = GtpReply.plain(await self.hear(question) or "")
            if not line and lines:
                break
            # Lines before the reply, such as a greeting, are skipped.
            if lines or GtpReply.begins(line):
                lines.append(line)
        reply = GtpReply.parse("\n".join(lines))
        if reply.number not in ("", number):
            raise self.malformed(" / ".join(lines), question)
        return reply


class GtpEngine(ProgramEngine):
    """Plays Othello by asking a program such as `gtp-rhino -l 3` over GTP 2.

    GTP has moves and no positions. So a position is set up by moves that follow the previous one
    or begin at the start; one that cannot be reached by moves is an EngineError.

    >>> GtpEngine("gtp-rhino -l 3")
    <Engine gtp-rhino -l 3>
    """

    protocol: ClassVar[str] = GTP.name
