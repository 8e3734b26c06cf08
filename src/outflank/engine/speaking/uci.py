"""Our engine over UCI: a position, then `go`, then `bestmove`."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Event
from typing import ClassVar, Final

from outflank import native
from outflank.engine.protocol import Analysis, Variation
from outflank.engine.protocols.uci import (
    BEST_MOVE,
    NO_MOVE,
    UCI_DIALECT,
    GoCommand,
    SearchInfo,
    UciDialect,
    parse_setting,
    spell_combo,
    spell_spin,
)
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import EngineError, NotationError, OutflankError
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import BLACK, PASS, Position
from outflank.texts import Text

__all__ = ["UciConversation"]

_AUTHOR: Final = "the Outflank contributors"
_MOST_VARIATIONS: Final = 128
_MOST_MEGABYTES: Final = 1 << 20
_MOST_THREADS: Final = 64
_DEEPEST_PERFT: Final = 12
_SHORTEST: Final = 0.01  # seconds, for a clock that has run out
_WAITS: Final = frozenset({"go", "position", "setoption"})


class UciConversation(Conversation):
    """Answers in UCI; only commands that change the engine or the position wait for a search."""

    dialect: ClassVar[UciDialect] = UCI_DIALECT
    tells_reply: ClassVar[bool] = True  # also sends the expected reply to the best move

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._variations = 1
        self._board_name = self.dialect.usual_board
        self.position: Position = self._start()
        self._pondered: GoCommand | None = None
        self._is_ponder_hit = False

    def _start(self) -> Position:
        """Return the position that `startpos` means."""
        return self.dialect.board(self._board_name).start()

    # Lines

    def hear(self, line: str) -> None:
        """Carry out a line; unknown ones are ignored, as the protocol wants it."""
        word, _, rest = line.partition(" ")
        if word == self.dialect.word:
            self.say(*self._introduction(), self.dialect.ok)
        elif word == "isready":
            self.engine.prepare()
            self.say("readyok")
        elif word == "setoption":
            self._set_option(rest)
        elif word == self.dialect.new_game:
            self.engine.new_game()
            self.position = self._start()
        elif word == "position":
            self.position = self.dialect.parse_position(rest, self._start())
        elif word == "go":
            self._go(rest.split())
        elif word == "stop":
            self._pondered = None
            self.stop_thinking()
        elif word == "ponderhit":
            self._ponder_hit()
        elif word == "quit":
            self.quit()

    def is_urgent(self, line: str) -> bool:
        """Return whether a line changes neither the engine nor the position."""
        word = line.partition(" ")[0]
        if word == "isready":
            return not self.has_deferred()
        return word not in _WAITS and word != self.dialect.new_game

    def complain(self, problem: str) -> None:
        """Send the problem as a text for people."""
        self.say(f"info string {problem}")

    # Settings

    def _introduction(self) -> list[str]:
        lines = [f"id name {self.engine.title} {self.engine.version}", f"id author {_AUTHOR}"]
        if self.engine.has_settings:
            lines += [
                spell_spin("Hash", self.engine.hash_mb, _MOST_MEGABYTES),
                spell_spin("Threads", self.engine.threads, _MOST_THREADS),
                "option name Clear Hash type button",
            ]
        lines.append(spell_spin("MultiPV", 1, _MOST_VARIATIONS))
        boards = list(self.dialect.boards)
        return [*lines, spell_combo(self.dialect.board_option, self._board_name, boards)]

    def _set_option(self, text: str) -> None:
        said, value = parse_setting(text)
        name = said.lower()
        if name == "multipv":
            self._variations = _setting(value, _MOST_VARIATIONS)
        elif name == "hash" and self.engine.has_settings:
            self.engine.configure(hash_mb=_setting(value, _MOST_MEGABYTES))
        elif name == "threads" and self.engine.has_settings:
            self.engine.configure(threads=_setting(value, _MOST_THREADS))
        elif name == "clear hash" and self.engine.has_settings:
            self.engine.new_game()
        elif name == self.dialect.board_option.lower():
            self.position = self.dialect.board(value).start()
            self._board_name = value
        else:
            raise EngineError(Text("errors.engine.uci_no_option", option=repr(said[:40])))

    # Thinking

    def _go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            self._perft(words[1:])
            return
        asked = GoCommand.parse(words, self.dialect)
        self._pondered = asked.after_ponder_hit() if asked.is_pondering else None
        self._search(self.position, asked)

    def _ponder_hit(self) -> None:
        """Search the pondered position again, now with its limits."""
        asked, self._pondered = self._pondered, None
        if asked is not None:
            self._is_ponder_hit = True
            self.stop_thinking()
            self._is_ponder_hit = False
            self._search(self.position, asked)

    def _limit(self, asked: GoCommand, position: Position) -> Limit:
        numbers = asked.numbers
        empties = position.board.empties
        if asked.is_endless:
            return Limit(depth=max(1, empties))
        limit = UNLIMITED
        for name in ("depth", "nodes"):
            if name in numbers:
                limit = limit.tightened(Limit(**{name: max(1, numbers[name])}))
        each = asked.seconds("movetime")
        if each is not None:
            limit = limit.tightened(Limit.for_clock(per_move=max(each, _SHORTEST)))
        side = 0 if position.turn is BLACK else 1
        left = asked.seconds(self.dialect.clocks[side])
        if left is not None:
            remaining = max(left, _SHORTEST)
            increment = max(asked.seconds(self.dialect.increments[side]) or 0.0, 0.0)
            moves = numbers.get("movestogo", 0)
            clock = Limit.for_clock(remaining, increment=increment, empties=empties)
            if moves > 0:
                clock = clock.tightened(Limit.for_clock(per_move=remaining / moves))
            limit = limit.tightened(clock)
        return limit

    def _search(self, position: Position, asked: GoCommand) -> None:
        limit = self._limit(asked, position)

        shown = Analysis()

        def show(found: Analysis) -> None:
            nonlocal shown
            lines = self._information(found, position)
            is_new = (found.depth, found.variations) != (shown.depth, shown.variations)
            if lines and (is_new or not shown.depth):
                shown = found
                self.say(*lines)

        def work(cancel: Event) -> None:
            found = Analysis()
            try:
                if not position.is_over:
                    found = self._found(position, limit, cancel, show)
            except OutflankError as problem:
                self.complain(str(problem))
            if asked.is_endless:
                cancel.wait()
            if not self._is_ponder_hit:  # otherwise the next search answers
                self.say(f"{BEST_MOVE} {self._best_moves(found, position)}")

        self.think(work, is_endless=asked.is_endless)

    def _found(
        self,
        position: Position,
        limit: Limit,
        cancel: Event,
        show: Callable[[Analysis], None],
    ) -> Analysis:
        """Search, unless the only move is a pass, or is the only one and time is limited."""
        moves = position.legal_moves
        if moves[0] is PASS or (len(moves) == 1 and limit.seconds is not None):
            return Analysis.of(moves[0])
        count = min(self._variations, len(moves))
        found = self.engine.search(
            position, limit, cancel=cancel, candidates=count, on_progress=show
        )
        show(found)
        return found

    def _information(self, found: Analysis, position: Position) -> list[str]:
        return [
            str(
                SearchInfo(
                    depth=found.depth,
                    place=place,
                    hundredths=_hundredths(one),
                    nodes=found.nodes,
                    seconds=found.seconds,
                    line=self.dialect.spell_line(one.line, position),
                )
            )
            for place, one in enumerate(found.variations[: self._variations], 1)
        ]

    def _best_moves(self, found: Analysis, position: Position) -> str:
        """Return the best move and, if it is known and wanted, the expected reply."""
        if found.move is None:
            return NO_MOVE
        best = self.dialect.spell_move(found.move, position)
        is_known = len(found.line) > 1 and found.line[0] == found.move
        if not is_known or not self.tells_reply:
            return best
        reply = self.dialect.spell_move(found.line[1], position.play(found.move))
        return f"{best} ponder {reply}"

    def _perft(self, words: list[str]) -> None:
        """Count the leaves below each move, as Stockfish does for tests of the rules."""
        depth = _setting(words[0] if words else "", _DEEPEST_PERFT)
        position = self.position

        def work(cancel: Event) -> None:
            total = 0
            for move in position.legal_moves:
                if cancel.is_set():
                    return
                leaves = native.perft(position.play(move), depth - 1)
                total += leaves
                self.say(f"{self.dialect.spell_move(move, position)}: {leaves}")
            self.say("", f"Nodes searched: {total}", "")

        self.think(work)


def _hundredths(variation: Variation) -> int:
    """Return a score in hundredths of discs, or 100 for a win that was proved."""
    if variation.result is not None:
        return 100 * variation.result.sign
    return 0 if variation.score is None else round(100 * variation.score.discs)


def _setting(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise NotationError(
            Text("errors.engine.uci_option_range", text=repr(text[:20]), most=f"{most:,}")
        )
    return int(text)
