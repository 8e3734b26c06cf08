"""Transcripts: every way of writing a line of moves."""

import pytest

from outflank import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Board,
    Classic,
    Game,
    NotationError,
    Position,
    Reason,
    Square,
)
from outflank.notation import find_format, read, write
from outflank.notation.format import Assumptions
from outflank.notation.source_text import SourceText
from support.notation_samples import PASSES, TIGER, TIGER_BOARD, WIPEOUT


def moves_of(text: str) -> str:
    return read(text, format="transcript", errors="raise").game.transcript


def problem_of(text: str) -> NotationError:
    (problem,) = read(text, format="transcript").problems
    return problem


def line_games(text: str) -> list[str]:
    reading = read(text, format="transcript")
    return [*(game.transcript for game in reading.games), *map(str, reading.problems)]


def test_the_tiger_leads_to_its_position() -> None:
    assert str(read(TIGER).position) == TIGER_BOARD


@pytest.mark.parametrize(
    "text",
    [
        "f5 d6 c3 d3 c4",
        "F5D6C3D3C4",
        "F5 d6 C3 d3 C4",
        "f5, d6, c3, d3, c4",
        "f5,d6,c3,d3,c4\r\n",
        "\ufeff  f5d6\tc3d3c4  ",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4",
        "1) f5 d6 2) c3 d3 3) c4",
        "1: f5 2: d6 3: c3 4: d3 5: c4",
        "1 f5 2 d6 3 c3 4 d3 5 c4",
        "1. f5 1... d6 2. c3 ... d3 3. c4",
        "f5d6c3d3c4 1-0",
        "f5d6c3d3c4 40-24",
        "f5d6c3d3c4 1/2-1/2",
        "f5d6c3d3c4 *",
        "f5d6\u00a0c3d3\u2003c4",
    ],
)
def test_a_game_may_be_written_in_many_ways(text: str) -> None:
    assert moves_of(text) == TIGER


@pytest.mark.parametrize("spelling", ["PA", "pa", "PS", "ps", "pass", "Pass", "--", "@@", "@@@@"])
def test_a_pass_may_be_written_in_many_ways(spelling: str) -> None:
    game = read(PASSES).game
    assert game.moves.count(PASS) == 8
    words = [spelling if move is PASS else str(move) for move in game.moves]
    assert read("".join(words)).game == game
    assert read(" ".join(words)).game == game


def test_passes_that_are_left_out_are_inserted() -> None:
    outcome = read(PASSES).game.outcome
    assert outcome is not None
    assert (outcome.black, outcome.white, outcome.empties) == (58, 1, 5)
    assert outcome.margin(empties_to_winner=True) == 62


def test_passes_are_not_written() -> None:
    game = read(PASSES).game
    assert PASS in game.moves
    written = write(game, format="transcript").strip()
    assert written == "".join(str(move) for move in game.moves if isinstance(move, Square))


def test_a_wipeout_ends_the_game() -> None:
    outcome = read(WIPEOUT).game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.black, outcome.white) == (BLACK, 15, 0)


def test_passes_after_the_end_are_ignored() -> None:
    assert moves_of(f"{WIPEOUT} pass pass") == WIPEOUT


def test_nobody_may_pass_while_there_is_a_move() -> None:
    problem = problem_of("f5 d6\n pass")
    assert (problem.line, problem.column) == (2, 2)
    assert "may pass only" in problem.problem


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("f5f5", 3, "f5 is occupied"),
        ("f5 a1", 4, "a1 outflanks nothing"),
        ("f5 i9", 4, "not on the"),
        ("f5d6 a10", 6, "not on the"),
        ("f5d6 a17", 6, "'a17' is not a move"),
        ("f5d6 hello, world", 6, "'hello' is not a move"),
        ("f5 1-0 d6", 8, "d6 follows the result"),
        ("1.", 1, "no moves"),
        (f"{WIPEOUT}a1", 23, "the game is over"),
    ],
)
def test_an_error_points_at_the_mistake(text: str, column: int, words: str) -> None:
    problem = problem_of(text)
    assert (problem.line, problem.column) == (1, column)
    assert words in problem.problem


# Other starts


