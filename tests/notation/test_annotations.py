"""Marks at moves and the times on clocks, in every notation that has them."""

import pytest

from outflank import Game, NotationError, Ply, read, write
from outflank.notation import find_format
from outflank.rules.game_tree import has_tree


def plies(text: str, notation: str) -> list[Ply]:
    return list(read(text, format=notation, errors="raise").game.mainline())


def annotated() -> Game:
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    first, second, third = game.plies
    first.nags, first.clock = [1], 300
    second.nags, second.clock, second.seconds = [4, 13, 6], 59.5, 1.5
    third.nags, third.clock = [14], 3_723.25
    return game


@pytest.mark.parametrize(
    ("notation", "written"),
    [
        (
            "pgn",
            [
                "1. f5 $1 {[%clk 0:05:00]} 1... d6 $4 $6 $13 {[%emt 1.50] [%clk 0:00:59.50]}",
                "2. c3 $14 {[%clk 1:02:03.25]} *",
            ],
        ),
        (
            "sgf",
            [";B[f5]TE[1]BL[300.00];W[d6]TS[1.50]BM[2]NG[6 13]WL[59.50];B[c3]NG[14]BL[3723.25]"],
        ),
        (
            "json",
            [
                '"move": "f5", "clock": 300, "nags": [1]',
                '"move": "d6", "seconds": 1.5, "clock": 59.5, "nags": [4, 6, 13]',
            ],
        ),
    ],
)
def test_marks_and_clocks_are_written_and_read(notation: str, written: list[str]) -> None:
    game = annotated()
    text = write(game, format=notation)
    for part in written:
        assert part in " ".join(text.split())
    again = read(text, errors="raise").game
    assert not has_tree(again), "a game without variations is read at once"
    assert again == game


def test_a_notation_without_them_says_so() -> None:
    game = annotated()
    assert find_format("ggf").losses(game) == ["clocks", "marks"]


@pytest.mark.parametrize(
    ("moves", "nags"),
    [
        ("f5!", (1,)),
        ("f5? $14", (2, 14)),
        ("f5 !!", (3,)),
        ("f5???", (4,)),
        ("f5!? {x} $10", (5, 10)),
        ("f5 $0", ()),
        ("f5 $0 $7 {x} $7 d6", (7,)),
        ("$3 f5", ()),
        ("$3 {a start} f5 (1. $4 d3 $5)", ()),
    ],
)
def test_pgn_has_signs_and_numbers(moves: str, nags: tuple[int, ...]) -> None:
    ply = plies(f'[Event "x"]\n\n1. {moves} *', "pgn")[0]
    assert ply.nags == nags


@pytest.mark.parametrize("mark", ["$256", "$99999999"])
def test_a_mark_that_pgn_does_not_know_is_refused(mark: str) -> None:
    with pytest.raises(NotationError, match="is not a mark"):
        plies(f'[Event "x"]\n\n1. f5 {mark}', "pgn")


def test_an_answer_may_stand_behind_a_mark() -> None:
    text = '[Variant "yesno"]\n\n1. f5! $14 {[%answer no]} d6 {[%answer yes] [%clk 0:10]} *'
    first, second = plies(text, "pgn")
    assert (str(first.answer), str(second.answer)) == ("no", "yes")
    assert (first.nags, second.clock) == ((1, 14), 10)


def test_commands_of_other_programs_stay_in_the_comment() -> None:
    (ply,) = plies('[Event "x"]\n\n1. f5 {[%cal Gf5d6] good [%CLK 0:01:00]} *', "pgn")
    assert (ply.comment, ply.clock) == ("[%cal Gf5d6] good", 60)
    game = Game()
    game.push("f5").comment = "[%cal Gf5d6] [%clk 0:01:00]"
    (again,) = plies(write(game, format="pgn"), "pgn")
    assert (again.comment, again.clock) == ("[%cal Gf5d6] [ %clk 0:01:00]", None)


@pytest.mark.parametrize(
    ("properties", "nags", "clock"),
    [
        ("TE[]", (1,), None),
        ("TE[2]", (3,), None),
        ("BM[1]BL[12.5]WL[99]", (2,), 12.5),
        ("IT[]DO[]NG[255]", (5, 6, 255), None),
        ("NG[]", (), None),
    ],
)
def test_sgf_has_its_own_marks(properties: str, nags: tuple[int, ...], clock: float | None) -> None:
    (ply,) = plies(f"(;GM[2];B[f5]{properties})", "sgf")
    assert (ply.nags, ply.clock) == (nags, clock)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;GM[2];B[f5]NG[x])", "'x' is not a number"),
        ("(;GM[2];B[f5]NG[1.5])", "'1.5' is not a number"),
        ("(;GM[2];B[f5]NG[300])", "300 is not a mark; marks have the numbers 1 to 255"),
        ("(;GM[2];B[f5]BL[-1])", "-1 is not a time in seconds"),
        ('{"outflank": 1, "variant": "classic", "plies": [{"move": "f5", "nags": [0]}]}', "0 is"),
        ('{"outflank": 1, "variant": "classic", "plies": [{"move": "f5", "clock": -1}]}', "-1 is"),
    ],
)
def test_impossible_marks_and_clocks_are_refused(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read(text, errors="raise")


@pytest.mark.parametrize(("clock", "read_as"), [(1e9 + 59.995, 1e9 + 60), (1e200, 1e200)])
def test_long_times_are_written_too(clock: float, read_as: float) -> None:
    game = Game()
    game.push("f5").clock = clock
    (ply,) = plies(write(game, format="pgn"), "pgn")
    assert ply.clock == read_as


def test_a_time_that_no_clock_shows_is_refused() -> None:
    with pytest.raises(NotationError, match="is not a time; try 0:01:30"):
        plies(f'[Event "x"]\n\n1. f5 {{[%clk {"9" * 400}:00.5]}} *', "pgn")


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("pgn", '[Event "x"]\n\n$3 {hello} {you} 1. f5 {first} $7 {then} d6 *'),
        ("pgn", '[Event "x"]\n\n$3 {hello you} 1. f5 $7 {first then} d6 (1... f4) *'),
        ("sgf", "(;GM[2]TE[2];C[hello you];B[f5]C[first then];NG[7];W[d6])"),
        ("sgf", "(;GM[2]C[hello you];TE[2];;B[f5];C[first then];NG[7](;W[d6])(;W[f4]))"),
        ("sgf", "(;GM[2]C[hello you]TE[2];B[f5]C[first then]NG[7];W[d6])"),
    ],
)
def test_what_is_said_without_a_move_belongs_to_the_position_before(
    notation: str, text: str
) -> None:
    game = read(text, format=notation, errors="raise").game
    first = game.plies[0]
    assert (game.root.nags, game.root.comment) == ((3,), "hello you")
    assert (first.nags, first.comment) == ((7,), "first then")
    for name in ("pgn", "sgf", "json"):
        assert read(write(game, format=name), format=name, errors="raise").game == game
    assert game.copy() == game != Game.of_moves("f5d6")
    assert find_format("ggf").losses(game)[-1] == "marks"


def test_comments_of_several_nodes_at_one_position_are_lines() -> None:
    game = read("(;GM[2]C[one];C[two];B[f5];C[three];C[four])").game
    assert (game.root.comment, game.plies[0].comment) == ("one\ntwo", "three\nfour")
