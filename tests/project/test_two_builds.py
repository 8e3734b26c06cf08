"""The benchmarks that compare two builds of the engine in one run."""

from __future__ import annotations

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
