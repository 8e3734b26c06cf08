"""The time until a program can be used: imports and first screens.

Each figure is the median of several processes, next to that of a Python that does nothing.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

_ROUNDS = 15

_CASES = (
    ("python that does nothing", ["-c", "pass"], None),
    ("import outflank", ["-c", "import outflank"], 50),
    ("outflank --help", ["-m", "outflank", "--help"], 300),
    ("outflank --version", ["-m", "outflank", "--version"], None),
    ("outflank show", ["-m", "outflank", "show"], None),
)


def main() -> None:
    """Print a row for each case; the limit is for the time in addition to Python itself."""
    nothing = _median(["-c", "pass"])
    print(f"{'':26}{'ms':>8}{'above Python':>14}{'ratio':>8}   limit")
    for name, arguments, limit in _CASES:
        took = nothing if name == _CASES[0][0] else _median(arguments)
        verdict = f"{limit} ms" if limit else ""
        ratio = took / nothing
        print(f"{name:26}{took:8.0f}{took - nothing:14.0f}{ratio:8.1f}   {verdict}")


def _median(arguments: list[str]) -> float:
    # Installed packages come with bytecode; the first round writes ours.
    variables = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(_ROUNDS + 1):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=variables
        )
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times[1:])


if __name__ == "__main__":
    main()
