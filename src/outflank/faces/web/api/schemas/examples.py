"""One example for each thing that goes over the wire; a test holds them against the schemas."""

from __future__ import annotations

from msgspec import Struct, structs

from outflank.faces.web.api.schemas import challenges, matches, players
from outflank.faces.web.api.schemas import positions as p
from outflank.faces.web.api.schemas import tournaments as t
from outflank.faces.web.api.schemas.events import Events, MovePlayed, MovePlayedAnswer, TurnStarted

__all__ = ["EXAMPLES"]

_ADA = players.PlayerObject(17, "Ada", "bot")
_KEY = "oth_shown-once-and-never-again-00000"
_AT = 1_790_000_000_000
_SUMMARY = {
    "id": "5f2c8e01a9b3",
    "status": "running",
    "variant": "classic",
    "size": 8,
    "black": matches.Seat("Ada", 17, "bot"),
    "white": matches.Seat("Computer 5", None, "computer:5"),
    "tournament": None,
    "rated": False,
    "clock": "5+3",
    "created": _AT,
    "ended": None,
    "winner": None,
    "reason": None,
    "score": None,
    "moves": 1,
}
_MATCH_SUMMARY = matches.MatchSummary(**_SUMMARY)  # type: ignore[arg-type]
_MATCH = matches.Match(
    **_SUMMARY,  # type: ignore[arg-type]
    seq=4,
    turn=matches.Turn(3, "white", 1),
    awaits="move",
    cells="-" * 27 + "OX" + "-" * 6 + "XXX" + "-" * 26,
    legal=["f4", "d6", "f6"],
    answer=None,
    moves_played=["f5"],
    remaining=matches.Clocks(298_800, 300_000),
    deadline=_AT + 301_200,
    now=_AT + 1_200,
    paused=False,
    offer=None,
    you="black",
    start="",
)
_PLAYED = MovePlayed(2, _AT + 1_200, 0, "black", "f5", "black", ["e5"], [], 1_200)
_NEXT = TurnStarted(3, _AT + 1_200, 1, "white")
_CHALLENGE = challenges.Challenge(
    id="9d1b3f6a7c2e4508",
    status="open",
    challenger=_ADA,
    opponent=players.PlayerObject(18, "Bob", "bot"),
    variant="classic",
    size=8,
    clock="5+3",
    color="lot",
    rated=True,
    scoring="board",
    listed=False,
    created=_AT,
    expires=_AT + 60_000,
    match=None,
    start="",
)
_TOURNAMENT = {
    "id": 3,
    "name": "Spring Cup",
    "kind": "open",
    "status": "running",
    "format": "round-robin",
    "variant": "classic",
    "size": 8,
    "clock": "1+0",
    "players": 2,
    "progress": t.Progress(1, 2),
    "created": _AT,
    "started": _AT,
    "ended": None,
}
_CUP = t.Tournament(
    **_TOURNAMENT,  # type: ignore[arg-type]
    definition={"name": "Spring Cup", "format": "round-robin", "games": 2},
    entrants=[t.EntrantObject(1, "Ada", 17, "bot", withdrawn=False, fate=None)],
    boards=[_MATCH_SUMMARY],
)
_LINE = t.StandingLine(1, 1, "Ada", 1, 1, 0, 0, 1.0, 0.0, 16, 95.0, 210.0, withdrawn=False)

_ALL: list[Struct] = [
    players.Registration("Ada"),
    players.Registered(_ADA, _KEY),
    players.Identity(_ADA, "player", None),
    players.Rename("Ada Lovelace"),
    players.PlayerAnswer(_ADA),
    players.KeyAnswer(_KEY),
    players.PlayerRecord(17, "Ada", "bot", 3, 2, 0, 1),
    matches.Session(players.PlayerObject(19, "Guest 4711", "person"), [_MATCH_SUMMARY]),
    matches.MatchList([_MATCH_SUMMARY]),
    matches.MatchOrder("computer:5", clock="5+3", color="black"),
    p.PositionOrder("f5d6c3"),
    p.PositionObject(
        variant="classic",
        size=8,
        cells="-" * 18 + "X" + "-" * 8 + "XX" + "-" * 6 + "OXX" + "-" * 5 + "O" + "-" * 20,
        turn="white",
        legal=["d3", "f3", "f4", "g5"],
    ),
    matches.HintList(
        3, [matches.Hint("f6", 1.5, "heuristic"), matches.Hint("d6", -0.5, "heuristic")]
    ),
    _MATCH,
    matches.MoveOrder(1, "f5"),
    MovePlayedAnswer(1, "f5", 4, [_PLAYED, _NEXT]),
    Events([_PLAYED, _NEXT], 4),
    matches.OfferOrder("take back"),
    challenges.ChallengeOrder(18, clock="5+3", rated=True),
    _CHALLENGE,
    challenges.ChallengeList([_CHALLENGE]),
    t.TournamentOrder("Spring Cup", ["Ada", "Bob"], format="round-robin", games=2, clock="1+0"),
    t.TournamentList([t.TournamentSummary(**_TOURNAMENT)]),  # type: ignore[arg-type]
    _CUP,
    t.TournamentMade(
        **structs.asdict(_CUP), entered=[t.NewEntrant(1, "Ada", _KEY), t.NewEntrant(2, "Bob", _KEY)]
    ),
    t.Standings([_LINE]),
    t.CrossTable([t.CrossTableLine(1, 1, "Ada", 1.0, {"2": "1."})]),
    t.PairingList(
        [
            t.PairingObject(
                number=1,
                round=1,
                black=1,
                white=2,
                match="5f2c8e01a9b3",
                result="black",
                reason="full board",
                score=[40, 24],
                ended=_AT,
                struck=False,
            )
        ]
    ),
    t.PlayersOrder(("Ada", "Bob"), ("Cleo", 17), ("computer:3",)),
    t.NewEntrant(1, "Ada", _KEY),
    t.NewEntrants([t.NewEntrant(1, "Ada", _KEY), t.NewEntrant(2, "Computer 3", None)]),
    t.Withdrawal(2),
    t.Adjudication("draw", "agreed by both captains"),
]

EXAMPLES: dict[type[Struct], Struct] = {type(example): example for example in _ALL}
