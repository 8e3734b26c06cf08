"""Boards as text: aligned, complete and harmless to a terminal."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.drawing import TextOptions, skins, text
from outflank.drawing.text_board import columns
from outflank.rules import (
    BLACK,
    SIZES,
    WHITE,
    Board,
    Game,
    Score,
    ScoreKind,
    Square,
    SquareSet,
    variants,
)

ESCAPES = re.compile(r"\x1b\[[\d;]*m")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    size = draw(st.sampled_from(SIZES))
    masks = st.integers(0, (1 << size * size) - 1)
    black = draw(masks)
    return Board(size, black, draw(masks) & ~black)


def opening() -> Game:
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    return game


@given(boards())
def test_a_plain_board_can_be_read_back(board: Board) -> None:
    lines = text(board, unicode=False, coordinates=False).splitlines()
    assert Board.parse("".join("".join(line.split()) for line in lines)) == board


@given(boards())
def test_columns_are_below_their_letters(board: Board) -> None:
    for options in ({"unicode": False}, {"unicode": True}, {"unicode": False, "box": True}):
        head, *rest = text(board, **options).splitlines()  # type: ignore[arg-type]
        rows = [line for line in rest if line.strip()[0].isdigit()]
        assert len(rows) == board.size
        for row, line in enumerate(rows):
            for col in range(board.size):
                place = head.index(str(Square(col, 0))[0])
                shown = line[place] if place < len(line) else " "
                disc = board.disc_at(Square(col, row))
                letters = {BLACK: "X●", WHITE: "O○", None: " ."}[disc]
                assert shown in letters


@given(boards())
def test_colour_changes_only_the_letters_of_discs(board: Board) -> None:
    plain = text(board, skin="xo").splitlines()
    colored = [ESCAPES.sub("", line) for line in text(board, skin="xo", color=True).splitlines()]
    assert plain == [line.rstrip() for line in colored]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_size_of_every_variant_is_written(size: int, variant: Any) -> None:
    lines = text(variant.start(size)).splitlines()
    assert len(lines) == 2 * size + 2
    assert len({columns(line) for line in lines[1:]}) == 1
    assert lines[-2].startswith(f"{size} ")


def test_rows_with_two_digits_are_aligned() -> None:
    lines = text(Board.start(10), unicode=False).splitlines()
    assert lines[0] == "    a  b  c  d  e  f  g  h  i  j"
    assert lines[1] == " 1  .  .  .  .  .  .  .  .  .  ."
    assert lines[10] == "10  .  .  .  .  .  .  .  .  .  ."


def test_without_unicode_every_letter_is_ascii() -> None:
    game = opening()
    for skin in skins():
        drawn = text(game, unicode=False, skin=skin, texts={"a1": "é黒"}, scores={"a2": 3})
        assert drawn.isascii()


def test_no_colour_is_used_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in text(opening())
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" in text(opening(), color=True)


def test_every_coloured_line_resets_the_terminal() -> None:
    for line in text(opening(), color=True).splitlines():
        assert "\x1b" not in line or line.endswith("\x1b[0m")


def test_the_last_move_its_flips_and_legal_squares_are_marked_by_shape() -> None:
    lines = text(opening(), unicode=False).splitlines()
    assert "[X]" in lines[3]
    assert "(X)" in lines[4]
    assert "*" in lines[3]
    assert "*" not in text(opening(), unicode=False, legal=False)
    assert "[" not in text(opening(), unicode=False, last_move=None)


def test_a_rotated_board_begins_with_its_last_square() -> None:
    lines = text(Board.parse("X" + "-" * 15), unicode=False, rotated=True).splitlines()
    assert lines[0].split() == ["d", "c", "b", "a"]
    assert lines[-1].split() == ["1", ".", ".", ".", "X"]


def test_the_letters_of_each_skin() -> None:
    start = Board.start(4)
    rows = {skin.name: text(start, unicode=False, skin=skin).splitlines()[2] for skin in skins()}
    assert rows == {
        "classic": "2  .  O  X  .",
        "red-yellow": "2  .  Y  R  .",
        "xo": "2  .  O  X  .",
        "yesno": "2  .  N  Y  .",
    }


def test_a_yes_no_game_is_written_in_its_own_letters() -> None:
    assert "N  Y" in text(Game(variant="yesno"), unicode=False)


def test_in_colour_labels_are_on_coloured_discs() -> None:
    drawn = text(Game(variant="yesno"), color=True)
    assert "▐" in drawn
    assert "▐" not in text(Game(variant="yesno"), color=True, unicode=False)
    assert "●" in text(Game(), color=True)
    assert "○" not in text(Game(), color=True)


def test_a_sheet_is_written_with_right_aligned_numbers() -> None:
    game = Game()
    game.push_all(["f5", "d6", "c5", "f4", "e3", "c6", "d3", "f6", "e6", "d7"])
    lines = text(game, numbers=True, unicode=False).splitlines()
    assert lines[0] == "    a   b   c   d   e   f   g   h"
    assert lines[6] == "6   .   .   6   2   9   8   .   ."
    assert lines[7] == "7   .   .   . [10]  .   .   .   ."


def test_scores_have_a_plus_or_minus_and_a_sign_for_their_source() -> None:
    scores = {"d3": Score(4, ScoreKind.EXACT), "c4": Score(-2, ScoreKind.BOOK)}
    plain = text(Game(), scores=scores, unicode=False)
    assert "+4=" in plain
    assert "-2b" in plain
    assert "+4✓" in text(Game(), scores=scores)
    assert "\x1b[1;" in text(Game(), scores=scores, color=True)


def test_brackets_are_next_to_their_contents_in_wide_cells() -> None:
    lines = text(opening(), texts={"a1": "word"}, box=False).splitlines()
    assert lines[3] == "3    ·     ·    [●]    *     ·     *     ·     ·"
    assert lines[4] == "4    ·     ·     ·    (●)    ●     *     ·     ·"
    empty = text(Board(4, 0, 0), texts={"a1": "abc"}, last_move="a2", unicode=True)
    assert " [ ] │" in empty
    assert columns(empty.splitlines()[4]) == columns(empty.splitlines()[2])


def test_brackets_are_next_to_numbers_too() -> None:
    game = Game()
    game.push_all(["f5", "d6", "c5", "f4", "e3", "c6", "d3", "f6", "e6", "d7"])
    lines = text(game, numbers=True, unicode=False, last_move="c5", flips="d6").splitlines()
    assert lines[5] == "5   .   .  [3]  X   O   1   .   ."
    assert lines[6] == "6   .   .   6  (2)  9   8   .   ."


@given(st.sampled_from(SIZES), st.integers(1, 100), st.booleans())
def test_a_board_fits_its_width_if_possible(size: int, width: int, coordinates: bool) -> None:
    board = Board.start(size)
    widest = max(
        map(columns, text(board, width=width, coordinates=coordinates).splitlines()), default=0
    )
    indent = len(str(size)) + 1 if coordinates else 0
    assert widest <= max(width, indent + 2 * size + 1)


def test_a_board_that_is_too_wide_loses_its_box_and_then_its_spaces() -> None:
    board = Board.start(16)
    assert text(board, width=68) == text(board)
    assert text(board, width=67) == text(board, box=False)
    assert text(board, width=67, box=True) == text(board, box=False)
    assert text(board, width=51) == text(board, box=False)
    close = text(board, width=50).splitlines()
    assert close[0] == "    a b c d e f g h i j k l m n o p"
    assert close[8] == " 8  · · · · · · · ○ ● · · · · · · ·"
    assert text(board, width=1).splitlines() == close  # there is no closer form


def test_close_squares_share_their_signs() -> None:
    def row(last: str, flips: str) -> str:
        board = Board.parse("X" * 4 + "-" * 12)
        drawn = text(board, last_move=last, flips=flips, width=1, unicode=False)
        return drawn.splitlines()[1]

    assert row("a1", "c1") == "1 [X]X(X)X"
    assert row("a1", "b1 c1") == "1 [X]X X)X"
    assert row("d1", "a1 b1 c1") == "1 (X X X[X]"
    assert row("b1", "a1 c1") == "1 (X[X]X)X"


def test_close_boards_keep_their_letters_in_colour() -> None:
    for skin in skins():
        plain = text(opening(), width=1, skin=skin, unicode=False)
        colored = ESCAPES.sub("", text(opening(), width=1, skin=skin, unicode=False, color=True))
        assert [line.rstrip() for line in colored.splitlines()] == plain.splitlines()
        assert "▐" not in text(opening(), width=1, skin=skin, color=True)


def test_lines_below_the_board_are_wrapped() -> None:
    drawn = text(Game(), caption="word " * 20, width=40).splitlines()
    assert len(drawn) > 20
    assert max(map(len, drawn)) <= 40


def test_a_width_is_a_number_of_columns() -> None:
    with pytest.raises(TypeError, match="width is a number of columns, not 'wide'"):
        text(Game(), width="wide")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one letter, not 0"):
        text(Game(), width=0)
    with pytest.raises(TypeError, match="unicode is True or False, not 'yes'"):
        text(Game(), unicode="yes")  # type: ignore[arg-type]


def test_wide_and_combining_letters_do_not_bend_the_box() -> None:
    drawn = text(Board.start(4), texts={"a1": "黒", "b1": "e\u0301", "c1": "日本語"})
    assert len({columns(line) for line in drawn.splitlines()[1:]}) == 1


@given(st.text(), st.booleans())
def test_no_text_can_send_commands_to_the_terminal(word: str, color: bool) -> None:
    drawn = text(Board.start(4), texts={"a1": word}, caption=word, color=color)
    left = ESCAPES.sub("", drawn) if color else drawn
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", left)
    assert len(drawn.splitlines()) == 10 + bool(word)


def test_a_set_of_squares_is_written() -> None:
    assert text(SquareSet.corners(4), unicode=False).count("#") == 4
    assert text(SquareSet.corners(4)).count("■") == 4


def test_a_caption_says_whose_turn_it_is_or_how_the_game_ended() -> None:
    assert text(Game(), caption=True).splitlines()[-1] == "Black 2, white 2; black to move"
    assert text(Game(), caption="Ann v Bob").splitlines()[-1] == "Ann v Bob"


CHANGES: dict[str, Any] = {
    "box": False,
    "caption": True,
    "color": True,
    "coordinates": False,
    "flips": ["f5"],
    "last_move": None,
    "legal": False,
    "numbers": True,
    "rotated": True,
    "scores": {"a1": 1},
    "skin": "xo",
    "texts": {"a1": "x"},
    "unicode": False,
    "width": 20,
}


def test_every_option_has_an_effect() -> None:
    assert {*CHANGES, "theme"} == set(TextOptions.__optional_keys__)
    for name, value in CHANGES.items():
        assert text(opening(), **{name: value}) != text(opening()), name
    assert text(opening(), color=True, theme="print") != text(opening(), color=True)


def test_options_of_pictures_are_refused() -> None:
    with pytest.raises(TypeError, match="no option 'heat'"):
        text(Board.start(8), heat={})  # type: ignore[call-arg]
