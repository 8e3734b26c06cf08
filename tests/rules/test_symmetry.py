import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.rules import PASS, SIZES, Board, Classic, Position, Square, SquareSet, Symmetry
from support import naive
from support.strategies import (
    all_variants,
    at,
    boards,
    cells_of,
    positions,
    sizes,
    square_sets,
    squares,
    symmetries,
)

# The images of a1 and b1 on 8x8 identify each symmetry.
IMAGES = {
    Symmetry.IDENTITY: "a1 b1",
    Symmetry.MIRROR_COLUMNS: "h1 g1",
    Symmetry.MIRROR_ROWS: "a8 b8",
    Symmetry.ROTATE_HALF: "h8 g8",
    Symmetry.TRANSPOSE: "a1 a2",
    Symmetry.ROTATE_LEFT: "a8 a7",
    Symmetry.ROTATE_RIGHT: "h1 h2",
    Symmetry.ANTI_TRANSPOSE: "h8 h7",
}


def image(squares: SquareSet, symmetry: Symmetry) -> SquareSet:
    size = squares.size
    return SquareSet.of(size, *(symmetry.square(square, size) for square in squares))


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_each_symmetry_does_what_its_name_says(symmetry: Symmetry) -> None:
    corner, beside = (symmetry.square(square, 8) for square in at("a1", "b1"))
    assert f"{corner} {beside}" == IMAGES[symmetry]


def test_there_are_eight_symmetries_and_their_numbers_are_fixed() -> None:
    assert [symmetry.name for symmetry in Symmetry] == [image.name for image in IMAGES]
    assert [symmetry.value for symmetry in Symmetry] == list(range(8))


@given(sizes.flatmap(lambda size: st.tuples(st.just(size), squares(size))), symmetries, symmetries)
def test_the_symmetries_form_a_group(
    drawn: tuple[int, Square], one: Symmetry, two: Symmetry
) -> None:
    size, square = drawn
    assert one.inverse.square(one.square(square, size), size) == square
    assert one.then(two).square(square, size) == two.square(one.square(square, size), size)
    assert one.then(one.inverse) is Symmetry.IDENTITY


@given(symmetries, symmetries)
def test_symmetries_multiply_to_a_symmetry(one: Symmetry, two: Symmetry) -> None:
    assert one * two is one.then(two)
    assert one**3 is one * one * one
    assert one**-1 is one.inverse
    assert one**0 is Symmetry.IDENTITY


def test_a_symmetry_and_a_number_do_not_multiply() -> None:
    for wrong in (5, 1.5, "f5"):
        sentence = f"^a symmetry is a Symmetry, such as Symmetry.TRANSPOSE, not {wrong!r}$"
        with pytest.raises(TypeError, match=sentence):
            Symmetry.ROTATE_LEFT * wrong  # type: ignore[operator]
        with pytest.raises(TypeError, match=sentence):
            wrong * Symmetry.ROTATE_LEFT


def test_a_symmetry_prints_as_its_name() -> None:
    assert str(Symmetry.ROTATE_LEFT) == "rotate left"
    assert f"{Symmetry.MIRROR_ROWS:>12}|" == " mirror rows|"


def test_only_the_quarter_turns_undo_each_other() -> None:
    assert Symmetry.ROTATE_LEFT.inverse is Symmetry.ROTATE_RIGHT
    assert Symmetry.ROTATE_RIGHT.inverse is Symmetry.ROTATE_LEFT
    others = set(Symmetry) - {Symmetry.ROTATE_LEFT, Symmetry.ROTATE_RIGHT}
    assert all(one.inverse is one for one in others)
    assert Symmetry.ROTATE_LEFT.then(Symmetry.ROTATE_LEFT) is Symmetry.ROTATE_HALF


def test_a_pass_stays_a_pass_on_the_turned_board() -> None:
    assert Symmetry.ROTATE_LEFT.move(PASS, 8) is PASS
    assert Symmetry.ROTATE_LEFT.move(Square.parse("b1"), 8) == Square.parse("a7")


