"""PGN: tags, numbered moves, results in discs or as in chess, and files of other programs."""

import pytest

from outflank import BLACK, WHITE, Answer, Game, Reason, read, write
from support.notation_samples import EDAX_FEN, FAIRY_FEN, PASSES, PGN, TIGER, TIGER_BOARD

EDAX = """\
[Event "?"]
[Site "edax"]
[Date "2014.2.21"]
[Round "?"]
[Black "a"]
[White "b"]
[Result "1-0"]

1. f5 d6 2. c3 d3 3. c4
{a wins 40-24} 1-0
"""
CONVERTED = """\
[Event "Paris - 1996"]
[Date "1996"]
[Black "A B"]
[White "C D"]
[Result "36-28"]

1. F5 D6
3. C3 D3
5. C4
"""


def test_a_game_with_answers_and_variations_is_read() -> None:
    game = read(PGN).game
    assert (game.start.variant.name, game.verdict and game.verdict.reason) == ("yesno", Reason.TIME)
    (first,) = game.root.replies
    assert (first.answer, first.score and first.score.discs) == (Answer.YES, 2.5)
    main, other = first.replies
    assert (str(main.move), main.seconds, str(other.move), other.comment) == (
        "d6",
        1.5,
        "f6",
        "or this",
    )
    assert game.headers == {
        "event": "A club evening", "date": "2014.02.21", "black": "Ann", "white": "Bo",
    }  # fmt: skip
    assert write(game, format="pgn") == PGN


@pytest.mark.parametrize("text", [EDAX, CONVERTED])
def test_games_written_by_other_programs_are_read(text: str) -> None:
    game = read(text, errors="raise").game
    assert game.transcript == TIGER
    assert game.verdict is not None
    assert (game.verdict.winner, game.verdict.reason) == (BLACK, Reason.ADJUDICATION)


def test_several_games_are_read_with_and_without_moves() -> None:
    reading = read(
        f'% a line for programs\n{EDAX}{CONVERTED}[Event "x"]\n[Event "y"]\n*', errors="raise"
    )
    assert [len(game.moves) for game in reading.games] == [5, 5, 0, 0]


@pytest.mark.parametrize(
    ("result", "winner"),
    [("1-0", BLACK), ("0-1", WHITE), ("1/2-1/2", None), ("28-36", WHITE), ("32-32", None)],
)
def test_the_first_number_of_a_result_is_blacks(result: str, winner: object) -> None:
    for text in (f'[Event "x"]\n[Result "{result}"]\n1. f5', f'[Event "x"]\n1. f5 {result}'):
        verdict = read(text, errors="raise").game.verdict
        assert verdict is not None
        assert verdict.winner is winner


def test_a_game_without_a_result_is_unfinished() -> None:
    for text in ('[Event "x"]\n1. f5 *', '[Event "x"]\n[Result "*"]\n1. f5', '[Event "x"]\n1. f5'):
        assert read(text, errors="raise").game.verdict is None


def test_every_reason_survives_writing_and_reading() -> None:
    for reason in Reason:
        if not reason.is_natural:
            for winner in (BLACK, None):
                game = Game()
                game.end(winner, reason)
                assert read(write(game, format="pgn")).game.verdict == game.verdict


def test_a_start_is_a_fen_of_edax_by_default() -> None:
    for start in (EDAX_FEN, FAIRY_FEN, "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w"):
        game = read(f'[FEN "{start}"]\n1... b3', errors="raise").game
        assert str(game.start) == TIGER_BOARD
    swapped = read('[FEN "4/1Pp1/1pP1/4 b"]\n*', dialect="fairy").position
    assert str(swapped) == "-----XO--OX----- O"
    assert read(write(Game(size=6), format="pgn")).game == Game(size=6)
    assert read('[Size "6x6"]\n*').position == Game(size=6).position
    assert read('[Event "x"]\n1. e4', size=6).game.start.size == 6


def test_passes_may_be_written_or_left_out() -> None:
    text = write(read(PASSES).game, format="pgn")
    assert "pass" in text
    for spelling in ("--", "PA", ""):
        assert read(text.replace("pass", spelling), errors="raise").game.transcript == PASSES


def test_marks_clocks_and_comments_of_other_programs_are_accepted() -> None:
    text = '[Event "x"]\n1. f5! $3 {[%clk 0:01:00] good} d6?! ; the rest\n2. c3 {[%emt 0:01:02.5]}'
    game = read(text, errors="raise").game
    assert [ply.comment for ply in game.plies] == ["good", "the rest", ""]
    assert game.plies[2].seconds == 62.5
    assert read('[Event "x"]\n1. f5 {[%emt 2:00]}').game.plies[0].seconds == 120


def test_a_comment_before_the_first_move_may_have_an_answer() -> None:
    text = '[Variant "yesno"]\n{[%next_answer no] so it begins} *'
    game = read(text, errors="raise").game
    assert (game.position.answer, game.root.comment) == (Answer.NO, "so it begins")
    assert read('[Variant "Chess"]\n*').game.start.variant.name == "classic"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1. f5 xyz", "'xyz' is not a move"),
        ("1. d6", "d6 outflanks nothing"),
        ("( f5 )", "a variation must follow the move that it replaces"),
        ("f5 )", "there is no variation to end here"),
        ("f5 ( d3", "a variation has no end"),
        ("f5 {and", "a comment has no end"),
        ("f5 {[%eval x]}", "'x' is not a number"),
        ("f5 {[%emt x]}", "'x' is not a time"),
        ('[Result "nobody"]', "'nobody' is not a result"),
        ('[Size "big"]', "'big' is not a size"),
        ('[Size "7"]', "7"),
        ('[FEN "8/8 b"]', "is not a FEN"),
        ('[Variant "yesno"] [Odds "none"]', "'none' are not odds"),
        ('[Variant "yesno"] f5', "the oracle has not answered yet"),
    ],
)
def test_a_broken_game_is_refused_in_one_sentence(text: str, problem: str) -> None:
    (found,) = read(f'[Event "x"] {text}', format="pgn").problems
    assert problem in str(found)
    assert found.line == 1


def test_an_unusual_start_and_an_unknown_tag_survive_writing_and_reading() -> None:
    game = Game(read(TIGER_BOARD).position)
    game.headers["Annotator"] = "Ann"
    text = write(game, format="pgn")
    assert '[Annotator "Ann"]' in text
    assert '[SetUp "1"]' in text
    assert read(text).game == game
