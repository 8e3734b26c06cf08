"""UCI, as Fairy-Stockfish plays flipello over it, and UGI, which says the same of any game."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from outflank.engine.external.board_text import fen
from outflank.engine.external.paths import find_path
from outflank.engine.external.session import ProgramSession, SearchRequest
from outflank.engine.protocol import Analysis, Variation
from outflank.errors import EngineError, NotationError, ProgramFault
from outflank.rules import BLACK, PASS, Move, Position, Score, Square, parse_move

__all__ = ["UciSession", "UgiSession"]

# What Fairy-Stockfish calls our games, by variant and size.
_FLIPELLO: Final = {
    ("classic", 8): "flipello",
    ("classic", 10): "flipello10",
    ("anti", 8): "antiflipello",
}
_DROP = re.compile(r"[A-Z]?@([a-p])(\d{1,2})")
_NULL = re.compile(r"([a-p]\d{1,2})\1")  # a pass goes from a square to itself
# `go` alone has no end in UCI; so long a search has when nobody set a limit.
_USUAL_MILLISECONDS: Final = 1_000
# How many positions are looked at for the moves that lead to one, from the last and from the start.
_NEAR: Final = 500
_FAR: Final = 5_000


class UciSession(ProgramSession):
    """Speaks UCI: a position, `go` with its limits, and `info` lines until `bestmove`."""

    protocol: ClassVar[str] = "UCI"
    bounds: ClassVar[frozenset[str]] = frozenset({"seconds", "depth", "nodes"})
    variants: ClassVar[frozenset[str]] = frozenset({"anti", "classic"})
    words: ClassVar[tuple[str, str, str]] = ("uci", "uciok", "ucinewgame")

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.options: dict[str, str] = {}  # what the program offers, by lower-case name
        self._set: dict[str, str] = {}

    async def greet(self) -> None:
        """Learn the program's options."""
        hello, done, _ = self.words
        question = self.send(hello)
        while True:
            line = await self.hear(question) or ""
            if line == done:
                return
            option = re.match(r"option name (.+?) type (.*)", line)
            if option:
                self.options[option[1].lower()] = option[0]

    async def supports(self, position: Position) -> bool:
        """Tell whether the program lists the variant that this is."""
        name = _FLIPELLO.get((position.variant.name, position.size))
        offered = self.options.get("uci_variant")
        if offered is None:
            return name == "flipello"
        return name is not None and name in offered.split()

    async def ping(self) -> None:
        """Wait for `readyok`."""
        await self.hear_until(self.send("isready"), "readyok")

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options that the program offers."""
        for name, value in options.items():
            if name.lower() not in self.options:
                known = ", ".join(sorted(self.options)) or "none"
                raise EngineError(f"{self.name} has no option {name!r}; it has {known}")
            self._option(name, str(value))
        if options:
            await self.ping()

    async def new_game(self) -> None:
        """Say that another game begins."""
        self.send(self.words[2])
        await self.ping()

    async def stop(self) -> None:
        """Ask for the best move so far."""
        self.process.write("stop\n")

    async def think(self, request: SearchRequest) -> Analysis:
        """Set up the position and let the program search."""
        self.set_up(request.position)
        if "multipv" in self.options:
            self._option("MultiPV", str(request.candidates))
        await self.ping()  # what is said before is about another position
        began = time.perf_counter()
        self.send(f"position {self.position_text(request.position)}")
        question = self.send(f"go {_limits(request)}", request.limit.seconds or 0.0)
        found = _Found(self, request.position)
        while True:
            line = await self.hear(question) or ""
            word, _, rest = line.partition(" ")
            if word == "info":
                self.process.heard = 0
                if found.take(rest.split()) and request.report is not None:
                    request.report(found.analysis(None, time.perf_counter() - began))
            elif word == "bestmove":
                move = self._best_move(rest, request.position)
                return found.analysis(move, time.perf_counter() - began)

    def _best_move(self, text: str, position: Position) -> Move:
        word = (text.split() or [""])[0]
        if word.lower() == "resign":
            raise ProgramFault("resignation", f"{self.name} resigned")
        try:
            move = self.parse(word, position)
        except NotationError:
            raise self.no_move(word) from None
        return self.move_of(str(move), position)

    def _option(self, name: str, value: str) -> None:
        if self._set.get(name.lower()) != value:
            self.send(f"setoption name {name} value {value}")
            self._set[name.lower()] = value

    # What UGI says in another way

    def set_up(self, position: Position) -> None:
        """Choose the variant."""
        if "uci_variant" in self.options:
            name = _FLIPELLO.get((position.variant.name, position.size), "flipello")
            self._option("UCI_Variant", name)

    def position_text(self, position: Position) -> str:
        """Write a position; whoever begins is White there, and each side has discs in hand.

        A pass has a name that depends on the position, so positions are sent, never their moves.
        """
        if position == position.variant.start(position.size):
            return "startpos"
        hand = position.board.empties
        turn = "w" if position.turn is BLACK else "b"
        return f"fen {fen(position, 'Pp')}[{'P' * hand}{'p' * hand}] {turn} 0 1"

    def parse(self, text: str, position: Position) -> Move:
        """Read a drop such as P@f4, whose rows count from the bottom, or a pass."""
        if drop := _DROP.fullmatch(text):
            return Square.parse(f"{drop[1]}{position.size + 1 - int(drop[2])}")
        if _NULL.fullmatch(text) or text in ("0000", "@@@@"):
            return PASS
        raise NotationError(f"{text!r} is not a move of UCI")


class UgiSession(UciSession):
    """Speaks UGI: as UCI, with the game's own squares and `pass`."""

    protocol: ClassVar[str] = "UGI"
    variants: ClassVar[frozenset[str]] = frozenset({"classic"})
    words: ClassVar[tuple[str, str, str]] = ("ugi", "ugiok", "uginewgame")

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._sent: tuple[Position, tuple[Move, ...]] | None = None  # the last, and how it came up

    async def supports(self, position: Position) -> bool:
        """Tell whether this is Othello on a board of the program's sizes."""
        offered = self.options.get("size")
        return str(position.size) in offered.split() if offered else position.size == 8

    def set_up(self, position: Position) -> None:
        """Choose the size of the board where there are several."""
        if "size" in self.options:
            self._option("Size", str(position.size))

    def position_text(self, position: Position) -> str:
        """Write the moves from the start, which every program understands, or the board."""
        path = self._path_to(position)
        if path is None:
            return f"fen {fen(position, 'xo')} {'x' if position.turn is BLACK else 'o'}"
        return " ".join(["startpos", *(["moves"] if path else []), *map(str, path)])

    def _path_to(self, position: Position) -> tuple[Move, ...] | None:
        """Return moves from the start to a position, which is mostly two plies after the last."""
        path = None
        if self._sent is not None:
            last, before = self._sent
            further = find_path(last, position, patience=_NEAR)
            path = None if further is None else before + further
        if path is None:
            path = find_path(position.variant.start(position.size), position, patience=_FAR)
        self._sent = None if path is None else (position, path)
        return path

    def parse(self, text: str, position: Position) -> Move:  # noqa: ARG002 - UCI needs the size
        """Read a square or a pass."""
        return parse_move(text)


