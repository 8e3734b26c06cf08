"""OBF: positions with the scores of their moves, one on each line."""

from pathlib import Path

import pytest

from outflank import PASS, Classic, NotationError, Score, ScoreKind, Square
from outflank.notation import ScoredPosition, find_format, read, read_file, write
from outflank.notation.numbers import round_number
from support.notation_samples import OBF, TIGER_BOARD

START = str(Classic().start())
MUST_PASS = "O-" + "X" * 13 + "- X"


def record_of(text: str) -> ScoredPosition:
    (record,) = read(text, format="obf", errors="raise")
    assert isinstance(record, ScoredPosition)
    return record


def fields_of(line: str) -> list[str]:
    return sorted(field.strip() for field in line.split(";"))


def scores_of(text: str) -> list[tuple[str, float | None]]:
    return [
        (str(move), None if score is None else score.discs)
        for move, score in record_of(text).scores
    ]


def test_the_sample_is_read_and_written_unchanged() -> None:
    reading = read(OBF)
    assert reading.format == "obf"
    assert scores_of(OBF)[:2] == [("g8", 18), ("h1", 12)]
    assert len(scores_of(OBF)) == 8
    assert record_of(OBF).best == Score(18)
    assert write(reading, format="obf") == OBF


@pytest.mark.parametrize(
    ("fields", "scores"),
    [
        ("", []),
        (";", []),
        ("; f5:+2; d3:-4;", [("f5", 2), ("d3", -4)]),
        (";F5:2;D3:-4", [("f5", 2), ("d3", -4)]),
        ("; f5 : +2 ;; d3: ;", [("f5", 2), ("d3", None)]),
        ("; f5; d3:-4.5;", [("f5", None), ("d3", -4.5)]),
        ("; f5:+2; --:-127;", [("f5", 2)]),
        ("; f5:+2; % d3:+4", [("f5", 2)]),
    ],
)
def test_fields_may_be_written_in_many_ways(
    fields: str, scores: list[tuple[str, float | None]]
) -> None:
    assert scores_of(START + fields) == scores


def test_a_line_may_hold_only_the_best_score() -> None:
    record = record_of(f"{START}; +12;")
    assert (record.scores, record.score, record.best) == ((), Score(12), Score(12))
    assert write(record, format="obf") == f"{START}; +12;"
    assert record_of(f"{START};").best is None


def test_a_pass_may_have_a_score() -> None:
    assert record_of(f"{MUST_PASS}; PASS:+12;").scores == ((PASS, Score(12)),)
    assert record_of(f"{MUST_PASS}; --:-127;").scores == ((PASS, None),)
    assert write(record_of(f"{MUST_PASS}; ps:3"), format="obf") == f"{MUST_PASS}; PASS:+3;"


def test_comments_and_empty_lines_are_not_positions() -> None:
    text = f"% a file\n\n{OBF}  % the first\r\n   % nothing\n{START};\n"
    reading = read(text)
    assert reading.format == "obf"
    comments = [record.comment for record in reading if isinstance(record, ScoredPosition)]
    assert comments == ["the first", ""]
    assert write(reading, format="obf") == f"{OBF} % the first\n{START};"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (f"{START}; f5:+2; a1:+4;", 76, "a1 outflanks nothing"),
        (f"{START}; pass:+4;", 69, "may pass only"),
        (f"{START}; f5=+2;", 69, "'f5=+2' is not a field"),
        (f"{START}; f5:+{'9' * 400};", 69, "too large"),
        (f"{START}; D3:+999;", 69, "a score is from -64 to +64 discs here, not +999"),
        (f"{START}; -65;", 69, "a score is from -64 to +64 discs here, not -65"),
        (f"{START}; d3:+2; f5:1; D3:+4", 82, "d3 appears twice"),
        (f"{START}; d3; d3;", 73, "d3 appears twice"),
        (f"{START}; z9:+2;", 69, "'z9:+2' is not a field"),
        (f"{START}; f0:+2;", 69, "no square is called"),
        (f"{START[:-3]}Z X;", 64, "'Z' is not a cell"),
        (f"{START[:-3]} X;", 1, "63 cells and a side to move do not fill a board; 8x8 needs 64"),
        (f"{START[:-4]} X;", 1, "62 cells"),
    ],
)
def test_an_error_points_at_the_mistake(text: str, column: int, words: str) -> None:
    (problem,) = read(f"{OBF}\n{text}", format="obf").problems
    assert (problem.line, problem.column) == (2, column)
    assert words in problem.problem


def test_the_caller_says_where_scores_come_from() -> None:
    (record,) = read(f"{OBF} % solved", scores="exact")
    assert isinstance(record, ScoredPosition)
    assert record.best == Score(18, ScoreKind.EXACT)
    (record,) = read(f"{MUST_PASS}; +12; --:-127;", scores=ScoreKind.BOOK)
    assert isinstance(record, ScoredPosition)
    assert (record.score, record.scores) == (
        Score(12, ScoreKind.BOOK),
        ((PASS, None),),
    )


def test_scores_are_written_in_whole_discs_and_best_first() -> None:
    f5, d3, c4, e6 = map(Square.parse, ("f5", "d3", "c4", "e6"))
    record = ScoredPosition(
        Classic().start(),
        (
            (d3, None),
            (f5, Score(-0.4, ScoreKind.EXPECTED)),
            (c4, Score(1, ScoreKind.PROVEN)),
            (e6, Score(2.6)),
        ),
    )
    assert write(record, format="obf") == f"{START}; E6:+3; F5:+0; D3; C4;"


def test_an_infinite_number_is_refused() -> None:
    with pytest.raises(NotationError, match="inf cannot be written as a number"):
        round_number(float("inf"), 0)


@pytest.mark.parametrize(
    ("text", "is_obf"),
    [
        (f"{TIGER_BOARD};", True),
        (f"{TIGER_BOARD}; ", True),
        (f"{TIGER_BOARD}; b3:+2", True),
        (f"{TIGER_BOARD}; b3;", True),
        (f"{TIGER_BOARD}; 12", True),
        (f"{TIGER_BOARD}; --:-127;", True),
        (f"% first\n{TIGER_BOARD};", True),
        (f"{TIGER_BOARD};b3", False),
        (f"{TIGER_BOARD};b3b5", False),
        (f"{TIGER_BOARD}", False),
        (f"{TIGER_BOARD} b3; f4", False),
        ("f5;", False),
        ("% nothing", False),
    ],
)
def test_a_board_with_fields_is_distinguished_from_a_board_with_moves(
    text: str, is_obf: bool
) -> None:
    recognises = find_format("obf").recognises
    assert recognises is not None
    assert recognises(text) is is_obf


@pytest.mark.data
def test_the_endgame_files_are_read_without_errors(data: Path) -> None:
    files = sorted((data / "endgame").glob("*.obf"))
    assert len(files) == 5
    for path in files:
        reading = read_file(path, errors="raise")
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(reading) == len(lines)
        written = write(reading, format="obf")
        again = read(written)
        assert write(again, format="obf") == written
        assert list(again) == [find_format("obf").reduce(record) for record in reading]
        plain = [fields_of(line.replace("--:-127;", "")) for line in lines]
        assert list(map(fields_of, written.splitlines())) == plain
