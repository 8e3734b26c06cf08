import pickle
import random
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given

from outflank.errors import IllegalAnswer, IllegalMove, NotationError
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    LegalMoves,
    Move,
    Odds,
    Position,
    Square,
    Symmetry,
    Variant,
    YesNo,
    variants,
)
from support import naive
from support.strategies import all_squares, at, board_of, cells_of, positions, seeds, spots_of

MUST_PASS = Position(Board.parse("XO-- ---- ---- ----"), WHITE)
OVER = Position(Board.parse("XXXX ---- ---- ----"), BLACK)


@given(positions())
def test_the_legal_moves_are_the_naive_squares_or_one_pass_or_none(position: Position) -> None:
    cells, size = cells_of(position.board), position.size
    own = naive.playable(cells, size, str(position.turn))
    theirs = naive.playable(cells, size, str(position.turn.opponent))
    expected: list[Move] = [Square(*spot) for spot in own]
    if not own and theirs:
        expected = [PASS]
    assert list(position.legal_moves) == expected
    assert position.must_pass == (expected == [PASS])
    assert position.is_over == (not own and not theirs) == (not expected)
    assert (position.outcome is None) == bool(expected)
    assert position.is_legal(PASS) == (PASS in expected)
    for square in all_squares(size):
        assert position.is_legal(square) == (square in expected)


@given(positions())
def test_legal_moves_are_a_sequence_like_any_other(position: Position) -> None:
    moves, plain = position.legal_moves, tuple(position.legal_moves)
    assert isinstance(moves, Sequence)
    assert len(moves) == len(plain)
    assert bool(moves) == bool(plain)
    assert list(reversed(moves)) == list(reversed(plain))
    assert [moves[index] for index in range(len(plain))] == list(plain)
    assert moves[1:3] == plain[1:3]
    assert all(moves.index(move) == index for index, move in enumerate(plain))
    assert all(moves.count(move) == 1 for move in plain)
    assert moves == plain
    assert moves == list(plain)
    assert moves == position.legal_moves
    assert hash(moves) == hash(plain)
    assert moves != [*plain, PASS]
    assert moves.squares == {move for move in plain if move is not PASS}
    assert pickle.loads(pickle.dumps(moves)) == moves
    with pytest.raises(IndexError):
        moves[len(plain)]


def test_legal_moves_have_a_set_of_squares_and_print_themselves() -> None:
    moves = Classic().start().legal_moves
    assert repr(moves) == "<LegalMoves: d3 c4 f5 e6>"
    assert repr(MUST_PASS.legal_moves) == "<LegalMoves: pass>"
    assert repr(OVER.legal_moves) == "<LegalMoves: none>"
    assert moves.squares is moves.squares
    assert moves != 4
    assert moves != {*moves}
    for stranger in (None, 0):
        assert stranger not in moves  # type: ignore[comparison-overlap]


@pytest.mark.parametrize(
    "variant",
    [*variants(), YesNo(answers=Odds({"yes": 0.25, "no": 0.75})), Variant("mine", "My own")],
)
def test_the_representation_of_a_position_makes_an_equal_one(variant: Variant) -> None:
    start = variant.start(6)
    heard = start.hear("yes") if variant.answers else start
    for position in (start, heard, heard.play(heard.legal_moves[0])):
        again = eval(repr(position))
        assert again == position
        assert again.variant.answers == variant.answers


def test_the_representation_names_a_known_variant_and_spells_out_any_other() -> None:
    assert "variant='yesno')" in repr(YesNo().start())
    own = YesNo(answers=Odds({"yes": 0.25, "no": 0.75}))
    assert repr(own) == "YesNo(answers=Odds({'yes': 0.25, 'no': 0.75}))"
    assert f"variant={own!r})" in repr(own.start())
    assert repr([Classic(), Anti()]) == "[Classic(), Anti()]"


