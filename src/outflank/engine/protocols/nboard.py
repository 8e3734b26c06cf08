"""The NBoard protocol, version 2: games in GGF, moves with their evaluation, and lines of play."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.engine.protocols.protocol import Protocol
from outflank.errors import NotationError
from outflank.notation import read
from outflank.notation.cells import Alphabet
from outflank.rules import (
    BLACK,
    PASS,
    Color,
    Game,
    Move,
    Position,
    Score,
    ScoreKind,
    WinDrawLoss,
    parse_move,
)
from outflank.rules.score import LEAST_CONFIDENCE
from outflank.texts import Text

__all__ = [
    "ANSWER",
    "HELLO",
    "NBOARD",
    "MoveReport",
    "SearchLine",
    "is_version_1_move",
    "ping",
    "pong",
    "read_game",
    "spell_move",
    "time_left",
    "write_game",
]

NBOARD: Final = Protocol(
    name="nboard",
    title="NBoard",
    summary=Text("engine.protocols.nboard"),
    class_prefix="NBoard",
    first_word="nboard",
)
HELLO: Final = "nboard 2"
ANSWER: Final = "==="  # begins the line with the move that was chosen

_VERSION_1_MOVE: Final = re.compile(r"[A-Pa-p][1-9][0-9]?|PA|pa", re.ASCII)
_MOVES: Final = re.compile(r"[-\s]*([A-Pa-p]\d{1,2}|[Pp][AaSs]|--)")
_EXACT: Final = "100%"  # as a depth; with W only the winner is known
_DEPTH: Final = re.compile(r"(?P<plies>\d+)(?:@(?P<confidence>\d{1,3})%)?")
_CLOCK: Final = re.compile(r"[0-9]{1,6}(:[0-9]{1,6}){0,2}(\.[0-9]{1,6})?")
_USUAL_CLOCK: Final = 900  # seconds, where nobody sets a limit
_DISCS: Final = Alphabet("*", "O")


def ping(number: int) -> str:
    """Write the line that ends the thinking and asks for a `pong`."""
    return f"ping {number}"


def pong(number: int | str) -> str:
    """Write the reply to a `ping`; what was said before it is about an earlier position."""
    return f"pong {number}".rstrip()


# Moves


def spell_move(move: Move) -> str:
    """Write a move: a square in capitals, or PA."""
    return "PA" if move is PASS else str(move).upper()


def is_version_1_move(line: str) -> bool:
    """Whether a line is a bare move, as version 1 sent them."""
    return _VERSION_1_MOVE.fullmatch(line) is not None


class MoveReport(NamedTuple):
    """A move, the discs it is worth and the seconds it took, both of which may be missing.

    >>> str(MoveReport.parse("f5/-1.25/12.3"))
    'F5/-1.25/12.30'
    >>> MoveReport.parse("PA//0.5"), MoveReport.parse("d6 -1.00 0.0").discs
    (MoveReport(move=PASS, discs=None, seconds=0.5), -1.0)
    """

    move: Move
    discs: float | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> MoveReport:
        """Read the three parts between slashes or, as Edax writes them, between blanks."""
        name, discs, seconds = _parts(text)
        move = parse_move(name)
        spent = _real(seconds, "errors.engine.nboard_time")
        return cls(
            move,
            _real(discs, "errors.engine.nboard_evaluation"),
            None if spent is None else max(spent, 0.0),
        )

    @staticmethod
    def name_in(text: str) -> str:
        """Return the word that should be the move."""
        return _parts(text)[0]

    def __str__(self) -> str:
        discs = "" if self.discs is None else f"{self.discs:.2f}"
        seconds = "" if self.seconds is None else f"{self.seconds:.2f}"
        return f"{spell_move(self.move)}/{discs}/{seconds}"


def _parts(text: str) -> list[str]:
    return [*re.split(r"\s*/\s*|\s+", text.strip()), "", ""][:3]


def _real(text: str, key: str) -> float | None:
    if not text:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?", text):
        raise NotationError(Text(key, text=repr(text[:20])))
    return float(text)


# Lines of play


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A line of play with its score, as `search` and `book` lines have it.

    >>> line = SearchLine((parse_move("f5"), parse_move("d6")), Score(2.5, depth=12, confidence=73))
    >>> str(line)
    'search F5-D6 2.50 0 12@73%'
    >>> SearchLine.parse(str(line)) == line
    True
    """

    moves: tuple[Move, ...]
    score: Score | WinDrawLoss

    @classmethod
    def parse(cls, line: str) -> SearchLine | None:
        """Read a line; None for other lines and for those that are cut short."""
        words = line.split()
        if len(words) < 5 or words[0] not in ("search", "book"):
            return None
        try:
            moves = tuple(map(parse_move, _MOVES.findall(words[1])))
            score = _parse_score(words[2], words[4], is_book=words[0] == "book")
        except (NotationError, ValueError):
            return None
        return cls(moves, score) if moves else None

    def __str__(self) -> str:
        moves = "-".join(map(spell_move, self.moves))
        score = self.score
        discs = score.discs if isinstance(score, Score) else score.sign
        return f"search {moves} {discs:.2f} 0 {_spell_depth(self.score)}"


