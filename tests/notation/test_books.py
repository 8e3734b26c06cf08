"""The files of opening books, built here byte by byte as the programs write them."""

import io
import struct
import zlib
from pathlib import Path

import pytest

from outflank import NotationError, Score, ScoreKind, read, write
from outflank.notation import Book, ScoredPosition, find_any_format
from outflank.rules import Position, Square
from support.notation_samples import TIGER

TIGER_POSITION = read(TIGER).position  # white is to move
PLAYER, OPPONENT = TIGER_POSITION.board.white, TIGER_POSITION.board.black


def edax(*records: bytes, count: int | None = None) -> bytes:
    number = len(records) if count is None else count
    header = struct.pack(
        "<8sBBhBBBBBx5ii", b"XADEKOOB", 4, 4, 2024, 5, 6, 7, 8, 9, 21, 36, 2, 1, 1, number
    )
    return header + b"".join(records)


def record(
    moves: dict[str, int], leaf: tuple[int, int], player: int = PLAYER, opponent: int = OPPONENT
) -> bytes:
    fixed = struct.pack("<QQIIIIhhhBB", player, opponent, 10, 2, 3, 15, 1, -2, 4, len(moves), 21)
    links = b"".join(
        struct.pack("<bB", score, Square.parse(name).index(8)) for name, score in moves.items()
    )
    return fixed + links + struct.pack("<bB", *leaf)


def egaroucid(*records: bytes, version: int = 3, count: int | None = None) -> bytes:
    number = len(records) if count is None else count
    return struct.pack("<9sBI", b"DICUORAGE", version, number) + b"".join(records)


def leaf_record(leaf: int, *, value: int = -1, level: int = 21, leaf_value: int = -3) -> bytes:
    masks = (int(f"{mask:064b}"[::-1], 2) for mask in (PLAYER, OPPONENT))
    return struct.pack("<QQbbIbBb", *masks, value, level, 15, leaf_value, leaf, 17)


def own_with(records: bytes) -> bytes:
    """A book of Outflank with these records, and the checksum that belongs to them."""
    header = f'{{"sources": ["x"], "crc32": {zlib.crc32(records)}}}\n'
    return b"Outflank opening book 1\n" + header.encode() + records


def scores(found: object) -> dict[str, float]:
    assert isinstance(found, ScoredPosition)
    return {str(move): score.discs for move, score in found.scores if score is not None}


def test_a_book_of_edax_has_links_and_a_leaf() -> None:
    data = edax(record({"b3": -1, "f3": 1}, (-5, Square.parse("g6").index(8))))
    reading = read(data, errors="raise")
    assert reading.format == "edax-book"
    (found,) = reading
    assert isinstance(found, ScoredPosition)
    assert found.position.board.black == PLAYER
    assert list(scores(found).items()) == [("f3", 1), ("b3", -1), ("g6", -5)]
    assert found.score is not None
    assert (found.score.discs, found.score.kind, found.score.depth) == (1, ScoreKind.BOOK, 21)
    assert found.comment == "10 wins, 2 draws, 3 losses, 15 lines, -2 to 4 discs"
    assert len(data) == 42 + 40 + 3 * 2
    obf = write(reading, format="obf")
    assert obf.startswith("------------------OX------OOO------XOO-----X-----")
    assert "F3:+1; B3:-1; G6:-5;" in obf


def test_a_leaf_may_be_missing_and_a_pass_is_a_move() -> None:
    assert scores(read(edax(record({"b3": 0}, (0, 65))))[0]) == {"b3": 0}
    on_b1, on_a1 = 1 << 1, 1 << 0
    assert scores(read(edax(record({}, (7, 64), on_b1, on_a1)))[0]) == {"pass": 7}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (edax(record({}, (0, 65), 1, 1)), "position 1: a square holds the discs of both"),
        (edax(record({}, (0, 66))), "position 1: no move has the number 66"),
        (edax(record({"a1": 0}, (0, 65))), "position 1: a1 is not legal in "),
        (edax(record({}, (0, 65)))[:-1], "the book breaks off in position 1"),
        (edax(record({}, (0, 65)))[:50], "the book breaks off in position 1"),
        (edax(record({}, (0, 65)), count=9), "says that it has 9 positions, but it has 1"),
        (egaroucid(leaf_record(63)), "position 1: a1 is not legal"),
        (egaroucid(leaf_record(64), count=2), "says that it has 2 positions, but it has 1"),
        (egaroucid(leaf_record(64)) + b"\0", "the book breaks off in position 2"),
        (egaroucid(leaf_record(64, value=65)), "position 1: a score is from -64 to +64 discs"),
        (own_with(struct.pack("<QQhBBB", 1, 2, 0, 18, 73, 9)), "no score has the source 9"),
        (own_with(struct.pack("<QQhBBB", 1, 1, 0, 18, 73, 0)), "position 1: a square holds"),
        (own_with(struct.pack("<QQhBBB", 1, 2, 0, 18, 7, 0)), "position 1: a confidence is"),
    ],
)
def test_a_damaged_book_is_reported(data: bytes, problem: str) -> None:
    (found,) = read(data).problems
    assert problem in str(found)


