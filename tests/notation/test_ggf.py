"""GGF: games of the Othello servers."""

from pathlib import Path

import pytest

from outflank import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    NotationError,
    Outcome,
    Ply,
    Position,
    Reason,
    Score,
    ScoreKind,
)
from outflank.notation import find_format, read, read_file, write
from outflank.notation.ggf_values import MatchType
from support.notation_samples import GGF, PASSES, TIGER, WIPEOUT

START = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def game_of(inside: str) -> Game:
    return read(f"(;GM[Othello]{inside};)", errors="raise").game


def problem_of(inside: str) -> NotationError:
    (problem,) = read(f"(;GM[Othello]{inside};)").problems
    return problem


def moves_as_tags(transcript: str) -> str:
    game = read(transcript).game
    return "".join(
        f"{'B' if ply.color is BLACK else 'W'}[{'PA' if ply.move is PASS else ply.move}]"
        for ply in game.plies
    )


def test_the_sample_is_read() -> None:
    reading = read(GGF)
    assert reading.format == "ggf"
    game = reading.game
    assert game.transcript == "f5f6d3c5"
    assert game.headers == {
        "place": "NBoard",
        "date": "2014-02-21 20:52:27 GMT",
        "black": "a",
        "white": "b",
        "time": "15:00",
    }
    assert [ply.seconds for ply in game.plies] == [None, None, 1.5, 0.3]
    assert [ply.score for ply in game.plies] == [None, None, None, Score(-2)]
    assert game.outcome is None


def test_a_game_is_written_on_one_line() -> None:
    assert write(read(GGF), format="ggf") == (
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]TI[15:00]TY[8]RE[?]"
        f"{START}B[F5]W[F6]B[D3//1.50]W[C5/-2.00/0.30];)"
    )


@pytest.mark.parametrize(
    "text",
    [
        f"1 {GGF}",
        f"2 {GGF}{GGF}",
        f"{GGF} {GGF}\n\n1 {GGF}",
        f"From: somebody\n\n{GGF}\n-- \nsomebody",
        GGF.replace("Othello", "othello"),
        GGF.replace("]", "]\r\n"),
        GGF.replace("[", " ["),
    ],
)
def test_games_may_be_surrounded_by_other_text(text: str) -> None:
    reading = read(text, errors="raise")
    assert len(reading) == text.count("(;")
    assert set(map(str, reading.positions)) == {str(read(GGF).position)}


# Moves


@pytest.mark.parametrize("spelling", ["PA", "pass", "P", "pas", "PASS", "--", "ps", "PA//0.38"])
def test_a_pass_may_be_written_in_many_ways(spelling: str) -> None:
    tags = moves_as_tags(PASSES).replace("PA", spelling)
    assert game_of(tags).moves == read(PASSES).game.moves


def test_passes_that_are_left_out_are_inserted() -> None:
    tags = moves_as_tags(PASSES).replace("W[PA]", "").replace("B[PA]", "")
    assert "PA" not in tags
    assert game_of(tags).moves == read(PASSES).game.moves


def test_a_pass_after_the_end_is_ignored() -> None:
    assert game_of(moves_as_tags(WIPEOUT) + "W[pa]B[pa]").transcript == WIPEOUT


@pytest.mark.parametrize(
    "value", ["F5", "f5", "F5//", "F5/", " f5 ", "f5x", "F5abc/ / ", "F5///more"]
)
def test_a_move_may_be_written_in_many_ways(value: str) -> None:
    (ply,) = game_of(f"B[{value}]").plies
    assert (str(ply.move), ply.score, ply.seconds) == ("f5", None, None)


@pytest.mark.parametrize(
    ("value", "score", "seconds"),
    [
        ("f5/2", Score(2), None),
        ("f5/+.5/1", Score(0.5), 1),
        ("f5/-1.25/12.3", Score(-1.25), 12.3),
        ("f5//7.", None, 7),
    ],
)
def test_a_move_may_have_a_score_and_a_time(
    value: str, score: Score | None, seconds: float | None
) -> None:
    (ply,) = game_of(f"B[{value}]").plies
    assert (ply.score, ply.seconds) == (score, seconds)


