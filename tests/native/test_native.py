"""The native core equals the Python rules, on every size and in every variant."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import native
from outflank.errors import OutflankError
from outflank.native import RecordedGame, Replay, ReplayFault, encoding
from outflank.native.encoding import encoded, encoded_all
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Game,
    Move,
    Odds,
    Placement,
    Position,
    Square,
    SquareSet,
    Variant,
    YesNo,
)
from outflank.rules.square import squares_of

THIRDS = Odds({"yes": 0.4, "no": 0.4, "maybe": 0.2})
VARIANTS: list[Variant] = [Classic(), Anti(), YesNo(), YesNo(answers=THIRDS)]
every_size = pytest.mark.parametrize("size", SIZES)
every_variant = pytest.mark.parametrize(
    "variant", VARIANTS, ids=["classic", "anti", "yesno", "yesno with many maybes"]
)


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_built", False)


def in_pure_python(lines: list[RecordedGame], *, insert_passes: bool = False) -> list[Replay]:
    """Replay lines with the core put aside."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_built", False)
        return native.replay(lines, insert_passes=insert_passes, trace=True)


def random_lines(variant: Variant, size: int, games: int = 2) -> list[RecordedGame]:
    start = variant.start(size)
    ends = native.playouts(start, games, seed=size, record=True)
    return [RecordedGame(start, end.moves, end.answers) for end in ends]


