"""Questions to engines with a value of the wrong type are refused with one sentence."""

from collections.abc import Callable
from typing import Any

import pytest

import outflank
from outflank import Analysis, Engine, Limit, Position, Square, UnknownName, native, open_engine
from outflank.engine import NativeEngine, Task

START = Position.start(4)


@pytest.mark.parametrize("candidates", [None, 1.5, "two"])
def test_the_number_of_candidates_is_a_whole_number(candidates: Any) -> None:
    said = "^the number of candidates is a whole number, not "
    with open_engine("alphabeta") as engine, pytest.raises(TypeError, match=said):
        engine.analyse(START, Limit(depth=1), candidates=candidates)
    for asked in (START, [START]):
        with pytest.raises(TypeError, match=said):
            outflank.solve(asked, candidates=candidates)


@pytest.mark.parametrize("limit", [None, 5, START])
def test_a_limit_is_a_limit(limit: Any) -> None:
    said = r"^a limit is a Limit, such as Limit\(seconds=5\), not "
    for asked in (START, [START]):
        with pytest.raises(TypeError, match=said):
            outflank.solve(asked, limit)
    with pytest.raises(TypeError, match=said):
        Limit(depth=1).tightened(limit)


TIMES: dict[str, Callable[[Any], Limit]] = {
    "remaining": Limit.for_clock,
    "increment": lambda given: Limit.for_clock(5, increment=given),
    "per_move": lambda given: Limit.for_clock(per_move=given),
}


@pytest.mark.parametrize("name", TIMES)
def test_the_times_of_a_clock_are_numbers(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name} is a number of seconds, not '5'$"):
        TIMES[name]("5")


def test_empties_are_a_number_of_squares() -> None:
    with pytest.raises(TypeError, match=r"^empties is a number of squares, not '60'$"):
        Limit.for_clock(5, empties="60")  # type: ignore[arg-type]


@pytest.mark.skipif(not native.available(), reason="needs the core")
def test_threads_and_the_size_of_the_table_are_whole_numbers() -> None:
    with pytest.raises(TypeError, match=r"^the number of threads is a whole number, not 'x'$"):
        NativeEngine(threads="x")  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match=r"^the size of the table in MB is a whole number, not 1.5$"
    ):
        NativeEngine(hash_mb=1.5)  # type: ignore[arg-type]


def test_a_goal_is_refused_also_where_the_game_is_over() -> None:
    over = Position.parse("XXXXXXXXXXXXXXXO X")
    for asked in (over, [over]):
        with pytest.raises(UnknownName, match=r"^there is no goal 'win'"):
            outflank.solve(asked, goal="win")  # type: ignore[call-overload]


def test_an_engine_may_name_its_move() -> None:
    class Namer(Engine):
        def think(self, task: Task) -> Analysis:
            return Analysis.of(str(task.position.legal_moves[0]))

    assert Namer().choose(START) == Square.parse("b1")
    with pytest.raises(TypeError, match=r"^a move is a Square, PASS or text such as 'd3', not 5$"):
        Analysis.of(5)  # type: ignore[arg-type]


def test_an_analysis_is_of_a_position() -> None:
    with pytest.raises(TypeError, match=r"^an analysis is of a Position, not of None$"):
        Analysis.of("d3").is_solved(None)  # type: ignore[arg-type]
