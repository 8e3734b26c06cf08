"""The opening book: its file, its keys, and the engines that play from it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from outflank.engine import levels, open_engine
from outflank.engine.book_engine import BookEngine
from outflank.engine.opening_book import (
    Book,
    BookEntry,
    book_key,
    book_position,
    own_book,
)
from outflank.engine.simple import GreedyEngine
from outflank.errors import EngineError
from outflank.rules import Anti, Classic, Game, Position, ScoreKind, Symmetry, YesNo

START = Classic().start()
SOURCE = "a test"


def after(moves: str) -> Position:
    game = Game()
    for at in range(0, len(moves), 2):
        game.push(moves[at : at + 2])
    return game.position


def a_book(**discs: float) -> Book:
    """A book with these scores of positions after moves from the start."""
    entries = {}
    for moves, score in discs.items():
        key = book_key(after(moves))
        assert key is not None
        entries[key] = BookEntry(score, 18, 73, SOURCE)
    return Book(entries)


def test_all_symmetric_positions_have_one_key() -> None:
    position = after("f5d6c3d3")
    keys = {book_key(position.transform(symmetry)) for symmetry in Symmetry}
    assert len(keys) == 1
    (key,) = keys
    assert key is not None
    assert book_key(book_position(key)) == key


@pytest.mark.parametrize("position", [Classic().start(6), YesNo().start(), Anti().start()])
def test_other_games_have_no_key_and_no_moves(position: Position) -> None:
    assert book_key(position) is None
    assert own_book().find(position) is None
    assert own_book().moves(position) == []


def test_a_file_gives_the_book_that_was_written() -> None:
    book = a_book(f5=1.25, f5d6=-2.5)
    again = Book.from_bytes(book.to_bytes())
    assert {key: again[key] for key in again} == {key: book[key] for key in book}
    assert again.to_bytes() == book.to_bytes()


def records_with(change: bytes) -> bytes:
    """A file whose records are these bytes, with the checksum that belongs to them."""
    header = f'{{"sources": ["x"], "crc32": {zlib.crc32(change)}}}\n'
    return b"Outflank opening book 1\n" + header.encode() + change


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "not an opening book"),
        (b"PNG\n\n", "not an opening book"),
        (b"Outflank opening book 1\n", "second line"),
        (b"Outflank opening book 1\n[]\n", "second line"),
        (a_book(f5=1).to_bytes()[:-1], "checksum"),
        (a_book(f5=1).to_bytes() + b"\0", "checksum"),
        (records_with(struct.pack("<QQhBBB", 1, 2, 0, 18, 73, 9)), "one of its records is invalid"),
        (records_with(struct.pack("<QQhBBB", 1, 1, 0, 18, 73, 0)), "one of its records is invalid"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(data: bytes, fault: str) -> None:
    with pytest.raises(EngineError, match=fault):
        Book.from_bytes(data)


def test_without_a_good_file_there_is_a_warning_and_no_book(tmp_path: Path) -> None:
    (tmp_path / "8x8.book").write_bytes(b"broken")
    with pytest.warns(RuntimeWarning, match="no opening book is used"):
        assert len(own_book(tmp_path)) == 0


def test_moves_come_with_the_scores_of_their_positions() -> None:
    position = after("f5")
    book = a_book(f5d6=1.5, f5f4=-4, f5f6=-0.25)
    found = book.moves(position)
    assert [(str(one.move), one.score.discs) for one in found] == [
        ("f4", 4),
        ("f6", 0.25),
        ("d6", -1.5),
    ]
    assert {one.score.kind for one in found} == {ScoreKind.BOOK}


def test_an_engine_with_a_book_draws_one_of_the_best_moves() -> None:
    position = after("f5")
    book = a_book(f5d6=1.5, f5f4=-4, f5f6=-3.5)
    with BookEngine(open_engine("greedy"), book) as engine:
        chosen = {str(engine.choose(position, seed=seed)) for seed in range(40)}
        assert chosen == {"f4", "f6"}
        assert engine.choose(position, seed=3) == engine.choose(position, seed=3)
    with BookEngine(open_engine("greedy"), book, margin=0) as engine:
        found = engine.analyse(position, candidates=2)
        assert str(found.move) == "f4"
        assert [str(move) for move, _ in found.candidates] == ["f4", "f6"]


def test_where_the_book_lacks_a_move_the_other_engine_thinks() -> None:
    position = after("f5")
    with (
        BookEngine(open_engine("greedy"), a_book(f5d6=1.5)) as engine,
        open_engine("greedy") as greedy,
    ):
        found, expected = (one.analyse(position, seed=1) for one in (engine, greedy))
        assert (found.move, found.score) == (expected.move, expected.score)


def test_an_engine_with_a_book_forgets_the_games_before() -> None:
    class Forgetting(GreedyEngine):
        games = 0

        def new_game(self) -> None:
            self.games += 1

    inner = Forgetting()
    with BookEngine(inner, Book()) as engine:
        engine.new_game()
    assert inner.games == 1


def test_the_book_of_the_package_is_large_enough_and_holds_together() -> None:
    book = own_book()
    assert len(book) >= 5_000
    assert len(book.to_bytes()) <= 2_000_000
    assert book.find(START) is not None
    for key in sorted(book)[::97]:
        position, entry = book_position(key), book[key]
        assert book_key(position) == key
        assert entry.depth >= 18
        assert entry.source.startswith("Outflank")
        moves = book.moves(position)
        if moves and len(moves) == len(position.legal_moves):
            assert moves[0].score.discs == entry.discs, "the best line's score was handed up"


def test_strong_levels_play_from_the_book_and_weak_ones_do_not() -> None:
    assert [one.number for one in levels() if one.uses_book] == [15, 16, 17, 18, 19, 20]
    with open_engine(20, seed=1) as strong:
        found = strong.analyse(START)
        assert found.score is not None
        assert found.score.kind is ScoreKind.BOOK
    with open_engine(5, seed=1) as weak:
        found = weak.analyse(START)
        assert found.score is not None
        assert found.score.kind is not ScoreKind.BOOK