@pytest.mark.parametrize(
    "text",
    [
        f"{TIGER_BOARD};b3",
        f"{TIGER_BOARD} ; b3",
        f"{TIGER_BOARD} b3",
        f"{TIGER_BOARD} B3",
        f"{TIGER_BOARD.replace('-', '.')}; 1. b3",
    ],
)
def test_a_game_may_start_from_a_position(text: str) -> None:
    reading = read(text)
    assert reading.format == "transcript"
    assert str(reading.game.start) == TIGER_BOARD
    assert reading.game.moves == [Square.parse("b3")]


def test_a_start_without_a_side_has_black_to_move() -> None:
    start = read(f"{Board.start(8)} f5").game.start
    assert start == Classic().start()


@pytest.mark.parametrize(
    "rest", [" X;f5d6", " X f5", " X -- f5", " O b3", " X; 1. f5", " B3", ";f5", " -- f5"]
)
def test_a_start_with_a_missing_cell_is_refused(rest: str) -> None:
    for cells in (str(Board.start(8))[1:], str(Board.start(4))[1:]):
        (problem,) = read(cells + rest, format="transcript").problems
        assert (problem.line, problem.column) == (1, 1)
        assert "fill a board" in problem.problem or len(cells) < 16


def test_a_start_may_be_followed_by_a_pass() -> None:
    start = "O-" + "X" * 13 + "- X"
    assert read(f"{start} -- d4").game.moves[0] is PASS
    assert read(f"{start} pass d4").game == read(f"{start};d4").game


@pytest.mark.parametrize("size", SIZES)
def test_the_cells_of_the_start_show_the_size(size: int) -> None:
    game = Game(size=size)
    while not game.is_over and len(game.moves) < 12:
        game.push(game.position.legal_moves[-1])
    written = write(game, format="transcript")
    assert read(written).game == game
    moves = "".join(str(move) for move in game.moves if move is not PASS)
    assert read(moves, size=size).game == game


def test_rows_may_have_two_digits() -> None:
    corner = "-" * 253 + "-OX X"
    assert read(f"{corner};n16").game.moves == [Square.parse("n16")]
    assert read(f"{corner[:253]}XO- X p16").game.moves == [Square.parse("p16")]


def test_only_an_unusual_start_is_written() -> None:
    game = read(TIGER).game
    assert write(game, format="transcript") == TIGER
    assert write(Game(game.position), format="transcript") == f"{TIGER_BOARD};"
    whites = Game(Position(Board.start(8), WHITE))
    assert write(whites, format="transcript").endswith(" O;")


def test_a_game_without_moves_is_written_as_its_start() -> None:
    written = write(Game(), format="transcript")
    assert written == f"{Board.start(8)} X;"
    assert read(written, format="transcript").game == Game()


# Which lines make a game


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("f5d6c3\nf5f6e6", ["f5d6c3", "f5f6e6"]),
        ("f5d6c3\nd3c5", ["f5d6c3", "d3c5"]),
        ("f5d6c3\nd3c4", ["f5d6c3d3c4"]),
        ("f5\nd6\nc3\nd3\nc4", [TIGER]),
        ("1. f5 d6\n2. c3 d3\n3. c4", [TIGER]),
        ("1. F5 D6\n\n3. C3 D3\n\n5. C4", [TIGER]),
        ("1. f5 d6 2. c3\n1. f5 f6", ["f5d6c3", "f5f6"]),
        ("1. f5d6c3\n2. f5f6e6", ["f5d6c3", "f5f6e6"]),
        ("f5d6\n\nc4c3", ["f5d6", "c4c3"]),
        ("f5d6\n1-0\nc4c3", ["f5d6", "c4c3"]),
        (f"f5d6\n{TIGER_BOARD};b3", ["f5d6", f"{TIGER_BOARD};b3"]),
        (f"f5d6\n{TIGER_BOARD[1:]};b3", ["f5d6", "line 2, column 1: 63 cells and a side"]),
        ("f5d6\nc3 d3 pass\n", ["line 2, column 7: "]),
        ("f5d6\nhello\nf5f6", ["f5d6", "f5f6"]),
        ("f5d6\nhello\nthere", ["f5d6", "line 2, column 1: 'hello'"]),
        ("f5d6\nf5d9\nf5f6", ["f5d6", "f5f6", "line 2, column 3: d9"]),
    ],
)
def test_each_line_begins_a_game_or_continues_one(text: str, games: list[str]) -> None:
    found = line_games(text)
    assert len(found) == len(games)
    assert all(text.startswith(start) for text, start in zip(found, games, strict=True))


