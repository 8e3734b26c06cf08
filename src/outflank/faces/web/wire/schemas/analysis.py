"""The wire forms of analysed games; a game has the fields of our JSON, see docs/formats.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.faces.web.wire.schemas.values import (
    AnswerName,
    ColorName,
    MoveName,
    Number,
    Plain,
    Size,
    VariantName,
)
from outflank.notation import binary_formats, formats

__all__ = [
    "ArchiveGame",
    "ArchiveMove",
    "ArchiveQuery",
    "ArchiveReport",
    "OpeningName",
    "OpeningQuery",
    "ReadBody",
    "ReadRecord",
    "ReadResult",
    "StudyGame",
    "StudyMoveScore",
    "StudyPly",
    "StudyScore",
    "StudyVerdict",
    "WriteBody",
    "written_formats",
]


def written_formats() -> list[str]:
    """Return the names of all forms that a game can be written in, pictures last.

    >>> written_formats()[-3:]
    ['wthor', 'svg', 'png']
    """
    files = [one.name for one in binary_formats() if one.writer is not None]
    return [*(one.name for one in formats()), *files, "svg", "png"]


PlyNumber = Annotated[
    int, Meta(ge=0, le=100_000, description="counted from 1 in `plies`; 0 is the start")
]
MoveText = Annotated[
    str,
    described_pattern("moves", "^([a-h][1-8]){0,60}$"),
]
OpeningStart = Annotated[str, described_pattern("opening_start", "^([XO-]{64} [XO])?$")]
PositionText = Annotated[
    str, Meta(max_length=300, description="cells row by row, a space, and X or O to move")
]
# As in ExportQuery, names are recognised in any spelling.
WrittenFormat = Annotated[
    str,
    Meta(
        max_length=32,
        description="a notation or a kind of picture",
        extra_json_schema={"enum": written_formats()},
    ),
]


class StudyScore(Plain, frozen=True):
    """The value of a position for the side that moved, and its source."""

    discs: float
    kind: Literal["heuristic", "expected", "book", "proven", "exact"]
    depth: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    confidence: Annotated[int, Meta(ge=50, le=100)] | UnsetType = UNSET


class StudyMoveScore(Plain, frozen=True):
    """The value of a move for the side to move."""

    move: MoveName
    score: StudyScore


class StudyPly(Plain, frozen=True):
    """A move with its notes; it follows the previous ply unless `after` names another."""

    move: MoveName
    after: PlyNumber | UnsetType = UNSET
    answer: AnswerName | UnsetType = UNSET
    automatic: bool | UnsetType = UNSET
    seconds: Annotated[float, Meta(ge=0)] | UnsetType = UNSET
    score: StudyScore | UnsetType = UNSET
    comment: str | UnsetType = UNSET
    next_answer: AnswerName | UnsetType = UNSET


class StudyVerdict(Plain, frozen=True):
    """The end of a game that its board did not decide."""

    reason: str
    winner: ColorName | None = None
    black: Number | UnsetType = UNSET
    white: Number | UnsetType = UNSET
    after: PlyNumber | UnsetType = UNSET


class StudyGame(Plain, frozen=True):
    """A game with its variations and remarks, with the fields of our JSON."""

    outflank: Literal[1]
    variant: VariantName
    size: Size
    odds: dict[AnswerName, float] | UnsetType = UNSET
    start: PositionText | UnsetType = UNSET
    headers: dict[str, str] | UnsetType = UNSET
    comment: str | UnsetType = UNSET
    next_answer: AnswerName | UnsetType = UNSET
    plies: list[StudyPly] | UnsetType = UNSET
    verdict: StudyVerdict | UnsetType = UNSET


class ReadBody(Plain, frozen=True):
    """A text, or a file in base64; `variant` and `size` are for notations without them."""

    text: str = ""
    data: bytes = b""
    format: Annotated[str, Meta(max_length=32, description="its name, if it is known")] = ""
    dialect: Annotated[str, Meta(max_length=32, description="of a FEN: edax or fairy")] = ""
    variant: VariantName = "classic"
    size: Size | UnsetType = UNSET


class ReadRecord(Plain, frozen=True):
    """One game or position that was read, with the notes in its text."""

    title: str
    game: StudyGame
    scores: list[StudyMoveScore]


class ReadResult(Plain, frozen=True):
    """The notation of a text, its games and positions, and its unreadable parts."""

    format: str
    why: Annotated[str, Meta(description="how the notation was recognised, in a sentence")]
    records: list[ReadRecord]
    problems: list[str]
    left_out: Annotated[
        int,
        Meta(
            ge=0, description="the number of records beyond the first hundred, which are left out"
        ),
    ]


class WriteBody(Plain, frozen=True):
    """A game to write; pictures and notations of positions show the position `at`."""

    game: StudyGame
    format: WrittenFormat
    at: PlyNumber | UnsetType = UNSET
    scores: Annotated[
        tuple[StudyMoveScore, ...],
        Meta(max_length=256, description="of the moves at that place, for OBF and pictures"),
    ] = ()


class OpeningQuery(Plain, frozen=True):
    """A line of moves, from the usual start or from a position."""

    moves: MoveText = ""
    start: OpeningStart = ""


class OpeningName(Plain, frozen=True):
    """The last named opening on a line, or null."""

    name: str | None
    aliases: list[str]
    moves: Annotated[str, Meta(description="the moves that usually lead to it")]
    on_the_way: Annotated[
        list[str], Meta(description="every name on the line, in the order of the moves")
    ]


class ArchiveQuery(Plain, frozen=True):
    """A position of Othello."""

    cells: Annotated[str, described_pattern("cells", "^[XO-]{16,256}$")]
    turn: ColorName = "black"


class ArchiveMove(Plain, frozen=True):
    """The results of a move; symmetric positions count together."""

    move: MoveName
    games: Number
    black_wins: Number
    white_wins: Number
    draws: Number
    average: Annotated[float | None, Meta(description="black's discs less white's")]
    opening: str | None


class ArchiveGame(Plain, frozen=True):
    """A played game that reached the position."""

    year: int | None
    tournament: str
    black: str
    white: str
    margin: Annotated[int | None, Meta(description="black's discs less white's")]
    moves: str


class ArchiveReport(Plain, frozen=True):
    """The moves played in a position, the most frequent first, and the newest games."""

    games: Number
    black_wins: Number
    white_wins: Number
    draws: Number
    moves: list[ArchiveMove]
    newest: list[ArchiveGame]