@pytest.mark.parametrize(
    ("inside", "column", "words"),
    [
        ("B[f5]W[f5]", 19, "f5 is occupied"),
        ("B[f5]B[d6]", 19, "black moves here, but it is white's turn"),
        ("B[f5]W[pa]", 19, "may pass only"),
        ("B[zz]", 14, "'zz' is not a move"),
        ("B[]", 14, "'' is not a move"),
        ("B[f5/x]", 14, "'x' is not a valid evaluation"),
        ("B[f5//soon]", 14, "'soon' is not a valid time"),
        ("B[f5//-2]", 14, "-2 is not a time in seconds"),
        ("B[f51]", 14, "is not a move"),
        ("TY[7]", 14, "an even size from 4 to 14, not 7"),
        ("TY[16]", 14, "an even size from 4 to 14, not 16"),
        ("TY[88]", 14, "octagonal"),
        ("TY[s88k]", 14, "octagonal"),
        ("TY[x]", 14, "'x' is not a match type"),
        ("TY[10]" + START, 20, "the type says size 10, but the board has 8"),
        ("BO[8]", 14, "a board begins with its size"),
        ("BO[8 --- *]", 19, "3 cells and a side to move do not fill a board; 8x8 needs 64"),
        (START.replace("--- *]", "-- *]"), 19, "63 cells and a side to move do not fill a board"),
        ("BO[6 " + START[5:], 14, "36 cells"),
        ("BO[8 --?]", 21, "'?' is not a cell"),
        ("RE[black]", 14, "'black' is not a result"),
        (f"RE[{'9' * 400}]", 14, "too large"),
        ("B[f5] oops", 19, "breaks off here"),
    ],
)
def test_an_error_points_at_the_mistake(inside: str, column: int, words: str) -> None:
    problem = problem_of(inside)
    assert (problem.line, problem.column) == (1, column)
    assert words in problem.problem


def test_a_broken_game_does_not_hide_the_next() -> None:
    reading = read(f"{GGF}\n(;GM[Othello]B[f5]\n{GGF}\n(;GM[Othello]PB[x")
    assert len(reading) == 2
    assert [(found.line, found.column) for found in reading.problems] == [(2, 19), (4, 14)]


def test_repeated_openings_are_one_broken_game() -> None:
    reading = read(f"{'(;' * 1000} {GGF}")
    assert len(reading) == 1
    assert [(found.line, found.column) for found in reading.problems] == [(1, 3)]


def test_other_games_are_refused() -> None:
    (problem,) = read("(;GM[Othello];)(;GM[Amazons]B[f5];)").problems
    assert "a game of 'Amazons', not of Othello" in problem.problem
    assert read("(;GM[2]B[f5];)" + GGF).problems


def test_a_game_need_not_name_othello() -> None:
    assert read(f"(;{START}B[f5];)").game.transcript == "f5"


# Starts and types


def test_the_type_gives_the_size_if_there_is_no_board() -> None:
    assert game_of("TY[10]B[g6]").start == Classic().start(10)
    assert game_of("TY[s8r18]").headers == {"type": "s8r18"}
    assert game_of("").start == Classic().start()
    assert read("(;GM[Othello];)", size=6).game.start == Classic().start(6)


def test_a_game_may_have_any_start() -> None:
    start = read(TIGER).position
    game = Game(start)
    game.push("b3")
    text = write(game, format="ggf")
    assert " O]W[B3]" in text
    assert read(text).game == game
    assert read(text.replace("TY[8]", "TY[8r9]")).game.headers == {"type": "8r9"}


def test_the_fewest_discs_may_win() -> None:
    game = game_of("TY[8a]B[f5]")
    assert game.start.variant.name == "anti"
    assert "TY[8a]" in write(game, format="ggf")


def test_a_type_that_contradicts_the_game_is_not_written() -> None:
    game = Game()
    for kind, written in {"8kb": "8kb", "8a": "8", "10": "8", "odd": "8"}.items():
        game.headers["type"] = kind
        assert f"TY[{written}]" in write(game, format="ggf")


def test_a_16x16_board_cannot_be_written() -> None:
    for act in (find_format("ggf").write, find_format("ggf").reduce):
        with pytest.raises(NotationError, match="from 4 to 14"):
            act(Game(size=16))


# Results


@pytest.mark.parametrize(
    ("result", "winner", "reason"),
    [
        ("+64.00:r", BLACK, Reason.RESIGNATION),
        ("-64.00:t", WHITE, Reason.TIME),
        ("+0.00:s", None, Reason.AGREEMENT),
        ("-2:l", WHITE, Reason.ADJUDICATION),
        ("4", BLACK, Reason.ADJUDICATION),
        ("+12.000", BLACK, Reason.ADJUDICATION),
    ],
)
def test_a_result_is_recorded_if_the_board_does_not_decide(
    result: str, winner: Color | None, reason: Reason
) -> None:
    game = game_of(f"B[f5]RE[{result}]")
    assert game.outcome == Outcome(winner, 4, 1, 59, reason)
    assert read(write(game, format="ggf")).game == game


