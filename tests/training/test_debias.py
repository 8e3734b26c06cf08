"""Constants from searches of odd and even depth, and the searches that they come from."""

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.rules import BLACK, Board, Position
from outflank.training.network.debias import Searches, biases
from outflank.training.network.minimax import searched
from outflank.training.positions.bitboards import empty_count, population
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import replayed

Words = NDArray[np.int64]
Values = NDArray[np.float32]
WORD = (1 << 64) - 1


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_an_error_that_only_the_empties_decide_is_found(depth: int) -> None:
    """True values are noise; the evaluation errs by a smooth curve, and so do leaves."""
    chance = np.random.default_rng(7)
    bias = 1.5 * np.sin(np.arange(61) / 7) * (np.arange(61) > 0)
    empties = np.repeat(np.arange(1, 61), 400)
    true = chance.normal(scale=10, size=len(empties))

    def after(plies: int) -> Values:
        sign = 1 if plies % 2 == 0 else -1
        error = sign * bias[np.maximum(empties - plies, 0)]
        noise = chance.normal(scale=0.5, size=len(empties))
        return np.where(empties <= 12, true, true + error + noise).astype(np.float32)

    static = (true + bias[empties] + chance.normal(scale=1, size=len(empties))).astype(np.float32)
    searches = Searches(empties, static, after(depth), after(depth + 1), depth, solved=12)
    found = biases(searches)
    assert np.abs(found - bias)[1:60].max() < 0.35


def value(mover: Words, opponent: Words) -> Values:
    """Some evaluation that looks different from both sides."""
    found = population(mover & 0x0F0F33550F0F3355) * 3 - population(opponent)
    return np.asarray(found, np.float32)


def plain_search(position: Position, depth: int) -> float:
    """The same search in the words of the rules."""
    board = position.board
    own, other = (
        (board.black, board.white) if position.turn is BLACK else (board.white, board.black)
    )
    if position.is_over:
        lead = own.bit_count() - other.bit_count()
        return lead + board.empties * (lead > 0) - board.empties * (lead < 0)
    if position.must_pass:
        [only] = position.legal_moves
        return -plain_search(position.play(only), depth)
    if depth == 0:
        words = [np.array([one - (1 << 64) if one >> 63 else one]) for one in (own, other)]
        return float(value(*words)[0])
    return max(-plain_search(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_search_of_many_positions_is_the_plain_search_of_each(depth: int) -> None:
    whole = "f5d6c3d3c4f4f6f3e6e7d7c6d8c5c7c8b8b6"
    rows = replayed(squares_of([whole]))[::4]
    # Few empty squares, so that passes and ends of games are met.
    late = np.array([[0x7FFFFFFFFFFFFE00 & WORD >> 1, 0x1FC], [0x00FFFFFFFFFFFF00, 0x7C]])
    rows = np.concatenate([rows, late.astype(np.int64)])
    found = searched(value, rows[:, 0], rows[:, 1], depth)
    for (mover, opponent), score in zip(rows.tolist(), found.tolist(), strict=True):
        position = Position(Board(8, mover & WORD, opponent & WORD), BLACK)
        assert score == pytest.approx(plain_search(position, depth))
    assert (empty_count(rows[:, 0], rows[:, 1]) < 12).any()
