"""Drawn boards, as Outflank and other programs print them and people paste them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import (
    BLACK,
    SIZES,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    NotationError,
    Position,
    Score,
    ScoreKind,
    text,
)
from outflank.notation import ScoredPosition, read, write
from support.notation_samples import DRAWING, games
from support.properties import examples

OTHER = """\
  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - - - . - - - 3
4 - - - O * . - - 4
5 - - . * O - - - 5
6 - - - . - - - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
"""


def problem_of(drawing: str) -> NotationError:
    (problem,) = read(drawing, format="drawing").problems
    return problem


def tiger() -> Game:
    return read("f5d6c3d3c4").game


def test_the_sample_is_read() -> None:
    reading = read(DRAWING)
    assert reading.format == "drawing"
    assert str(reading.position) == "----XXX--XO----- O"
    assert not reading.problems


@examples(15)
@given(
    game=games(variants=("classic", "anti")),
    unicode=st.booleans(),
    box=st.booleans(),
    coordinates=st.booleans(),
    rotated=st.booleans(),
    skin=st.sampled_from(["classic", "red-yellow", "xo", "yesno"]),
    width=st.sampled_from([10, 40, 200]),
)
def test_a_drawn_game_can_be_read_back(game: Game, skin: str, **look: Any) -> None:
    drawing = text(game, skin=skin, caption=True, **look)
    rotates = look["rotated"] and not look["coordinates"]
    position = game.position
    board = Board.parse(str(position.board)[::-1]) if rotates else position.board
    (record,) = read(drawing, format="drawing", variant=position.variant, errors="raise")
    assert isinstance(record, ScoredPosition)
    assert record.position.board == board
    if not position.is_over:
        assert record.position.turn == position.turn


@pytest.mark.parametrize(("skin", "color"), [("yesno", BLACK), ("red-yellow", WHITE)])
def test_the_caption_tells_whose_letter_y_is_if_the_other_side_has_no_disc(
    skin: str, color: Color
) -> None:
    board = Board.empty(4).put(color, "b1")
    (record,) = read(text(Position(board), skin=skin, caption=True), format="drawing")
    assert isinstance(record, ScoredPosition)
    assert record.position.board == board


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_our_own_drawings_are_all_recognised(size: int, color: Color) -> None:
    game = Game(size=size)
    game.push(game.position.legal_moves[0])
    if color is BLACK:
        game.push(game.position.legal_moves[0])
    for unicode in (True, False):
        for box in (True, False):
            for coordinates in (True, False):
                drawing = text(game, unicode=unicode, box=box, coordinates=coordinates)
                reading = read(drawing, errors="raise")
                assert (reading.format, reading.position) == ("drawing", game.position)


def test_bare_cells_are_a_board_string() -> None:
    bare = text(Classic().start(), unicode=False, coordinates=False, legal=False)
    reading = read(bare)
    assert (reading.format, reading.position) == ("board", Classic().start())


# Whose turn it is


@pytest.mark.parametrize(
    ("caption", "turn"),
    [
        ("", BLACK),
        ("White to move", WHITE),
        ("Black 2, White 2. White to move: c5 e3.", WHITE),
        ("black passed; white to move", WHITE),
        ("white must pass", WHITE),
        ("It is White's turn.", WHITE),
        ("yellow to\nplay", WHITE),
        ("NO to move", WHITE),
        ("O to move", WHITE),
        ("YES to move", BLACK),
        ("red to move", BLACK),
        ("white to go home, black to move", BLACK),
        ("Over: white wins 40-24.", BLACK),
    ],
)
def test_a_caption_shows_whose_turn_it_is(caption: str, turn: Color) -> None:
    drawing = text(Board.start(8), unicode=False)
    expected = Position(Board.start(8), turn)
    assert read(f"{drawing}\n{caption}").position == expected
    assert read(f"{caption}\n\n{drawing}").position == expected


def test_marks_show_whose_turn_it_is() -> None:
    white = Position(Board.start(8), WHITE)
    assert read(text(white)).position == white
    assert read(text(white, legal="a1")).position.turn is BLACK


def test_the_last_move_shows_whose_turn_it_is() -> None:
    game = tiger()
    assert read(text(game, legal=False)).position == game.position
    assert read(text(game, legal=False), variant="yesno").position.turn is BLACK
    assert read(text(game, legal=False, last_move="a1", unicode=False)).position.turn is BLACK


# What else is drawn


def test_squares_with_scores_are_empty() -> None:
    scores = {
        "d3": 2.5,
        "c4": Score(-12, ScoreKind.EXACT),
        "f5": 0,
        "e6": Score(1, ScoreKind.PROVEN),
    }
    for unicode in (True, False):
        drawing = text(Classic().start(), scores=scores, unicode=unicode)  # type: ignore[arg-type]
        assert read(drawing, errors="raise").position.board == Board.start(8)


def test_boards_drawn_by_other_programs_are_read() -> None:
    assert read(OTHER, errors="raise").position == Classic().start()
    outer = "\n".join(f"| {' '.join(row)} |" for row in ("....", ".OX.", ".XO.", "...."))
    assert read(outer, errors="raise").position == Classic().start(4)


def test_terminal_colours_are_ignored_if_letters_show_the_discs() -> None:
    game = tiger()
    assert read(text(game, unicode=False, color=True)).position == game.position
    assert read(text(game, skin="yesno", color=True)).position == game.position


@pytest.mark.parametrize("strip", [False, True])
def test_discs_that_lost_their_colours_are_refused(strip: bool) -> None:
    drawing = text(tiger(), color=not strip)
    problem = problem_of(drawing.replace("○", "●"))
    assert "have lost their colours" in problem.problem


def test_a_wipeout_has_discs_of_one_colour() -> None:
    over = read("f5d6c5f4e7c6c7f6g5e6e3").game
    assert read(text(over)).position.board == over.position.board
    assert read(text(over, unicode=False)).position.board == over.position.board


def test_several_drawings_are_several_positions() -> None:
    positions = [tiger().position, Classic().start(4), Position(Board.start(6), WHITE)]
    for box in (True, False):
        drawings = [text(position, box=box, caption=True) for position in positions]
        assert read("\n".join(drawings)).positions == tuple(positions)
        drawings = [text(position, box=box) for position in positions]
        assert read("\n\n\n".join(drawings)).positions == tuple(positions)
    drawings = [text(position, coordinates=False) for position in positions]
    assert read("\n".join(drawings)).positions == tuple(positions)


# Mistakes


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("│ ○ │   │", "│ ○ │", 7, "this row has 3 cells, not 4"),
        ("3 │ • │ ● │ ○ │   │\n  ├───┼───┼───┼───┤\n", "", 9, "row 4 of a drawn board"),
        ("3 │", "2 │", 3, "not numbered from 1 to 4"),
        ("│ ○ │", "│ 12 │", 7, "this should be row 3 of a drawn board"),
        ("│ ○ │", "│ Y │", 3, "Y may mean YES or yellow"),
    ],
)
def test_an_error_points_at_the_mistake(old: str, new: str, line: int, words: str) -> None:
    assert old in DRAWING
    drawing = DRAWING.replace(old, new)
    if "Y" in new:
        drawing = drawing.replace("●", "Y")
    problem = problem_of(drawing)
    assert words in problem.problem
    assert problem.line == line


@pytest.mark.parametrize("size", [3, 5, 18])
def test_a_board_of_another_size_is_refused(size: int) -> None:
    assert "size" in problem_of("\n".join([" . " * size] * size)).problem


def test_a_broken_drawing_does_not_hide_the_next() -> None:
    broken = DRAWING.replace("│ ○ │", "│ ? │")
    reading = read(f"{broken}\n{DRAWING}")
    assert (reading.format, len(reading), len(reading.problems)) == ("drawing", 1, 1)


@pytest.mark.parametrize("drawing", ["nothing", "a b c d", "+---+---+---+---+"])
def test_a_text_without_a_drawn_board_is_refused(drawing: str) -> None:
    assert problem_of(drawing).problem.endswith(("drawn board here", "of a drawn board"))


# Writing


def test_a_position_is_written_as_a_plain_drawing() -> None:
    position = Position(Board.start(4), WHITE)
    assert write(position, format="drawing") == (
        "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\nWhite to move"
    )