@pytest.mark.parametrize("result", ["?", "", " ", "?:l"])
def test_a_game_may_be_unfinished(result: str) -> None:
    game = game_of(f"B[f5]RE[{result}]")
    assert (game.outcome, str(game.moves)) == (None, "[f5]")


def test_the_board_has_priority_over_the_result() -> None:
    game = game_of(moves_as_tags(WIPEOUT) + "RE[-64.00:r]")
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.WIPEOUT)
    assert "RE[+64.00]" in write(game, format="ggf")


@pytest.mark.parametrize(
    ("winner", "reason", "written"),
    [
        (BLACK, Reason.RESIGNATION, "+64.00:r"),
        (WHITE, Reason.TIME, "-64.00:t"),
        (BLACK, Reason.AGREEMENT, "+3.00:s"),
        (WHITE, Reason.ADJUDICATION, "-2.00"),
        (WHITE, Reason.ILLEGAL_MOVE, "-2.00"),
        (None, Reason.AGREEMENT, "+0.00:s"),
    ],
)
def test_a_verdict_is_written_with_the_sign_of_its_winner(
    winner: Color | None, reason: Reason, written: str
) -> None:
    game = read("f5").game
    game.end(winner, reason)
    assert f"RE[{written}]" in write(game, format="ggf")


def test_an_adjudicated_game_is_written_with_its_exact_score() -> None:
    game = read("f5").game
    last = game.root.last()
    assert isinstance(last, Ply)
    last.score = Score(-12, ScoreKind.EXACT)
    game.end(BLACK, Reason.ADJUDICATION)
    assert "RE[+12.00]" in write(game, format="ggf")


def test_in_anti_the_side_ahead_has_fewer_discs() -> None:
    anti = Game(variant="anti")
    anti.push("f5")
    anti.end(WHITE, Reason.AGREEMENT)
    assert "RE[-3.00:s]" in write(anti, format="ggf")
    anti = read(WIPEOUT, variant="anti").game
    assert "RE[-64.00]" in write(anti, format="ggf")


# Tags and comments


def test_unknown_tags_are_kept() -> None:
    game = game_of("ID[.12]KB[f5/2.5]KM[-1.5]PB[]SOFT[x]")
    assert game.headers == {"ID": ".12", "KB": "f5/2.5", "komi": "-1.5", "SOFT": "x"}
    text = write(game, format="ggf")
    assert "KM[-1.5]" in text
    assert "ID[.12]KB[f5/2.5]" in text
    assert "SOFT" not in text  # other programs know no tag of more than three letters


def test_comments_belong_to_their_nodes() -> None:
    game = game_of("CO[hello :;)]CO[again]B[f5]CO[well\nplayed]W[d6]")
    assert game.root.comment == "hello :;) again"
    assert [ply.comment for ply in game.plies] == ["well played", ""]
    assert read(write(game, format="ggf")).game == game


def test_a_closing_square_bracket_becomes_a_round_one() -> None:
    game = Game()
    game.headers = {"black": "[Ann]", "white": " two\nlines ", "event": "dropped"}
    reduced = find_format("ggf").reduce(game)
    assert reduced.headers == {"black": "[Ann)", "white": "two lines"}
    assert read(write(game, format="ggf")).game == reduced


def test_numbers_are_written_with_two_decimals() -> None:
    game = Game()
    ply = game.push("f5")
    ply.score, ply.seconds = Score(-0.001, ScoreKind.EXACT), 1.239
    assert "B[F5/0.00/1.24]" in write(game, format="ggf")
    ply.score, ply.seconds = Score(1, ScoreKind.PROVEN), 0.0
    assert "B[F5//0.00]" in write(game, format="ggf")


def test_a_type_is_written_in_its_simplest_form() -> None:
    assert [str(MatchType.parse(text)) for text in ("s8r18", "10ak", "14")] == ["8", "10a", "14"]


def test_a_position_becomes_a_game_that_starts_there() -> None:
    position = Position(Board.start(8), WHITE)
    assert read(write(position, format="ggf")).game == Game(position)


@pytest.mark.data
def test_a_server_archive_is_read_without_errors(data: Path) -> None:
    reading = read_file(data / "games" / "ntest_TestGames.ggf", errors="raise")
    assert (reading.format, len(reading)) == ("ggf", 12)
    assert all(game.is_over for game in reading.games)
    assert [game.is_draw for game in reading.games].count(True) == 11
    written = write(reading, format="ggf")
    assert read(written).records == reading.records
    assert write(read(written), format="ggf") == written
