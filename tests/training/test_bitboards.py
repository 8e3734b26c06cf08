"""Arrays of bitboards obey the rules."""

import itertools
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.rules import BLACK, PASS, Classic, Game, Position
from outflank.training.positions.bitboards import (
    START,
    after_move,
    canonical_hash,
    empty_count,
    flips,
    legal_moves,
    mirrored,
    population,
    random_square,
    settled,
    signed,
    transposed,
    upside_down,
)
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import replayed


def random_positions(count: int, seed: int) -> list[list[Position]]:
    """Play random games and return the positions of each."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        position = Classic().start()
        course = [position]
        while not position.is_over:
            position = position.play(chance.choice(list(position.legal_moves)))
            course.append(position)
        games.append(course)
    return games


def words(position: Position) -> tuple[int, int]:
    board = position.board
    ordered = (board.black, board.white) if position.turn is BLACK else (board.white, board.black)
    return signed(ordered[0]), signed(ordered[1])


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    return [position for game in random_positions(12, 5) for position in game]


@pytest.fixture(scope="module")
def boards(positions: list[Position]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows = np.array([words(position) for position in positions], np.int64)
    return rows[:, 0], rows[:, 1]


def test_legal_moves_are_those_of_the_rules(
    positions: list[Position], boards: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> None:
    expected = [
        signed(sum(1 << square.index(8) for square in position.legal_moves.squares))
        for position in positions
    ]
    assert legal_moves(*boards).tolist() == expected


def test_moves_do_what_they_do_in_the_rules(positions: list[Position]) -> None:
    chance = random.Random(8)
    befores, squares, afters = [], [], []
    for position in positions:
        if moves := [move for move in position.legal_moves if move is not PASS]:
            move = chance.choice(moves)
            befores.append(words(position))
            squares.append(signed(1 << move.index(8)))
            afters.append(words(position.play(move)))
    rows, square = np.array(befores, np.int64), np.array(squares, np.int64)
    after = np.stack(after_move(rows[:, 0], rows[:, 1], square), axis=1)
    assert after.tolist() == [list(one) for one in afters]
    assert (flips(rows[:, 0], rows[:, 1], square) != 0).all()


def test_a_replay_is_the_game_of_the_rules_with_its_passes() -> None:
    games = random_positions(40, 9)
    transcripts, expected = [], []
    for course in games:
        game = Game()
        moves = []
        for before, after in itertools.pairwise(course):
            placed = (before.board.black | before.board.white) ^ (
                after.board.black | after.board.white
            )
            if placed:
                expected.append(words(before))
                square = placed.bit_length() - 1
                moves.append("abcdefgh"[square % 8] + str(square // 8 + 1))
                game.push(moves[-1], insert_pass=True)
        transcripts.append("".join(moves))
    assert any(course[at].must_pass for course in games for at in range(len(course)))
    found = replayed(squares_of(transcripts))
    assert sorted(map(tuple, found.tolist())) == sorted(expected)


def test_a_replay_ends_at_the_first_move_that_is_not_legal() -> None:
    assert len(replayed(squares_of(["f5a1d6", "f5d6"]))) == 1 + 2


def test_who_cannot_move_passes_and_after_the_end_nobody_moves() -> None:
    # The mover on c1 cannot move, the other side on a1 and b1 can, to d1; then a full board.
    mover, opponent = np.array([1 << 2, -1]), np.array([1 << 0 | 1 << 1, 0])
    after, before, moves = settled(mover, opponent)
    assert (after[0], before[0], moves[0]) == (opponent[0], mover[0], 1 << 3)
    assert moves[1] == 0
    # Who can move stays where they are.
    again = settled(after[:1], before[:1])
    assert [int(one[0]) for one in again] == [after[0], before[0], 1 << 3]


def test_counts_and_symmetries_are_those_of_the_bits() -> None:
    drawn = np.random.default_rng(3).integers(-(2**63), 2**63 - 1, 500)
    bits = ((drawn[:, None] >> np.arange(64)) & 1).reshape(-1, 8, 8)

    def bits_of(found: NDArray[np.int64]) -> NDArray[np.int64]:
        return ((found[:, None] >> np.arange(64)) & 1).reshape(-1, 8, 8)

    assert (population(drawn) == bits.sum((1, 2))).all()
    assert (bits_of(mirrored(drawn)) == bits[:, :, ::-1]).all()
    assert (bits_of(upside_down(drawn)) == bits[:, ::-1]).all()
    assert (bits_of(transposed(drawn)) == bits.transpose(0, 2, 1)).all()


def test_symmetric_equals_share_their_canonical_hash_and_others_do_not(
    boards: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> None:
    mover, opponent = boards
    hashes = canonical_hash(mover, opponent)
    for turn in (mirrored, upside_down, transposed, lambda one: mirrored(transposed(one))):
        assert (canonical_hash(turn(mover), turn(opponent)) == hashes).all()
    assert (canonical_hash(opponent, mover) != hashes).mean() > 0.95


def test_a_random_square_is_one_of_the_set_and_any_of_them() -> None:
    squares = np.full(4000, signed(1 << 63 | 1 << 40 | 1 << 5 | 1), np.int64)
    found = random_square(squares, np.random.default_rng(1).random(4000))
    counts = {int(word): int((found == word).sum()) for word in np.unique(found)}
    assert set(counts) == {signed(1 << 63), 1 << 40, 1 << 5, 1}
    assert min(counts.values()) > 850
    assert random_square(np.array([0]), np.array([0.5])).tolist() == [0]


def test_the_start_has_60_empty_squares() -> None:
    assert empty_count(np.array([START[0]]), np.array([START[1]])).tolist() == [60]
