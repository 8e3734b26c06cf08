"""Run every step of a small training and see the held-out errors fall by a disc or more.

It begins with the hand-made features as the only evaluation, takes minutes on two cores, and
leaves its folder, build/train-smoke, with the network, the plain weights and the report; beside it
are those of the weights of features, for games without and with an oracle.
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
    run = trained("8x8", FOLDER)
    check, weights = run.figures("check"), run.figures("weights")
    if check["before"] - check["after"] < LEAST_GAIN:
        sys.exit(f"The network's error fell by less than {LEAST_GAIN:.0f} disc.")
    if weights["spread"] - weights["held-out error"] < LEAST_GAIN:
        sys.exit(f"The plain weights' error fell by less than {LEAST_GAIN:.0f} disc.")
    for kind, step in (("features", "features"), ("oracle", "chance")):
        found = trained(kind, FOLDER.with_name(f"{FOLDER.name}-{kind}")).figures(step)
        if found["errors"]["8x8"][-1] >= found["errors without weights"]["8x8"][-1]:
            sys.exit(f"The weights of {step} foretell no results on 8x8.")


def trained(kind: str, folder: Path) -> RunFolder:
    """Run all steps for a game in a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "outflank", "train", "all", str(folder), "--preset", "smoke"]
    subprocess.run([*command, "--kind", kind, *sys.argv[1:]], check=True)
    return RunFolder(folder)


if __name__ == "__main__":
    main()
