"""The command line called from a test, and what it left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

__all__ = ["Done", "Run", "converse", "line_mode"]


@dataclass
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@contextmanager
def line_mode(home: Path, *arguments: str) -> Iterator[tuple[IO[str], IO[str]]]:
    """Play line by line in another program, which is killed in the end; gives its two pipes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "play", "--plain", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"OUTFLANK_HOME": str(home)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process.stdin, process.stdout
    finally:
        process.kill()
        process.wait(60)
        process.stdin.close()
        process.stdout.close()


def converse(
    home: Path, text: str, *arguments: str, code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the real command with its input from a pipe."""
    done = subprocess.run(
        [sys.executable, "-c", "from outflank.cli import main; main()", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"OUTFLANK_HOME": str(home), "COLUMNS": "200"},
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done
