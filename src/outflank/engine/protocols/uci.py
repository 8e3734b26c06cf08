"""UCI, the Universal Chess Interface, as Fairy-Stockfish speaks it about flipello (Othello).

Discs are dropped pawns, and ranks count from the bottom. The first player, Othello's black, is
chess's white: its pieces are capitals and its clock is `wtime`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from outflank.engine.protocols.protocol import Protocol
from outflank.errors import NotationError, OutflankError, UnknownName
from outflank.notation.fen import FAIRY, PLAIN, Dialect
from outflank.notation.format import Assumptions
from outflank.rules import PASS, Move, Position, Square, Variant, find_variant, parse_move
from outflank.texts import Text

__all__ = [
    "BEST_MOVE",
    "NO_MOVE",
    "RESIGNATION",
    "UCI",
    "UCI_DIALECT",
    "BoardChoice",
    "GoCommand",
    "SearchInfo",
    "UciDialect",
    "parse_drop",
    "parse_fen",
    "parse_option",
    "parse_setting",
    "spell_combo",
    "spell_drop",
    "spell_setting",
    "spell_spin",
]

UCI: Final = Protocol(
    name="uci",
    title="UCI",
    summary=Text("engine.protocols.uci"),
    class_prefix="Uci",
    first_word="uci",
)
BEST_MOVE: Final = "bestmove"  # begins the answer
NO_MOVE: Final = "(none)"  # in it, of a game that is over
RESIGNATION: Final = "resign"

_DROP: Final = re.compile(r"[Pp]?@([a-p])([0-9]{1,2})")
_STAY: Final = re.compile(r"([a-p][0-9]{1,2})\1")  # a piece that moves to where it stands: a pass
_PASSES: Final = frozenset({"0000", "@@@@", "pass"})
_OPTION: Final = re.compile(r"option name (?P<name>.+?) type .*")
_SETTING: Final = re.compile(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?")

# Moves and positions


def spell_drop(move: Move, position: Position) -> str:
    """Write a move; a pass names the mover's lowest and leftmost disc twice.

    >>> spell_drop(Square.parse("e6"), find_variant("classic").start())
    'P@e3'
    """
    size = position.size
    if isinstance(move, Square):
        return f"P@{_at(move, size)}"
    own = position.board.discs(position.turn)
    lowest = min(own, key=lambda square: (-square.row, square.col), default=Square(0, size - 1))
    return _at(lowest, size) * 2


def parse_drop(text: str, position: Position) -> Move:
    """Read a move; any piece that stays where it is means a pass.

    >>> parse_drop("P@e3", find_variant("classic").start())
    e6
    """
    if text.lower() in _PASSES or _STAY.fullmatch(text):
        return PASS
    drop = _DROP.fullmatch(text)
    if drop is None:
        raise NotationError(Text("errors.engine.uci_move", text=repr(text[:20])))
    rank = int(drop[2])
    if not 1 <= rank <= position.size:
        raise NotationError(Text("errors.engine.uci_outside_board", text=text, ranks=position.size))
    return parse_move(f"{drop[1]}{position.size + 1 - rank}")


def _at(square: Square, size: int) -> str:
    return f"{str(square)[0]}{size - square.row}"


def parse_fen(text: str, variant: Variant) -> Position:
    """Read a position in Fairy-Stockfish's FEN or, with discs x and o, in the plain one.

    >>> start = "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppp] w 0 1"
    >>> parse_fen(start, find_variant("classic")) == find_variant("classic").start()
    True
    """
    has_pieces = not set("Pp").isdisjoint(text.partition(" ")[0])
    return (FAIRY if has_pieces else PLAIN).parse(text, Assumptions(variant))


class BoardChoice(NamedTuple):
    """A game and the size of its board, as an option offers them under one name."""

    variant: Variant
    size: int

    @classmethod
    def of(cls, position: Position) -> BoardChoice:
        """Return what a position is one of."""
        return cls(position.variant, position.size)

    def start(self) -> Position:
        """Return the position at the beginning."""
        return self.variant.start(self.size)


@dataclass(frozen=True, slots=True)
class UciDialect:
    """The words and the moves of UCI; UGI's are a subclass."""

    word: str = "uci"
    clocks: tuple[str, str] = ("wtime", "btime")
    increments: tuple[str, str] = ("winc", "binc")
    fen: Dialect = FAIRY
    board_option: str = "UCI_Variant"
    boards: Mapping[str, BoardChoice] = field(
        default_factory=lambda: {
            "antiflipello": BoardChoice(find_variant("anti"), 8),
            "flipello": BoardChoice(find_variant("classic"), 8),
            "flipello10": BoardChoice(find_variant("classic"), 10),
        }
    )
    usual_board: str = "flipello"

    @property
    def ok(self) -> str:
        """The line that ends the list of options."""
        return f"{self.word}ok"

    @property
    def new_game(self) -> str:
        """The line that begins another game."""
        return f"{self.word}newgame"

    @property
    def variants(self) -> frozenset[str]:
        """The names of the variants that it has boards of."""
        return frozenset(board.variant.name for board in self.boards.values())

    def board(self, name: str) -> BoardChoice:
        """Return the board of that name."""
        if name not in self.boards:
            raise UnknownName("variant", name[:40], self.boards)
        return self.boards[name]

    def board_name(self, position: Position) -> str | None:
        """Return the name of a position's board, None where it has none."""
        wanted = BoardChoice.of(position)
        return next((name for name, board in self.boards.items() if board == wanted), None)

    def spell_move(self, move: Move, position: Position) -> str:
        """Write a move."""
        return spell_drop(move, position)

    def parse_move(self, text: str, position: Position) -> Move:
        """Read a move."""
        return parse_drop(text, position)

    def spell_line(self, moves: Sequence[Move], position: Position) -> str:
        """Write moves that follow each other, as far as they may be played."""
        words: list[str] = []
        for move in moves:
            if not position.is_legal(move):
                break  # the end of a line may come from the table, and be of another position
            words.append(self.spell_move(move, position))
            position = position.play(move)
        return " ".join(words)

    def spell_position(self, position: Position, moves: Sequence[Move] | None) -> str:
        """Write the command that sets up a position: by moves from the start, or by its FEN.

        >>> UCI_DIALECT.spell_position(find_variant("classic").start(), ())
        'position startpos'
        """
        if moves is None:
            return f"position fen {self.fen.write(position)}"
        played = self.spell_line(moves, BoardChoice.of(position).start())
        return f"position startpos moves {played}" if played else "position startpos"

    def parse_position(self, text: str, start: Position) -> Position:
        """Read what follows `position`; `start` is what `startpos` means."""
        kind, *rest = text.split() or [""]
        before, after = rest, list[str]()
        if "moves" in rest:
            before, after = rest[: rest.index("moves")], rest[rest.index("moves") + 1 :]
        if kind == "startpos":
            position = start
        elif kind == "fen":
            position = parse_fen(" ".join(before), start.variant)
        else:
            raise NotationError(Text("errors.engine.uci_position"))
        for number, word in enumerate(after, 1):
            try:
                position = position.play(self.parse_move(word, position))
            except OutflankError as problem:
                raise NotationError(
                    Text("errors.engine.uci_position_move", move=number, problem=problem)
                ) from None
        return position


