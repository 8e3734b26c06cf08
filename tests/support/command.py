"""Calling the command line from a test, and its results."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from outflank.cli import main

__all__ = ["Done", "Run", "converse", "converse_with_program", "line_mode"]


@dataclass
class Done:
    """The results of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@contextmanager
def line_mode(home: Path, *arguments: str) -> Iterator[tuple[IO[str], IO[str]]]:
    """Play line by line in another process, killed at the end; yield its two pipes."""
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
    """Call the command line in this process, with its input from a text."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTFLANK_HOME", str(home))
        patch.setenv("COLUMNS", "200")
        patch.delenv("LC_ALL", raising=False)  # of C would ask for ASCII
        patch.setattr(sys, "argv", ["outflank", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            main()
    said, complaint = (stream.buffer.getvalue().decode() for stream in (out, err))
    assert ended.value.code == code, complaint
    return subprocess.CompletedProcess(arguments, code, said, complaint)


def converse_with_program(home: Path, text: str, *arguments: str) -> str:
    """Run the real command with its input from a pipe, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "outflank", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"OUTFLANK_HOME": str(home), "COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout
