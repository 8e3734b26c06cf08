"""Texts with which every notation is tested, and random games to write and read."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from outflank import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Game,
    Odds,
    Position,
    Reason,
    Score,
    ScoreKind,
    YesNo,
    find_variant,
)
from outflank.notation import AnyFormat, Book, Carries, Record, ScoredPosition
from outflank.notation.wthor import WthorDatabase, WthorRecord

RecordStrategy: TypeAlias = st.SearchStrategy[Record]

TIGER = "f5d6c3d3c4"
TIGER_BOARD = "------------------XO------XXX------OXX-----O-------------------- O"
WIPEOUT = "f5d6c5f4e7c6c7f6g5e6e3"
PASSES = (
    "f5f6e6f4g5e7f7c5f3g4g3g6d6h5h4h3e3f8h7c6d8d7c7e2c8g7e8f2g8b7e1d2h8d3f1g2h6h2d1c3h1c4b3c2g1"
    "a3b2c1b1a1a2a4b4b5a7"
)
OBF = (
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; "
    "G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;"
)
GGF = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3//1.5]W[C5/-2.00/0.3];)"
)
JSON = """{
  "outflank": 1,
  "variant": "yesno",
  "odds": {"yes": 0.5, "no": 0.25, "maybe": 0.25},
  "size": 8,
  "headers": {"black": "Ann", "white": "Bo"},
  "comment": "a first try",
  "plies": [
    {"answer": "yes", "move": "f5", "score": {"discs": 2.5, "kind": "heuristic", "depth": 4}},
    {"answer": "maybe", "move": "d6", "seconds": 1.5, "next_answer": "no"},
    {"after": 1, "answer": "maybe", "move": "f6", "comment": "or this", "next_answer": "no"}
  ],
  "verdict": {"winner": "white", "reason": "time", "black": 2, "white": 4}
}"""
DRAWING = """\
    a   b   c   d
  ┌───┬───┬───┬───┐
1 │ • │   │ • │   │
  ├───┼───┼───┼───┤
2 │[●]│(●)│ ● │   │
  ├───┼───┼───┼───┤
3 │ • │ ● │ ○ │   │
  ├───┼───┼───┼───┤
4 │   │   │   │   │
  └───┴───┴───┴───┘
Black 4, White 1. White to move: a1 c1 a3.
"""
SGF = """(;FF[4]GM[2]SZ[8]RU[yesno]YO[yes 0.5 no 0.25 maybe 0.25]PB[Ann]PW[Bo]RE[W+T]C[a first try]
;YN[yes]B[f5]V[2.50](;YN[maybe]W[d6]TS[1.50]YX[no])(;YN[maybe]W[f6]C[or \\] this]YX[no]))"""
PGN = """[Event "A club evening"]
[Site "?"]
[Date "2014.02.21"]
[Round "?"]
[Black "Ann"]
[White "Bo"]
[Result "0-1"]
[Variant "yesno"]
[Odds "yes 0.5 no 0.25 maybe 0.25"]
[Termination "time"]

