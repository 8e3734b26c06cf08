"""WTHOR: games, results and names, read and written byte for byte."""

import gzip
import io
import itertools
import os
from datetime import date
from pathlib import Path

import pytest

from outflank import Game, NotationError, Reason, SizeError, native, read, read_file, write
from outflank.native import recorded_squares
from outflank.notation import find_any_format, find_format, stream_file
from outflank.notation.wthor import NameFile, Names, WthorDatabase, WthorRecord, read_names
from outflank.rules import Square
from support.notation_samples import PASSES, TIGER, WIPEOUT

IS_SOAK = "OUTFLANK_SOAK" in os.environ
F5 = bytes([37])


def squares(moves: str, size: int = 8) -> bytes:
    """Return moves as WTHOR's records hold them."""
    names = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    return bytes(Square.parse(name).index(size) for name in names)


def wtb(*records: WthorRecord, year: int = 2002) -> bytes:
    return WthorDatabase.of(records, year=year, created=date(2003, 1, 31)).to_bytes()


OWN = wtb(
    WthorRecord(1, 2, 1, 64, 0, squares(WIPEOUT)),
    WthorRecord(0, 1, 2, 63, 40, squares(PASSES)),
    WthorRecord(0, 7, 7, 30, 33, squares(TIGER)),
)


def test_a_file_is_written_back_byte_for_byte() -> None:
    database = WthorDatabase.from_bytes(OWN)
    assert database.to_bytes() == OWN
    assert (database.year, database.size, database.depth) == (2002, 8, 24)
    assert len(OWN) == 16 + 3 * 68
    assert OWN[16:24] == bytes([1, 0, 2, 0, 1, 0, 64, 0])
    assert OWN[24] == 56  # f5: the column and ten times the row
    target = io.BytesIO()
    assert write(read(OWN), target, format="wthor") == ""
    assert (len(some := read(OWN, most=1)), some.left_out) == (1, 2)
    assert target.getvalue() == OWN


def test_games_have_names_results_and_theoretical_scores(tmp_path: Path) -> None:
    path = tmp_path / "WTH_2002.wtb"
    path.write_bytes(OWN)
    assert read_file(path).games[2].headers["black"] == "player 7"
    players = NameFile.of(["???", "Ann", "Bo"])
    (tmp_path / "WTHOR.JOU").write_bytes(players.to_bytes())
    (tmp_path / "wthor.trn").write_bytes(NameFile.of(["?", "É"], tournaments=True).to_bytes())
    reading = read_file(path)
    assert (reading.format, len(reading), reading.problems) == ("wthor", 3, ())
    assert reading.why == "It has a WTHOR header, and as many games as it says."
    wiped, passed, unfinished = reading.games
    assert wiped.headers == {
        "event": "É",
        "black": "Bo",
        "white": "Ann",
        "date": "2002",
        "wthor": "1 2 1",
        "wthor_file": "2003-01-31 24",
    }
    assert passed.headers["theoretical"] == "40-24"
    assert passed.transcript == PASSES
    assert unfinished.headers["result"] == "30-34"
    assert unfinished.verdict is not None
    assert unfinished.verdict.reason is Reason.ADJUDICATION
    copy = tmp_path / "copy.wtb"
    write(reading, copy)
    assert copy.read_bytes() == OWN
    again = tmp_path / "games.json"
    write(reading, again)
    write(read_file(again), copy)
    assert copy.read_bytes() == OWN


def test_results_are_those_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = WthorRecord(0, 0, 0, 32, 0, b"")
    broken = WthorRecord(0, 0, 0, 0, 0, squares("f5a1"))
    data = WthorDatabase.from_bytes(OWN).data + WthorDatabase.of([drawn, broken]).data
    database = WthorDatabase(WthorDatabase.from_bytes(OWN).header._replace(games=5), data)
    found = list(database.results())
    assert [moves for moves, _ in found] == [record.moves for record in database.records]
    assert [(result.black, result.is_over, result.played) for _, result in found] == [
        (64, True, 11),
        (63, True, 55),
        (6, False, 5),
        (2, False, 0),
        (4, False, 1),
    ]
    monkeypatch.setattr(recorded_squares, "available", lambda: False)
    assert list(database.results()) == found


@pytest.mark.native
def test_the_core_and_python_agree_on_replays() -> None:
    for size in (8, 10):
        moves = [
            bytes(move.index(size) for move in game.moves if isinstance(move, Square))
            for game in native.playouts(Game(size=size).start, 6, seed=3, record=True)
        ]
        moves += [moves[0] + b"\0", moves[1][:20], b"\xff", b""]
        in_core = list(recorded_squares.replay_squares(size, moves))
        in_python = [recorded_squares._replayed(size, record) for record in moves]
        assert in_core == in_python
    assert list(recorded_squares.replay_squares(8, [])) == []


