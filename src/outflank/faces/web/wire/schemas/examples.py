"""One example of each wire form; a test checks them against the schemas."""

from __future__ import annotations

from msgspec import Struct, structs

from outflank.faces.web.wire.schemas import analysis as a
from outflank.faces.web.wire.schemas import challenges, matches, players, puzzles
from outflank.faces.web.wire.schemas import learning as learned
from outflank.faces.web.wire.schemas import positions as p
from outflank.faces.web.wire.schemas import reviews as r
from outflank.faces.web.wire.schemas import tournaments as t
from outflank.faces.web.wire.schemas.events import Events, MovePlayed, MovePlayedAnswer, TurnStarted
from outflank.faces.web.wire.schemas.proof import ServerKey, ServerKeys
from outflank.faces.web.wire.schemas.repertoire_examples import REPERTOIRE_EXAMPLES
from outflank.play.occupants import Occupant
from outflank.store.account_store import AccountKind

__all__ = ["EXAMPLES"]

_ADA = players.PlayerObject(17, "Ada", AccountKind.BOT)
_KEY = "oth_shown-once-and-never-again-00000"
_AT = 1_790_000_000_000
_SUMMARY = {
    "id": "5f2c8e01a9b3",
    "status": "running",
    "variant": "classic",
    "size": 8,
    "black": matches.Seat("Ada", 17, str(AccountKind.BOT)),
    "white": matches.Seat("Computer 5", None, str(Occupant.computer(5))),
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
    origin=None,
)
_BRANCHES = matches.BranchList([matches.Branch(**_SUMMARY, ply=9, number=9)], is_open=True)  # type: ignore[arg-type]
_PLAYED = MovePlayed(2, _AT + 1_200, 0, "black", "f5", "black", ["e5"], [], 1_200)
_NEXT = TurnStarted(3, _AT + 1_200, 1, "white")
_CHALLENGE = challenges.Challenge(
    id="9d1b3f6a7c2e4508",
    status="open",
    challenger=_ADA,
    opponent=players.PlayerObject(18, "Bob", AccountKind.BOT),
    variant="classic",
    size=8,
    clock="5+3",
    color="lot",
    rated=True,
    scoring="board",
    oracle="local",
    listed=False,
    created=_AT,
    expires=_AT + 60_000,
    match=None,
    start="",
    origin=None,
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
    entrants=[t.EntrantObject(1, "Ada", 17, str(AccountKind.BOT), withdrawn=False, fate=None)],
    boards=[t.BoardObject(**structs.asdict(_MATCH_SUMMARY), pairing=2)],
)
_LINE = t.StandingLine(1, 1, "Ada", 1, 1, 0, 0, 1.0, 0.0, 16, 95.0, 210.0, withdrawn=False)
_FOUND = r.MoveReview(
    number=9,
    color="black",
    move="b2",
    answer=None,
    cells="-" * 18 + "X" + "-" * 8 + "XX" + "-" * 6 + "OXX" + "-" * 5 + "O" + "-" * 20,
    value=-9.0,
    score=r.ReviewScore(-9.0, "heuristic", 14, 73),
    best=r.ReviewScore(1.0, "heuristic", 14, 73),
    loss=10.0,
    better="c4",
    line=["c4", "d3"],
    played_line=["b2", "a1"],
    mistake=True,
    findings=["gave_corner"],
    sentences=[
        "It cost about 10 discs: c4 was better.",
        "It gave away the corner a1, which White could not take before.",
    ],
    disc=9,
)
_REVIEW = r.MatchReview(
    match="5f2c8e01a9b3",
    source="server",
    made=_AT,
    opening="Tiger",
    black=r.SideReview(
        "Ada",
        30,
        24.0,
        81.5,
        3,
        92.0,
        80.1,
        72.4,
        0.8,
        9,
        "Black was ahead until 9. b2; c4 kept the lead.",
        "You were ahead until 9. b2; c4 kept the lead.",
    ),
    white=r.SideReview(
        "Computer 5",
        30,
        9.0,
        93.0,
        1,
        95.5,
        92.0,
        91.5,
        0.3,
        None,
        "White made no mistake.",
        "You made no mistake.",
    ),
    moves=[_FOUND],
    summary=["Black's worst move was 9. b2: it cost about 10 discs; c4 was better."],
    losing="black",
    engine="outflank",
    solved=20,
    provisional=False,
)

