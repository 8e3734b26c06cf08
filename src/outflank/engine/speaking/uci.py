"""UCI, the Universal Chess Interface, as Fairy-Stockfish speaks it about flipello (Othello)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import ClassVar, Final

from outflank import native
from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis
from outflank.engine.speaking.answering import AnsweringEngine, variations_of
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.flipello import VARIANTS, parse_drop, parse_fen, spell_drop
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import EngineError, NotationError, OutflankError, UnknownName
from outflank.rules import BLACK, PASS, Move, Position

__all__ = ["UciConversation"]

_AUTHOR: Final = "the Outflank contributors"
_MOST_VARIATIONS: Final = 128
_MOST_MEGABYTES: Final = 1 << 20
_MOST_THREADS: Final = 64
_DEEPEST_PERFT: Final = 12
_SHORTEST: Final = 0.01  # seconds, for a clock that has run out
_WAITS: Final = frozenset({"go", "position", "setoption"})


@dataclass(slots=True)
class _Request:
    """What `go` asks for."""

    numbers: dict[str, int] = field(default_factory=dict)
    is_endless: bool = False  # until `stop`, or while pondering until `ponderhit`

    def seconds(self, name: str) -> float | None:
        return self.numbers[name] / 1000 if name in self.numbers else None


class UciConversation(Conversation):
    """Plays by UCI: a position, then `go`, then `bestmove`; `stop` and `isready` are heard always.

    UGI differs in its words, its moves and its questions about the rules, which a subclass says.
    """

    word: ClassVar = "uci"
    clocks: ClassVar = ("wtime", "btime")
    increments: ClassVar = ("winc", "binc")
    tells_reply: ClassVar = True  # which move is expected after the best one

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._variations = 1
        self._variant, self._size = VARIANTS["flipello"]
        self._variant_name = "flipello"
        self.position: Position = self.start()
        self._pondered: _Request | None = None
        self._is_ponder_hit = False

    # What differs between UCI and UGI

    def start(self) -> Position:
        """Return the position that `startpos` means."""
        return self._variant.start(self._size)

    def spell(self, move: Move, position: Position) -> str:
        """Write a move as the protocol has it."""
        return spell_drop(move, position)

    def parse(self, text: str, position: Position) -> Move:
        """Read a move of the protocol."""
        return parse_drop(text, position)

    def own_options(self) -> list[str]:
        """Return the lines of the options that only this protocol has."""
        names = " ".join(f"var {name}" for name in VARIANTS)
        return [f"option name UCI_Variant type combo default {self._variant_name} {names}"]

    def set_own_option(self, name: str, value: str) -> bool:
        """Set an option that only this protocol has, and tell whether there is one."""
        if name != "uci_variant":
            return False
        if value not in VARIANTS:
            raise UnknownName("variant", value[:40], VARIANTS)
        self._variant, self._size = VARIANTS[value]
        self._variant_name = value
        self.position = self.start()
        return True

    # Lines

    def hear(self, line: str) -> None:
        """Do what a line says; what is not known is passed over, as the protocol wants it."""
        word, _, rest = line.partition(" ")
        if word == self.word:
            self.say(*self._introduction(), f"{self.word}ok")
        elif word == "isready":
            self.engine.prepare()
            self.say("readyok")
        elif word == "setoption":
            self._set_option(rest)
        elif word == f"{self.word}newgame":
            self.engine.new_game()
            self.position = self.start()
        elif word == "position":
            self._set_position(rest.split())
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
        """Hear everything at once but what changes the engine or its position."""
        word = line.partition(" ")[0]
        if word == "isready":
            return not self.has_deferred()
        return word not in _WAITS and word != f"{self.word}newgame"

    def complain(self, problem: str) -> None:
        """Say what was wrong for people to read."""
        self.say(f"info string {problem}")

    # Settings

    def _introduction(self) -> list[str]:
        lines = [f"id name {self.engine.title} {self.engine.version}", f"id author {_AUTHOR}"]
        if self.engine.has_settings:
            hash_mb, threads = self.engine.hash_mb, self.engine.threads
            lines += [
                f"option name Hash type spin default {hash_mb} min 1 max {_MOST_MEGABYTES}",
                f"option name Threads type spin default {threads} min 1 max {_MOST_THREADS}",
                "option name Clear Hash type button",
            ]
        lines.append(f"option name MultiPV type spin default 1 min 1 max {_MOST_VARIATIONS}")
        return [*lines, *self.own_options()]

    def _set_option(self, text: str) -> None:
        found = re.fullmatch(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?", text)
        if found is None:
            raise NotationError("an option is set by: setoption name NAME value VALUE")
        name, value = found["name"].lower(), (found["value"] or "").strip()
        if name == "multipv":
            self._variations = _setting(value, _MOST_VARIATIONS)
        elif name == "hash" and self.engine.has_settings:
            self.engine.configure(hash_mb=_setting(value, _MOST_MEGABYTES))
        elif name == "threads" and self.engine.has_settings:
            self.engine.configure(threads=_setting(value, _MOST_THREADS))
        elif name == "clear hash" and self.engine.has_settings:
            self.engine.new_game()
        elif not self.set_own_option(name, value):
            raise EngineError(f"there is no option {found['name'][:40]!r}")

    def _set_position(self, words: list[str]) -> None:
        kind, *rest = words or [""]
        before, after = rest, list[str]()
        if "moves" in rest:
            before, after = rest[: rest.index("moves")], rest[rest.index("moves") + 1 :]
        if kind == "startpos":
            position = self.start()
        elif kind == "fen":
            position = parse_fen(" ".join(before), self._variant)
        else:
            raise NotationError("a position is startpos or fen FEN, then moves and the moves")
        for number, text in enumerate(after, 1):
            try:
                position = position.play(self.parse(text, position))
            except OutflankError as problem:
                raise NotationError(f"move {number} of the position: {problem}") from None
        self.position = position

    # Thinking

    def _go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            self._perft(words[1:])
            return
        request = self._request(words)
        self._pondered = None
        if "ponder" in words:
            self._pondered = self._request([word for word in words if word != "ponder"])
        self._search(self.position, request)

    def _ponder_hit(self) -> None:
        """Go on with the position that was pondered, now by its clock."""
        request, self._pondered = self._pondered, None
        if request is not None:
            self._is_ponder_hit = True
            self.stop_thinking()
            self._is_ponder_hit = False
            self._search(self.position, request)

    def _request(self, words: list[str]) -> _Request:
        request = _Request()
        known = (*self.clocks, *self.increments, "movetime", "depth", "nodes", "movestogo")
        waiting = iter(words)
        for word in waiting:
            if word in ("infinite", "ponder"):
                request.is_endless = True
            elif word in known:
                value = next(waiting, "")
                if not re.fullmatch("-?[0-9]{1,15}", value):
                    raise NotationError(f"{word} needs a whole number, not {value[:20]!r}")
                request.numbers[word] = int(value)
        return request

    def _limit(self, request: _Request, position: Position) -> Limit:
        numbers = request.numbers
        empties = position.board.empties
        if request.is_endless:
            return Limit(depth=max(1, empties))
        limit = UNLIMITED
        for name in ("depth", "nodes"):
            if name in numbers:
                limit = limit.tightened(Limit(**{name: max(1, numbers[name])}))
        each = request.seconds("movetime")
        if each is not None:
            limit = limit.tightened(Limit.for_clock(per_move=max(each, _SHORTEST)))
        side = 0 if position.turn is BLACK else 1
        left = request.seconds(self.clocks[side])
        if left is not None:
            remaining = max(left, _SHORTEST)
            increment = max(request.seconds(self.increments[side]) or 0.0, 0.0)
            moves = numbers.get("movestogo", 0)
            clock = Limit.for_clock(remaining, increment=increment, empties=empties)
            if moves > 0:
                clock = clock.tightened(Limit.for_clock(per_move=remaining / moves))
            limit = limit.tightened(clock)
        return limit

    def _search(self, position: Position, request: _Request) -> None:
        limit = self._limit(request, position)

        shown = Analysis(None)

        def show(found: Analysis) -> None:
            nonlocal shown
            lines = self._information(found, position)
            is_new = (found.depth, found.variations) != (shown.depth, shown.variations)
            if lines and (is_new or not shown.depth):
                shown = found
                self.say(*lines)

        def work(cancel: Event) -> None:
            found = Analysis(None)
            try:
                if not position.is_over():
                    found = self._found(position, limit, cancel, show)
            except OutflankError as problem:
                self.complain(str(problem))
            if request.is_endless:
                cancel.wait()
            if not self._is_ponder_hit:  # then the search that goes on answers
                self.say(self._best_move(found, position))

        self.think(work, is_endless=request.is_endless)

    def _found(
        self,
        position: Position,
        limit: Limit,
        cancel: Event,
        show: Callable[[Analysis], None],
    ) -> Analysis:
        """Search, unless there is only one move and nobody asked what it is worth."""
        moves = position.legal_moves
        if moves[0] is PASS or (len(moves) == 1 and limit.seconds is not None):
            return Analysis(moves[0])
        count = min(self._variations, len(moves))
        found = self.engine.search(
            position, limit, cancel=cancel, candidates=count, on_progress=show
        )
        show(found)
        return found

    def _information(self, found: Analysis, position: Position) -> list[str]:
        milliseconds = round(1000 * found.seconds)
        speed = round(found.nodes / found.seconds) if found.seconds > 0 else 0
        lines: list[str] = []
        for number, one in enumerate(variations_of(found, self._variations), 1):
            score = round(100 * one.score.discs)
            words = (
                f"info depth {found.depth} multipv {number} score cp {score}",
                f"nodes {found.nodes} nps {speed} time {milliseconds}",
                f"pv {self._spell_line(one.line, position)}",
            )
            lines.append(" ".join(words))
        return lines

    def _spell_line(self, line: tuple[Move, ...], position: Position) -> str:
        words: list[str] = []
        for move in line:
            if not position.is_legal(move):
                break  # the end of a line may come from the table, and be of another position
            words.append(self.spell(move, position))
            position = position.play(move)
        return " ".join(words)

    def _best_move(self, found: Analysis, position: Position) -> str:
        if found.move is None:
            return "bestmove (none)"
        best = f"bestmove {self.spell(found.move, position)}"
        is_known = len(found.line) > 1 and found.line[0] == found.move
        if not is_known or not self.tells_reply:
            return best
        return f"{best} ponder {self.spell(found.line[1], position.play(found.move))}"

    def _perft(self, words: list[str]) -> None:
        """Count the leaves below each move, as Stockfish does to test its rules."""
        depth = _setting(words[0] if words else "", _DEEPEST_PERFT)
        position = self.position

        def work(cancel: Event) -> None:
            total = 0
            for move in position.legal_moves:
                if cancel.is_set():
                    return
                leaves = native.perft(position.play(move), depth - 1)
                total += leaves
                self.say(f"{self.spell(move, position)}: {leaves}")
            self.say("", f"Nodes searched: {total}", "")

        self.think(work)


def _setting(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise NotationError(f"{text[:20]!r} is not a whole number from 1 to {most:,}")
    return int(text)
