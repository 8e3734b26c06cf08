"""Board strings: cells row by row and the side to move."""

import pytest

from outflank import BLACK, SIZES, WHITE, Board, Classic, NotationError, Position, YesNo
from outflank.notation import ScoredPosition, find_format, read, write
from support.notation_samples import TIGER, TIGER_BOARD

START = Classic().start()
CELLS = str(START.board)


def rows(board: Board) -> list[str]:
    cells = str(board)
    return [cells[begin : begin + board.size] for begin in range(0, len(cells), board.size)]


def problem_of(text: str, format_name: str = "board") -> NotationError:
    (problem,) = read(text, format=format_name).problems
    return problem


@pytest.mark.parametrize(
    "text",
    [
        f"{CELLS} X",
        f"{CELLS}X",
        CELLS,
        f"  {CELLS}  x  ",
        f"{CELLS} *",
        f"{CELLS} b",
        CELLS.replace("X", "*").replace("-", "."),
        CELLS.replace("X", "B").replace("O", "w"),
        CELLS.replace("X", "x").replace("O", "o"),
        " ".join(CELLS),
        "\n".join(rows(START.board)),
        "/".join(rows(START.board)),
        "/".join(rows(START.board)) + " X",
        "\r\n".join([*rows(START.board), "X"]),
        "\n".join(rows(START.board)) + " X",
        "\n".join(" ".join(row) for row in rows(START.board)) + "\n\n\n",
        f"% the start\n{CELLS[:40]} % above\n{CELLS[40:]}",
    ],
)
def test_a_position_may_be_written_in_many_ways(text: str) -> None:
    reading = read(text)
    assert reading.format == "board"
    assert reading.positions == (START,)


@pytest.mark.parametrize("side", "OoWw")
def test_white_may_be_to_move(side: str) -> None:
    assert read(f"{CELLS} {side}").position.turn is WHITE


@pytest.mark.parametrize("size", SIZES)
def test_the_number_of_cells_shows_the_size(size: int) -> None:
    position = Position(Board.start(size), WHITE)
    drawn = "\n".join(rows(position.board))
    for text in (str(position), f"{drawn} O", f"{drawn}\nO"):
        assert read(text, format="board").positions == (position,)


def test_each_line_is_a_position_unless_several_lines_draw_one() -> None:
    small, usual = Board.start(4), Board.start(8)
    texts = {
        f"{small} X\n{small} O": 2,
        f"{usual}\n{usual}\n{usual}\n{usual}": 4,
        "\n".join([*rows(usual), *rows(usual)]): 2,
        "\n".join([*rows(usual), "", *rows(small), "O", str(usual), str(small)]): 4,
        "\n".join([f"{small}"] * 16): 1,
    }
    assert {text: len(read(text)) for text in texts} == texts
    assert len(read("\n".join([f"{small}"] * 16), size=4)) == 16


def test_a_line_with_missing_cells_does_not_hide_the_others() -> None:
    reading = read(f"{CELLS} X\n{CELLS[2:]} X\n{CELLS[1:]}\n{CELLS} O\n{CELLS[3:]}\n{CELLS}")
    assert [position.turn for position in reading.positions] == [BLACK, WHITE, BLACK]
    assert [problem.line for problem in reading.problems] == [2, 3, 5]


def test_a_comment_belongs_to_its_position() -> None:
    reading = read(f"% a file\n\n{CELLS} X % the   start\n{TIGER_BOARD}")
    assert [record.comment for record in reading if isinstance(record, ScoredPosition)] == [
        "the start",
        "",
    ]
    record = ScoredPosition(START, comment="two\nlines % more")
    assert write(record, format="board") == f"{CELLS} X % two lines % more"
    assert read(write(record, format="board")).records == (find_format("board").reduce(record),)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (CELLS[:-1], 1, "63 cells do not fill a board; 8x8 needs 64"),
        (f"{CELLS[:-1]} X", 1, "63 cells and a side to move do not fill a board; 8x8 needs 64"),
        (f"{CELLS[:-2]} X", 1, "62 cells and a side to move do not fill a board; 8x8 needs 64"),
        (f"{CELLS}- O", 1, "65 cells and a side"),
        ("\n".join([*rows(START.board)[:-1], "-------", "X"]), 1, "63 cells and a side"),
        (f"{CELLS}-", 1, "65 cells"),
        (
            "\n".join([CELLS[:7], CELLS[7:16], *rows(START.board)[2:]]),
            1,
            "row 1 has 7 cells, but each row of 8x8 has 8",
        ),
        (
            "/".join([*rows(START.board)[:6], CELLS[48:57], CELLS[57:]]) + " X",
            1,
            "row 7 has 9 cells, but each row of 8x8 has 8",
        ),
        (f"{CELLS[:10]}0{CELLS[11:]}", 11, "'0' is not a cell; a cell is X, O or -"),
        (f"{CELLS} Q", 66, "'Q' is not a cell"),
    ],
)
def test_an_error_points_at_the_mistake(text: str, column: int, words: str) -> None:
    problem = problem_of(text)
    assert (problem.line, problem.column) == (1, column)
    assert words in problem.problem


def test_digits_are_read_only_with_a_named_format() -> None:
    digits = CELLS.replace("X", "0").replace("O", "1").replace("-", ".")
    with pytest.raises(NotationError, match="not in any known notation"):
        read(f"{digits} 0")
    assert read(f"{digits} 1", format="board01").position == Position(START.board, WHITE)
    assert write(START, format="board01") == f"{digits} 0"
    zeros = CELLS.replace("O", "0")
    assert read(f"{zeros} 0", format="board0").position == Position(START.board, WHITE)
    assert write(START, format="board0") == f"{CELLS} X"
    assert "'O' is not a cell; a cell is 0, 1 or ." in problem_of(CELLS, "board01").problem


def test_a_game_is_written_as_its_last_position() -> None:
    game = read(TIGER).game
    game.back()
    assert write(game, format="board") == TIGER_BOARD


def test_the_caller_names_the_variant() -> None:
    assert read(CELLS, variant="yesno").position == YesNo().start()
    assert write(YesNo().start(), format="board") == f"{CELLS} X"
    assert find_format("board").reduce(ScoredPosition(YesNo().start())).position == START


def test_a_position_with_an_answer_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="cannot carry the answers"):
        write(YesNo().start().hear("yes"), format="board")


def test_the_side_to_move_is_always_written() -> None:
    assert [write(Position(START.board, turn), format="board")[-1] for turn in (BLACK, WHITE)] == [
        "X",
        "O",
    ]