def positions_along(line: RecordedGame) -> Iterator[Position]:
    """Play a line by the Python rules, which refuse every illegal move and answer."""
    position = line.start
    for number, move in enumerate(line.moves):
        if position.awaits_answer:
            position = position.hear(line.answers[number])
        yield position
        position = position.play(move)
    yield position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any discs on any board: the core must not count on what can arise in a game."""
    size = draw(st.sampled_from(SIZES))
    mask = st.integers(0, (1 << size * size) - 1)
    # Discs thick and thin, and of one colour in long runs, where lines are outflanked.
    discs, colors = draw(mask) | draw(mask), draw(mask)
    if draw(st.booleans()):
        colors |= draw(mask) | draw(mask)
    return Position(
        Board(size, discs & colors, discs & ~colors),
        draw(st.sampled_from([BLACK, WHITE])),
        variant=draw(st.sampled_from(VARIANTS)),
        answer=draw(st.sampled_from([None, *Answer])),
    )


# Moves, flips and hashes of any board


@pytest.mark.native
@given(positions())
def test_legal_moves_and_flips_equal_those_of_the_rules(position: Position) -> None:
    from outflank import _core

    size = position.size
    width = 8 if size <= 8 else 32
    board, turn = encoded_all([position])
    moves = int.from_bytes(_core.legal_moves(size, board, turn), "little")
    assert SquareSet(size, moves) == position.board.outflanking(position.turn)
    count = size * size
    squares = b"".join(number.to_bytes(2, "little") for number in range(count))
    flips = _core.flips(size, board * count, turn * count, squares)
    for square in squares_of(size):
        at = square.index(size) * width
        flipped = SquareSet(size, int.from_bytes(flips[at : at + width], "little"))
        assert flipped == position.board.outflanked(position.turn, square)


@given(st.lists(positions(), max_size=5))
def test_hashes_equal_those_of_the_rules(many: list[Position]) -> None:
    assert native.hashes(many) == [position.hash64() for position in many]
    boards = [position.board for position in many]
    assert native.hashes(boards) == [board.hash64() for board in boards]


def test_hashes_work_without_the_core(in_python: None) -> None:
    position = YesNo().start(12).hear("maybe")
    assert native.hashes([position]) == [position.hash64()]


# Random games


@every_size
@every_variant
def test_random_games_follow_the_rules_to_the_end(variant: Variant, size: int) -> None:
    start = variant.start(size)
    for game in native.playouts(start, 2, seed=3, record=True):
        *_, last = positions_along(RecordedGame(start, game.moves, game.answers))
        assert last == game.position
        assert last.is_over
        assert game.plies == len(game.moves)
        assert len(game.answers) == (game.plies if variant.answers else 0)


@pytest.mark.native
@every_size
@every_variant
def test_python_plays_the_same_random_games(
    variant: Variant, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = variant.start(size)
    in_core = native.playouts(start, 2, seed=11, record=True)
    monkeypatch.setattr(encoding, "_built", False)
    assert native.playouts(start, 2, seed=11, record=True) == in_core
    assert native.playouts(start, 2, seed=11) == [
        replace(game, moves=(), answers=()) for game in in_core
    ]


def test_a_random_game_begins_with_the_answer_already_heard() -> None:
    start = YesNo(answers=THIRDS).start().hear("no")
    for game in native.playouts(start, 20, record=True):
        assert game.answers[0] is Answer.NO


def test_a_seed_chooses_the_games_whatever_their_number() -> None:
    start = Classic().start()
    assert native.playouts(start, 5, seed=1)[:2] == native.playouts(start, 2, seed=1)
    assert native.playouts(start, 5, seed=1) != native.playouts(start, 5, seed=2)


def test_answers_come_in_the_proportion_of_their_odds() -> None:
    answers = [
        answer
        for game in native.playouts(YesNo(answers=THIRDS).start(), 500, record=True)
        for answer in game.answers
    ]
    for answer, chance in THIRDS.items():
        assert answers.count(answer) / len(answers) == pytest.approx(chance, abs=0.02)


def test_odds_without_maybe_never_say_maybe() -> None:
    start = YesNo(answers=Odds({"yes": 0.1, "no": 0.9})).start(6)
    answers = {one for game in native.playouts(start, 50, record=True) for one in game.answers}
    assert answers == {Answer.YES, Answer.NO}


def test_a_finished_game_has_no_plies_left() -> None:
    over = Position(Board(8, 1, 0))
    (game,) = native.playouts(over, 1, record=True)
    assert (game.position, game.plies, game.moves) == (over, 0, ())


# Replaying


@every_size
@every_variant
def test_a_replay_shows_every_position_of_the_game(variant: Variant, size: int) -> None:
    lines = random_lines(variant, size)
    for line, result in zip(lines, native.replay(lines, trace=True), strict=True):
        expected = [replace(position, answer=None) for position in positions_along(line)]
        assert [replace(line.start, answer=None), *result.trace] == expected
        assert result.position == expected[-1]
        assert (result.played, result.plies) == (len(line.moves), len(line.moves))
        assert result.fault is None


@pytest.mark.native
@every_size
@every_variant
def test_python_finds_the_same_faults(variant: Variant, size: int) -> None:
    luck = random.Random(size)
    strangers: list[Move] = [PASS, Square(15, 15), *squares_of(size)]
    broken = []
    for line in random_lines(variant, size, games=12 if size < 10 else 4):
        moves = list(line.moves)
        answers = list(line.answers)
        for _ in range(luck.randrange(3)):
            moves[luck.randrange(len(moves))] = luck.choice(strangers)
        moves.append(luck.choice(strangers))
        if answers:
            answers.append(Answer.MAYBE)
        broken.append(RecordedGame(line.start, moves, answers))
    results = native.replay(broken, trace=True)
    assert results == in_pure_python(broken)
    assert all(result.fault for result in results)


def test_each_fault_has_its_name() -> None:
    start, f5 = Classic().start(), Square.parse("f5")
    wipeout = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"]
    faults: dict[ReplayFault, list[Move]] = {
        ReplayFault.OFF_BOARD: [Square.parse("i9")],
        ReplayFault.NO_CAPTURE: [f5, f5],
        ReplayFault.CAN_MOVE: [f5, PASS],
        ReplayFault.GAME_OVER: [*map(Square.parse, wipeout), Square.parse("a1")],
    }
    lines = [RecordedGame(start, moves) for moves in faults.values()]
    assert [one.fault for one in native.replay(lines)] == list(faults)
    assert [one.fault for one in in_pure_python(lines)] == list(faults)
    assert [one.played for one in native.replay(lines)] == [0, 1, 1, 9]


@every_size
def test_forced_passes_that_were_left_out_are_found_again(size: int) -> None:
    start = Classic().start(size)
    games = native.playouts(start, 20, record=True)
    lines = [
        RecordedGame(start, [move for move in game.moves if move is not PASS]) for game in games
    ]
    results = native.replay(lines, insert_passes=True, trace=True)
    assert [one.position for one in results] == [game.position for game in games]
    assert [one.plies for one in results] == [game.plies for game in games]
    assert [one.played for one in results] == [len(line.moves) for line in lines]
    assert results == in_pure_python(lines, insert_passes=True)


def test_lines_of_different_boards_are_replayed_together_and_in_order() -> None:
    lines = [line for size in (10, 4, 8) for line in random_lines(Classic(), size, games=2)]
    mixed = lines[::2] + lines[1::2]
    assert [one.position.size for one in native.replay(mixed)] == [10, 4, 8, 10, 4, 8]


def test_a_game_can_be_written_down_as_a_line() -> None:
    game = Game(variant="yesno", size=6)
    game.hear("maybe")
    game.push(game.position.legal_moves[0])
    (result,) = native.replay([RecordedGame.of(game)])
    assert result.position == game.position


def test_a_recorded_game_needs_an_answer_for_each_move() -> None:
    f5 = Square.parse("f5")
    with pytest.raises(OutflankError, match="1 moves in yesno does not go with 0 answers"):
        native.replay([RecordedGame(YesNo().start(), [f5])])
    with pytest.raises(OutflankError, match="1 moves in classic does not go with 1 answers"):
        native.replay([RecordedGame(Classic().start(), [f5], [Answer.YES])])
    with pytest.raises(OutflankError, match="must be recorded"):
        native.replay([RecordedGame(YesNo().start(), [f5], [Answer.YES])], insert_passes=True)


# The door


@dataclass(frozen=True, slots=True)
class Stubborn(Variant):
    """Discs are placed and nothing ever flips: a variant the core has never heard of."""

    name: str = "stubborn"
    title: str = "Stubborn Othello"

    def place(self, position: Position, square: Square) -> Placement:
        return Placement(position.turn, square, SquareSet(position.size), SquareSet(position.size))


def test_a_variant_unknown_to_the_core_is_played_in_python() -> None:
    start = Stubborn().start(4)
    (game,) = native.playouts(start, 1, record=True)
    line = RecordedGame(start, game.moves)
    assert [*positions_along(line)][-1] == game.position
    assert native.replay([line])[0].position == game.position
    assert native.perft(start, 2) != native.perft(Classic().start(4), 2)


def test_without_the_core_only_python_counts(in_python: None) -> None:
    assert not native.available()
    assert native.kernels() == ["python"]


@pytest.mark.native
def test_the_core_refuses_bytes_that_are_no_board() -> None:
    from outflank import _core

    assert native.available()
    board = encoded(Board.start(6))
    with pytest.raises(ValueError, match="no kernel"):
        _core.perft(6, board, True, 1, True, kernel="abacus")
    for size, bad in [(5, board), (6, board[1:]), (6, b"\x01" + board[1:8] + b"\x01" + board[9:])]:
        with pytest.raises(ValueError, match=r"."):
            _core.perft(size, bad, True, 1, True)
    with pytest.raises(ValueError, match="outside"):
        _core.perft(4, board, True, 1, True)
    with pytest.raises(ValueError, match="outside"):
        _core.flips(6, board, b"\x01", b"\x24\x00")
    with pytest.raises(ValueError, match="answer"):
        _core.hashes(6, board, b"\x01", b"\x04")


def test_values_of_the_wrong_type_are_refused() -> None:
    wrong: Any = "x"
    start = Position.start(4)
    with pytest.raises(TypeError, match=r"^a depth is a whole number, not 'x'$"):
        native.perft(start, wrong)
    with pytest.raises(TypeError, match=r"^games are played from a Position, not from 'x'$"):
        native.playouts(wrong, 1)
    with pytest.raises(TypeError, match=r"^the number of games is a whole number, not 'x'$"):
        native.playouts(start, wrong)
    with pytest.raises(TypeError, match=r"^the seed is a whole number, not 'x'$"):
        native.playouts(start, 1, seed=wrong)
