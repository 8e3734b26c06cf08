"""The command line called from a test, and what it left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Done", "Run", "converse"]


@dataclass
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


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
