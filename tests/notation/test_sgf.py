"""SGF: trees of nodes, squares in two spellings, results, and files of other programs."""

import pytest

from outflank import BLACK, PASS, WHITE, Answer, Game, NotationError, Reason, Square, read, write
from outflank.notation import find_format
from outflank.notation.sgf.sgf_values import parse_point
from support.notation_samples import PASSES, SGF, TIGER, TIGER_BOARD

EDAX = (
    "(;FF[4]GM[2]AP[Edax:4.4]PC[here]DT[2014-02-21]PB[a]PW[b]SZ[8]"
    "AB[e4][d5]AW[d4][e5]PL[B]RE[?];B[f5];W[d6];B[c3];W[d3];B[c4];)"
)


def test_a_game_with_answers_and_variations_is_read() -> None:
    game = read(SGF).game
    assert (game.start.variant.name, game.verdict and game.verdict.reason) == ("yesno", Reason.TIME)
    assert game.root.comment == "a first try"
    (first,) = game.root.replies
    assert (first.answer, first.score and first.score.discs) == (Answer.YES, 2.5)
    main, other = first.replies
    assert (str(main.move), main.seconds, str(other.move), other.comment) == (
        "d6",
        1.5,
        "f6",
        "or ] this",
    )
    assert main.position.answer is Answer.NO
    assert write(game, format="sgf").replace("\n", "") == SGF.replace("\n", "")
    assert find_format("sgf").reduce(game) == game


def test_a_game_of_edax_is_read() -> None:
    game = read(EDAX).game
    assert game.transcript == TIGER
    assert game.headers == {
        "place": "here", "date": "2014-02-21", "black": "a", "white": "b", "AP": "Edax:4.4",
    }  # fmt: skip


def test_squares_may_be_two_letters_and_names_may_be_long() -> None:
    text = "(;GM[2];Black[fe];White[df];B[cc];W[dc];B[cd])"
    assert str(read(text).position) == TIGER_BOARD


def test_setup_may_use_rectangles() -> None:
    position = read("(;GM[2]SZ[4:4]AB[a1:b1][c3]AW[da:dd]PL[w])").position
    assert str(position) == "XX-O---O--XO---O O"
    (problem,) = read("(;GM[2]AB[])").problems
    assert "is not a square" in str(problem)


@pytest.mark.parametrize("spelling", ["", "PA", "tt", "pass", "pa", "--"])
def test_a_pass_has_many_spellings_and_may_be_left_out(spelling: str) -> None:
    text = write(read(PASSES).game, format="sgf")
    assert "W[]" in text
    assert read(text.replace("W[]", f"W[{spelling}]")).game.transcript == PASSES
    assert read(text.replace(";W[]", "")).game.transcript == PASSES


def test_a_pass_after_the_end_is_not_a_move() -> None:
    ended = "(;GM[2]SZ[4]AB[a1]AW[b1];B[c1];W[];B[])"
    assert [str(move) for move in read(ended).game.moves] == ["c1"]
    assert read("(;GM[2]SZ[4]AB[a1];B[])", errors="raise").game.moves == []
    assert read("(;GM[2]SZ[16];B[h7];W[pa])").problems  # p1 is a square there


@pytest.mark.parametrize(
    ("result", "winner", "reason"),
    [
        ("B+12", BLACK, Reason.ADJUDICATION),
        ("w+", WHITE, Reason.ADJUDICATION),
        ("W+Resign", WHITE, Reason.RESIGNATION),
        ("B+T", BLACK, Reason.TIME),
        ("B+F", BLACK, Reason.WITHDRAWAL),
        ("Draw", None, Reason.ADJUDICATION),
        ("Void", None, Reason.VOID),
    ],
)
def test_results_are_read_if_the_board_does_not_decide(
    result: str, winner: object, reason: Reason
) -> None:
    verdict = read(f"(;GM[2]RE[{result}];B[f5])").game.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == (winner, reason)


def test_the_result_on_the_board_counts_empty_squares_for_the_winner() -> None:
    assert "RE[B+64]" in write(read("f5d6c5f4e7c6c7f6g5e6e3").game, format="sgf")
    assert "RE[0]" in write(read("XXXXXXXXOOOOOOOO X"), format="sgf")


def test_every_reason_survives_writing_and_reading() -> None:
    for reason in Reason:
        if not reason.is_natural:
            for winner in (BLACK, None):
                game = Game()
                game.end(winner, reason)
                assert read(write(game, format="sgf")).game.verdict == game.verdict


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;GM[1];B[aa])", "game number 1 of SGF, but Othello is number 2"),
        ("(;GM[2];B[d6])", "d6 outflanks nothing"),
        ("(;GM[2];W[f5])", "white moves here, but it is black's turn"),
        ("(;GM[2];B[z9])", "'z9' is not a move"),
        ("(;GM[2];B[f5];AB[a1])", "only before the first move"),
        ("(;GM[2]SZ[x])", "'x' is not a size"),
        ("(;GM[2]SZ[7])", "7"),
        ("(;GM[2]PL[x])", "the side to move is B or W"),
        ("(;GM[2]RE[nobody])", "'nobody' is not a result"),
        ("(;GM[2];B[f5]V[x])", "'x' is not a number"),
        ("(;GM[2];B[f5]TS[-1])", "not a time in seconds"),
        ("(;GM[2];B[f5]", "the game breaks off here"),
        ("(;GM[2];B[f5", "the game breaks off here"),
        ("(;GM[2]RU[yesno]YO[yes];B[f5])", "'yes' are not odds"),
        ("(;GM[2]RU[yesno];YN[perhaps]B[f5])", "perhaps"),
        ("(;GM[2]RU[yesno];B[f5])", "the oracle has not answered yet"),
    ],
)
def test_a_broken_tree_is_refused_in_one_sentence(text: str, problem: str) -> None:
    (found,) = read(text).problems
    assert problem in str(found)
    assert found.line == 1


def test_unknown_rules_mean_the_usual_ones() -> None:
    game = read("(;GM[2]RU[Japanese];B[f5])").game
    assert game.start.variant.name == "classic"


def test_games_are_found_among_other_text() -> None:
    reading = read("(;GM[2];B[f5]) and\n(;GM[2];B[d3]\n(;GM[1])")
    assert (len(reading), len(reading.problems)) == (1, 1)
    assert read("Here it is: (;GM[2];B[f5])").format == "sgf"


def test_an_escaped_line_break_is_removed() -> None:
    assert read("(;GM[2]C[one \\\nline\\\\])").game.root.comment == "one line\\"


def test_an_empty_board_is_set_up() -> None:
    empty = read("-" * 16 + " X").game
    assert read(write(empty, format="sgf")).game == empty


def test_pa_is_a_pass_except_where_the_board_has_such_a_square() -> None:
    assert [parse_point(name, 8) for name in ("pa", "PA", "tt", "")] == [PASS] * 4
    assert (parse_point("pa", 16), parse_point("PA", 16)) == (Square(15, 0), PASS)
    with pytest.raises(NotationError, match="'pb'"):
        parse_point("pb", 8)


def test_the_refusal_of_another_game_is_one_line() -> None:
    reading = read("(;GM[Go\nby Ann];B[f5])", format="sgf")
    assert str(reading.problems[0]).endswith(
        "is game number Go by Ann of SGF, but Othello is number 2"
    )
