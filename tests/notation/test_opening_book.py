"""`Book`: looking up positions in the opening books of every program."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import NotationError, Score, ScoreKind, read
from outflank.notation import Book, ScoredPosition
from outflank.rules import PASS, Anti, Board, Position, Symmetry, YesNo
from support.notation_samples import BINARY_SAMPLES, PASSES, TIGER

START = Position.start()
MASKS = struct.Struct("<QQ")


def after(moves: str) -> Position:
    return read(moves).position


def way_into_book(position: Position) -> Symmetry:
    """The symmetry that makes the smallest numbers of a position."""
    return min(Symmetry, key=lambda way: masks(position.transform(way)))


def masks(position: Position) -> tuple[int, int]:
    own, opponent = (
        position.board.discs(side).mask for side in (position.turn, position.turn.opponent)
    )
    return own, opponent


def edax(position: Position, **scores: int) -> Book:
    """A book of Edax with one position, and the scores of moves there."""
    way = way_into_book(position)
    squares = {way.square(move, 8).index(8): score for move, score in scores.items()}
    links = b"".join(struct.pack("<bB", score, at) for at, score in squares.items())
    numbers = (1, 0, 0, 1, 3, -9, 9, len(scores), 21)
    record = MASKS.pack(*masks(position.transform(way))) + struct.pack("<4I3h2B", *numbers)
    header = struct.pack("<8s2Bh5Bx6i", b"XADEKOOB", 4, 4, 2024, 5, 6, 7, 8, 9, 21, 36, 2, 1, 1, 1)
    return Book(header + record + links + struct.pack("<bB", 0, 65))


def egaroucid(values: dict[Position, int], leaf: str = "") -> Book:
    """A book of Egaroucid with the values of positions; each has the same leaf, of score 9."""
    records = b""
    for position, value in values.items():
        way = way_into_book(position)
        # Its bits are counted from h8, which turns the board around: of the eight, the same one
        # has the smallest numbers.
        turned = way * Symmetry.ROTATE_HALF
        square = 125 if not leaf else 63 - turned.square(leaf, 8).index(8)
        own = masks(position.transform(way))
        records += MASKS.pack(*own) + struct.pack("<bbIbBb", value, 21, 7, 9, square, 21)
    return Book(struct.pack("<9sBI", b"DICUORAGE", 3, len(values)) + records)


def outflank(values: dict[Position, int]) -> Book:
    """A book of Outflank with the scores of positions."""
    return Book.of(
        ScoredPosition(position, score=Score(value, ScoreKind.BOOK, 18, 73), comment="a test")
        for position, value in values.items()
    )


def shown(book: Book, position: Position) -> dict[str, float]:
    return {str(move): score.discs for move, score in book.moves(position)}


# Files


@pytest.mark.parametrize("name", ["outflank-book", "edax-book", "egaroucid-book"])
def test_the_content_shows_whose_book_a_file_is(name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    path.write_bytes(BINARY_SAMPLES[name])
    with Book.open(path) as book:
        assert (book.format, len(book), repr(book)) == (name, 2, f"<Book {name}, 2 positions>")
        assert tuple(book) == read(BINARY_SAMPLES[name]).records
        assert book.to_bytes() == BINARY_SAMPLES[name]
    with pytest.raises(ValueError, match="closed"):
        book.find(START)


def test_a_book_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="there is no file"):
        Book.open(tmp_path / "no.egbk3")
    (tmp_path / "empty.book").touch()
    with pytest.raises(NotationError, match="this is not an opening book of Outflank, Edax or"):
        Book.open(tmp_path / "empty.book")


def test_a_damaged_record_is_named_when_it_is_met() -> None:
    data = bytearray(egaroucid({START: 0, after("f5"): 1}).to_bytes())
    data[-25 + 16] = 100  # discs
    book = Book(bytes(data), source="a.egbk3")
    assert book.find(START) is not None
    for ask in (book.find, book.moves):
        with pytest.raises(NotationError, match=r"a\.egbk3: position 2: a score is from -64 to"):
            ask(after("f5"))
    with pytest.raises(NotationError, match="position 2"):
        list(book)


def test_a_book_of_ones_own_is_the_same_for_every_order() -> None:
    values = {after("f5"): 1, after("f5d6"): -2}
    book = outflank(values)
    assert outflank(dict(reversed(values.items()))).to_bytes() == book.to_bytes()
    assert Book(book.to_bytes()).to_bytes() == book.to_bytes()
    found = book.find(after("f5d6"))
    assert found is not None
    assert (found.score, found.comment) == (Score(-2, ScoreKind.BOOK, 18, 73), "a test")
    bare = Book.of([ScoredPosition(START, score=Score(0.5, depth=999))]).find(START)
    assert bare is not None
    assert (bare.score, bare.comment) == (Score(0.5, ScoreKind.BOOK, 255), "")


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (ScoredPosition(Position.start(6), score=Score(0)), "classic Othello on 8x8, not ----"),
        (ScoredPosition(START), "has no score, which a book needs"),
        (ScoredPosition(START, score=Score(65)), "a score is from -64 to"),
    ],
)
def test_a_book_has_scores_of_classic_othello(position: ScoredPosition, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        Book.of([position])


def test_a_book_has_scores_from_at_most_256_sources() -> None:
    boards = [
        Board(8, 1 << one | 1 << two, 1 << 1) for one in range(8, 24) for two in range(30, 48)
    ]
    known = [
        ScoredPosition(Position(board), (), Score(0), f"source {number}")
        for number, board in enumerate(boards)
    ]
    assert len(Book.of(known[:256])) == 256
    with pytest.raises(NotationError, match="has scores from at most 256 sources"):
        Book.of(known[:257])


# Positions


@pytest.mark.parametrize("symmetry", Symmetry)
def test_all_symmetric_positions_are_found_with_their_own_moves(symmetry: Symmetry) -> None:
    tiger = after(TIGER)
    asked, wanted = tiger.transform(symmetry), str(symmetry.square("f3", 8))
    for book in (edax(tiger, f3=9), egaroucid({tiger: 3}, leaf="f3")):
        found = book.find(asked)
        assert found is not None
        assert (found.position, found.score) == (asked, Score(3, ScoreKind.BOOK, 21))
        assert [str(move) for move, _ in found.scores] == [wanted]
        assert shown(book, asked) == {wanted: 9}
    book = outflank({tiger.play("f3"): -9})
    assert shown(book, asked) == {wanted: 9}


def test_a_move_counts_for_all_squares_to_which_the_board_can_be_turned() -> None:
    assert set(shown(edax(START, d3=0), START)) == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize("position", [Position.start(6), YesNo().start(), Anti().start()])
def test_other_games_are_in_no_book(position: Position) -> None:
    book = outflank({START: 1})
    assert position not in book
    assert book.find(position) is None
    assert book.moves(position) == []
    assert book.choice(position) is None


def test_only_positions_are_in_a_book() -> None:
    book = outflank({after("f5"): 1})
    assert after("f5") in book
    assert START not in book
    assert "f5" not in book


# Moves


@pytest.mark.parametrize("make", [outflank, egaroucid])
def test_moves_have_the_scores_of_the_positions_after_them(
    make: Callable[[dict[Position, int]], Book],
) -> None:
    book = make({after("f5d6"): 1, after("f5f4"): -4, after("f5f6"): 0})
    assert list(shown(book, after("f5")).items()) == [("f4", 4), ("f6", 0), ("d6", -1)]
    assert shown(book, after("f5d6")) == {}
    assert shown(book, after(TIGER)) == {}, "it has more discs than any position of the book"


def test_a_position_of_the_book_counts_more_than_what_leads_there() -> None:
    f5, d6 = after("f5"), after("f5d6")
    assert shown(egaroucid({f5: 0}, leaf="d6"), f5) == {"d6": 9}
    assert shown(egaroucid({f5: 0, d6: 1}, leaf=""), f5) == {"d6": -1}


def test_a_move_after_which_the_opponent_passes_has_the_score_after_the_pass() -> None:
    ply = next(one for one in read(PASSES).game.mainline() if one.position.must_pass)
    assert ply.parent is not None
    before, passing = ply.parent.position, ply.position
    for values in ({passing.play(PASS): 5}, {passing: -5}):
        assert shown(egaroucid(values), before)[str(ply.move)] == 5


def test_a_pass_is_a_move_of_a_book() -> None:
    ply = next(one for one in read(PASSES).game.mainline() if one.position.must_pass)
    assert shown(egaroucid({ply.position.play(PASS): 5}), ply.position) == {"pass": -5}


def test_a_game_that_is_over_has_no_moves() -> None:
    over = read(PASSES).position
    assert over.is_over
    book = outflank({over: 57})
    assert over in book
    assert book.moves(over) == []


# Choosing


def test_one_of_the_best_moves_is_drawn_and_the_same_for_a_seed() -> None:
    book = outflank({after("f5d6"): 1, after("f5f4"): -4, after("f5f6"): -3})
    drawn = {str(one.move) for seed in range(40) if (one := book.choice(after("f5"), seed=seed))}
    assert drawn == {"f4", "f6"}
    assert book.choice(after("f5"), seed=3) == book.choice(after("f5"), seed=3)
    assert book.choice(after("f5"), margin=0) == book.moves(after("f5"))[0]
    assert book.choice(after("f5"), margin=0) in book.moves(after("f5"))
