import copy
import itertools
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import NotationError, SizeError, UnknownName
from outflank.rules import SIZES, Square, SquareSet
from support import naive
from support.strategies import all_squares, at, sizes, spots_of, square_sets

Pair = tuple[SquareSet, SquareSet]
pairs = sizes.flatmap(lambda size: st.tuples(square_sets(size), square_sets(size)))
single_sets = sizes.flatmap(square_sets)


@given(pairs)
def test_the_algebra_is_that_of_frozenset(pair: Pair) -> None:
    one, two = pair
    left, right = frozenset(one), frozenset(two)
    assert one & two == left & right
    assert one | two == left | right
    assert one ^ two == left ^ right
    assert one - two == left - right
    assert (one <= two, one < two, one >= two, one > two) == (
        left <= right,
        left < right,
        left >= right,
        left > right,
    )
    assert (one == two) == (left == right)
    assert one.isdisjoint(two) == left.isdisjoint(right)
    assert hash(one) == hash(left)


@given(pairs)
def test_the_algebra_takes_plain_sets_on_either_side(pair: Pair) -> None:
    one, two = pair
    left, right = set(one), set(two)
    for result, wanted in [
        (one & right, left & right),
        (left & two, left & right),
        (one | right, left | right),
        (left | two, left | right),
        (one ^ right, left ^ right),
        (left ^ two, left ^ right),
        (one - right, left - right),
        (left - two, left - right),
    ]:
        assert isinstance(result, SquareSet)
        assert result == wanted
        assert result.size == one.size


def test_a_plain_set_may_stand_on_the_left() -> None:
    one, two = Square.parse("a1"), Square.parse("b1")
    first = SquareSet.of(8, "a1")
    assert {one, two} & first == {one}
    assert {two} | first == {one, two}
    assert {one, two} ^ first == {two}


@given(single_sets)
def test_the_complement_holds_exactly_the_other_squares(one: SquareSet) -> None:
    assert ~one == set(all_squares(one.size)) - set(one)
    assert ~~one == one
    assert one | ~one == SquareSet.all(one.size)
    assert not one & ~one


@given(single_sets)
def test_iteration_length_and_membership_of_a_set_agree(one: SquareSet) -> None:
    walked = list(one)
    assert walked == [square for square in all_squares(one.size) if square in set(walked)]
    assert len(one) == len(walked) == one.mask.bit_count()
    assert bool(one) == bool(walked)
    assert all((square in one) == (square in walked) for square in all_squares(one.size))
    assert sum(1 << square.index(one.size) for square in walked) == one.mask


@given(single_sets)
def test_text_and_repr_name_the_squares(one: SquareSet) -> None:
    assert str(one) == " ".join(map(str, one))
    assert eval(repr(one)) == one
    assert SquareSet.of(one.size, *str(one).split()) == one


def test_the_repr_is_code_that_makes_the_set() -> None:
    assert repr(SquareSet.of(6, "a1", "c2")) == "SquareSet.of(6, 'a1', 'c2')"
    assert repr(SquareSet(8)) == "SquareSet.of(8)"
    assert str(SquareSet(8)) == ""


def test_squares_are_collected_from_values_and_names() -> None:
    assert SquareSet.of(8, Square(0, 0), "B1", "a1").mask == 0b11
    with pytest.raises(NotationError):
        SquareSet.of(8, "z1")


@pytest.mark.parametrize(("name", "size"), [("h1", 6), ("a8", 6), ("p16", 14)])
def test_a_square_of_a_larger_board_is_refused(name: str, size: int) -> None:
    with pytest.raises(SizeError) as refusal:
        SquareSet.of(size, name)
    assert str(refusal.value) == f"{name} is not a square of the {size}x{size} board"


def test_a_set_contains_only_squares_of_its_board() -> None:
    everything = SquareSet.all(4)
    for other in [*at("e1", "a5", "e5"), "e1", None, 0, (0, 0)]:
        assert other not in everything
    assert "D4" in everything  # type: ignore[comparison-overlap]
    with pytest.raises(NotationError, match="no square is called 'z9'"):
        _ = "z9" in everything  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("mask", [-1, 1 << 16, 1 << 40])
