"""The rules as the five earlier programs described them, one test per sentence.

Sentences of several programs that say the same thing share a test, named after one of them.
"""

from itertools import pairwise

import pytest
from hypothesis import given

from outflank.errors import GameOver, IllegalMove
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Board,
    Classic,
    Color,
    Game,
    Outcome,
    Position,
    Reason,
    Square,
    YesNo,
    variants,
)
from support import naive
from support.properties import counted, counted_at_least
from support.strategies import at, cells_of, few, games, positions


def position(cells: str, turn: Color = BLACK) -> Position:
    return Position(Board.parse(cells), turn)


# Set-up


def test_standard_8x8_board_with_black_at_d5_e4_and_white_at_d4_e5() -> None:
    for variant in variants():
        board = variant.start().board
        assert (str(board.discs(BLACK)), str(board.discs(WHITE))) == ("e4 d5", "d4 e5")


def test_player_1_starts_on_4_3_and_3_4_and_player_2_on_3_3_and_4_4() -> None:
    board = Board.start()
    assert board.disc_at(Square(4, 3)) is board.disc_at(Square(3, 4)) is BLACK
    assert board.disc_at(Square(3, 3)) is board.disc_at(Square(4, 4)) is WHITE


@pytest.mark.parametrize("size", SIZES)
def test_o_stands_upper_left_and_bottom_right_and_x_upper_right_and_bottom_left(size: int) -> None:
    rows = [str(Board.start(size))[row * size :][:size] for row in range(size)]
    middle = size // 2
    assert rows[middle - 1][middle - 1 : middle + 1] == "OX"
    assert rows[middle][middle - 1 : middle + 1] == "XO"
    assert "".join(rows).count("-") == size * size - 4


def test_a_game_is_played_with_64_tokens_on_an_eight_by_eight_grid() -> None:
    game = Game()
    while not game.is_over:
        game.push(game.position.legal_moves[0])
    outcome = game.outcome
    assert outcome is not None
    assert outcome.black + outcome.white + outcome.empties == 64


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_the_board_sizes_6_8_10_and_12_can_be_chosen(size: int) -> None:
    assert len(Classic().start(size).legal_moves) == 4


def test_black_always_moves_first() -> None:
    for variant in variants():
        for size in SIZES:
            assert variant.start(size).turn is BLACK


# Turns


@few
@given(games())
def test_players_alternate_turns(game: Game) -> None:
    turn = BLACK
    for ply in game.plies:
        assert ply.color is turn
        turn = turn.opponent


@few
@given(games(variant=Classic()))
def test_players_take_turns_placing_oppositely_colored_stones(game: Game) -> None:
    for _, ply in game.replay():
        if ply.move is not PASS:
            assert ply.position.board.disc_at(ply.move) is ply.color


@few
@given(positions(variant=Classic()))
def test_yellow_operates_under_the_same_rules_with_the_roles_reversed(turn: Position) -> None:
    board = turn.board
    other = Board(board.size, board.white, board.black)
    for color in Color:
        assert board.outflanking(color) == other.outflanking(color.opponent)
        for square in board.outflanking(color):
            assert board.outflanked(color, square) == other.outflanked(color.opponent, square)


@few
@given(positions())
def test_you_may_only_play_a_move_that_flips_at_least_one_opponent_stone(turn: Position) -> None:
    for square in turn.legal_moves.squares:
        assert turn.board.outflanked(turn.turn, square)
        assert turn.board.outflanked(turn.turn, square) <= turn.board.discs(turn.turn.opponent)
    for square in turn.board.empty_squares - turn.legal_moves.squares:
        with pytest.raises(IllegalMove):
            turn.play(square)


def test_if_you_cannot_outflank_your_turn_is_forfeited_and_your_opponent_moves_again() -> None:
    game = Game(position("XO-- ---- ---- ----", WHITE))
    assert game.position.legal_moves == [PASS]
    game.push_all("c1")
    assert [(ply.color, ply.move) for ply in game.plies] == [(WHITE, PASS), (BLACK, *at("c1"))]


def test_if_a_move_is_available_to_you_you_may_not_forfeit_your_turn() -> None:
    with pytest.raises(IllegalMove, match=r"^a side may pass only when it has no move"):
        Classic().start().play(PASS)


