"""The wire forms of a page's stream: whole states, never differences."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from outflank.faces.web.wire.schemas.challenges import Challenge
from outflank.faces.web.wire.schemas.matches import Seat, Turn
from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.faces.web.wire.schemas.tournaments import (
    CrossTableLine,
    EntrantObject,
    PairingObject,
    StandingLine,
    TournamentSummary,
)
from outflank.faces.web.wire.schemas.values import (
    Cells,
    ColorName,
    MatchId,
    Milliseconds,
    Number,
    OracleName,
    Plain,
    Remaining,
    Scoring,
    SquareName,
)

__all__ = [
    "BoardClock",
    "BoardLine",
    "BoardView",
    "GoneLine",
    "LastMove",
    "LobbyLine",
    "TimeLine",
    "TournamentLine",
    "WatchLine",
    "WatchQuery",
]


class WatchQuery(Plain, frozen=True):
    """What a page follows."""

    matches: (
        Annotated[
            str,
            # More than 256 do not fit into a request's first line.
            described_pattern("matches", "^[0-9a-z]{1,32}(,[0-9a-z]{1,32}){0,255}$"),
        ]
        | UnsetType
    ) = UNSET
    tournament: (
        Annotated[
            str,
            described_pattern("tournament", "^(current|[1-9][0-9]{0,14})$"),
        ]
        | UnsetType
    ) = UNSET
    lobby: Annotated[int, Meta(ge=0, le=1, description="1 follows the lobby")] = 0


class LastMove(Plain, frozen=True):
    """The move that led to a position; an answer flipped the discs in `forced`."""

    color: ColorName
    square: SquareName
    disc: Annotated[ColorName, Meta(description="the colour of the disc that was placed")]
    flipped: list[SquareName]
    forced: list[SquareName]
    answer: Annotated[str, Meta(description="what the oracle had said")] | None


class BoardClock(Plain, frozen=True):
    """The rest of each side's total time at `at`; the clock of `running` has run since then."""

    black: Remaining | None
    white: Remaining | None
    running: ColorName | None
    at: Milliseconds


class BoardView(Struct, frozen=True, tag_field="event", tag="Board", forbid_unknown_fields=True):
    """What a page needs to draw a match, except what changes without events."""

    id: MatchId
    seq: Annotated[int, Meta(description="the number that the next event will have")]
    status: Literal["running", "finished", "void"]
    variant: str
    size: int
    black: Seat
    white: Seat
    tournament: int | None
    pairing: Annotated[int, Meta(description="the number of the tournament's game")] | None
    rated: bool
    clock: Annotated[str, Meta(description="the clock as it was agreed")]
    created: Annotated[Milliseconds, Meta(description="when it began")]
    cells: Cells
    counts: Annotated[list[int], Meta(description="black's and white's discs on the board")]
    plies: Annotated[int, Meta(description="moves and passes so far")]
    turn: Turn | None
    awaits: Literal["move", "answer"] | None
    legal: Annotated[
        dict[str, list[SquareName]],
        Meta(description="the legal squares, each with the discs that flip"),
    ]
    answer: Annotated[str, Meta(description="what the oracle said for this turn")] | None
    last: LastMove | None
    passed: Annotated[list[ColorName], Meta(description="who had to pass since the last move")]
    time: BoardClock
    deadline: Milliseconds | None
    paused: bool
    offer: Annotated[ColorName, Meta(description="who waits for an answer to an offer")] | None
    scoring: Scoring
    oracle: OracleName
    undo: Annotated[
        Literal["until-reply", "free", "consent", "never"],
        Meta(description="when a move may be taken back"),
    ]
    undoable: Annotated[
        list[ColorName], Meta(description="the sides that can take a move back now")
    ]
    redoable: Annotated[bool, Meta(description="whether a move was taken back")]
    winner: ColorName | None
    reason: Annotated[str, Meta(description="why it ended")] | None
    score: Annotated[list[int], Meta(description="black's and white's official score")] | None


class BoardLine(BoardView, frozen=True, tag="Board", forbid_unknown_fields=True):
    """The present state of a match, sent at the beginning and after each event."""

    spectators: Annotated[int, Meta(description="the number of spectators")]
    here: Annotated[list[ColorName], Meta(description="the sides whose players have its page open")]
    now: Milliseconds


class TournamentLine(
    Struct, frozen=True, tag_field="event", tag="Tournament", forbid_unknown_fields=True
):
    """The present state of a tournament, at most once a second; empty if there is none."""

    tournament: TournamentSummary | None
    entrants: list[EntrantObject]
    boards: Annotated[list[MatchId], Meta(description="the running matches")]
    standings: list[StandingLine]
    lines: Annotated[
        list[CrossTableLine], Meta(description="the cross table, unless it is too large to read")
    ]
    schedule: Annotated[
        list[PairingObject],
        Meta(description="the latest results, the running games and the next ones"),
    ]


class LobbyLine(Struct, frozen=True, tag_field="event", tag="Lobby", forbid_unknown_fields=True):
    """The open seeks, your own challenges, and the newest games outside tournaments."""

    seeks: Annotated[list[Challenge], Meta(description="open to everybody")]
    challenges: Annotated[list[Challenge], Meta(description="made by you or sent to you")]
    boards: Annotated[list[MatchId], Meta(description="the newest running matches")]
    yours: Annotated[list[MatchId], Meta(description="your running matches")]


class GoneLine(Struct, frozen=True, tag_field="event", tag="Gone", forbid_unknown_fields=True):
    """The match does not exist, or no longer."""

    id: MatchId


class TimeLine(Struct, frozen=True, tag_field="event", tag="Time", forbid_unknown_fields=True):
    """A keep-alive, sent after ten seconds without news."""

    now: Number


WatchLine: TypeAlias = BoardLine | TournamentLine | LobbyLine | GoneLine | TimeLine
