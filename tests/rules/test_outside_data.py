"""The rules compared with facts computed and recorded elsewhere (tests marked `data`)."""

import csv
import functools
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from outflank import native
from outflank.rules import BLACK, PASS, WHITE, Board, Classic, Game, Position
from support import naive

pytestmark = pytest.mark.data

PASSES = {"pass_as_ply": True, "pass_not_counted": False}
IS_SOAK = "OUTFLANK_SOAK" in os.environ
# The most leaves that the naive rules, the rules and the core count; `make soak` counts the whole
# table.
TINY = 1500 if IS_SOAK else 300
SMALL = 20_000 if IS_SOAK else 3000
LARGE = 2_000_000_000 if IS_SOAK else 25_000_000


def perft_table(data: Path) -> dict[tuple[int, int, str], int]:
    """Read the totals by size, depth and pass convention."""
    boards = json.loads((data / "perft" / "perft.json").read_text(encoding="utf-8"))["boards"]
    return {
        (int(size), int(depth), convention): counts["total"]
        for size, depths in boards.items()
        for depth, conventions in depths.items()
        for convention, counts in conventions.items()
    }


@functools.cache
def perft(position: Position, depth: int, *, passes_count: bool) -> int:
    """Count the games of `depth` plies; a game that ends earlier counts once."""
    if depth == 0 or position.is_over:
        return 1
    if position.must_pass:
        rest = depth - 1 if passes_count else depth
        return perft(position.play(PASS), rest, passes_count=passes_count)
    return sum(
        perft(position.play(move), depth - 1, passes_count=passes_count)
        for move in position.legal_moves
    )


@pytest.mark.parametrize("convention", PASSES)
def test_perft_by_the_rules_equals_the_table(data: Path, convention: str) -> None:
    table = perft_table(data)
    checked = set()
    for (size, depth, counted), total in table.items():
        if counted == convention and total <= SMALL:
            start = Classic().start(size)
            assert perft(start, depth, passes_count=PASSES[convention]) == total, (size, depth)
            checked.add(size)
    assert checked == {4, 6, 8, 10}


@pytest.mark.parametrize("convention", PASSES)
def test_perft_by_the_naive_rules_equals_the_table(data: Path, convention: str) -> None:
    for (size, depth, counted), total in perft_table(data).items():
        if counted == convention and total <= TINY:
            count = naive.perft(
                naive.start(size), size, "black", depth, passes_count=PASSES[convention]
            )
            assert count == total, (size, depth)


@pytest.mark.native
@pytest.mark.parametrize(
    ("convention", "passes"), [("pass_as_ply", "ply"), ("pass_not_counted", "free")]
)
def test_perft_by_the_core_equals_the_table(data: Path, convention: str, passes: Any) -> None:
    for (size, depth, counted), total in perft_table(data).items():
        if counted == convention and total <= LARGE:
            assert native.perft(Classic().start(size), depth, passes=passes) == total, (size, depth)


# Games that people played


def edge_cases(data: Path) -> list[dict[str, str]]:
    path = data / "games" / "wthor_edge_cases.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def replayed(moves: str, size: int = 8) -> Game:
    game = Game(size=size)
    game.push_all(re.findall("pass|[a-h][1-8]", moves))
    return game


def test_recorded_games_agree_in_discs_empties_passes_and_completeness(data: Path) -> None:
    cases = edge_cases(data)
    assert len(cases) == 200
    for case in cases:
        game = replayed(case["moves"])
        board = game.position.board
        assert game.transcript == case["moves"]
        assert board.count(BLACK) == int(case["black_discs_on_board"])
        assert board.count(WHITE) == int(case["white_discs_on_board"])
        assert board.empties == int(case["empties"])
        assert game.moves.count(PASS) == int(case["passes"])
        assert game.is_over == (case["complete"] == "1")


def test_recorded_scores_give_the_empties_to_the_winner(data: Path) -> None:
    checked = 0
    for case in edge_cases(data):
        outcome = replayed(case["moves"]).outcome
        if outcome is None:
            continue
        margin = outcome.margin(empties_to_winner=True)
        assert 32 + margin / 2 == int(case["black_discs_recorded"])
        checked += 1
    assert checked > 150


# Perfect play


@pytest.fixture
def lines(data: Path) -> Any:
    path = data / "solved" / "known_perfect_lines.json"
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("convention", ["raw", "empties_to_winner"])
def test_the_perfect_4x4_game_is_won_by_white_3_to_11(lines: Any, convention: str) -> None:
    known = lines["board4x4"]["conventions"][convention]
    outcome = replayed(known["line"], 4).outcome
    assert outcome is not None
    assert (outcome.black, outcome.white) == (known["final_black"], known["final_white"]) == (3, 11)
    assert outcome.empties == known["empties"]
    assert outcome.winner is WHITE
    margin = outcome.margin(empties_to_winner=convention == "empties_to_winner")
    assert margin == known["value_black"]


def test_the_perfect_6x6_game_is_won_by_white_16_to_20_with_one_pass(lines: Any) -> None:
    known = lines["board6x6"]
    game = replayed(known["line_a1_f6"], 6)
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.black, outcome.white, outcome.empties) == (16, 20, 0)
    assert outcome.margin() == known["value_black"]
    assert game.moves.index(PASS) == 30
    assert game.moves.count(PASS) == 1
    assert replayed(known["line_a1_f6"].replace("pass", ""), 6) == game


def test_the_6x6_game_replays_from_its_published_grid_too(lines: Any) -> None:
    # The published game names the squares b2 to g7.
    shifted = " ".join(
        move if move == "pass" else f"{chr(ord(move[0]) - 1)}{int(move[1:]) - 1}"
        for move in lines["board6x6"]["line_b2_g7_as_published"].split()
    )
    assert replayed(shifted, 6) == replayed(lines["board6x6"]["line_a1_f6"], 6)


def test_the_perfect_8x8_game_is_a_draw(lines: Any) -> None:
    known = lines["board8x8"]
    game = replayed(known["line"])
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.black, outcome.white) == (known["final_black"], known["final_white"])
    assert (len(game.moves), game.moves.count(PASS), outcome.winner) == (60, 0, None)


def test_the_shortest_draws_end_even_after_twenty_moves(lines: Any) -> None:
    draws = lines["shortest"]["shortest_draws_20_moves"]
    assert len(draws) == 4
    for line in draws:
        game = replayed(line)
        outcome = game.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.margin(), len(re.findall("[a-h]", line))) == (None, 0, 20)


def test_the_shortest_win_takes_nine_moves_and_leaves_13_to_0() -> None:
    game = replayed("f5d6c5f4e7f6g5e6e3")
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.black, outcome.white, len(game.moves)) == (13, 0, 9)
    assert outcome.margin(empties_to_winner=True) == 64
    assert game.position.board.discs(WHITE) == set()
    assert game.position.board != Board.start()