@few
@given(positions())
def test_players_may_not_forfeit_their_turn_under_any_other_circumstances(turn: Position) -> None:
    assert turn.is_legal(PASS) == (not turn.legal_moves.squares and not turn.is_over)


# Outflanking


@few
@given(positions())
def test_a_token_is_placed_on_an_empty_space_adjacent_to_one_of_the_opponents(
    turn: Position,
) -> None:
    board = turn.board
    for square in turn.legal_moves.squares:
        assert square in board.empty_squares
        assert board.neighbours(square) & board.discs(turn.turn.opponent)


def test_a_row_bordered_at_each_end_by_your_disc_is_outflanked() -> None:
    after = position("XOO- ---- ---- ----").play(*at("d1"))
    assert str(after.board) == "XXXX------------"


def test_a_row_may_be_made_up_of_one_or_more_discs() -> None:
    for length in range(1, 15):
        row = "X" + "O" * length + "-" * (15 - length)
        turn = position(row + "-" * 240)
        assert len(turn.place(Square(length + 1, 0)).flipped) == length


def test_a_disc_may_outflank_any_number_of_rows_in_any_number_of_directions_at_once() -> None:
    turn = position("X-X-X- -OOO-- XO-OX- -OOO-- X-X-X- ------")
    assert str(turn.place(*at("c3")).flipped) == "b2 c2 d2 b3 d3 b4 c4 d4"


def test_horizontally_vertically_or_diagonally() -> None:
    for far, near in [("c1", "b1"), ("a3", "a2"), ("c3", "b2")]:
        board = Board.empty(4).put(BLACK, *at(far)).put(WHITE, *at(near))
        assert str(Position(board).place(*at("a1")).flipped) == near


def test_you_may_not_skip_over_your_own_colour_disc_to_outflank_an_opposing_disc() -> None:
    # From a1 the row is O X O X: only the first O lies between a1 and the nearest X.
    turn = position("-OXOX- ------ ------ ------ ------ ------")
    assert str(turn.place(*at("a1")).flipped) == "b1"


def test_rows_must_be_continuous_lines_of_the_opponents_disks() -> None:
    turn = position("-O-OX- ------ ------ ------ ------ ------")
    assert not turn.is_legal(*at("a1"))
    assert turn.is_legal(*at("c1"))


def test_a_disk_flipped_because_it_was_just_outflanked_cannot_outflank_more_disks() -> None:
    # c1 turns black and then stands over c2, below which c3 is black: c2 stays white.
    turn = position("XOO- --O- --X- ----")
    placement = turn.place(*at("d1"))
    assert str(placement.flipped) == "b1 c1"
    assert turn.play(*at("d1")).board.disc_at(*at("c2")) is WHITE


@few
@given(positions(variant=Classic()))
def test_discs_outflanked_must_fall_in_the_direct_line_of_the_disc_placed_down(
    turn: Position,
) -> None:
    for square in turn.legal_moves.squares:
        for flipped in turn.place(square).flipped:
            across, down = flipped.col - square.col, flipped.row - square.row
            assert across == 0 or down == 0 or abs(across) == abs(down)


@few
@given(positions(variant=Classic()))
def test_all_discs_outflanked_in_any_one_move_must_be_flipped(turn: Position) -> None:
    cells = cells_of(turn.board)
    for square in turn.legal_moves.squares:
        after = turn.play(square).board
        for spot in naive.outflanked(cells, turn.size, str(turn.turn), (square.col, square.row)):
            assert after.disc_at(Square(*spot)) is turn.turn


@few
@given(games())
def test_once_a_disc_is_placed_it_can_never_be_moved_to_another_square(game: Game) -> None:
    for before, ply in game.replay():
        gone = before.board.empty_squares - ply.position.board.empty_squares
        assert not ply.position.board.empty_squares - before.board.empty_squares
        assert set(gone) == ({ply.move} if ply.move is not PASS else set())


def test_flips_are_automatic_and_a_mistake_is_corrected_by_taking_back() -> None:
    game = Game()
    game.push("f5")
    game.pop()
    assert game == Game()


def test_players_have_an_unlimited_supply_of_disks() -> None:
    # Half the discs of a 4x4 game are eight; here black places nine of the twelve.
    game = Game(size=4)
    game.push_all(["a2", "c1", "d2", "a3", "b4", "c4", "a4", "d4", "d1", "d3", "a1", "b1"])
    placed = [ply.color for ply in game.plies if ply.move is not PASS]
    assert placed.count(BLACK) == 9
    assert game.outcome == Outcome(BLACK, 16, 0, 0, Reason.FULL_BOARD)


