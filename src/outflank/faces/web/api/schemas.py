"""The wire forms of /api/v1, as types: they decode, encode and document it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from outflank.server.matches.start_positions import MOST_CHARACTERS

__all__ = [
    "Challenge",
    "ChallengeList",
    "ChallengeOrder",
    "Clocks",
    "EventsQuery",
    "ExportQuery",
    "Hint",
    "HintList",
    "Identity",
    "KeyAnswer",
    "Match",
    "MatchList",
    "MatchOrder",
    "MatchQuery",
    "MatchSummary",
    "MoveOrder",
    "OfferOrder",
    "PlayerAnswer",
    "PlayerObject",
    "PlayerRecord",
    "ProblemAnswer",
    "RecordQuery",
    "Registered",
    "Registration",
    "Rename",
    "Seat",
    "Session",
    "StateLine",
    "StreamQuery",
    "Turn",
]

MAX_NUMBER = 2**53 - 1  # what every JSON reader keeps exactly

Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Milliseconds = Annotated[int, Meta(description="milliseconds since 1970 by the server's clock")]
Remaining = Annotated[int, Meta(description="milliseconds left, below 0 when the flag is due")]
ColorName = Literal["black", "white"]
ColorChoice = Literal["black", "white", "lot"]
SquareName = Annotated[
    str, Meta(pattern="^[a-p](1[0-6]|[1-9])$", description="column and row, a1 at the top left")
]
MoveName = Annotated[
    str, Meta(pattern="^([a-p](1[0-6]|[1-9])|pass)$", description="a square, or pass")
]
MatchId = Annotated[str, Meta(pattern="^[0-9a-z]{1,32}$", description="the id of a match")]
ChallengeId = Annotated[str, Meta(pattern="^[0-9a-z]{1,32}$", description="the id of a challenge")]
Id = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=256,
        description="1 to 32 visible characters; one that is taken gets a number behind it",
    ),
]
VariantName = Annotated[str, Meta(max_length=32, description="classic, yesno or anti")]
Size = Annotated[int, Meta(ge=4, le=16, multiple_of=2, description="an even number")]
ClockText = Annotated[
    str, Meta(max_length=64, description="5+3 (minutes+seconds), 30s/move, both, or none")
]
Cells = Annotated[
    str, Meta(pattern="^[XO-]*$", description="row by row: X black, O white, - empty")
]


Scoring = Annotated[
    Literal["board", "full"],
    Meta(description="board: the discs count; full: empty squares go to the winner as well"),
]


StartText = Annotated[
    str,
    Meta(
        description=(
            "a game or a position to begin with: moves, a board, OBF, GGF or our JSON, of "
            f"{MOST_CHARACTERS} characters at most; where it says the size and the variant, "
            "they count, and not the other fields"
        )
    ),
]


class Plain(Struct, frozen=True, forbid_unknown_fields=True):
    """An object whose fields are all known."""


class ProblemAnswer(Struct, frozen=True):
    """Why a request was refused, as RFC 9457 has it; `code` never changes its meaning."""

    type: Annotated[str, Meta(description="where the code is explained")]
    title: Annotated[str, Meta(description="what the code means, always the same words")]
    status: int
    detail: Annotated[str, Meta(description="what was wrong this time, in one sentence")]
    code: str
    limit: Annotated[str, Meta(description="which budget is used up")] | UnsetType = UNSET
    retry_after: Annotated[int, Meta(description="seconds")] | UnsetType = UNSET
    recorded: Annotated[str, Meta(description="the move that was played instead")] | UnsetType = (
        UNSET
    )


# Players


class PlayerObject(Plain, frozen=True):
    """Somebody who plays here."""

    id: Id
    name: str
    kind: Literal["bot", "person"]


class Registration(Plain, frozen=True):
    """Who wants to play."""

    name: Name
    kind: Literal["bot", "person"] = "bot"


class Registered(Plain, frozen=True):
    """A new player with a key, which is shown only now."""

    player: PlayerObject
    key: str


class Identity(Plain, frozen=True):
    """Who a key belongs to and what it allows."""

    player: PlayerObject | None
    role: Literal["player", "observer", "admin"]
    tournament: Annotated[int, Meta(description="the tournament the key is for")] | None


class Rename(Plain, frozen=True):
    """Another name."""

    name: Name


class PlayerAnswer(Plain, frozen=True):
    """A player."""

    player: PlayerObject


class KeyAnswer(Plain, frozen=True):
    """A new key, which is shown only now; the old one is worthless."""

    key: str


class PlayerRecord(Plain, frozen=True):
    """A player and how their public matches ended."""

    id: Id
    name: str
    kind: Literal["bot", "person"]
    played: Number
    wins: Number
    draws: Number
    losses: Number


class RecordQuery(Plain, frozen=True):
    """Which matches of a player count."""

    against: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those with this player")]
        | UnsetType
    ) = UNSET


# Matches


class Seat(Plain, frozen=True):
    """Who plays a side."""

    name: str
    player: Annotated[int, Meta(description="the id; null is a computer of the server")] | None
    seat: Annotated[
        str, Meta(description="bot, person, computer:LEVEL, or beside:ID at that player's screen")
    ]


class Turn(Plain, frozen=True):
    """Whose turn it is; `seq` is what a move must name."""

    seq: Number
    color: ColorName
    number: Annotated[int, Meta(description="how many turns there were before this one")]


class Clocks(Plain, frozen=True):
    """What is left of each side's total time at `now`; null without a total."""

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


class Match(MatchSummary, frozen=True, forbid_unknown_fields=True):
    """A match as it stands."""

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
        str, Meta(description="where it began, for a rematch; nothing is the usual position")
    ]


class Session(Plain, frozen=True):
    """Who somebody in a browser is, if they are known, and what they play."""

    player: PlayerObject | None
    matches: Annotated[list[MatchSummary], Meta(description="those that run, the oldest first")]


class MatchList(Plain, frozen=True):
    """Matches, the newest first."""

    matches: list[MatchSummary]


class MatchQuery(Plain, frozen=True):
    """Which matches to list."""

    status: Literal["running", "finished"] | UnsetType = UNSET
    player: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those of a player")] | UnsetType
    ) = UNSET
    tournament: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those of a tournament")]
        | UnsetType
    ) = UNSET
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: (
        Annotated[str, Meta(pattern="^[0-9a-z]{1,32}$", description="older than this match")]
        | UnsetType
    ) = UNSET


class MatchOrder(Plain, frozen=True):
    """A match that begins at once: with a computer, with a friend beside you, or without you."""

    opponent: Annotated[
        str,
        Meta(
            pattern="^(computer:[a-z0-9-]{1,32}|beside)$",
            description="computer:1 to computer:20, or beside: you send the moves of both sides",
        ),
    ]
    variant: VariantName = "classic"
    size: Size = 8
    clock: ClockText = "none"
    color: Annotated[ColorChoice, Meta(description="yours")] = "lot"
    scoring: Scoring = "board"
    friend: Annotated[
        str, Meta(min_length=1, max_length=256, description="the name of whoever is beside you")
    ] = "Friend"
    stand_in: Annotated[
        str,
        Meta(
            pattern="^(computer:[a-z0-9-]{1,32})?$",
            description="a computer in your place, so that two computers play",
        ),
    ] = ""
    start: StartText = ""


class MoveOrder(Plain, frozen=True):
    """A move; a pass is never sent, the game plays it by itself."""

    turn: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the seq of the TurnStarted")]
    square: SquareName


class OfferOrder(Plain, frozen=True):
    """What to propose to the other side."""

    offer: Literal["take back"]


class Hint(Plain, frozen=True):
    """What a move is worth to the side to move, in discs."""

    square: SquareName
    discs: float
    kind: Annotated[
        Literal["heuristic", "expected", "book", "proven", "exact"],
        Meta(description="from a guess to a proof; proven says only who wins"),
    ]


class HintList(Plain, frozen=True):
    """What each move of a turn is worth, the best first."""

    turn: Number
    hints: list[Hint]


class EventsQuery(Plain, frozen=True):
    """Which events, and how long to wait for the first of them."""

    since: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the first seq wanted")] = 0
    wait: Annotated[float, Meta(ge=0, le=25, description="seconds")] = 0.0


class StreamQuery(Plain, frozen=True):
    """Where a stream begins."""

    since: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="the first seq wanted")] = 0


class ExportQuery(Plain, frozen=True):
    """In which notation."""

    format: Annotated[str, Meta(max_length=32, description="transcript, ggf, json, obf ...")] = (
        "transcript"
    )


class StateLine(Struct, frozen=True, tag_field="event", tag="State", forbid_unknown_fields=True):
    """How a match stands after the events before it; a stream has one whenever it caught up."""

    seq: Number
    turn: Turn | None
    awaits: Literal["move", "answer"] | None
    cells: Cells
    legal: list[SquareName]
    answer: str | None
    remaining: Clocks
    deadline: Milliseconds | None
    now: Milliseconds


# Challenges


class ChallengeOrder(Plain, frozen=True):
    """A proposal to play."""

    opponent: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
        | Annotated[str, Meta(min_length=1, max_length=256)]
        | None
    ) = None
    variant: VariantName = "classic"
    size: Size = 8
    clock: ClockText = "none"
    color: Annotated[ColorChoice, Meta(description="yours")] = "lot"
    rated: bool = False
    scoring: Scoring = "board"
    listed: Annotated[bool, Meta(description="show it to everybody, without an opponent")] = False
    expires_in: Annotated[float, Meta(ge=1, le=86400, description="seconds")] = 60.0
    start: StartText = ""


class Challenge(Plain, frozen=True):
    """A proposal on its way; without an opponent it is for whoever has its id."""

    id: ChallengeId
    status: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    challenger: PlayerObject
    opponent: PlayerObject | None
    variant: str
    size: int
    clock: str
    color: Annotated[ColorChoice, Meta(description="the challenger's")]
    rated: bool
    scoring: Scoring
    listed: bool
    created: Milliseconds
    expires: Milliseconds
    match: str | None
    start: Annotated[
        str, Meta(description="the position it begins from, as cells and side; empty: the usual")
    ]


class ChallengeList(Plain, frozen=True):
    """The open challenges that a player made or got, the oldest first."""

    challenges: list[Challenge]