@given(sizes.flatmap(square_sets), symmetries)
def test_a_mask_goes_where_its_squares_go(squares: SquareSet, symmetry: Symmetry) -> None:
    assert symmetry.mask(squares.mask, squares.size) == image(squares, symmetry).mask


@given(boards(), symmetries)
def test_a_board_is_turned_disc_by_disc(board: Board, symmetry: Symmetry) -> None:
    turned = board.transform(symmetry)
    assert turned.size == board.size
    moved = {}
    for spot, disc in cells_of(board).items():
        square = symmetry.square(Square(*spot), board.size)
        moved[square.col, square.row] = disc
    assert cells_of(turned) == moved
    assert turned.transform(symmetry.inverse) == board


@given(positions(), symmetries)
def test_symmetries_commute_with_play(position: Position, symmetry: Symmetry) -> None:
    turned, size = position.transform(symmetry), position.size
    assert (turned.turn, turned.answer, turned.variant) == (
        position.turn,
        position.answer,
        position.variant,
    )
    assert set(turned.legal_moves) == {symmetry.move(m, size) for m in position.legal_moves}
    assert turned.outcome == position.outcome
    assert turned.must_pass == position.must_pass
    for move in position.legal_moves:
        image_of_move = symmetry.move(move, size)
        assert turned.play(image_of_move) == position.play(move).transform(symmetry)
        if isinstance(move, Square) and isinstance(image_of_move, Square):
            before, after = position.place(move), turned.place(image_of_move)
            assert after.color is before.color
            assert after.flipped == image(before.flipped, symmetry)
            assert after.forced == image(before.forced, symmetry)


@given(boards(), symmetries)
def test_the_canonical_board_is_the_same_for_all_eight(board: Board, symmetry: Symmetry) -> None:
    canonical = board.canonical()
    assert board.transform(symmetry).canonical() == canonical
    assert canonical in [board.transform(turn) for turn in Symmetry]
    assert canonical.canonical() == canonical
    assert (canonical.black, canonical.white) == min(
        (image.black, image.white) for image in map(board.transform, Symmetry)
    )


@given(positions(), symmetries)
def test_the_canonical_position_is_the_same_for_all_eight(
    position: Position, symmetry: Symmetry
) -> None:
    canonical = position.canonical()
    assert position.transform(symmetry).canonical() == canonical
    assert canonical.board == position.board.canonical()
    assert (canonical.turn, canonical.answer) == (position.turn, position.answer)


@given(boards(), symmetries)
def test_the_symmetry_between_two_boards_is_found(board: Board, symmetry: Symmetry) -> None:
    turned = board.transform(symmetry)
    found = board.symmetry_to(turned)
    assert found is not None
    assert board.transform(found) == turned


def test_no_symmetry_relates_different_boards_or_sizes() -> None:
    start = Board.start(8)
    assert start.symmetry_to(start.put(Classic().start().turn, *at("a1"))) is None
    assert start.symmetry_to(Board.start(6)) is None
    assert Board.empty(4).symmetry_to(Board.empty(6)) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_four_first_moves_are_the_same_by_symmetry(size: int) -> None:
    start = Classic().start(size)
    assert len(start.legal_moves) == 4
    assert len({start.play(move).canonical() for move in start.legal_moves}) == 1


@given(sizes, all_variants)
def test_the_start_looks_the_same_from_both_sides(size: int, variant: Classic) -> None:
    start = variant.start(size)
    same = {turn for turn in Symmetry if start.transform(turn) == start}
    assert same == {
        Symmetry.IDENTITY,
        Symmetry.ROTATE_HALF,
        Symmetry.TRANSPOSE,
        Symmetry.ANTI_TRANSPOSE,
    }
    assert naive.start(size) == cells_of(start.board)