def test_a_position_accepts_the_names_of_moves() -> None:
    position = Classic().start()
    assert "d3" in position.legal_moves  # type: ignore[comparison-overlap]
    assert "a1" not in position.legal_moves  # type: ignore[comparison-overlap]
    assert "pass" in MUST_PASS.legal_moves  # type: ignore[comparison-overlap]
    assert position.is_legal("F5")
    assert not position.is_legal("pass")
    assert position.play("f5") == position.play(Square.parse("f5"))
    assert position.place("f5") == position.place(Square.parse("f5"))
    with pytest.raises(NotationError, match="no square is called 'z9'"):
        position.is_legal("z9")


def test_anything_but_a_square_is_refused_in_one_sentence() -> None:
    for stranger in (PASS, 5, None):
        with pytest.raises(TypeError, match="a square is a Square or a name such as 'd3', not"):
            Classic().start().place(stranger)  # type: ignore[arg-type]


def test_a_position_finds_the_symmetry_to_another() -> None:
    position = Classic().start().play("d3")
    turned = position.transform(Symmetry.ROTATE_HALF)
    assert position.symmetry_to(turned) is Symmetry.ROTATE_HALF
    assert position.symmetry_to(Classic().start()) is None
    other_side = Position(turned.board, BLACK)
    assert position.symmetry_to(other_side) is None


def test_a_side_that_must_pass_has_only_the_pass() -> None:
    assert MUST_PASS.legal_moves == [PASS]
    assert PASS in MUST_PASS.legal_moves
    assert len(MUST_PASS.legal_moves) == 1
    assert MUST_PASS.must_pass
    assert not MUST_PASS.is_over
    assert MUST_PASS.play(PASS) == Position(MUST_PASS.board, BLACK)


def test_a_finished_position_has_no_moves_not_even_a_pass() -> None:
    assert OVER.legal_moves == []
    assert not OVER.legal_moves
    assert PASS not in OVER.legal_moves
    assert not OVER.must_pass
    assert OVER.is_over


@given(positions())
def test_playing_gives_the_board_of_the_naive_rules_and_changes_the_turn(
    position: Position,
) -> None:
    cells, size, turn = cells_of(position.board), position.size, str(position.turn)
    answer = None if position.answer is None else position.answer.value
    before = replace(position)
    for move in position.legal_moves:
        after = position.play(move)
        assert after.turn is position.turn.opponent
        assert after.answer is None
        assert after.variant == position.variant
        if isinstance(move, Square):
            spot = move.col, move.row
            assert after.board == board_of(naive.played(cells, size, turn, spot, answer), size)
            assert after.board.empties == position.board.empties - 1
            placement = position.place(move)
            color, flipped, forced = naive.placed(cells, size, turn, spot, answer)
            assert placement.square == move
            assert str(placement.color) == color
            assert spots_of(placement.flipped) == flipped
            assert spots_of(placement.forced) == forced
            assert spots_of(placement.turned) == flipped | forced
            assert placement.on(position.board) == after.board
        else:
            assert after.board == position.board
    assert position == before


@given(positions(), seeds)
def test_an_illegal_move_is_refused_and_handed_back_with_the_position(
    position: Position, seed: int
) -> None:
    tried: list[Move] = [PASS, *random.Random(seed).sample(all_squares(position.size), 12)]
    illegal = [move for move in tried if move not in position.legal_moves]
    assert illegal
    for move in illegal:
        with pytest.raises(IllegalMove) as refusal:
            position.play(move)
        assert refusal.value.move == move
        assert refusal.value.position is position
        if isinstance(move, Square):
            with pytest.raises(IllegalMove) as same:
                position.place(move)
            assert str(same.value) == str(refusal.value)


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (
            Classic().start(),
            PASS,
            "a side may pass only when it has no move; black may play d3, c4, f5, e6",
        ),
        (Classic().start(), "d4", "d4 is occupied; black may play d3, c4, f5, e6"),
        (Classic().start(), "e4", "e4 is occupied; black may play d3, c4, f5, e6"),
        (Classic().start(), "a1", "a1 outflanks nothing; black may play d3, c4, f5, e6"),
        (Classic().start(), "i1", "i1 is not on the 8x8 board; black may play d3, c4, f5, e6"),
        (Classic().start(), "a9", "a9 is not on the 8x8 board; black may play d3, c4, f5, e6"),
        (MUST_PASS, "c1", "white has no move here and must pass before c1 can be played"),
        (OVER, PASS, "pass cannot be played: the game is over"),
        (OVER, "a2", "a2 cannot be played: the game is over"),
        (YesNo().start(), "d3", "d3 must wait: the oracle has not answered yet"),
        (YesNo().start(), "a1", "a1 outflanks nothing; black may play d3, c4, f5, e6"),
        (
            Position(MUST_PASS.board, WHITE, variant=YesNo()),
            PASS,
            "pass must wait: the oracle has not answered yet",
        ),
    ],
)
def test_a_refusal_says_why_and_what_may_be_played(
    position: Position, move: Move | str, sentence: str
) -> None:
    wanted = Square.parse(move) if isinstance(move, str) else move
    with pytest.raises(IllegalMove) as refusal:
        position.play(wanted)
    assert str(refusal.value) == sentence
    assert (refusal.value.move, refusal.value.position) == (wanted, position)


