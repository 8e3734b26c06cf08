"""Run every step of a small training, and check that held-out errors fall by a disc or more.

It begins with the hand-made features as the only evaluation, and takes minutes on two cores. It
leaves the folder build/train-smoke with the network, the pattern weights and the report; beside it
are those of the feature weights, for games without and with an oracle. The steps that train and
label with PyTorch are then interrupted twice in a copy, and must end with the same results.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from outflank.training.pipeline import run_step
from outflank.training.run_folder import Progress, RunFolder

FOLDER = Path("build/train-smoke")
LEAST_GAIN = 1.0  # discs
# The steps that use PyTorch, and the files that they write.
LEARNED = {
    "teacher": ("teacher.pt",),
    "label-siblings": ("siblings.npy", "sibling_values.npy"),
    "student": ("student.npz",),
}


def main() -> None:
    """Train, print the errors before and after, and fail if they fell by too little."""
    run = trained("8x8", FOLDER)
    check, weights = run.figures("check"), run.figures("weights")
    if check["before"] - check["after"] < LEAST_GAIN:
        sys.exit(f"The network's error fell by less than {LEAST_GAIN:.0f} disc.")
    if weights["spread"] - weights["held-out error"] < LEAST_GAIN:
        sys.exit(f"The pattern weights' error fell by less than {LEAST_GAIN:.0f} disc.")
    resume(run)
    for kind, step in (("features", "features"), ("oracle", "chance")):
        found = trained(kind, FOLDER.with_name(f"{FOLDER.name}-{kind}")).figures(step)
        if found["errors"]["8x8"][-1] >= found["errors without weights"]["8x8"][-1]:
            sys.exit(f"The weights of {step} do not predict results on 8x8.")


def trained(kind: str, folder: Path) -> RunFolder:
    """Run all steps for a game in a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "outflank", "train", "all", str(folder), "--preset", "smoke"]
    subprocess.run([*command, "--kind", kind, *sys.argv[1:]], check=True)
    return RunFolder(folder)


def resume(whole: RunFolder) -> None:
    """Interrupt the PyTorch steps at one third and at two thirds, and compare their results.

    Results are equal on a processor; a graphics processor adds numbers in no fixed order.
    """
    if whole.figures("teacher")["device"] != "cpu":
        print("Not compared with an interrupted run, because a graphics processor was used.")
        return
    folder = whole.path.with_name(f"{whole.path.name}-resumed")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole.path, folder)
    run = RunFolder(folder)
    run.keeping_seconds = 0
    for step, files in LEARNED.items():
        run.forget(step, files)
        for part in (1, 2, 3):
            with contextlib.suppress(KeyboardInterrupt):
                run_step(run, step, Path(os.environ["OUTFLANK_DATA"], "training"), stopping(part))
        for file in files:
            if run.file(file).read_bytes() != whole.file(file).read_bytes():
                sys.exit(f"{step}: {file} of an interrupted run differs.")
        print(f"{step}: the same after two interruptions.", flush=True)


def stopping(part: int) -> Progress:
    """Return a progress function that interrupts a step when `part` thirds of it are done.

    The step must have continued in the third in which it was last interrupted, or later.
    """

    def progress(done: int, total: int, _note: str) -> None:
        if done < (part - 1) * total / 3:
            sys.exit("An interrupted step has started again from the beginning.")
        if done < total and done >= part * total / 3:
            raise KeyboardInterrupt

    return progress


if __name__ == "__main__":
    main()