def test_empty_lines_are_not_games() -> None:
    assert list(find_format("transcript").split(SourceText("\n \n"), Assumptions(Classic()))) == []


# What it cannot hold


def test_a_transcript_cannot_carry_the_variant() -> None:
    anti = Game(variant="anti")
    anti.push("f5")
    assert find_format("transcript").reduce(anti).start.variant.name == "classic"
    assert read("f5", variant="anti").game == anti


def test_moves_without_answers_cannot_be_replayed() -> None:
    with pytest.raises(NotationError, match="cannot carry the answers of Yes/No Othello"):
        read("f5", variant="yesno")


def test_only_the_main_line_is_written() -> None:
    game = read(TIGER).game
    game.end(WHITE, Reason.TIME)
    game.add(game.root, "d3")
    assert write(game, format="transcript") == TIGER


# Lines above the moves


@pytest.mark.parametrize(
    ("text", "headers", "comment"),
    [
        ("Ann vs. Bo\nf5d6c3", {"black": "Ann", "white": "Bo"}, ""),
        ("Passau 2024, final\n[Black: Ann]\nDate = 1.5.\n\n1. f5 d6\n2. c3",
         {"black": "Ann", "date": "1.5."}, "Passau 2024, final"),
        ("12. Ann - Bo 40-24\nround:\nf5d6c3", {}, "12. Ann - Bo 40-24\nround:"),
        ("Game 1 - Ann vs Bob 33-31\nf5d6c3", {"black": "Ann", "white": "Bob"},
         "Game 1 - Ann vs Bob 33-31"),
        ("2) Final: J. Ann-Lee versus O'Bo, Jr. (12 : 52)\nf5d6c3",
         {"black": "J. Ann-Lee", "white": "O'Bo, Jr."},
         "2) Final: J. Ann-Lee versus O'Bo, Jr. (12 : 52)"),
        ("Ann vs (40-24)\nf5d6c3", {"black": "Ann", "white": "(40-24)"}, ""),
        ("moves\nf5d6c3 40-24", {}, "moves"),
        (f"a start\n{Game().start};f5d6c3", {}, "a start"),
    ],
)  # fmt: skip
def test_lines_above_the_moves_are_about_the_game(
    text: str, headers: dict[str, str], comment: str
) -> None:
    reading = read(text, errors="raise")
    assert reading.format == "transcript"
    assert reading.game.transcript == "f5d6c3"
    assert (reading.game.headers, reading.game.root.comment) == (headers, comment)


def test_every_game_may_have_lines_above_it() -> None:
    reading = read("Ann v Bo\nf5d6\nc3d3\nCem v Dora\nfinal\nf5f6\n\nf5f4", errors="raise")
    assert [game.transcript for game in reading.games] == ["f5d6c3d3", "f5f6", "f5f4"]
    assert [game.headers.get("white") for game in reading.games] == ["Bo", "Dora", None]


@pytest.mark.parametrize(
    "text", ["hello\nf5", "hello\nf5d6 there", "Paris\nf5d6c3x9", "hello\n" * 30]
)
def test_prose_is_not_taken_for_a_game(text: str) -> None:
    with pytest.raises(NotationError, match="not in any known notation"):
        read(text)


def test_an_error_points_at_a_mistake_below_a_header() -> None:
    (problem,) = read("Ann - Bo\nf5d6\nCem - Dora\nf5d6x9").problems
    assert (
        str(problem)
        == "line 4, column 5: 'x9' is not a move; a move is a square such as d3, or pass"
    )


def test_a_broken_board_is_reported_even_if_its_game_continues() -> None:
    (problem,) = read("-" * 63 + " X;f5\nd6c3", format="transcript").problems
    assert "63 cells and a side to move do not fill a board" in str(problem)


@pytest.mark.parametrize("text", ["1. " * 5000, "1. " * 5000 + "Ann"])
def test_many_move_numbers_without_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not in any known notation"):
        read(text)
