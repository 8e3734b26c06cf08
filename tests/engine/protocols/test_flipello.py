"""Flipello: moves and positions as Fairy-Stockfish writes them, and the one reader of each."""

import random

import pytest

from outflank.engine.protocols.uci import parse_drop, parse_fen, spell_drop
from outflank.errors import NotationError
from outflank.notation import read
from outflank.notation.fen import FAIRY, PLAIN
from outflank.rules import BLACK, PASS, SIZES, WHITE, Board, Classic, Color, Position, Square


@pytest.mark.parametrize("size", SIZES)
def test_every_move_of_a_game_reads_as_it_was_written(size: int) -> None:
    rng = random.Random(size)
    position = Classic().start(size)
    while not position.is_over:
        move = rng.choice(position.legal_moves)
        assert parse_drop(spell_drop(move, position), position) == move
        position = position.play(move)


def test_ranks_count_from_the_bottom() -> None:
    start = Classic().start()
    drops = [spell_drop(move, start) for move in start.legal_moves]
    assert drops == ["P@d6", "P@c5", "P@f4", "P@e3"]
    assert spell_drop(Square.parse("j10"), Classic().start(10)) == "P@j1"


@pytest.mark.parametrize(
    ("board", "turn", "drop"),
    [
        # Found by asking Fairy-Stockfish: the lowest piece of the mover, leftmost of its rank.
        ("X-O------O------OOXX-------XX------XX-------X-------------------", BLACK, "e3e3"),
        ("--------" * 6 + "X------O" + "XX----OO", BLACK, "a1a1"),
        ("--------" * 6 + "X------O" + "XX----OO", WHITE, "g1g1"),
        ("--------" * 6 + "X------O" + "--------", BLACK, "a2a2"),
    ],
)
def test_a_pass_names_the_lowest_piece_of_the_mover(board: str, turn: object, drop: str) -> None:
    assert isinstance(turn, Color)
    position = Position(Board.parse(board), turn)
    assert spell_drop(PASS, position) == drop


@pytest.mark.parametrize("text", ["a1a1", "b1b1", "h8h8", "0000", "@@@@", "pass"])
def test_every_piece_that_stays_is_a_pass(text: str) -> None:
    assert parse_drop(text, Classic().start()) is PASS


@pytest.mark.parametrize(
    "text", ["e3", "e2e4", "P@e9", "P@e0", "P@i1x", "N@e3", "", "a1a11", "P@é3"]
)
def test_what_is_no_drop_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_drop(text, Classic().start())


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3pP3/3Pp3/8/8/8 w",
        "8/8/8/3pP3/3Pp3/8/8/8[] w - - 0 1",
        "8/8/8/3pP3/3Pp3/8/8/8[PPPPpp] w 0 1",
        "8/8/8/3ox3/3xo3/8/8/8 x",
        "8/8/8/3ox3/3xo3/8/8/8 b 0 1",
        "8/8/8/3pP3/3Pp3/8/8/8[-] w 0 1",
        "8/8/8/3pP3/3Pp3/8/8/8",  # without a side it is the first player's turn
    ],
)
def test_the_start_in_all_its_spellings(fen: str) -> None:
    assert parse_fen(fen, Classic()) == Classic().start()


def test_the_second_player_of_chess_is_black() -> None:
    assert parse_fen("8/8/8/3pP3/3Pp3/8/8/8 b", Classic()).turn is WHITE
    assert parse_fen("10/10/10/10/4pP4/4Pp4/10/10/10/10 w", Classic()) == Classic().start(10)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3pP3/3Pp3/8/8 w",
        "8/8/8/3pP3/3Pp4/8/8/8 w",
        "8/8/8/3qQ3/3Qq3/8/8/8 w",
        "8/8/8/3pP3/3Pp3/8/8/8 green",
        "4/1pP1/1Pp1/44 w",
        "",
    ],
)
def test_what_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(NotationError):
        parse_fen(fen, Classic())


@pytest.mark.parametrize("size", SIZES)
def test_a_fen_is_read_as_files_of_positions_are(size: int) -> None:
    position = Classic().start(size)
    for dialect, text in ((FAIRY, FAIRY.write(position)), (PLAIN, PLAIN.write(position))):
        assert parse_fen(text, Classic()) == position
        assert read(text, format=dialect.format_name).position == position


def test_an_empty_board_with_pieces_in_hand_is_the_first_players() -> None:
    empty = Position(Board.empty(4), BLACK)
    assert parse_fen(FAIRY.write(empty), Classic()) == empty