def test_a_mask_beyond_the_board_is_refused(mask: int) -> None:
    with pytest.raises(SizeError) as refusal:
        SquareSet(4, mask)
    assert str(refusal.value) == f"the mask {mask:#x} has squares outside the 4x4 board"


@pytest.mark.parametrize("size", [2, 9, 18])
def test_a_size_without_a_board_has_no_sets(size: int) -> None:
    with pytest.raises(SizeError, match=f"^a board has an even size from 4 to 16, not {size}$"):
        SquareSet(size)


def test_sets_of_different_sizes_cannot_be_combined() -> None:
    six, eight = SquareSet.of(6, "a1"), SquareSet.of(8, "a1")
    for combine in (operator.and_, operator.or_, operator.xor, operator.sub):
        with pytest.raises(SizeError, match=r"^squares of 6x6 and 8x8 boards cannot be combined$"):
            combine(six, eight)


def test_sets_are_equal_if_their_squares_are() -> None:
    assert SquareSet.of(6, "a1", "b2") == SquareSet.of(8, "a1", "b2")
    assert SquareSet.of(6, "a2") != SquareSet.of(8, "g1")  # the same mask, other squares
    assert SquareSet.of(6, "a1") != SquareSet.of(8, "a1", "b1")
    assert SquareSet(8) == set()
    assert SquareSet(8) != []
    assert SquareSet(8, 1) != 1


def test_a_set_cannot_be_changed() -> None:
    one = SquareSet.corners(8)
    with pytest.raises(AttributeError, match=r"^a SquareSet is frozen: its mask cannot be set$"):
        one.mask = 0
    with pytest.raises(
        AttributeError, match=r"^a SquareSet is frozen: its mask cannot be deleted$"
    ):
        del one.mask
    with pytest.raises(AttributeError):
        one.other = 1
    assert one == SquareSet.corners(8)


@given(single_sets)
def test_a_set_is_pickled_and_copied_whole(one: SquareSet) -> None:
    for twin in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert (twin.size, twin.mask) == (one.size, one.mask)


@given(
    sizes.flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, 15), max_size=6)))
)
def test_the_subsets_are_all_combinations_in_order(drawn: tuple[int, set[int]]) -> None:
    size, indices = drawn
    whole = SquareSet(size, sum(1 << index for index in indices))
    parts = list(whole.subsets())
    assert [part.mask for part in parts] == sorted(part.mask for part in parts)
    assert {frozenset(part) for part in parts} == {
        frozenset(chosen)
        for count in range(len(whole) + 1)
        for chosen in itertools.combinations(whole, count)
    }


# Regions

NAMED = {
    "corners": "a1 h1 a8 h8",
    "c_squares": "b1 g1 a2 h2 a7 h7 b8 g8",
    "a_squares": "c1 f1 a3 h3 a6 h6 c8 f8",
    "b_squares": "d1 e1 a4 h4 a5 h5 d8 e8",
    "x_squares": "b2 g2 b7 g7",
    "centre": "d4 e4 d5 e5",
    "edges": (
        "a1 b1 c1 d1 e1 f1 g1 h1 a2 h2 a3 h3 a4 h4 a5 h5 a6 h6 a7 h7 a8 b8 c8 d8 e8 f8 g8 h8"
    ),
    "diagonals": "a1 h1 b2 g2 c3 f3 d4 e4 d5 e5 c6 f6 b7 g7 a8 h8",
}


@pytest.mark.parametrize(("region", "names"), NAMED.items())
def test_the_named_regions_of_8x8_are_those_of_the_books(region: str, names: str) -> None:
    assert str(getattr(SquareSet, region)(8)) == names


def on_edge(spot: naive.Spot, size: int) -> bool:
    return bool({0, size - 1} & set(spot))


def steps_to_corner(spot: naive.Spot, size: int) -> int:
    last = size - 1
    return min(abs(spot[0] - x) + abs(spot[1] - y) for x in (0, last) for y in (0, last))


