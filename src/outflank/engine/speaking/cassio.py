"""Our engine over Cassio's protocol, which asks for searches of single positions."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock
from typing import Final

from outflank.engine.protocol import Analysis, Variation
from outflank.engine.protocols.cassio import (
    ERROR,
    PREFIX,
    READY,
    SearchCommand,
    SearchResult,
    parse_position,
)
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import NotationError, OutflankError
from outflank.native.limits import Limit
from outflank.rules import BLACK, Position, Score, ScoreKind
from outflank.texts import Text

__all__ = ["CassioConversation"]

_URGENT: Final = frozenset({"get-search-infos", "quit", "stop"})


class CassioConversation(Conversation):
    """Answers in Cassio's protocol; `ready.` says that the next command can come."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._began = 0.0
        self._nodes = 0
        self._is_searching = False  # until `ready.` is sent, before its thread ends
        self._saying_ready = Lock()

    def hear(self, line: str) -> None:
        """Carry out a command; an empty line asks whether the engine is searching."""
        if not line:
            with self._saying_ready:
                self.say("ok." if self._is_searching else READY)
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
                self.say(infos if self._is_searching else READY)
        elif command == "quit":
            self.stop_thinking(forget_deferred=True)
            self.say("bye bye.")
            self.quit()
        else:
            self._command(command, arguments)

    def is_urgent(self, line: str) -> bool:
        """Return whether a line asks about the search or ends it."""
        words = line.split(maxsplit=2)
        return len(words) < 2 or words[0] != PREFIX or words[1].lower() in _URGENT

    def complain(self, problem: str) -> None:
        """Send the problem, and that the next command can come."""
        self.say(f"{ERROR}: {problem}")
        with self._saying_ready:
            if not self._is_searching:
                self.say(READY)

    def _stop(self) -> None:
        """End the search, which sends `ready.` itself, and drop the commands that wait."""
        with self._saying_ready:
            was_searching = self._is_searching
        self.stop_thinking(forget_deferred=True)
        if not was_searching:
            self.say(READY)

    def _command(self, command: str, arguments: str) -> None:
        if command == "init":
            self.engine.prepare()
            self.say(READY)
        elif command == "get-version":
            self.say(f"version: {self.engine.title} {self.engine.version}", READY)
        elif command == "new-position":
            self.engine.new_game()
            self.say(READY)
        elif command == "feed-hash":
            parse_position(arguments)  # checked, but not used
        elif command == "empty-hash":
            self.engine.new_game()
        elif (search := SearchCommand.parse(command, arguments)) is not None:
            self._search(search)
        else:
            raise NotationError(Text("errors.engine.cassio_no_command", command=repr(command[:40])))

    def _search(self, asked: SearchCommand) -> None:
        position = asked.position
        empties = max(1, position.board.empties)
        depth = empties if asked.depth is None else min(max(asked.depth, 1), empties)
        self._began, self._nodes = time.monotonic(), 0
        last = ""

        def show(found: Analysis) -> None:
            nonlocal last
            self._nodes = found.nodes
            line = _result(position, found)
            if line and line.partition(", node")[0] != last:
                last = line.partition(", node")[0]
                self.say(line)

        def work(cancel: Event) -> None:
            try:
                limit = Limit(depth=depth, confidence=asked.precision)
                show(self._found(position, limit, cancel, show))
            except OutflankError as problem:
                self.say(f"{ERROR}: {problem}")
            finally:
                with self._saying_ready:
                    self.say(READY)
                    self._is_searching = False

        self._is_searching = True
        self.think(work)

    def _found(
        self, position: Position, limit: Limit, cancel: Event, show: Callable[[Analysis], None]
    ) -> Analysis:
        """Search a position; if the game is over, return its result."""
        outcome = position.outcome
        if outcome is not None:
            margin = outcome.margin(empties_to_winner=True)
            discs = margin if position.turn is BLACK else -margin
            return Analysis((Variation(None, Score(discs, ScoreKind.EXACT)),))
        return self.engine.search(position, limit, cancel=cancel, on_progress=show)


def _result(position: Position, found: Analysis) -> str:
    """Return the line of a result; both bounds are the score, because the window is not used."""
    score = found.score
    if score is None:
        return ""
    is_exact = score.kind is ScoreKind.EXACT
    result = SearchResult(
        position,
        found.move,
        depth=position.board.empties if is_exact else found.depth,
        confidence=100 if is_exact else score.confidence or 100,
        low=score.discs,
        high=score.discs,
        line=found.line,
        nodes=found.nodes,
        seconds=found.seconds,
    )
    return str(result)
