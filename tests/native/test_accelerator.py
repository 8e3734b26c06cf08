"""The steps that the core takes for the rules equal those written in Python, on every size."""

import importlib.util
import random
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import IllegalMove
from outflank.rules import (
    PASS,
    SIZES,
    Board,
    Game,
    Move,
    Position,
    Square,
    Variant,
    accelerator,
    steps,
    variants,
)
from outflank.rules.square import squares_of
from support.python_rules import rules_in_python
from support.strategies import boards, few, seeds

pytestmark = pytest.mark.native

# The package's fixture puts the core aside; here it is what is tested.
FUNCTIONS = sorted(accelerator.__all__)


@pytest.fixture(autouse=True, scope="module")
def with_the_core(without_the_accelerator: None) -> Iterator[None]:
    from outflank import _core

    with pytest.MonkeyPatch.context() as patch:
        for name in FUNCTIONS:
            patch.setattr(accelerator, name, getattr(_core, name))
        yield


@given(boards(), st.booleans())
def test_steps_on_any_board_are_equal(board: Board, black_to_move: bool) -> None:
    size, black, white = board.size, board.black, board.white
    own, opponent = (black, white) if black_to_move else (white, black)
    legal = accelerator.outflanking(size, own, opponent)
    assert legal == steps.outflanking(size, own, opponent)
    for square in range(size * size):
        assert accelerator.outflanked(size, own, opponent, square) == steps.outflanked(
            size, own, opponent, square
        )
        after = accelerator.played(size, black, white, black_to_move, square)
        assert after == steps.played(size, black, white, black_to_move, square)
        assert (after is not None) == bool(legal >> square & 1)


@given(boards())
def test_canonical_boards_are_equal(board: Board) -> None:
    found = accelerator.canonical(board.size, board.black, board.white)
    assert found == steps.canonical(board.size, board.black, board.white)


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_replayed_alike(size: int) -> None:
    start = Board.start(size)
    chooser = random.Random(size)
    for _ in range(10):
        moves = [move for move in random_line(size, chooser) if chooser.random() < 0.99]
        numbers = [0xFFFF if move is PASS else move.index(size) for move in moves]
        spare = [number for number in numbers if number != 0xFFFF or chooser.random() < 0.5]
        for given_numbers in (numbers, spare, [*spare, 0xFFFE], [*spare, 0xFFFF], [*spare, 3]):
            line = steps.line_of(given_numbers)
            arguments = size, start.black, start.white, True, line
            assert accelerator.replay_line(*arguments) == steps.replay_line(*arguments)


def random_line(size: int, chooser: random.Random) -> list[Move]:
    game = Game(size=size)
    while moves := game.position.legal_moves:
        game.push(chooser.choice(moves))
    return game.moves


@pytest.mark.parametrize("size", SIZES)
@given(text=st.text("abhijpq 0123456789,\nABHP-\u00e9\ud800", max_size=12))
def test_texts_are_read_alike(text: str, size: int) -> None:
    assert accelerator.moves_in(text, size) == steps.moves_in(text, size)


@pytest.mark.parametrize("size", SIZES)
def test_every_square_is_read_alike(size: int) -> None:
    names = [str(square) for square in squares_of(16)]
    for name in [*names, *map(str.upper, names), "a0", "a01", "a17", "a100", "a", "5", ""]:
        assert accelerator.moves_in(name, size) == steps.moves_in(name, size)
    text = " ".join(str(square) for square in squares_of(size))
    assert accelerator.moves_in(text, size) == steps.line_of(range(size * size))


# Whole games


def story(variant: Variant, size: int, seed: int) -> list[object]:
    """Play a random game with wrong moves in between, and return all that was said of it."""
    chooser = random.Random(seed)
    game = Game(variant=variant, size=size)
    told: list[object] = []
    while not game.is_over:
        position = game.position
        if position.awaits_answer:
            told.append(game.hear(chooser.choice(list(variant.answers))))
        wrongs: list[Move] = [*squares_of(size), PASS, Square(15, 15)]
        wrong = chooser.choice(wrongs)
        told += [attempt(position, wrong), position.must_pass, position.canonical()]
        move = chooser.choice(game.position.legal_moves)
        told += [list(position.legal_moves), game.push(move).placement, game.position]
    return [*told, game.outcome, game.moves]


def attempt(position: Position, move: Move) -> object:
    try:
        return position.play(move)
    except IllegalMove as refusal:
        return str(refusal)


@few
@given(st.sampled_from(variants()), st.sampled_from(SIZES[:4]), seeds)
def test_games_are_told_alike(variant: Variant, size: int, seed: int) -> None:
    accelerated = story(variant, size, seed)
    with rules_in_python():
        assert story(variant, size, seed) == accelerated


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_game_of_each_size_is_told_alike(variant: Variant, size: int) -> None:
    accelerated = story(variant, size, 5)
    with rules_in_python():
        assert story(variant, size, 5) == accelerated


# Values that are no board


@pytest.mark.parametrize("square", [-1, 64, 1 << 40])
def test_the_core_refuses_squares_that_there_are_not(square: int) -> None:
    with pytest.raises((ValueError, TypeError)):
        accelerator.played(8, 1, 2, True, square)
    with pytest.raises((ValueError, TypeError)):
        accelerator.outflanked(8, 1, 2, square)


def test_the_core_refuses_what_is_no_board() -> None:
    with pytest.raises(ValueError, match="even size from 4 to 16"):
        accelerator.outflanking(7, 1, 2)
    with pytest.raises(OverflowError):
        accelerator.outflanking(8, 1 << 64, 2)
    with pytest.raises(OverflowError):
        accelerator.outflanking(8, -1, 2)
    with pytest.raises(ValueError, match="a whole number of moves"):
        accelerator.replay_line(8, 1, 2, True, b"\0")


class OlderCore:
    """A core that was built before the rules had an accelerator."""


@pytest.mark.parametrize("core", [None, OlderCore()], ids=["none", "an older one"])
def test_without_the_core_or_with_an_older_one_the_steps_are_those_in_python(
    core: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "outflank._core", core)
    spec = importlib.util.spec_from_file_location("fresh", accelerator.__file__)
    assert spec is not None
    assert spec.loader is not None
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    assert all(getattr(fresh, name) is getattr(steps, name) for name in FUNCTIONS)