class _Found:
    """What the `info` lines of a search have said."""

    def __init__(self, session: UciSession, position: Position) -> None:
        self._session, self._position = session, position
        self._lines: dict[int, Variation] = {}
        self._depth = self._nodes = 0

    def take(self, words: list[str]) -> bool:
        """Take an `info` line; half ones and those without a line of play say nothing."""
        pairs = dict(itertools.pairwise(words))
        try:
            depth, nodes = max(0, int(pairs.get("depth", 0))), int(pairs.get("nodes", 0))
            place = int(pairs.get("multipv", 1))
            hundredths = int(pairs["cp"]) if "cp" in pairs else None
        except ValueError:
            return False
        line = self._line(words[words.index("pv") + 1 :]) if "pv" in words else ()
        if not line or line[0] not in self._position.legal_moves:
            return False
        self._depth, self._nodes = depth, nodes
        has_score = hundredths is not None and self._session.quirks.scores == "hundredths"
        score = Score((hundredths or 0) / 100, depth=depth) if has_score else Score(0)
        self._lines[place] = Variation(line[0], score, line)
        return True

    def _line(self, words: list[str]) -> tuple[Move, ...]:
        moves: list[Move] = []
        for word in words:
            try:
                moves.append(self._session.parse(word, self._position))
            except NotationError:
                break
        return tuple(moves)

    def analysis(self, move: Move | None, seconds: float) -> Analysis:
        """Put together what is known."""
        found = [self._lines[place] for place in sorted(self._lines)]
        chosen = move if move is not None or not found else found[0].move
        best = next((one for one in found if one.move == chosen), None)
        is_scored = self._session.quirks.scores == "hundredths"
        candidates = tuple((one.move, one.score) for one in found if one.move is not None)
        return Analysis(
            chosen,
            best.score if best and is_scored else None,
            depth=self._depth,
            nodes=self._nodes,
            seconds=seconds,
            line=best.line if best else (chosen,) if chosen is not None else (),
            candidates=candidates if is_scored else (),
            variations=tuple(found) if is_scored else (),
        )


def _limits(request: SearchRequest) -> str:
    limit, words = request.limit, []
    if request.seconds is not None:
        words.append(f"movetime {max(1, round(1000 * request.seconds))}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    return " ".join(words) or f"movetime {_USUAL_MILLISECONDS}"