def test_a_draw_divides_the_empty_squares() -> None:
    counted = recorded_squares._counted
    assert counted(8, 20, 20, 0, is_over=True)[:2] == (32, 32)
    assert counted(8, 20, 30, 0, is_over=True)[:2] == (20, 44)


def test_a_damaged_game_is_reported_and_the_others_are_read() -> None:
    data = bytearray(OWN)
    data[16 + 8] = 99
    data[16 + 68 + 8] = 11
    reading = read(bytes(data))
    assert len(reading) == 1
    assert [str(problem) for problem in reading.problems] == [
        "game 1: move 1 is not a square",
        "game 2: a1 outflanks nothing; black may play d3, c4, f5, e6",
    ]
    with pytest.raises(NotationError, match="game 1"):
        read(bytes(data), errors="raise")
    with pytest.raises(NotationError, match="8x8, not 10x10"):
        read(OWN, size=10, errors="raise")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (OWN[:10], "begins with 16 bytes of header, but this has 10"),
        (OWN[:-1], "says that it has 3 games, which take 204 bytes, but 203 follow"),
        (OWN[:12] + b"\x07" + OWN[13:], "no boards of size 7"),
        (OWN[:13] + b"\x01" + OWN[14:], "solitaires"),
        (NameFile.of(["a", "b"]).to_bytes(), "this is a WTHOR list of names, not of games"),
    ],
)
def test_other_files_are_refused_in_one_sentence(data: bytes, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read(data, format="wthor")


def test_only_files_of_the_announced_length_are_recognised() -> None:
    for data in (OWN[:-1], b"\0" * 16, b"\0" * 40):
        with pytest.raises(NotationError, match="this is not text but binary data"):
            read(data)
    with pytest.raises(NotationError, match="this is not text but binary data"):
        read(OWN, format="ggf")
    with pytest.raises(NotationError, match="a WTHOR file is not text"):
        read(TIGER, format="wthor")
    with pytest.raises(NotationError, match="cannot carry the answers of Yes/No Othello"):
        read(OWN, variant="yesno")
    with pytest.raises(NotationError, match="a WTHOR list of names"):
        read(NameFile.of(["a", "b"]).to_bytes())


def test_a_file_is_streamed(tmp_path: Path) -> None:
    path = tmp_path / "WTH_2002.wtb"
    path.write_bytes(OWN)
    assert len(list(stream_file(path))) == 3
    with pytest.raises(NotationError, match="8x8, not 10x10"):
        next(stream_file(path, size=10))
    problems: list[NotationError] = []
    assert list(stream_file(path, size=10, format="wthor", on_problem=problems.append)) == []
    assert len(problems) == 3
    path.write_text("f5d6", encoding="utf-8")
    with pytest.raises(NotationError, match="this is text, but binary data was expected"):
        next(stream_file(path, format="wthor"))
    assert list(stream_file(path)) == list(read_file(path)), "the content decides, not the name"


def test_progress_is_reported_once() -> None:
    shares: list[float] = []
    read(OWN, progress=shares.append)
    assert shares == [1.0]


# Writing


def test_a_game_can_be_written_as_wthor(tmp_path: Path) -> None:
    game = read(TIGER).game
    path = tmp_path / "mine.wtb"
    write(game, path)
    (record,) = WthorDatabase.read(path).records
    assert record == WthorRecord(0, 0, 0, 33, 0, squares(TIGER))
    game.headers |= {"date": "1999-12-31", "wthor": "5 6 7", "wthor_file": "1999-99-99 22"}
    game.headers["theoretical"] = "20-44"
    game.resign(game.position.turn)
    with path.open("wb") as file:
        write(game, file)
    database = WthorDatabase.read(path)
    assert (database.year, database.depth, database.header.created) == (1999, 22, None)
    assert list(database.records) == [WthorRecord(5, 6, 7, 33, 20, squares(TIGER))]
    assert WthorDatabase.from_bytes(WthorDatabase.of([], depth=0).to_bytes()).depth == 22


def test_what_wthor_cannot_hold_is_lost_or_refused() -> None:
    notation = find_any_format("wthor")
    game = read(TIGER, variant="anti").game
    game.headers["black"] = "Ann"
    assert notation.losses(game) == ["variant", "headers"]
    with pytest.raises(NotationError, match="cannot carry the answers"):
        notation.reduce(Game(variant="yesno"))
    for refused in (Game(size=6), Game(Game().start.play("f5"))):
        with pytest.raises(NotationError, match="only games from the usual start on 8x8 and 10x10"):
            notation.reduce(refused)
    older, newer = read(TIGER).game, read(TIGER).game
    older.headers["date"], newer.headers["date"] = "1977", "2025"
    with pytest.raises(
        NotationError, match="games from one year on boards of one size, not of 1977"
    ):
        write([older, newer], io.BytesIO(), format="wthor")
    with pytest.raises(NotationError, match="not of 8, 10"):
        write([Game(), Game(size=10)], io.BytesIO(), format="wthor")
    for target in (None, io.StringIO()):
        with pytest.raises(NotationError, match="a WTHOR file is not text; write it to a path"):
            write(older, target, format="wthor")
    with pytest.raises(NotationError, match="a WTHOR file is not text"):
        find_format("wthor")


def test_10x10_boards_have_files_too() -> None:
    game = Game(size=10)
    game.push_all(["g6", "e7"])
    data = io.BytesIO()
    write([game, game], data, format="wthor")
    assert len(data.getvalue()) == 16 + 2 * 104
    assert [copy.transcript for copy in read(data.getvalue()).games] == [game.transcript] * 2
    assert data.getvalue()[24] == 6 * 12 + 7


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (WthorRecord(0, 70_000, 0, 0, 0, b""), "a number is too large"),
        (WthorRecord(0, 0, 0, 0, 0, bytes([64])), "a number is too large"),
        (WthorRecord(0, 0, 0, 0, 0, F5 * 61), "at most 60 moves"),
    ],
)
def test_a_record_must_fit(record: WthorRecord, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        WthorDatabase.of([record])


def test_a_header_must_fit() -> None:
    with pytest.raises(NotationError, match="too large for the header"):
        WthorDatabase.of([], year=70_000)
    with pytest.raises(SizeError, match="8x8 and 10x10, not of 6x6"):
        WthorDatabase.of([WthorRecord(0, 0, 0, 0, 0, b"")], size=6)


# Names


def test_names_are_latin_and_end_with_a_zero(tmp_path: Path) -> None:
    path = tmp_path / "WTHOR.TRN"
    file = NameFile.of(
        ["Diverses parties", "Élancourt"], tournaments=True, created=date(2024, 5, 6)
    )
    path.write_bytes(file.to_bytes())
    assert len(file.to_bytes()) == 16 + 2 * 26
    assert read_names(path) == ["Diverses parties", "Élancourt"]
    assert NameFile.from_bytes(file.to_bytes()) == file
    assert file.header.created == date(2024, 5, 6)
    assert Names(tournaments=read_names(path)).tournament(5) == "tournament 5"
    path.write_bytes(file.to_bytes()[:-1])
    with pytest.raises(NotationError, match=r"WTHOR.TRN: this is not a WTHOR list of players"):
        read_names(path)
    assert Names.beside(tmp_path / "no" / "where.wtb") == Names()


def test_names_must_fit() -> None:
    with pytest.raises(NotationError, match="longer than 19 letters"):
        NameFile.of(["a" * 20])
    with pytest.raises(NotationError, match="letters that WTHOR cannot store"):
        NameFile.of(["オセロ"])


def test_a_broken_list_of_names_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "WTH_2002.wtb").write_bytes(OWN)
    (tmp_path / "WTHOR.JOU").write_bytes(b"nothing")
    with pytest.raises(NotationError, match=r"WTHOR\.JOU: a WTHOR file begins with 16 bytes"):
        read_file(tmp_path / "WTH_2002.wtb")