def test_none_and_zero_are_never_taken_for_a_pass() -> None:
    for stranger in (None, 0):
        with pytest.raises(TypeError):
            MUST_PASS.play(stranger)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        MUST_PASS.play("c1")


def test_a_position_prints_its_board_and_side() -> None:
    assert str(Classic().start(4)) == "-----OX--XO----- X"
    assert str(MUST_PASS) == "XO-------------- O"
    assert MUST_PASS.size == 4


def test_black_is_to_move_by_default() -> None:
    assert Position(Board.start()) == Classic().start()


def test_a_position_is_frozen_hashable_and_picklable() -> None:
    position = YesNo().start(6).hear("maybe")
    assert pickle.loads(pickle.dumps(position)) == position
    assert hash(position) == hash(YesNo().start(6).hear(Answer.MAYBE))
    assert position != YesNo().start(6)
    with pytest.raises(FrozenInstanceError):
        position.turn = WHITE  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.note = ""  # type: ignore[attr-defined]


@given(positions())
def test_playing_a_move_gives_the_board_of_its_placement(position: Position) -> None:
    for move in position.legal_moves:
        if isinstance(move, Square):
            placement = position.place(move)
            assert placement.on(position.board) == position.play(move).board
            if position.variant.places_plainly:
                assert position.variant.place(position, move) == placement


def test_a_placement_is_a_frozen_value_that_leaves_the_board_alone() -> None:
    start = Classic().start()
    placement = start.place(*at("f5"))
    assert str(placement.flipped) == "e5"
    assert not placement.forced
    assert placement == pickle.loads(pickle.dumps(placement))
    assert hash(placement) == hash(start.place(*at("f5")))
    assert placement.on(start.board).count(BLACK) == 4
    assert start.board == Board.start()
    with pytest.raises(FrozenInstanceError):
        placement.color = WHITE  # type: ignore[misc]


def test_legal_moves_can_be_made_from_a_position() -> None:
    assert LegalMoves(Board.start(), BLACK) == Position.start().legal_moves


def test_a_square_that_outflanks_nothing_is_refused_before_it_is_played() -> None:
    for wrong in ("a1", "d4", "j10"):
        with pytest.raises(IllegalMove):
            Classic().start().place(wrong)


def test_the_placement_of_a_maybe_gives_the_board_after_it() -> None:
    position = YesNo().start().hear("maybe")
    placement = position.place("f5")
    assert placement.on(position.board) == position.play("f5").board
    plain = Classic().start()
    assert plain.variant.place(plain, Square.parse("f5")) == plain.place("f5")


def test_equal_legal_moves_have_equal_hashes() -> None:
    assert hash(Classic().start().legal_moves) == hash(tuple(Classic().start().legal_moves))


def test_a_turn_hears_one_answer() -> None:
    with pytest.raises(IllegalAnswer, match="this turn already has the answer no"):
        YesNo().start().hear("no").hear("yes")
