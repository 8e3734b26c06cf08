"""Cassio's ENGINE-PROTOCOL: positions with a window go in, values with their lines come out."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.engine.protocols.protocol import Protocol
from outflank.errors import NotationError
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Color,
    Move,
    Position,
    parse_move,
)
from outflank.texts import Text

__all__ = [
    "CASSIO",
    "ERROR",
    "PREFIX",
    "READY",
    "SearchCommand",
    "SearchResult",
    "command",
    "parse_position",
]

PREFIX: Final = "ENGINE-PROTOCOL"
CASSIO: Final = Protocol(
    name="cassio",
    title="Cassio",
    summary=Text("engine.protocols.cassio"),
    class_prefix="Cassio",
    first_word=PREFIX,
)
READY: Final = "ready."  # ends every answer
ERROR: Final = "ERROR"  # begins a line that says what was wrong
LEAST_PRECISION: Final = 73

_POSITION: Final = re.compile(r"\s*([-.XxOo*BbWw]{64})\s*([XxOo*BbWw])(?:\s+|$)")
_SIDES: Final = dict.fromkeys("Xx*Bb", BLACK) | dict.fromkeys("OoWw", WHITE)
_LETTERS: Final = {BLACK: "X", WHITE: "O"}
_BOUND_LETTERS: Final = {BLACK: "B", WHITE: "W"}
_MIDGAME: Final = "ALPHA BETA DEPTH PRECISION"
_ENDGAME: Final = "ALPHA BETA PRECISION"
_RESULT: Final = re.compile(
    r"(?P<board>[-.XO*]{64})\s*(?P<side>[XO*]), *move (?P<move>\S+), *depth (?P<depth>\d+), *"
    r"@(?P<confidence>\d+)%, *(?P<low>[BW][-+]?[\d.]+) *<= *v *<= *(?P<high>[BW][-+]?[\d.]+), *"
    r"(?P<line>[^,]*), *node (?P<nodes>\d+), *time (?P<seconds>[\d.]+)"
)
_MOVES: Final = re.compile(r"[A-Ha-h][1-8]|[Pp][AaSs]|--")
_NO_MOVE: Final = "--"  # of a game that is over


def command(name: str, arguments: str = "") -> str:
    """Write a command.

    >>> command("stop")
    'ENGINE-PROTOCOL stop'
    """
    return f"{PREFIX} {name} {arguments}".rstrip()


def parse_position(text: str) -> tuple[Position, str]:
    """Read 64 cells and the side to move, and return what follows them."""
    found = _POSITION.match(text)
    if found is None:
        raise NotationError(Text("errors.engine.cassio_position"))
    return Position(Board.parse(found[1]), _SIDES[found[2]]), text[found.end() :]


def _spell_position(position: Position) -> str:
    return f"{position.board}{_LETTERS[position.turn]}"


class SearchCommand(NamedTuple):
    """A command to search a position; without a depth it is searched to the end of the game.

    >>> search = SearchCommand(Position.start(), depth=12, precision=87)
    >>> str(search).split()[2:]
    ['-64.00', '64.00', '12', '87']
    >>> SearchCommand.parse(*str(search).split(" ", 1)) == search
    True
    """

    position: Position
    alpha: float = -64.0
    beta: float = 64.0
    depth: int | None = None
    precision: int = 100  # of the selectivity, in per cent

    @classmethod
    def parse(cls, name: str, arguments: str) -> SearchCommand | None:
        """Read a command's name and arguments; None for commands of another name."""
        usage = {"midgame-search": _MIDGAME, "endgame-search": _ENDGAME}.get(name)
        if usage is None:
            return None
        position, rest = parse_position(arguments)
        values = _numbers(rest, usage)
        if values["ALPHA"] >= values["BETA"]:
            raise NotationError(Text("errors.engine.empty_window"))
        depth = round(values["DEPTH"]) if "DEPTH" in values else None
        precision = min(max(round(values["PRECISION"]), LEAST_PRECISION), 100)
        return cls(position, values["ALPHA"], values["BETA"], depth, precision)

    def __str__(self) -> str:
        name = "endgame-search" if self.depth is None else "midgame-search"
        depth = "" if self.depth is None else f" {self.depth}"
        window = f"{self.alpha:.2f} {self.beta:.2f}"
        return f"{name} {_spell_position(self.position)} {window}{depth} {self.precision}"


def _numbers(text: str, usage: str) -> dict[str, float]:
    names, words = usage.split(), text.split()
    if len(words) != len(names):
        raise NotationError(Text("errors.engine.cassio_expected_parameters", usage=usage))
    values: dict[str, float] = {}
    for name, word in zip(names, words, strict=True):
        try:
            values[name] = float(word)
        except ValueError:
            values[name] = math.nan
        if not math.isfinite(values[name]):
            raise NotationError(
                Text("errors.engine.cassio_number", parameter=name.lower(), text=repr(word[:20]))
            )
    return values


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has found so far; bounds are discs for the side to move.

    >>> start = Position.start()
    >>> f5 = parse_move("f5")
    >>> found = SearchResult(start, f5, 14, 73, -2.0, 4.0, (f5, parse_move("d6")), 12345, 0.125)
    >>> str(found).split(", ", 1)[1]
    'move F5, depth 14, @73%, B-2.00 <= v <= B+4.00, F5d6, node 12345, time 0.125'
    >>> SearchResult.parse(str(found)) == found
    True
    """

    position: Position
    move: Move | None
    depth: int
    confidence: int
    low: float
    high: float
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @classmethod
    def parse(cls, text: str) -> SearchResult | None:
        """Read a line; None for other lines, and for those that make no sense."""
        found = _RESULT.match(text)
        if found is None:
            return None
        position, _ = parse_position(found["board"] + found["side"])
        # Some programs also write a pass like this.
        has_move = found["move"] != _NO_MOVE or position.must_pass
        try:
            return cls(
                position,
                parse_move(found["move"]) if has_move else None,
                int(found["depth"]),
                int(found["confidence"]),
                _parse_bound(found["low"], position.turn),
                _parse_bound(found["high"], position.turn),
                tuple(map(parse_move, _MOVES.findall(found["line"]))) if has_move else (),
                int(found["nodes"]),
                float(found["seconds"]),
            )
        except (NotationError, ValueError):
            return None

    def __str__(self) -> str:
        turn = self.position.turn
        low, high = (_spell_bound(discs, turn) for discs in (self.low, self.high))
        first = _NO_MOVE if self.move is None else _spell_move(self.move, turn)
        sides = itertools.cycle((turn, turn.opponent))
        moves = "".join(
            _spell_move(move, side) for move, side in zip(self.line, sides, strict=False)
        )
        return (
            f"{_spell_position(self.position)}, move {first}, depth {self.depth}, "
            f"@{self.confidence}%, {low} <= v <= {high}, "
            f"{moves or first}, node {self.nodes}, time {self.seconds:.3f}"
        )


def _spell_move(move: Move, color: Color) -> str:
    """Write black's moves in capitals and white's in small letters."""
    name = "ps" if move is PASS else str(move)
    return name.upper() if color is BLACK else name


def _spell_bound(discs: float, turn: Color) -> str:
    return f"{_BOUND_LETTERS[turn]}{discs:+.2f}"


def _parse_bound(text: str, turn: Color) -> float:
    """Read a bound such as W+2.00, which may name the other side."""
    discs = float(text[1:])
    if not math.isfinite(discs):
        raise NotationError(Text("errors.engine.not_a_number_of_discs", text=repr(text[:20])))
    return discs if text[0] == _BOUND_LETTERS[turn] else -discs
