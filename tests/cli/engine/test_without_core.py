"""Commands without the C++ core: they work in Python, or say what to do."""

import json

import pytest

from outflank.native import encoding
from support.command import Run


@pytest.fixture(autouse=True)
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_built", False)


def test_positions_are_solved_in_python(run: Run) -> None:
    done = run("solve", "-OX-XOOXXXXXOOOO O", "--json")
    assert (done.code, json.loads(done.out)["score"]) == (0, 4)
    done = run("solve", "--size", "4", "--wld", "--all")
    assert done.code == 0
    assert "loss" in done.out
    assert "b1:loss" in done.out


def test_moves_are_analysed_in_python(run: Run) -> None:
    done = run("analyse", "f5d6", "--lines", "3", "--depth", "2", "--json")
    assert done.code == 0
    assert len(json.loads(done.out)["moves"]) == 3
    done = run("analyse", "--variant", "yesno", "--size", "4", "--depth", "2")
    assert done.code == 0
    assert "awaited" in done.out
    assert "maybe" in done.out


def test_the_bench_says_how_to_get_the_core(run: Run) -> None:
    done = run("bench")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: the engine outflank needs the native core, which is not bu")
    assert "pip install --no-deps --force-reinstall --no-cache-dir --no-binary outflank" in done.err


def test_engines_of_the_other_commands_need_no_core(run: Run) -> None:
    assert run("review", "f5d6c3", "--nodes", "50").code == 0
    assert run("match", "1", "2", "--pairs", "1", "--size", "4").code == 0
    assert run("perft", "3").code == 0