{a first try} 1. f5 {[%answer yes] [%eval 2.50]} 1... d6
{[%answer maybe] [%emt 1.50] [%next_answer no]} ( 1... f6
{[%answer maybe] [%next_answer no] or this} ) 0-1
"""
QUEST = """{"id":"x1","gtype":"reversi1","players":[{"id":"ann","name":"Ann","oldR":1500.5},
{"id":"bo","name":"Bo","oldR":1600}],"position":{"moves":[{"t":1500,"m":"f5"},{"t":300,"m":"d6"},
{"s":"RESIGN"}]},"tcb":60000,"created":"2024-05-01T10:00:00Z","finished":true}"""
KAGGLE = (
    '{"board": [["", "", "", ""], ["", "o", "x", ""], ["", "x", "x", "x"], ["", "", "", ""]], '
    '"rows": 4, "columns": 4, "current_player": "o", "is_terminal": false, "winner": null, '
    '"disks": {"x": 4, "o": 1}, "last_move": "d3", "move_history": ["d3"], "move_number": 1, '
    '"must_pass": false}'
)
EDAX_FEN = "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w - - 0 1"
FAIRY_FEN = "8/8/2Pp4/2PPP3/3pPP2/3p4/8/8[PPPppp] b 0 1"
PLAIN_FEN = "8/8/2xo4/2xxx3/3oxx2/3o4/8/8 o"
SAMPLES = {
    "quest": QUEST,
    "kaggle": KAGGLE,
    "json": JSON,
    "ggf": GGF,
    "sgf": SGF,
    "pgn": PGN,
    "obf": OBF,
    "fen-edax": EDAX_FEN,
    "fen-fairy": FAIRY_FEN,
    "fen": PLAIN_FEN,
    "drawing": DRAWING,
    "board": TIGER_BOARD,
    "board01": "0" + "." * 34 + "1 0",
    "board0": TIGER_BOARD.replace("O", "0"),
    "transcript": TIGER,
}


def _binary_samples() -> dict[str, bytes]:
    """Return a file in each binary notation."""
    tiger = b"%+\x12\x13\x1a"
    games = WthorDatabase.of([WthorRecord(1, 2, 3, 40, 33, tiger)] * 3, year=2024)
    masks = 0x0000080800080000, 0x000000301C040000
    link, leaf = struct.pack("<bB", 1, 21), struct.pack("<bB", 0, 65)
    edax = struct.pack("<8s2Bh5Bx6i", b"XADEKOOB", 4, 4, 2024, 5, 6, 7, 8, 9, 21, 36, 2, 1, 1, 2)
    position = struct.pack("<QQ4I3h2B", *masks, 10, 2, 3, 15, 1, -2, 4, 1, 21) + link + leaf
    turned = (int(f"{mask:064b}"[::-1], 2) for mask in masks)
    record = struct.pack("<QQbBIbBB", *turned, -1, 21, 15, -3, 63 - 21, 17)
    start = Position.start()
    own = Book.of(
        ScoredPosition(one, score=Score(0.5, ScoreKind.BOOK, 18, 73), comment="a sample")
        for one in (start, start.play("f5"))
    )
    return {
        "wthor": games.to_bytes(),
        "outflank-book": own.to_bytes(),
        "edax-book": edax + 2 * position,
        "egaroucid-book": struct.pack("<9sBI", b"DICUORAGE", 3, 2) + 2 * record,
    }


BINARY_SAMPLES = _binary_samples()


def random_game(rng: random.Random, start: Position, plies: int, words: Sequence[str]) -> Game:
    """Play at random, sometimes from an earlier place, and add comments and scores."""
    game = Game(start)
    game.root.nags = rng.choice([(), (rng.randint(1, 255),)])
    for _ in range(plies):
        if game.position.awaits_answer and rng.random() < 0.95:
            game.hear(rng.choice(list(Answer)))
        if game.position.is_over or game.position.awaits_answer or rng.random() < 0.05:
            game.go_to(rng.choice([game.root, *game.walk()]))
            continue
        ply = game.push(rng.choice(game.position.legal_moves))
        ply.comment = rng.choice(words)
        ply.seconds = rng.choice([None, 0.0, rng.uniform(0, 1e4)])
        ply.clock = rng.choice([None, 0.0, rng.uniform(0, 1e4)])
        ply.nags = rng.choice([(), (rng.randint(1, 6),), (1, 6, rng.randint(1, 255))])
        ply.score = rng.choice([None, random_score(rng, start.size)])
    game.go_to(game.root)
    game.to_end()
    if rng.random() < 0.3 and not game.is_over:
        reasons = [reason for reason in Reason if not reason.is_natural]
        game.end(rng.choice([BLACK, WHITE, None]), rng.choice(reasons))
        if game.root.replies:
            game.promote(rng.choice(list(game.walk())))
    game.go_to(rng.choice([game.root, *game.walk()]))
    return game


def random_score(rng: random.Random, size: int) -> Score:
    most = size**2
    discs = rng.choice([0, 1, -1, rng.randint(-most, most), rng.uniform(-most, most), -0.001])
    depth, confidence = (rng.choice([None, rng.randint(*span)]) for span in ((0, 99), (50, 100)))
    return Score(discs, rng.choice(list(ScoreKind)), depth, confidence)


def random_start(rng: random.Random, variant: str, size: int) -> Position:
    """Return the usual start, or a position from the middle of a game."""
    chosen = find_variant(variant)
    if chosen.answers and rng.random() < 0.5:
        chosen = YesNo(answers=Odds({"yes": 0.25, "no": 0.25, "maybe": 0.5}))
    start = chosen.start(size)
    if rng.random() < 0.5:
        return start
    middle = random_game(rng, find_variant("classic").start(size), rng.randint(0, 12), [""])
    return Position(middle.position.board, rng.choice([BLACK, WHITE]), variant=chosen)


def records_of(
    notation: AnyFormat, variants: Sequence[str] = ("classic", "anti")
) -> RecordStrategy:
    """Make records that a notation can hold: without start positions, only games from the start."""
    if Carries.STARTS not in notation.carries:
        return games(variants, only_usual=True)
    return games(variants) | scored_positions()


names = st.sampled_from(
    [
        "black",
        "white",
        "black_rating",
        "place",
        "date",
        "time",
        "komi",
        "type",
        "event",
        "ID",
        "PB",
        "KB",
        "TOOL",
    ]
)
words = st.text(max_size=12) | st.sampled_from(
    ["a ] b", "100 %", "two\nlines", "(;B[f5];)", "8", "8r18", "[%emt 7]", 'a "b\\', "}"]
)


@st.composite
def games(
    draw: st.DrawFn,
    variants: Sequence[str] = ("classic", "anti", "yesno"),
    *,
    only_usual: bool = False,
) -> Game:
    """Make a game with everything that a game can have, if wanted from the usual start."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    variant = draw(st.sampled_from(variants))
    if only_usual:
        start = find_variant(variant).start()
    else:
        start = random_start(rng, variant, draw(st.sampled_from(SIZES)))
    notes = [*draw(st.lists(words, max_size=3)), "", ""]
    game = random_game(rng, start, draw(st.integers(0, 16)), notes)
    game.headers = draw(st.dictionaries(names, words, max_size=4))
    game.root.comment = draw(words)
    return game


@st.composite
def scored_positions(draw: st.DrawFn) -> ScoredPosition:
    """Make a position with scores for some of its moves."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = random_start(rng, "classic", draw(st.sampled_from(SIZES)))
    moves = [move for move in position.legal_moves if rng.random() < 0.8 or move is PASS]
    rng.shuffle(moves)
    scores = tuple((move, rng.choice([None, random_score(rng, position.size)])) for move in moves)
    best = rng.choice([None, random_score(rng, position.size)])
    return ScoredPosition(position, scores, best, draw(words))
