"""Damaged data files of the engine: what the command line says about them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import outflank

pytestmark = pytest.mark.native

DATA = Path(outflank.__file__).parent / "engine" / "data"

# Every Python process reads this first, including those of engines.
STARTING = """
from pathlib import Path
from outflank.engine import learned
learned.files = lambda package: Path(__file__).parent
"""


def install(folder: Path, **contents: bytes) -> Path:
    """Make a folder whose data files the engine reads instead of its own."""
    shutil.copytree(DATA, folder / "data")
    for name, content in contents.items():
        (folder / "data" / name).write_bytes(content)
    (folder / "sitecustomize.py").write_text(STARTING)
    return folder


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with the data files of a folder."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-m", "outflank", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "OUTFLANK_HOME": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_each_damaged_file_gets_one_sentence_and_the_engine_goes_on(tmp_path: Path) -> None:
    files = {"8x8.network": b"GIF89a", "8x8.patterns": b"", "probcut.txt": b"1 2 3"}
    folder = install(tmp_path, **files)
    done = command(folder, "analyse", "f5d6", "--depth", "4", "--json")
    assert done.returncode == 0
    assert '"depth": 4' in done.stdout
    first, second = done.stderr.splitlines()
    assert first.startswith("Warning: probcut.txt is not used, ProbCut uses a guess: ")
    assert second.startswith(
        "Warning: neither 8x8.network nor 8x8.patterns is used, 8x8 is evaluated by features: "
    )


def test_an_engine_in_its_own_process_warns_in_the_same_words(tmp_path: Path) -> None:
    folder = install(tmp_path, **{"8x8.network": b"GIF89a"})
    done = command(folder, "match", "level:4", "greedy", "--pairs", "1", "--json")
    assert done.returncode == 0
    warned = [line for line in done.stderr.splitlines() if "8x8.network" in line]
    assert warned
    assert set(warned) == {warned[0]}
    assert warned[0].startswith(
        "Warning: 8x8.network is not used, 8x8 is evaluated by 8x8.patterns: "
    )
    assert "native.py" not in done.stderr