def _parse_score(text: str, depth: str, *, is_book: bool) -> Score | WinDrawLoss:
    """Read discs, or two numbers of them: for a draw that counts for black, and for white."""
    parts = [float(part) for part in text.split(",")]
    discs = sum(parts) / len(parts)
    if not math.isfinite(discs):
        raise NotationError(Text("errors.engine.not_a_number_of_discs", text=repr(text[:20])))
    if is_book:
        return Score(discs, ScoreKind.BOOK)
    if depth == _EXACT:
        return Score(discs, ScoreKind.EXACT)
    if depth.startswith(_EXACT):
        return WinDrawLoss.of(discs)
    found = _DEPTH.match(depth)
    if found is None:
        return Score(discs)
    confidence = int(found["confidence"] or 100)
    is_unsure = LEAST_CONFIDENCE <= confidence < 100
    return Score(discs, depth=int(found["plies"]), confidence=confidence if is_unsure else None)


def _spell_depth(score: Score | WinDrawLoss) -> str:
    """Write how deep and how sure a score is."""
    if isinstance(score, WinDrawLoss):
        return f"{_EXACT}W"
    if score.kind is ScoreKind.EXACT:
        return _EXACT
    is_sure = score.confidence in (None, 100)
    return f"{score.depth or 0}" if is_sure else f"{score.depth or 0}@{score.confidence}%"


# Games


def write_game(position: Position, seconds: float | None = None) -> str:
    """Write a game that begins, and stands, at a position, with the time of each side.

    >>> game = read_game(write_game(Game().position, 300))
    >>> game.position == Game().position, time_left(game, BLACK)
    (True, (300.0, 0.0))
    """
    size = position.size
    clock = _USUAL_CLOCK if seconds is None else max(1, math.floor(seconds))
    return (
        f"(;GM[Othello]PC[Outflank]PB[black]PW[white]RE[?]TI[{clock // 60}:{clock % 60:02d}]"
        f"TY[{size}]BO[{size} {_DISCS.write(position.board, position.turn)}];)"
    )


def read_game(text: str) -> Game:
    """Read a game in GGF."""
    reading = read(text.encode(), format="ggf", errors="raise")
    if not reading.records:
        raise NotationError(Text("errors.engine.nboard_no_game"))
    return reading.game


def time_left(game: Game, color: Color) -> tuple[float, float] | None:
    """Return the seconds that a side has left, and what each move adds; None without a clock.

    >>> game = Game()
    >>> game.headers["time"] = "05:00/00:10"
    >>> game.push("f5").seconds = 20.0
    >>> time_left(game, BLACK)
    (290.0, 10.0)
    """
    own = game.headers.get("black_time" if color is BLACK else "white_time")
    told = own or game.headers.get("time")
    if told is None:
        return None
    main, added = [_clock_seconds(part) for part in (*told.split("/"), "")[:2]]
    if main is None:
        return None
    increment = added or 0.0
    spent = [
        ply.seconds or 0.0
        for position, ply in game.replay()
        if position.turn is color and ply.move is not PASS
    ]
    return main + increment * len(spent) - sum(spent), increment


def _clock_seconds(text: str) -> float | None:
    """Read seconds, mm:ss or hh:mm:ss, without what GGS adds after a comma."""
    plain = text.partition(",")[0].strip()
    if not _CLOCK.fullmatch(plain):
        return None
    seconds = 0.0
    for part in plain.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds
