"""The wire forms of matches as types, which decode, encode and document them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.faces.web.wire.schemas.players import PlayerObject
from outflank.faces.web.wire.schemas.values import (
    MAX_NUMBER,
    Cells,
    ClockText,
    ColorChoice,
    ColorName,
    MatchId,
    Milliseconds,
    MoveName,
    Number,
    OracleName,
    Plain,
    Remaining,
    Scoring,
    Size,
    SquareName,
    StartText,
    VariantName,
)
from outflank.notation import formats
from outflank.play.occupants import Occupant, SeatKind

__all__ = [
    "COMPUTER_PATTERN",
    "Branch",
    "BranchList",
    "Clocks",
    "EventsQuery",
    "ExportQuery",
    "FormatName",
    "Hint",
    "HintList",
    "Match",
    "MatchBody",
    "MatchInList",
    "MatchList",
    "MatchQuery",
    "MatchSummary",
    "MoveBody",
    "OfferBody",
    "Origin",
    "Seat",
    "Session",
    "StateLine",
    "StreamQuery",
    "Turn",
]

COMPUTER_PATTERN = str(Occupant.computer("[a-z0-9-]{1,32}"))


class Seat(Plain, frozen=True):
    """The player of a side."""

    name: str
    player: Annotated[int, Meta(description="the id; null is a computer of the server")] | None
    seat: Annotated[
        str, Meta(description="bot, person, computer:LEVEL, or beside:ID at that player's screen")
    ]


class Turn(Plain, frozen=True):
    """The present turn; a move must name its `seq`."""

    seq: Number
    color: ColorName
    number: Annotated[int, Meta(description="how many turns there were before this one")]


class Clocks(Plain, frozen=True):
    """The rest of each side's total time at `now`; null without a total time."""

    black: Remaining | None
    white: Remaining | None


class MatchSummary(Plain, frozen=True):
    """A match in a list."""

    id: MatchId
    status: Literal["running", "finished", "void"]
    variant: str
    size: int
    black: Seat
    white: Seat
    tournament: int | None
    rated: bool
    clock: str
    created: Milliseconds
    ended: Milliseconds | None
    winner: ColorName | None
    reason: Annotated[str, Meta(description="why it ended")] | None
    score: Annotated[list[int], Meta(description="black's and white's official score")] | None
    moves: Annotated[int, Meta(description="moves played, passes not counted")]


class MatchInList(MatchSummary, frozen=True, forbid_unknown_fields=True):
    """A match in a list; if its data is damaged, `problem` says how."""

    problem: Annotated[str, Meta(description="what is damaged")] | UnsetType = UNSET


class Origin(Plain, frozen=True):
    """A position of another match, from which a what-if match is played on."""

    match: MatchId
    ply: Annotated[
        int, Meta(ge=0, le=MAX_NUMBER, description="how many of its turns are kept, with passes")
    ]


class Branch(MatchSummary, frozen=True, forbid_unknown_fields=True):
    """A what-if match, and where it left the other match."""

    ply: Annotated[int, Meta(description="how many turns of that match were kept")]
    number: Annotated[int, Meta(description="the same without passes: how many moves")]


class BranchList(Plain, frozen=True):
    """Your what-if matches from a match, the newest first; `is_open` to another one."""

    branches: list[Branch]
    is_open: Annotated[bool, Meta(description="whether you may play on from its positions")]


class Match(MatchSummary, frozen=True, forbid_unknown_fields=True):
    """The present state of a match."""

    seq: Annotated[int, Meta(description="the number that the next event will have")]
    turn: Turn | None
    awaits: Literal["move", "answer"] | None
    cells: Cells
    legal: list[SquareName]
    answer: Annotated[str, Meta(description="what the oracle said for this turn")] | None
    moves_played: list[MoveName]
    remaining: Clocks
    deadline: Milliseconds | None
    now: Milliseconds
    paused: bool
    offer: Annotated[str, Meta(description="who waits for an answer to an offer")] | None
    you: Annotated[ColorName, Meta(description="the side of the key's player")] | None
    start: Annotated[
        str, Meta(description="where it began, for a rematch; empty for the usual position")
    ]
    origin: Annotated[Origin, Meta(description="of a what-if match")] | None


class Session(Plain, frozen=True):
    """The player behind a browser, if there is one, and their running matches."""

    player: PlayerObject | None
    matches: Annotated[list[MatchSummary], Meta(description="the running ones, the oldest first")]
    closed: (
        Annotated[
            str, Meta(description="what a competition closes to them, to whom and until when")
        ]
        | UnsetType
    ) = UNSET


class MatchList(Plain, frozen=True):
    """Matches, the newest first."""

    matches: list[MatchInList]


class MatchQuery(Plain, frozen=True):
    """A filter for matches."""

    status: Literal["running", "finished"] | UnsetType = UNSET
    player: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those of a player")] | UnsetType
    ) = UNSET
    tournament: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those of a tournament")]
        | UnsetType
    ) = UNSET
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: Annotated[str, described_pattern("before", "^[0-9a-z]{1,32}$")] | UnsetType = UNSET


class MatchBody(Plain, frozen=True):
    """A match that begins at once: with a computer, with a friend beside you, or to watch."""

    opponent: Annotated[
        str,
        described_pattern("opponent", f"^({COMPUTER_PATTERN}|{SeatKind.BESIDE})$"),
    ]
    variant: VariantName = "classic"
    size: Size = 8
    clock: ClockText = "none"
    color: Annotated[ColorChoice, Meta(description="yours")] = "lot"
    scoring: Scoring = "board"
    oracle: OracleName = "local"
    friend: Annotated[
        str, Meta(min_length=1, max_length=256, description="the name of the friend beside you")
    ] = "Friend"
    stand_in: Annotated[
        str,
        described_pattern("stand_in", f"^({COMPUTER_PATTERN})?$"),
    ] = ""
    start: StartText = ""
    origin: Annotated[Origin, Meta(description="instead of a start")] | None = None


class MoveBody(Plain, frozen=True):
    """A move; passes are never sent, because the game plays them itself."""

    turn: Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the seq of the TurnStarted")]
    square: SquareName


class OfferBody(Plain, frozen=True):
    """An offer to the other side."""

    offer: Literal["take back"]


class Hint(Plain, frozen=True):
    """The value of a move for the side to move, in discs."""

    square: SquareName
    discs: float
    kind: Annotated[
        Literal["heuristic", "expected", "book", "proven", "exact"],
        Meta(description="from an estimate to a proof; proven says only who wins"),
    ]


class HintList(Plain, frozen=True):
    """The value of each move of a turn, the best first."""

    turn: Number
    hints: list[Hint]


class EventsQuery(Plain, frozen=True):
    """The first event, and how long to wait for it."""

    since: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the first seq wanted")] = 0
    wait: Annotated[float, Meta(ge=0, le=25, description="seconds")] = 0.0


class StreamQuery(Plain, frozen=True):
    """The first event of a stream."""

    since: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the first seq wanted")] = 0


# Names are recognised in any spelling, so the schema lists them but the type does not.
FormatName = Annotated[
    str,
    Meta(
        max_length=32,
        description="a notation",
        extra_json_schema={"enum": [one.name for one in formats()]},
    ),
]


class ExportQuery(Plain, frozen=True):
    """The notation of an export."""

    format: FormatName = "transcript"


class StateLine(Struct, frozen=True, tag_field="event", tag="State", forbid_unknown_fields=True):
    """The state of a match after the preceding events, sent when a stream has caught up."""

    seq: Number
    turn: Turn | None
    awaits: Literal["move", "answer"] | None
    cells: Cells
    legal: list[SquareName]
    answer: str | None
    remaining: Clocks
    deadline: Milliseconds | None
    now: Milliseconds
