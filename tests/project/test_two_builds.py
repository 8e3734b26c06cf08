"""The benchmarks that compare two builds of the engine in one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import outflank
from support.paths import ROOT

pytestmark = pytest.mark.native

INSTALLED = Path(outflank.__file__).parents[1]


def benchmark(name: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a benchmark as a program."""
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / name), *words],
        env=os.environ | {"PYTHONPATH": str(INSTALLED)} | variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_build_compared_with_itself_needs_the_same_nodes() -> None:
    done = benchmark("six.py", "--sizes", "4", "--threads", "1", "--beside", str(INSTALLED))
    assert done.returncode == 0, done.stderr
    assert "nodes 1.000 of the other's, processor seconds " in done.stdout


def test_a_folder_that_is_not_a_checkout_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = benchmark("six.py", "--sizes", "4", "--threads", "1", "--beside", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path} is no checkout of Outflank: it has no src/outflank.\n"


@pytest.mark.data
def test_a_build_compared_with_itself_judges_alike(data: Path) -> None:
    few = ("--exact", "5", "--book", "5", "--deep", "1", "--beside", str(INSTALLED))
    done = benchmark("judgement.py", *few, OUTFLANK_DATA=str(data))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len([line for line in lines if line.startswith("  nodes 1.000 of the other's")]) == 4
    own = [line.split(";")[0] for line in lines if line.startswith("  this build ")]
    other = [line.split(";")[0] for line in lines if line.startswith("  the other ")]
    assert len(own) == 4
    assert [line.split()[2:] for line in own] == [line.split()[2:] for line in other]


def test_a_trial_of_a_build_against_itself_is_even_and_goes_on_where_it_was_interrupted(
    tmp_path: Path,
) -> None:
    few = ("--nodes", "150", "--seconds", "0", "--pairs", "2", "--positions", "0")
    words = [*few, "--beside", str(INSTALLED), "--out", str(tmp_path)]
    done = benchmark("engine_trial.py", *words, OUTFLANK_DATA="")
    assert done.returncode == 0, done.stderr
    match, test = done.stdout.splitlines()[2:]
    assert match.startswith("150 nodes a move: 4 games, +")
    assert ", 50.0%, Elo +0 (" in match
    assert "undecided after 2 pairs" in test
    assert test.endswith("points: [0, 0, 2, 0, 0]")

    file = tmp_path / "nodes.jsonl"
    played = [json.loads(line) for line in file.read_text().splitlines()]
    assert [game["pair"] for game in played[1:]] in ([0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1])
    file.write_text("".join(f"{json.dumps(line)}\n" for line in played[:-1]))
    again = benchmark("engine_trial.py", *words, OUTFLANK_DATA="")
    assert again.stdout == done.stdout
    moves = {(game["pair"], game["black"]): game["moves"] for game in played[1:]}
    resumed = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert {(game["pair"], game["black"]): game["moves"] for game in resumed} == moves

    other = benchmark("engine_trial.py", *words, "--seed", "2", OUTFLANK_DATA="")
    assert other.returncode == 1
    assert "seed" in other.stderr
    assert other.stderr.count("\n") == 1


@pytest.mark.data
def test_a_trial_of_a_build_against_itself_finds_equal_losses(data: Path) -> None:
    words = ("--nodes", "0", "--seconds", "0", "--positions", "1", "--loss-nodes", "3000")
    done = benchmark("engine_trial.py", *words, "--beside", str(INSTALLED), OUTFLANK_DATA=str(data))
    assert done.returncode == 0, done.stderr
    assert "difference +0.000 ± 0.000" in done.stdout.splitlines()[-1]
