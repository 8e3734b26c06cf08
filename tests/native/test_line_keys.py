"""Keys of positions along games: the core equals the rules, and turned games have the same keys."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, SIZES, Board, Classic, Game, Move, Position, Square, Symmetry
from outflank.native import playouts
from outflank.native.encoding import PASS_NUMBER, move_number
from outflank.native.line_keys import NO_MOVE, CanonicalView, LineKeys, _line_keys, line_keys
from support.properties import examples


def line_of(moves: list[Move], size: int) -> bytes:
    return array("H", [move_number(move, size) for move in moves]).tobytes()


def plain(keys: LineKeys) -> tuple[list[Position], list[list[int]]]:
    return list(keys.ends), [list(one) for one in (keys.played, keys.plies, keys.keys, keys.moves)]


@pytest.mark.native
@pytest.mark.parametrize("size", SIZES)
def test_the_core_and_python_key_the_same_positions(size: int) -> None:
    start = Classic().start(size)
    count = 4 if size <= 8 else 1  # a game of a large board is long enough
    games = [list(one.moves) for one in playouts(start, count, seed=size, record=True)]
    lines = [line_of(moves, size) for moves in games]
    lines += [line_of([move for move in moves if move is not PASS], size) for moves in games]
    lines += [line_of(games[0][:5] + games[0][:1], size), b"", line_of([Square(0, 0)], size)]
    in_core = line_keys(start, lines)
    assert plain(in_core) == plain(_line_keys(start, lines))
    plies = [len(moves) for moves in games]
    assert list(in_core.plies[: 2 * count]) == plies + plies
    assert list(in_core.played[-3:]) == [5, 0, 0]


@examples(10)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 1000), st.sampled_from(Symmetry))
def test_a_turned_game_has_the_same_keys_and_moves(
    size: int, seed: int, symmetry: Symmetry
) -> None:
    start = Classic().start(size)
    (one,) = playouts(start, 1, seed=seed, record=True)
    turned = [symmetry.move(move, size) for move in one.moves]
    straight = line_keys(start, [line_of(list(one.moves), size)])
    mirrored = line_keys(start.transform(symmetry), [line_of(turned, size)])
    assert straight.keys == mirrored.keys
    assert straight.moves == mirrored.moves


def test_keys_are_hashes_of_canonical_positions_and_moves_are_made_there() -> None:
    game = Game()
    game.push_all(["f5", "f6", "e6", "f4", "g5", "e7"])
    keys = line_keys(game.start, [line_of(game.moves, 8)])
    positions = [game.start, *(ply.position for ply in game.plies)]
    assert list(keys.keys) == [position.canonical().hash64() for position in positions]
    assert keys.moves[-1] == NO_MOVE
    for position, number, after in zip(positions, keys.moves, positions[1:], strict=False):
        played = position.canonical().play(Square.at(number, size=8))
        assert played.canonical() == after.canonical()


def test_moves_that_are_alike_have_one_number_and_a_pass_its_own() -> None:
    view = CanonicalView.of(Classic().start())
    assert len({view.move_number(move) for move in view.seen.legal_moves}) == 1
    stuck = Position(Board.parse("XXXO XXX- XXXX XXXX"))
    assert CanonicalView.of(stuck).move_number(PASS) == PASS_NUMBER


@pytest.mark.native
def test_the_core_refuses_lengths_that_do_not_fit() -> None:
    from outflank import _core
    from outflank.native.encoding import encoded

    board = encoded(Board.start(8))
    with pytest.raises(ValueError, match="the lengths must add up to the number of moves"):
        _core.line_keys(8, board, True, array("I", [3]).tobytes(), b"\0\0")