def test_a_book_of_egaroucid_has_a_value_and_a_leaf() -> None:
    leaf = 63 - Square.parse("f3").index(8)
    reading = read(egaroucid(leaf_record(leaf), leaf_record(126)), errors="raise")
    assert reading.format == "egaroucid-book"
    first, second = reading
    assert (scores(first), scores(second)) == ({"f3": -3}, {})
    assert isinstance(first, ScoredPosition)
    assert first.position.board.white == OPPONENT
    assert (str(first.score), first.comment) == ("-1 (book)", "15 lines")


def test_a_book_is_read_byte_by_byte_as_egaroucid_writes_it() -> None:
    data = bytes.fromhex(
        "4449 4355 4f52 4147 45 03 01000000"  # DICUORAGE, version 3, one position
        "0000001008000000 0000000810000000 02 15 07000000 01 1a 15"
    )
    reading = read(data, errors="raise")
    assert reading.format == "egaroucid-book"
    assert reading.position == Position.start()
    assert scores(reading[0]) == {"f5": 1}


def test_what_egaroucid_does_not_know_is_left_out() -> None:
    leaf = 63 - Square.parse("f3").index(8)
    reading = read(egaroucid(leaf_record(leaf, level=-1, leaf_value=-126)), errors="raise")
    (found,) = reading
    assert isinstance(found, ScoredPosition)
    assert (found.score, found.scores) == (Score(-1, ScoreKind.BOOK), ())


def test_a_book_of_outflank_has_scores_and_who_computed_them() -> None:
    data = own_with(struct.pack("<QQhBBB", 1 << 28, 1 << 27, 40, 18, 73, 0))
    reading = read(data, errors="raise")
    assert reading.format == "outflank-book"
    (found,) = reading
    assert isinstance(found, ScoredPosition)
    assert (found.score, found.comment) == (Score(1.25, ScoreKind.BOOK, 18, 73), "x")
    assert found.position.board.black == 1 << 28


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"Outflank opening book 1\n", "the second line of the opening book cannot be read"),
        (b"Outflank opening book 1\n[]\n\0", "the second line of the opening book cannot be read"),
        (own_with(b"")[:-2] + b"\n\0", "the second line of the opening book cannot be read"),
        (own_with(b"\0" * 21)[:-1], "its checksum is wrong"),
        (own_with(b"\0" * 21) + b"\0", "its checksum is wrong"),
        (own_with(b"\0" * 20), "its checksum is wrong"),
        (edax()[:41], "the book breaks off before its first position"),
        (egaroucid()[:13], "the book breaks off before its first position"),
        (b"PNG\n\0", "this is not an opening book of Outflank, Edax or Egaroucid"),
    ],
)
def test_a_file_that_is_no_whole_book_is_refused_in_one_sentence(
    data: bytes, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(data)
    with pytest.raises(NotationError, match=fault) as caught:
        Book.open(path)
    assert caught.value.source == str(path)


@pytest.mark.parametrize("name", ["outflank-book", "edax-book", "egaroucid-book"])
def test_books_can_be_read_but_not_written(name: str) -> None:
    with pytest.raises(NotationError, match="can only be read, not written"):
        write(TIGER_POSITION, io.BytesIO(), format=name)
    with pytest.raises(NotationError, match=r"this is not an opening book of [OE]"):
        read(b"\0\1\2", format=name)
    assert find_any_format(name).losses(ScoredPosition(TIGER_POSITION)) == []


def test_older_books_of_egaroucid_are_refused() -> None:
    with pytest.raises(NotationError, match="version 2, but only version 3 can be"):
        read(egaroucid(version=2))
