"""The simple wire forms that others consist of: numbers, names, texts and problems."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from outflank.faces.web.wire.schemas.patterns import described_pattern
from outflank.server.matches.start_positions import MOST_CHARACTERS

__all__ = [
    "MAX_NUMBER",
    "AnswerName",
    "Cells",
    "ChallengeId",
    "ClockText",
    "ColorChoice",
    "ColorName",
    "Id",
    "MatchId",
    "Milliseconds",
    "MoveName",
    "Name",
    "Number",
    "OracleName",
    "Plain",
    "ProblemAnswer",
    "Remaining",
    "Scoring",
    "Size",
    "SquareName",
    "StartText",
    "VariantName",
]

MAX_NUMBER = 2**53 - 1  # the largest number that every JSON reader keeps exactly
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Milliseconds = Annotated[int, Meta(description="milliseconds since 1970 by the server's clock")]
Remaining = Annotated[int, Meta(description="milliseconds left; negative once the time is up")]
ColorName = Literal["black", "white"]
ColorChoice = Literal["black", "white", "lot"]
AnswerName = Literal["yes", "no", "maybe"]  # of the oracle
SquareName = Annotated[str, described_pattern("square", "^[a-p](1[0-6]|[1-9])$")]
MoveName = Annotated[str, described_pattern("move", "^([a-p](1[0-6]|[1-9])|pass)$")]
MatchId = Annotated[str, described_pattern("match", "^[0-9a-z]{1,32}$")]
ChallengeId = Annotated[str, described_pattern("challenge", "^[0-9a-z]{1,32}$")]
Id = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=256,
        description="1 to 32 visible characters; a name that is taken gets a number after it",
    ),
]
VariantName = Annotated[str, Meta(max_length=32, description="classic, yesno or anti")]
Size = Annotated[int, Meta(ge=4, le=16, multiple_of=2, description="an even number")]
ClockText = Annotated[
    str, Meta(max_length=64, description="5+3 (minutes+seconds), 30s/move, both, or none")
]
Cells = Annotated[str, described_pattern("cells", "^[XO-]*$")]
Scoring = Annotated[
    Literal["board", "full"],
    Meta(description="board: the discs count; full: empty squares go to the winner as well"),
]
OracleName = Annotated[
    Literal["local", "web"],
    Meta(
        description="who answers in a casual match of Yes/No Othello: local, with a maybe in one "
        "turn of ten, or web, which asks yesno.wtf and has one in 10,000"
    ),
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
    """An object without unknown fields."""


class ProblemAnswer(Struct, frozen=True):
    """A refused request in the form of RFC 9457; the meaning of `code` never changes."""

    type: Annotated[str, Meta(description="where the code is explained")]
    title: Annotated[str, Meta(description="what the code means, always the same words")]
    status: int
    detail: Annotated[str, Meta(description="what was wrong this time, in one sentence")]
    code: str
    limit: Annotated[str, Meta(description="which limit is reached")] | UnsetType = UNSET
    retry_after: Annotated[int, Meta(description="seconds")] | UnsetType = UNSET
    recorded: Annotated[str, Meta(description="the move that was played instead")] | UnsetType = (
        UNSET
    )
