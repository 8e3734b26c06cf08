"""Any program that speaks GTP, the Go Text Protocol, as an engine."""

from __future__ import annotations

import math
import os
import shlex
import threading
import time
import weakref
from collections.abc import Sequence

from outflank.engine.external.gtp_program import GtpProgram, GtpReply
from outflank.engine.limits import Limit
from outflank.engine.protocol import Analysis, Engine, Task
from outflank.errors import EngineError, NotationError, ProgramFault
from outflank.rules import PASS, Classic, Color, Move, Position, parse_move

__all__ = ["GtpEngine", "find_path"]

_PATIENCE = 60.0  # seconds that a program may take beyond its limit
# Positions looked at for the way to one: from where the program stands, and from the start.
_NEAR, _FAR = 2_000, 50_000


class GtpEngine(Engine):
    """Plays Othello by asking a program such as `gtp-rhino -l 3`, started when first needed.

    GTP knows moves only, no positions. So the program is shown a position by playing on from
    what it was last shown, or from the start; one that cannot be reached so is an EngineError.
    Seconds of a limit are sent to a program that knows `time_settings`, as whole seconds; it
    may ignore them. `patience` is how much longer it may take.
    A program that crashes, hangs, sends a malformed response, resigns or plays an illegal move is a
    `ProgramFault`;
    it is ended, and the next question starts a new one.

    >>> GtpEngine("gtp-rhino -l 3")
    <Engine gtp-rhino -l 3>
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "",
        patience: float = _PATIENCE,
        seed: int | None = None,
    ) -> None:
        try:
            self._words = _words(command)
        except ValueError as problem:
            raise EngineError(f"the command {command!r} cannot be read: {problem}") from None
        if not self._words:
            raise EngineError("a GTP engine needs the command that starts its program")
        self.name = name or (command.strip() if isinstance(command, str) else shlex.join(command))
        self.seed = seed  # GTP cannot pass it on
        self._patience = patience
        self._lock = threading.Lock()
        self._program: GtpProgram | None = None
        self._known: frozenset[str] = frozenset()  # the program's commands
        self._sizes: dict[int, bool] = {}  # sizes of boards, and whether the program has them
        self._shown: list[Position] = []  # what the program was shown, from the start on
        self._moves: list[Move] = []  # between them
        self._told: int | None = None  # the seconds a move that it was last told

    def supports(self, position: Position) -> bool:
        """Tell whether this is Othello, on a board that the program has."""
        if not isinstance(position.variant, Classic):
            return False
        with self._lock:
            if position.size not in self._sizes:
                try:
                    self._running()
                    self._begin(position.variant.start(position.size))
                except BaseException:
                    self._end(at_once=True)
                    raise
            return self._sizes[position.size]

    def think(self, task: Task) -> Analysis:
        """Show the program the position and ask for its move."""
        if task.limit.nodes is not None or task.limit.depth is not None:
            raise EngineError(
                f"{self.name} cannot be held to nodes or a depth, only to seconds; "
                "options of its own may do that"
            )
        began = time.perf_counter()
        with self._lock:
            try:
                self._running()
                self._show(task.position)
                self._tell_time(task.limit, task.position.turn)
                move = self._ask_for_move(task)
            except BaseException:
                self._end(at_once=True)  # whatever it says later would answer another question
                raise
            self._note(move)  # the program has played it on its own board too
        return Analysis(move, seconds=time.perf_counter() - began, line=(move,))

    def close(self) -> None:
        """End the program; another thread's question to it fails."""
        super().close()
        self._end()

    # Starting and ending

    def _running(self) -> None:
        """Start the program unless it runs."""
        if self._is_closed:
            raise EngineError(f"{self.name} has been closed")
        if self._program is None or not self._program.is_alive():
            self._end()
            self._program = GtpProgram(self._words, self.name)
            # Runs when this object is forgotten or the interpreter ends, and at most once.
            self._finalizer = weakref.finalize(self, self._program.end)
            if self._is_closed:  # by another thread, while the program was being started
                raise EngineError(f"{self.name} has been closed")
            listed = self._ask("list_commands")
            self._known = frozenset(listed.text.split() if listed.is_success else ())
            if "set_game" in self._known:
                self._do("set_game Othello")

    def _end(self, *, at_once: bool = False) -> None:
        program, self._program = self._program, None
        if program is not None:
            self._finalizer.detach()
            program.end(at_once=at_once)
        self._shown, self._moves, self._told = [], [], None

    def _begin(self, start: Position) -> None:
        """Set up the first position, if the program has a board of that size."""
        self._shown, self._moves = [], []
        self._sizes[start.size] = self._ask(f"boardsize {start.size}").is_success
        if self._sizes[start.size]:
            self._do("clear_board")
            self._shown = [start]

    # Commands

    def _ask(
        self, command: str, seconds: float = 0.0, cancel: threading.Event | None = None
    ) -> GtpReply:
        program = self._program
        if program is None:
            raise EngineError(f"{self.name} has been closed")
        try:
            return program.ask(command, seconds + self._patience, cancel)
        except ProgramFault:
            if self._is_closed:
                raise EngineError(f"{self.name} was closed while it was thinking") from None
            raise

    def _do(self, command: str) -> None:
        reply = self._ask(command)
        if not reply.is_success:
            problem = f"{self.name} refused {command!r}: {reply.text or 'it did not say why'}"
            raise ProgramFault("refusal", problem)

    def _show(self, goal: Position) -> None:
        """Bring the program from what it was shown last to another position."""
        start = goal.variant.start(goal.size)
        if self._shown[:1] != [start]:
            self._begin(start)
        kept, path = self._path_to(goal)
        if kept < len(self._moves):
            path = (*self._moves[:kept], *path)
            self._do("clear_board")
            self._shown, self._moves = [start], []
        for move in path:
            self._play(move)

    def _path_to(self, goal: Position) -> tuple[int, tuple[Move, ...]]:
        """Return how many of the moves that were played can stay, and those to play after them."""
        for kept in range(len(self._moves), -1, -1):
            path = find_path(self._shown[kept], goal, patience=_NEAR if kept else _FAR)
            if path is not None:
                return kept, path
        raise EngineError(
            f"{self.name} cannot be shown this position: GTP only plays moves, "
            "and no way there was found"
        )

    def _play(self, move: Move) -> None:
        command = f"play {_letter(self._shown[-1].turn)} {move}"
        if move is PASS:
            # Some programs pass for themselves and refuse to be told; a move that they do not
            # expect will show whether this one did.
            self._ask(command)
        else:
            self._do(command)
        self._note(move)

    def _note(self, move: Move) -> None:
        """Remember a move that the program knows of."""
        self._shown.append(self._shown[-1].play(move))
        self._moves.append(move)

    def _tell_time(self, limit: Limit, turn: Color) -> None:
        """Tell the program its time a move; GTP has whole seconds, and at least one of them."""
        wanted = limit.seconds if limit.soft_seconds is None else limit.soft_seconds
        if wanted is None:
            return
        seconds = max(1, math.floor(wanted))
        if "time_settings" in self._known and self._told != seconds:
            self._do(f"time_settings 0 {seconds} 1")
            self._told = seconds
        if "time_left" in self._known:
            self._do(f"time_left {_letter(turn)} {seconds} 1")

    def _ask_for_move(self, task: Task) -> Move:
        position = task.position
        command = f"genmove {_letter(position.turn)}"
        reply = self._ask(command, task.limit.seconds or 0.0, task.cancel)
        if not reply.is_success:
            problem = f"{self.name} refused {command!r}: {reply.text or 'it did not say why'}"
            raise ProgramFault("refusal", problem)
        if reply.text.lower() == "resign":
            raise ProgramFault("resignation", f"{self.name} resigned")
        try:
            move = parse_move(reply.text)
        except NotationError:
            problem = f"{self.name} answered {reply.text[:40]!r}, which is not a move"
            raise ProgramFault("illegal move", problem) from None
        if not position.is_legal(move):
            problem = f"{self.name} chose {move}, which may not be played here"
            raise ProgramFault("illegal move", problem)
        return move


