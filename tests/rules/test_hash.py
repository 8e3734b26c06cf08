import itertools

import pytest
from hypothesis import given

from outflank.rules import BLACK, SIZES, WHITE, Answer, Anti, Board, Classic, Position, YesNo
from support.strategies import at, boards, positions

# Fixed for ever: files and the native core rely on them.
START_HASHES = {
    4: 0x43F2ABD866ACD2EF,
    6: 0x0C1008A8F1FE2FE2,
    8: 0xAD9A74DE6E9E8690,
    10: 0xCFB552A7ADC5707E,
    12: 0x0B37E741E0617D8D,
    14: 0x198C205F18888012,
    16: 0x8F8CA39488B7B469,
}
START = 0xE47F9DD567AB8E31
START_WHITE = 0x6F7A6E6561BCE54E
START_HEARD = [
    0xE4FDB4C79DA510AD,
    0xAFF8B7C492EDA1CC,
    0xC2A4F175D44CD2A0,
]


def splitmix(state: int) -> int:
    """The published SplitMix64 step, written out again."""
    word = 2**64
    z = (state + 0x9E3779B97F4A7C15) % word
    z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % word
    z = (z ^ z // 2**27) * 0x94D049BB133111EB % word
    return z ^ z // 2**31


def test_the_mixing_is_that_of_splitmix64() -> None:
    # The first number of the published generator seeded with 1234567.
    assert splitmix(1234567) == 6457827717110365317


@given(boards())
def test_the_hash_mixes_size_black_and_white_word_by_word(board: Board) -> None:
    state = splitmix(board.size)
    words = -(-board.size * board.size // 64)
    for discs, index in itertools.product((board.black, board.white), range(words)):
        state = splitmix(state ^ discs // 2 ** (64 * index) % 2**64)
    assert board.hash64() == state
    assert 0 <= state < 2**64


@pytest.mark.parametrize("size", SIZES)
def test_the_hash_of_the_start_is_fixed_for_ever(size: int) -> None:
    assert Board.start(size).hash64() == START_HASHES[size]


def test_the_hash_of_a_position_is_fixed_for_ever() -> None:
    start = YesNo().start()
    assert start.hash64() == START
    assert Position(start.board, WHITE, variant=YesNo()).hash64() == START_WHITE
    assert [start.hear(answer).hash64() for answer in Answer] == START_HEARD


@given(boards())
def test_equal_boards_have_equal_hashes(board: Board) -> None:
    assert Board.parse(str(board)).hash64() == board.hash64()


def test_many_boards_have_many_hashes() -> None:
    seen: dict[int, Board] = {}
    waiting = [Classic().start(size) for size in SIZES]
    for position in waiting:  # the list grows during the loop
        assert seen.setdefault(position.board.hash64(), position.board) == position.board
        if len(waiting) < 3000:
            waiting += [position.play(move) for move in position.legal_moves]
    assert len(seen) > 2000


def test_an_added_or_recoloured_disc_changes_the_hash() -> None:
    for size in SIZES:
        board = Board.empty(size)
        corners = at("a1", "d4")
        single = [board.put(color, square) for color in (BLACK, WHITE) for square in corners]
        assert len({changed.hash64() for changed in [board, *single]}) == 5
    assert len({Board.empty(size).hash64() for size in SIZES}) == len(SIZES)


@given(positions())
def test_turn_and_answer_are_part_of_the_hash_and_the_variant_is_not(position: Position) -> None:
    board = position.board
    hashes = {
        Position(board, turn, variant=YesNo(), answer=answer).hash64()
        for turn in (BLACK, WHITE)
        for answer in (None, *Answer)
    }
    assert len(hashes) == 8
    assert Position(board).hash64() == Position(board, variant=Anti()).hash64()