UCI_DIALECT: Final = UciDialect()

# Options


def spell_spin(name: str, usual: int, most: int) -> str:
    """Write the line that offers an option from 1 up.

    >>> spell_spin("Threads", 2, 64)
    'option name Threads type spin default 2 min 1 max 64'
    """
    return f"option name {name} type spin default {usual} min 1 max {most}"


def spell_combo(name: str, usual: str, choices: Sequence[str]) -> str:
    """Write the line that offers an option with choices.

    >>> spell_combo("Size", "8", ("6", "8"))
    'option name Size type combo default 8 var 6 var 8'
    """
    offered = " ".join(f"var {choice}" for choice in choices)
    return f"option name {name} type combo default {usual} {offered}"


def parse_option(line: str) -> str | None:
    """Return the name of the option that a line offers, None for other lines.

    >>> parse_option(spell_spin("Clear Hash", 1, 1))
    'Clear Hash'
    """
    found = _OPTION.match(line)
    return None if found is None else found["name"]


def spell_setting(name: str, value: str) -> str:
    """Write the command that sets an option.

    >>> spell_setting("Threads", "2")
    'setoption name Threads value 2'
    """
    return f"setoption name {name} value {value}"


def parse_setting(text: str) -> tuple[str, str]:
    """Read the name and the value that follow `setoption`.

    >>> parse_setting("name Clear Hash"), parse_setting("name Threads value 2")
    (('Clear Hash', ''), ('Threads', '2'))
    """
    found = _SETTING.fullmatch(text)
    if found is None:
        raise NotationError(Text("errors.engine.uci_setoption_usage"))
    return found["name"], (found["value"] or "").strip()


