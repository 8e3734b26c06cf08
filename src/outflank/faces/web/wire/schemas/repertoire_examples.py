"""One example of each wire form of openings to learn."""

from __future__ import annotations

from msgspec import Struct

from outflank.faces.web.wire.schemas import repertoire as r

__all__ = ["REPERTOIRE_EXAMPLES"]

_TIGER = "-" * 18 + "XO" + "-" * 6 + "XXX" + "-" * 6 + "OXX" + "-" * 5 + "O" + "-" * 20
_SUBJECT = "opening/q2nfx5ty6c"
_WAY = ["f5", "d6", "c3", "d3", "c4"]
_GAP = r.OpeningGap([*_WAY, "f4"], "Tiger", 0.62)
_DECISION = r.RepertoireDecision(
    subject=_SUBJECT,
    color="white",
    cells=_TIGER,
    answers=["f4"],
    way=_WAY,
    opening="Tiger",
    reached=True,
    due=False,
)
_MEMORISE = r.ToMemoriseObject("white", 12, [_GAP])
_REPLY = r.OpeningReply("f4", 0.71, 15_204, 0.0, "")
_STEP = r.DrillStepObject(_TIGER, "white", "f4", _SUBJECT, ["f4"])
_LINE = r.DrillLineObject("white", "Tiger", [_STEP])
_ADDED = r.LineDecision(_SUBJECT, f"{_TIGER} O", ["f4"], "f4", 0.0)
_LEFT = r.LeftBookObject(
    ply=5,
    number=6,
    move="b5",
    answers=["f4"],
    opening="Tiger",
    way=_WAY,
    sentence="White left your book at move 6, b5, after Tiger: your answer there is f4.",
)

REPERTOIRE_EXAMPLES: tuple[Struct, ...] = (
    _GAP,
    _DECISION,
    _MEMORISE,
    r.RepertoireObject([_DECISION], [_MEMORISE], "games"),
    _REPLY,
    r.OpeningPosition(
        subject=_SUBJECT,
        cells=_TIGER,
        turn="white",
        way=_WAY,
        opening="Tiger",
        answers=["f4"],
        source="games",
        moves=[_REPLY],
    ),
    _STEP,
    _LINE,
    r.DrillLines([_LINE], "games"),
    r.SurvivalState(
        state="asks",
        survived=2,
        subject=_SUBJECT,
        cells=_TIGER,
        turn="white",
        way=_WAY,
        opening="Tiger",
        right=["f4"],
        loss=0.0,
    ),
    _ADDED,
    r.LineDecisions(_WAY, "Tiger", [_ADDED]),
    _LEFT,
    r.LeftBookAnswer(_LEFT),
)