def _words(command: str | Sequence[str]) -> list[str]:
    if not isinstance(command, str):
        return list(command)
    # Windows' own way of quoting leaves the quotes in place, and its paths have backslashes.
    words = shlex.split(command, posix=os.name != "nt")
    return [word.strip('"') for word in words] if os.name == "nt" else words


def _letter(color: Color) -> str:
    return str(color)[0]


_Step = tuple[Position, "tuple[_Step, Move] | None"]


def find_path(start: Position, goal: Position, *, patience: int) -> tuple[Move, ...] | None:
    """Return moves that turn a position into another, or None if `patience` positions show none.

    Only squares that are taken in the goal come into question, so sixteen plies from the start
    are found in a moment. In a game without chance any such path is as good as the one played.

    >>> from outflank.rules import Classic
    >>> start = Classic().start()
    >>> goal = start.play("f5").play("d6").play("c3")
    >>> find_path(start, goal, patience=100)
    (Square.parse('f5'), Square.parse('d6'), Square.parse('c3'))
    """
    taken = ~goal.board.empty_squares
    if not ~start.board.empty_squares <= taken:
        return None
    seen: set[Position] = set()
    waiting: list[_Step] = [(start, None)]
    while waiting and len(seen) < patience:
        step = waiting.pop()
        position = step[0]
        if position == goal:
            return _moves_to(step)
        if position in seen:
            continue
        seen.add(position)
        if position.must_pass():
            waiting.append((position.play(PASS), (step, PASS)))
            continue
        squares = position.legal_moves.squares & taken
        waiting.extend((position.play(square), (step, square)) for square in squares)
    return None


def _moves_to(step: _Step) -> tuple[Move, ...]:
    moves: list[Move] = []
    before = step[1]
    while before is not None:
        moves.append(before[1])
        before = before[0][1]
    return tuple(reversed(moves))