# Searches


@dataclass(slots=True)
class GoCommand:
    """What `go` asks for; its numbers are by their words, times in milliseconds.

    >>> str(GoCommand({"movetime": 50, "depth": 4}))
    'go movetime 50 depth 4'
    """

    numbers: dict[str, int] = field(default_factory=dict)
    is_infinite: bool = False  # until `stop`
    is_pondering: bool = False  # until `stop` or `ponderhit`

    @classmethod
    def parse(cls, words: Sequence[str], dialect: UciDialect = UCI_DIALECT) -> GoCommand:
        """Read the words that follow `go`; unknown ones are passed over."""
        command = cls()
        known = (*dialect.clocks, *dialect.increments, "movetime", "depth", "nodes", "movestogo")
        waiting = iter(words)
        for word in waiting:
            command.is_infinite |= word == "infinite"
            command.is_pondering |= word == "ponder"
            if word in known:
                command.numbers[word] = _whole(next(waiting, ""), word)
        return command

    @property
    def is_endless(self) -> bool:
        """Whether the search goes on until it is told otherwise."""
        return self.is_infinite or self.is_pondering

    def after_ponder_hit(self) -> GoCommand:
        """Return the same command for a search of our own move."""
        return replace(self, is_pondering=False)

    def seconds(self, word: str) -> float | None:
        """Return a time in seconds, None where it is not told."""
        return self.numbers[word] / 1000 if word in self.numbers else None

    def __str__(self) -> str:
        flags = ("infinite" if self.is_infinite else "", "ponder" if self.is_pondering else "")
        numbers = (f"{word} {number}" for word, number in self.numbers.items())
        return " ".join(filter(None, ("go", *flags, *numbers)))


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """An `info` line with a line of play, which is the best but `place - 1`.

    >>> info = SearchInfo(5, 1, 250, 1000, 0.5, "P@f4 P@f3")
    >>> str(info)
    'info depth 5 multipv 1 score cp 250 nodes 1000 nps 2000 time 500 pv P@f4 P@f3'
    >>> SearchInfo.parse(str(info)) == info
    True
    """

    depth: int
    place: int
    hundredths: int | None  # of a disc in our engine's scores
    nodes: int
    seconds: float
    line: str

    @classmethod
    def parse(cls, text: str) -> SearchInfo | None:
        """Read a line; None for one that is cut short or has no line of play."""
        words = text.split()
        if words[:1] != ["info"] or "pv" not in words:
            return None
        pairs = dict(itertools.pairwise(words))
        try:
            return cls(
                max(0, _whole(pairs.get("depth", "0"))),
                _whole(pairs.get("multipv", "1")),
                _whole(pairs["cp"]) if "cp" in pairs else None,
                _whole(pairs.get("nodes", "0")),
                _whole(pairs.get("time", "0")) / 1000,
                " ".join(words[words.index("pv") + 1 :]),
            )
        except NotationError:
            return None

    def __str__(self) -> str:
        speed = round(self.nodes / self.seconds) if self.seconds > 0 else 0
        score = "" if self.hundredths is None else f" score cp {self.hundredths}"
        return (
            f"info depth {self.depth} multipv {self.place}{score} nodes {self.nodes} "
            f"nps {speed} time {round(1000 * self.seconds)} pv {self.line}"
        )


def _whole(text: str, word: str = "this") -> int:
    if not re.fullmatch("[-+]?[0-9]{1,15}", text):
        raise NotationError(
            Text("errors.engine.uci_whole_number", parameter=word, text=repr(text[:20]))
        )
    return int(text)
