"""Run every step of a small training and see the held-out errors fall by a disc or more.

It begins with the hand-made features as the only evaluation, takes minutes on two cores, and
leaves its folder, build/train-smoke, with the network, the plain weights and the report.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from outflank.training.run_folder import RunFolder

FOLDER = Path("build/train-smoke")
LEAST_GAIN = 1.0  # discs


def main() -> None:
    """Train, print the errors before and after, and fail where too little was gained."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [sys.executable, "-m", "outflank", "train", "all", str(FOLDER), "--preset", "smoke"]
    subprocess.run([*command, *sys.argv[1:]], check=True)
    run = RunFolder(FOLDER)
    check, weights = run.figures("check"), run.figures("weights")
    if check["before"] - check["after"] < LEAST_GAIN:
        sys.exit(f"The network's error fell by less than {LEAST_GAIN:.0f} disc.")
    if weights["spread"] - weights["held-out error"] < LEAST_GAIN:
        sys.exit(f"The plain weights' error fell by less than {LEAST_GAIN:.0f} disc.")


if __name__ == "__main__":
    main()
