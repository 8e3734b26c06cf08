import csv
import io
import json

import pytest

from outflank.arena import (
    CrossTable,
    Rating,
    Result,
    RoundRobin,
    Standing,
    Tournament,
    cross_table_rows,
    cross_table_text,
    rows_csv,
    standings_rows,
    standings_text,
)
from outflank.rules import BLACK, WHITE, Reason

BLACK_WINS = Result(BLACK, 40, 24, Reason.FULL_BOARD)
DRAWN = Result(None, 32, 32, Reason.FULL_BOARD)


def sample() -> Tournament:
    tournament = Tournament.begin("Cup", ["Ann", "Bob", "Łukasz 黒"], RoundRobin(games=2))
    for number, result in {1: BLACK_WINS, 2: DRAWN, 3: BLACK_WINS, 4: BLACK_WINS}.items():
        tournament = tournament.with_result(number, result)
    return tournament.with_result(5, Result.forfeit(BLACK, Reason.NO_SHOW))


def test_the_table_is_aligned_with_any_names() -> None:
    assert standings_text(sample().standings()).splitlines() == [
        "  #  Name       Games  +  =  -  Points    SB  Discs   Elo  95 %",
        "  1  Łukasz 黒      3  2  0  1       2  3.00    +16   +90  ±278",
        "  2  Bob            4  1  1  2     1.5  2.75     +0   +22  ±270",
        "  3  Ann            3  1  1  1     1.5  2.25    -16  -112  ±337",
    ]


def test_the_cross_table_marks_each_game() -> None:
    assert cross_table_text(sample().cross_table()).splitlines() == [
        "     Name       Points   1   2   3",
        "  1  Łukasz 黒       2   *  01  1.",
        "  2  Bob           1.5  10   *  =-",
        "  3  Ann           1.5  0.  =+   *",
    ]


@pytest.mark.parametrize(
    ("result", "black", "white"),
    [
        (BLACK_WINS, "1", "0"),
        (DRAWN, "=", "="),
        (Result(WHITE, 3, 9, Reason.TIME), "0", "1"),
        (Result.forfeit(BLACK, Reason.NO_SHOW), "-", "+"),
        (Result(None, 0, 0, Reason.NO_SHOW), "-", "-"),
        (Result(None, 0, 0, Reason.VOID), "x", "x"),
        (None, ".", "."),
    ],
)
def test_each_result_has_its_mark(result: Result | None, black: str, white: str) -> None:
    tournament = Tournament.begin("Cup", ["Ann", "Bob"])
    if result:
        tournament = tournament.with_result(1, result)
    table = tournament.cross_table()
    pairing = tournament.pairings[0]
    assert table.cell(pairing.black, pairing.white) == black
    assert table.cell(pairing.white, pairing.black) == white


def test_many_games_of_a_pair_are_summed_up() -> None:
    tournament = Tournament.begin("Cup", ["Ann", "Bob"], RoundRobin(games=8))
    for number, result in enumerate([BLACK_WINS, BLACK_WINS, DRAWN, BLACK_WINS], 1):
        tournament = tournament.with_result(number, result)
    tournament = tournament.with_result(5, Result(None, 0, 0, Reason.VOID))
    assert tournament.cross_table().cell(1, 2) == "1.5 of 4"


def test_the_rows_are_plain_values() -> None:
    tournament = sample()
    for rows in (
        standings_rows(tournament.standings()),
        cross_table_rows(tournament.cross_table()),
    ):
        assert json.loads(json.dumps(rows)) == rows
        assert len({tuple(row) for row in rows}) == 1
    line = standings_rows([Standing(1, 7, "Ann", wins=1, rating=Rating(12.345, 6.789))])[0]
    assert (line["elo"], line["elo_error"], line["played"]) == (12.3, 6.8, 1)


@pytest.mark.parametrize(
    "name", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1"]
)
def test_a_name_cannot_be_a_formula_in_a_spreadsheet(name: str) -> None:
    written = rows_csv(standings_rows([Standing(1, 1, name, disc_difference=-3)]))
    head, row = csv.reader(io.StringIO(written, newline=""))
    assert row[head.index("name")] == f"'{name}"
    assert row[head.index("disc_difference")] == "-3"


def test_names_survive_csv() -> None:
    for name in ['a "quoted", name', "two\nlines", "Łukasz 黒", "x=1"]:
        written = rows_csv(standings_rows([Standing(1, 1, name)]))
        head, row = csv.reader(io.StringIO(written, newline=""))
        assert row[head.index("name")] == name
    assert rows_csv([]) == ""


def test_a_name_cannot_control_a_terminal() -> None:
    line = Standing(1, 1, "\x1b[2Jevil\n\u202e" + "x" * 100)
    for text in (standings_text([line]), cross_table_text(CrossTable((line,), {}))):
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert len(text.splitlines()) == 2
        assert "…" in text


def test_players_who_have_left_are_marked() -> None:
    assert "Ann (left)" in standings_text([Standing(1, 1, "Ann", is_withdrawn=True)])
