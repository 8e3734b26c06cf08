"""Cassio's engine protocol: searches of single positions, which Cassio manages itself."""

from __future__ import annotations

import itertools
import math
import re
import time
from collections.abc import Callable, Iterator
from threading import Event, Lock
from typing import Final

from outflank.engine.limits import Limit
from outflank.engine.protocol import Analysis
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import NotationError, OutflankError
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Classic,
    Color,
    Move,
    Position,
    Score,
    ScoreKind,
)

__all__ = ["PREFIX", "CassioConversation"]

PREFIX: Final = "ENGINE-PROTOCOL"
_URGENT: Final = frozenset({"get-search-infos", "quit", "stop"})
_LEAST_PRECISION: Final = 73
_POSITION = re.compile(r"\s*([-.XxOo*BbWw]{64})\s*([XxOo*BbWw])(?:\s+|$)")
_SIDES: Final = dict.fromkeys("Xx*Bb", BLACK) | dict.fromkeys("OoWw", WHITE)


class CassioConversation(Conversation):
    """Searches what Cassio asks for, and says `ready.` when it can be asked again."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._began = 0.0
        self._nodes = 0
        self._is_searching = False  # until it has said `ready.`, which its thread survives
        self._saying_ready = Lock()

    def hear(self, line: str) -> None:
        """Do one command; an empty line asks whether the engine is at work."""
        if not line:
            with self._saying_ready:
                self.say("ok." if self._is_searching else "ready.")
            return
        prefix, _, rest = line.partition(" ")
        if prefix != PREFIX:
            self.complain(f"a line begins with {PREFIX}, not with {prefix[:40]!r}")
            return
        command, _, arguments = rest.strip().partition(" ")
        command = command.lower()
        if command == "stop":
            self._stop()
        elif command == "get-search-infos":
            spent = time.monotonic() - self._began
            infos = f"node {self._nodes}, time {spent:.3f}"
            with self._saying_ready:
                self.say(infos if self._is_searching else "ready.")
        elif command == "quit":
            self.stop_thinking(forget_deferred=True)
            self.say("bye bye.")
            self.quit()
        else:
            self._command(command, arguments)

    def is_urgent(self, line: str) -> bool:
        """Hear at once what asks about the search or ends it."""
        words = line.split(maxsplit=2)
        return len(words) < 2 or words[0] != PREFIX or words[1].lower() in _URGENT

    def complain(self, problem: str) -> None:
        """Say what was wrong, and that the engine can be asked again."""
        self.say(f"ERROR: {problem}")
        with self._saying_ready:
            if not self._is_searching:
                self.say("ready.")

    def _stop(self) -> None:
        """End the search, whose own last line is `ready.`, and drop what was asked after it."""
        with self._saying_ready:
            was_searching = self._is_searching
        self.stop_thinking(forget_deferred=True)
        if not was_searching:
            self.say("ready.")

    def _command(self, command: str, arguments: str) -> None:
        if command == "init":
            self.engine.prepare()
            self.say("ready.")
        elif command == "get-version":
            self.say(f"version: {self.engine.title} {self.engine.version}", "ready.")
        elif command == "new-position":
            self.engine.new_game()
            self.say("ready.")
        elif command == "feed-hash":
            _position(arguments)  # what others found is not taken over
        elif command == "empty-hash":
            self.engine.new_game()
        elif command == "midgame-search":
            self._search(arguments, "ALPHA BETA DEPTH PRECISION")
        elif command == "endgame-search":
            self._search(arguments, "ALPHA BETA PRECISION")
        else:
            raise NotationError(f"there is no command {command[:40]!r}")

    def _search(self, text: str, usage: str) -> None:
        position, rest = _position(text)
        values = _numbers(rest, usage)
        if values["ALPHA"] >= values["BETA"]:
            raise NotationError("alpha must be less than beta")
        empties = max(1, position.board.empties)
        depth = min(max(round(values.get("DEPTH", empties)), 1), empties)
        confidence = min(max(round(values["PRECISION"]), _LEAST_PRECISION), 100)
        self._began, self._nodes = time.monotonic(), 0
        last = ""

        def show(found: Analysis) -> None:
            nonlocal last
            self._nodes = found.nodes
            line = _result(position, found)
            if line is not None and line.partition(", node")[0] != last:
                last = line.partition(", node")[0]
                self.say(line)

        def work(cancel: Event) -> None:
            try:
                limit = Limit(depth=depth, confidence=confidence)
                show(self._found(position, limit, cancel, show))
            except OutflankError as problem:
                self.say(f"ERROR: {problem}")
            finally:
                with self._saying_ready:
                    self.say("ready.")
                    self._is_searching = False

        self._is_searching = True
        self.think(work)

    def _found(
        self, position: Position, limit: Limit, cancel: Event, show: Callable[[Analysis], None]
    ) -> Analysis:
        """Search a position, also one in which the side to move must pass or the game is over."""
        outcome = position.outcome()
        if outcome is not None:
            margin = outcome.margin(empties_to_winner=True)
            discs = margin if position.turn is BLACK else -margin
            return Analysis(None, Score(discs, ScoreKind.EXACT))
        return self.engine.search(position, limit, cancel=cancel, on_progress=show)


def _result(position: Position, found: Analysis) -> str | None:
    """Write what was found; the bounds of the score are the same, for the window is not used."""
    score = found.score
    if score is None:
        return None
    side = "XB" if position.turn is BLACK else "OW"
    is_exact = score.kind is ScoreKind.EXACT
    depth = position.board.empties if is_exact else found.depth
    bound = f"{side[1]}{score.discs:+.2f}"
    moves = [_move(move, turn) for move, turn in zip(found.line, _turns(position), strict=False)]
    first = "--" if found.move is None else _move(found.move, position.turn)
    return (
        f"{position.board}{side[0]}, move {first}, depth {depth}, "
        f"@{100 if is_exact else score.confidence or 100}%, {bound} <= v <= {bound}, "
        f"{''.join(moves) or first}, node {found.nodes}, time {found.seconds:.3f}"
    )


def _turns(position: Position) -> Iterator[Color]:
    return itertools.cycle((position.turn, position.turn.opponent))


def _move(move: Move, color: Color) -> str:
    """Write black's moves in capitals and white's in small letters."""
    name = "ps" if move is PASS else str(move)
    return name.upper() if color is BLACK else name


def _position(text: str) -> tuple[Position, str]:
    """Read 64 cells and the side to move, and return what follows them."""
    found = _POSITION.match(text)
    if found is None:
        raise NotationError("a position is 64 cells of X, O and -, then X or O for the side")
    return Position(Classic(), Board.parse(found[1]), _SIDES[found[2]]), text[found.end() :]


def _numbers(text: str, usage: str) -> dict[str, float]:
    names, words = usage.split(), text.split()
    if len(words) != len(names):
        raise NotationError(f"after the position there should be {usage}")
    values: dict[str, float] = {}
    for name, word in zip(names, words, strict=True):
        try:
            values[name] = float(word)
        except ValueError:
            values[name] = math.nan
        if not math.isfinite(values[name]):
            raise NotationError(f"{name.lower()} is a number, not {word[:20]!r}")
    return values