REGIONS: dict[str, Callable[[naive.Spot, int], bool]] = {
    "all": lambda spot, size: max(spot) < size,
    "corners": lambda spot, size: steps_to_corner(spot, size) == 0,
    "edges": on_edge,
    "c_squares": lambda spot, size: on_edge(spot, size) and steps_to_corner(spot, size) == 1,
    "a_squares": lambda spot, size: on_edge(spot, size) and steps_to_corner(spot, size) == 2,
    "b_squares": lambda spot, size: on_edge(spot, size) and steps_to_corner(spot, size) >= 3,
    "x_squares": lambda spot, size: {*spot} <= {1, size - 2},
    "centre": lambda spot, size: {*spot} <= {size // 2 - 1, size // 2},
    "diagonals": lambda spot, size: spot[0] in (spot[1], size - 1 - spot[1]),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("region", REGIONS)
def test_a_region_holds_what_its_name_says_on_every_size(region: str, size: int) -> None:
    expected = {spot for spot in naive.spots(size) if REGIONS[region](spot, size)}
    assert spots_of(getattr(SquareSet, region)(size)) == expected


@pytest.mark.parametrize("size", SIZES)
def test_corners_c_a_and_b_squares_make_up_the_edges(size: int) -> None:
    parts = [
        SquareSet.corners(size),
        SquareSet.c_squares(size),
        SquareSet.a_squares(size),
        SquareSet.b_squares(size),
    ]
    assert sum(map(len, parts)) == len(SquareSet.edges(size)) == 4 * size - 4


@pytest.mark.parametrize("size", SIZES)
def test_rows_columns_and_edges_are_named_as_on_a_printed_board(size: int) -> None:
    letters = "abcdefghijklmnop"[:size]
    for number in range(1, size + 1):
        assert str(SquareSet.row(size, number)) == " ".join(f"{one}{number}" for one in letters)
    for letter in letters:
        column = SquareSet.column(size, letter)
        assert str(column) == " ".join(f"{letter}{row}" for row in range(1, size + 1))
        assert SquareSet.column(size, letter.upper()) == column
    assert SquareSet.edge(size, "north") == SquareSet.row(size, 1)
    assert SquareSet.edge(size, "south") == SquareSet.row(size, size)
    assert SquareSet.edge(size, "west") == SquareSet.column(size, "a")
    assert SquareSet.edge(size, "east") == SquareSet.column(size, letters[-1])


@pytest.mark.parametrize("number", [0, 9, -1])
def test_a_row_outside_the_board_is_refused(number: int) -> None:
    with pytest.raises(SizeError) as refusal:
        SquareSet.row(8, number)
    assert str(refusal.value) == f"the 8x8 board has rows 1 to 8, not {number}"


@pytest.mark.parametrize("letter", ["i", "", "ab", "?", "1"])
def test_a_column_outside_the_board_is_refused(letter: str) -> None:
    with pytest.raises(SizeError) as refusal:
        SquareSet.column(8, letter)
    assert str(refusal.value) == f"the 8x8 board has columns a to h, not {letter!r}"


def test_an_edge_is_found_only_by_its_compass_name() -> None:
    with pytest.raises(UnknownName) as refusal:
        SquareSet.edge(8, "nort")
    assert str(refusal.value) == (
        "there is no edge 'nort'; did you mean 'north'? (known: north, east, south, west)"
    )


def test_a_square_outside_the_board_cannot_be_included() -> None:
    squares = SquareSet.of(6, "f6")
    assert squares.including(Square.parse("a1")) == SquareSet.of(6, "a1", "f6")
    with pytest.raises(SizeError, match="g1 is not a square of the 6x6 board"):
        squares.including(Square.parse("g1"))


def test_squares_of_a_plain_set_can_be_added_and_removed() -> None:
    corners = SquareSet.of(8, "a1", "h8")
    assert corners | {Square.parse("a2")} == SquareSet.of(8, "a1", "a2", "h8")
    assert corners - {Square.parse("a1")} == SquareSet.of(8, "h8")
    assert {Square.parse("a1"), Square.parse("a2")} - corners == SquareSet.of(8, "a2")