_STUDY = a.StudyGame(
    1,
    "classic",
    8,
    plies=[
        a.StudyPly("f5", comment="the usual first move"),
        a.StudyPly("d6", score=a.StudyScore(-0.5, "heuristic", 12, 73)),
        a.StudyPly("f6", after=1),
    ],
)
_SIGNING = ServerKey(
    "73b54286ed0210e4", "ed25519:Q4aU5Gm13a905BVqavR4KtbiQheanh9wP539hh4sUwI=", _AT, None
)
_PUZZLE = puzzles.PuzzleObject(
    id="k3wzq7m2ab",
    subject="puzzle/k3wzq7m2ab",
    size=4,
    variant="classic",
    board="-OX-XOOXXXXXOOOO",
    turn="white",
    moves=[puzzles.ValuedMove("d1", 4.0, 0.0), puzzles.ValuedMove("a1", 0.0, 4.0)],
    themes=["corner"],
    rating=1480,
    number=7,
)
_TRIED = learned.LearningEntry(
    kind="attempt",
    id="cGxheWVkIG9uIGEgYnVz",
    at=_AT,
    subject=_PUZZLE.subject,
    move="d1",
    right=True,
    loss=0.0,
    milliseconds=8_400,
    hints=0,
)
_LEARNED = learned.LearningSummary(
    rating=learned.SolverRating(1562.5, 180.3, provisional=True),
    day="2026-09-21",
    streak=4,
    solved_today=True,
    due=3,
    next_due=_AT + 86_400_000,
    cards=17,
    solved=41,
    failed=12,
    lessons=["classic.corner"],
    weaknesses=["You gave away a corner in 4 of your last 10 games."],
    entries=96,
)
_CARD = learned.DueCard(
    subject="mistake/q2nfx5ty6c",
    kind="mistake",
    size=4,
    variant="classic",
    board="-OX-XOOXXXXXOOOO",
    turn="white",
    moves=_PUZZLE.moves,
    best=["d1"],
    exact=True,
    played="a1",
    disc=11,
    match="5f2c8e01a9b3",
    source="",
    sentences=["You played a1 here.", "It cost 4 discs: d1 was better."],
    line=["d1", "a1"],
    due=_AT,
    attempts=2,
    lapses=1,
)
_TALLY = {"games": 812, "black_wins": 401, "white_wins": 380, "draws": 31}

_ALL: list[Struct] = [
    players.Registration("Ada"),
    players.Registered(_ADA, _KEY),
    players.Identity(_ADA, "player", None),
    players.Rename("Ada Lovelace"),
    players.PlayerAnswer(_ADA),
    players.KeyAnswer(_KEY),
    players.PlayerRecord(17, "Ada", AccountKind.BOT, 3, 2, 0, 1),
    matches.Session(players.PlayerObject(19, "Guest 4711", AccountKind.PERSON), [_MATCH_SUMMARY]),
    matches.MatchList([matches.MatchInList(**_SUMMARY)]),  # type: ignore[arg-type]
    matches.MatchBody(str(Occupant.computer(5)), clock="5+3", color="black"),
    p.PositionBody("f5d6c3"),
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
    r.GivenReview([r.GivenValue(_FOUND.score, _FOUND.best, ["b2", "a1"], ["c4", "d3"])]),
    r.ReviewAnswer("done", 60, 60, 0, "", _REVIEW),
    _MATCH,
    _BRANCHES,
    matches.MoveBody(1, "f5"),
    MovePlayedAnswer(1, "f5", 4, [_PLAYED, _NEXT]),
    Events([_PLAYED, _NEXT], 4),
    matches.OfferBody("take back"),
    challenges.ChallengeBody(18, clock="5+3", rated=True),
    _CHALLENGE,
    challenges.ChallengeList([_CHALLENGE]),
    t.TournamentBody(
        name="Spring Cup", players=["Ada", "Bob"], format="round-robin", games=2, clock="1+0"
    ),
    t.TournamentList([t.TournamentInList(**_TOURNAMENT)]),  # type: ignore[arg-type]
    _CUP,
    t.TournamentMade(
        **structs.asdict(_CUP), entered=[t.NewEntrant(1, "Ada", _KEY), t.NewEntrant(2, "Bob", _KEY)]
    ),
    t.TournamentChange(clock="5+3", boards=8),
    t.TournamentStarted(**structs.asdict(_CUP), warning="Bob is not connected"),
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
    t.PlayersBody(("Ada", "Bob"), ("Cleo", 17), (str(Occupant.computer(3)),)),
    t.NewEntrant(1, "Ada", _KEY),
    t.NewEntrants([t.NewEntrant(1, "Ada", _KEY), t.NewEntrant(2, "Computer 3", None)]),
    t.Withdrawal(2),
    t.Adjudication("draw", "agreed by both captains"),
    a.ReadBody("f5d6c3"),
    a.ReadResult(
        "sgf",
        "It has an SGF game.",
        [a.ReadRecord("Ann and Bo", _STUDY, scores=[])],
        [],
        left_out=0,
    ),
    a.WriteBody(_STUDY, "pgn"),
    r.GivenGameReview(
        _STUDY, [r.GivenValue(_FOUND.score, _FOUND.best, ["b2", "a1"], ["c4", "d3"])]
    ),
    r.ReviewOfGame(
        **{one: getattr(_REVIEW, one) for one in r.ReviewOfGame.__struct_fields__}
        | {"source": "browser"}
    ),
    _PUZZLE,
    puzzles.PuzzleList([_PUZZLE], 1562.5),
    puzzles.DailyPuzzle("2026-09-21", _PUZZLE),
    learned.EntriesBody([_TRIED]),
    learned.EntryList([_TRIED], next=None),
    learned.EntriesAdded(1, [], _LEARNED),
    _LEARNED,
    learned.DueCards([_CARD], left=2),
    learned.CardsBody(
        _STUDY, [r.GivenValue(_FOUND.score, _FOUND.best, ["b2", "a1"], ["c4", "d3"])], "black"
    ),
    learned.CardsAdded(2, 3),
    a.OpeningName("Tiger", [], "f5d6c3d3c4", ["Perpendicular", "Tiger"]),
    a.ArchiveReport(
        **_TALLY,
        moves=[a.ArchiveMove("c4", **_TALLY, average=0.4, opening="Tiger")],
        newest=[a.ArchiveGame(2024, "Open", "Ann", "Bo", 6, "f5d6c3d3c4f4")],
    ),
    _SIGNING,
    ServerKeys(_SIGNING, []),
    *REPERTOIRE_EXAMPLES,
]

EXAMPLES: dict[type[Struct], Struct] = {type(example): example for example in _ALL}
