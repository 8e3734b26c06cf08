"""Run every step of a small training and see the held-out errors fall by a disc or more.

It begins with the hand-made features as the only evaluation, takes minutes on two cores, and
leaves its folder, build/train-smoke, with the network, the plain weights and the report; beside it
are those of the weights of features, for games without and with an oracle. The steps that learn and
label with PyTorch are then interrupted again and again in a copy, and must end the same.
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
# Steps of PyTorch, and what they leave.
LEARNED = {
    "teacher": ("teacher.pt",),
    "label-siblings": ("siblings.npy", "sibling_values.npy"),
    "student": ("student.npz",),
}


def main() -> None:
    """Train, print the errors before and after, and fail where too little was gained."""
    run = trained("8x8", FOLDER)
    check, weights = run.figures("check"), run.figures("weights")
    if check["before"] - check["after"] < LEAST_GAIN:
        sys.exit(f"The network's error fell by less than {LEAST_GAIN:.0f} disc.")
    if weights["spread"] - weights["held-out error"] < LEAST_GAIN:
        sys.exit(f"The plain weights' error fell by less than {LEAST_GAIN:.0f} disc.")
    resume(run)
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


def resume(whole: RunFolder) -> None:
    """Interrupt the steps of PyTorch at a third and at two thirds, and compare what they end with.

    That is the same on one processor; a graphics processor adds up in no fixed order.
    """
    if whole.figures("teacher")["device"] != "cpu":
        print("Not compared with an interrupted run: a graphics processor has learned.")
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
    """Interrupt a step, as Ctrl-C does, when so many thirds of it are done.

    It must not begin before the third in which it was interrupted last.
    """

    def progress(done: int, total: int, _note: str) -> None:
        if done < (part - 1) * total / 3:
            sys.exit("A step that was interrupted has begun anew.")
        if done < total and done >= part * total / 3:
            raise KeyboardInterrupt

    return progress


if __name__ == "__main__":
    main()