# The end


def test_when_neither_player_can_move_the_game_ends() -> None:
    turn = position("X--- ---- ---- ---O")
    assert turn.is_over
    outcome = turn.outcome
    assert outcome is not None
    assert outcome.reason is Reason.BLOCKED


@counted_at_least(3)
@few
@given(games())
def test_the_game_ends_when_both_players_would_pass_consecutively(game: Game) -> None:
    # The game is over as soon as neither can move, so the second pass is never played.
    assert all((one.move, other.move) != (PASS, PASS) for one, other in pairwise(game.plies))
    if game.is_over:
        counted()
        assert not any(game.position.board.outflanking(color) for color in Color)


def test_the_game_ends_when_the_board_is_full() -> None:
    outcome = position("XXXX XXXX OOOX OOOO").outcome
    assert outcome == Outcome(BLACK, 9, 7, 0, Reason.FULL_BOARD)


def test_a_game_may_end_because_one_player_has_no_pieces_remaining() -> None:
    game = Game()
    game.push_all(["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"])
    assert game.outcome == Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT)


def test_it_is_possible_for_a_game_to_end_before_all_64_squares_are_filled() -> None:
    game = Game()
    game.push_all(["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"])
    outcome = game.outcome
    assert outcome is not None
    assert outcome.empties > 0


def test_over_the_board_this_is_scored_as_if_the_board_were_full() -> None:
    outcome = Outcome(BLACK, 13, 0, 51, Reason.WIPEOUT)
    assert (outcome.margin(), outcome.margin(empties_to_winner=True)) == (13, 64)


def test_the_player_with_the_majority_of_discs_on_the_board_is_the_winner() -> None:
    for cells, winner in [("XXXX ---- ---- ----", BLACK), ("OOO- ---- ---- ----", WHITE)]:
        outcome = position(cells).outcome
        assert outcome is not None
        assert outcome.winner is winner


def test_equal_counts_produce_a_draw() -> None:
    outcome = position("XXXX XXXX OOOO OOOO").outcome
    assert outcome == Outcome(None, black=8, white=8, empties=0, reason=Reason.FULL_BOARD)
    assert outcome.is_draw


def test_who_defaults_on_time_loses_regardless_of_the_board_configuration() -> None:
    game = Game()
    game.push("f5")
    outcome = game.end(WHITE, Reason.TIME)
    assert outcome.black > outcome.white
    assert outcome.winner is WHITE
    with pytest.raises(GameOver):
        game.push("d6")


# Yes/No Othello


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_yes_you_must_place_a_yes_stone_and_flip_only_if_it_is_yours(turn: Color) -> None:
    start = Position(Board.start(), turn, variant=YesNo()).hear("yes")
    placement = start.place(*at(str(start.legal_moves[0])))
    assert placement.color is BLACK
    assert bool(placement.flipped) == (turn is BLACK)


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_no_same_logic_but_with_the_no_stone(turn: Color) -> None:
    start = Position(Board.start(), turn, variant=YesNo()).hear("no")
    placement = start.place(*at(str(start.legal_moves[0])))
    assert placement.color is WHITE
    assert bool(placement.flipped) == (turn is WHITE)


def test_maybe_then_every_adjacent_opponent_stone_is_forcibly_flipped_to_your_color() -> None:
    board = Board.parse("XO-- OO-- ---- ----")
    after = Position(board, BLACK, variant=YesNo(), answer=Answer.MAYBE).play(*at("c1")).board
    assert str(after) == "XXX-OX----------"


def test_if_no_legal_moves_exist_the_turn_goes_to_the_opponent() -> None:
    game = Game(Position(Board.parse("XO-- ---- ---- ----"), WHITE, variant=YesNo()))
    game.hear("yes")
    game.push(PASS)
    assert game.position.turn is BLACK
    assert not game.is_over


def test_at_the_start_of_a_turn_the_game_receives_yes_no_or_maybe() -> None:
    assert YesNo().start().awaits_answer
    assert [answer.value for answer in YesNo().answers] == ["yes", "no", "maybe"]