# The database itself


@pytest.mark.data
def test_a_year_of_the_database_is_replayed_and_written_back(data: Path) -> None:
    folder = data / "wthor"
    for name in ("WTHOR.JOU", "WTHOR.TRN"):
        names = (folder / name).read_bytes()
        assert NameFile.from_bytes(names).to_bytes() == names
    games = (folder / "WTH_2024.wtb").read_bytes()
    database = WthorDatabase.from_bytes(games)
    assert database.to_bytes() == games
    checked = 0
    for record, (moves, result) in zip(database.records, database.results(), strict=True):
        assert result.played == len(moves)
        assert not result.is_over or result.black == record.black_discs
        checked += 1
    assert checked == 2891
    few = WthorDatabase(database.header._replace(games=100), database.data[: 100 * 68])
    target = io.BytesIO()
    write(read(few.to_bytes()), target, format="wthor")
    assert target.getvalue() == few.to_bytes()


@pytest.mark.data
@pytest.mark.native
def test_every_game_of_every_year_replays(data: Path) -> None:
    path = data / "training" / "wthor_1977_2025.tsv.gz"
    games: list[bytes] = []
    scores: list[int] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        next(file)
        for line in itertools.islice(file, 0, None, 1 if IS_SOAK else 10):
            *_, score, _, complete, moves = line.rstrip("\n").split("\t")
            games.append(squares_quickly(moves))
            scores.append(int(score) if complete == "1" else -1)
    assert len(games) == (137_548 if IS_SOAK else 13_755)
    for start in range(0, len(games), 4096):
        batch = games[start : start + 4096]
        results = recorded_squares.replay_squares(8, batch)
        for played, wanted, result in zip(batch, scores[start:], results, strict=False):
            assert result.played == len(played)
            assert result.is_over == (wanted >= 0)
            assert wanted < 0 or result.black == wanted


def squares_quickly(moves: str) -> bytes:
    data = moves.encode()
    return bytes(
        (row - 49) * 8 + column - 97 for column, row in zip(data[::2], data[1::2], strict=True)
    )
