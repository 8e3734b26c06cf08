"""The steps of a training run, in their order; each leaves its files and a manifest in a folder."""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Any, NamedTuple

from outflank.errors import OutflankError
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["STEPS", "Step", "missing_steps", "run_step", "steps_of"]


class Step(NamedTuple):
    """A step: what it does in one sentence, where it is, and which steps it builds on."""

    summary: str
    place: str  # module and function, imported when the step is run
    needs: tuple[str, ...] = ()
    is_8x8: bool = True  # or of runs for another game


STEPS = {
    "positions": Step(
        "Draw positions near those of games, and note what is held out.",
        "positions.data_steps:make_positions",
    ),
    "label": Step(
        "Search the positions with the engine; near the end, solve them.",
        "positions.data_steps:label_positions",
        ("positions",),
    ),
    "teacher": Step(
        "Teach a deep network the labels, exact scores and the book.",
        "learning.learning_steps:teach_teacher",
        ("label",),
    ),
    "label-siblings": Step(
        "Let the teacher label siblings of played positions.",
        "learning.learning_steps:label_with_teacher",
        ("teacher",),
    ),
    "student": Step(
        "Teach the small network what the engine evaluates with.",
        "learning.learning_steps:teach_student",
        ("label-siblings",),
    ),
    "debias": Step(
        "Find constants on which searches of odd and even depth agree.",
        "network.network_steps:find_biases",
        ("student",),
    ),
    "export": Step(
        "Write the network's file, 8x8.network.",
        "network.network_steps:export_network",
        ("debias",),
    ),
    "check": Step(
        "Read the file again and measure the error on what was held out.",
        "network.network_steps:check_network",
        ("export",),
    ),
    "report": Step(
        "Write report.html, with plots.",
        "report:write_report",
        ("check",),
    ),
    "games": Step(
        "Play games of another kind than 8x8, weighing features.",
        "boards.board_steps:play_first",
        is_8x8=False,
    ),
    "fit": Step(
        "Fit first weights of patterns to what the searches of these games found.",
        "boards.board_steps:fit_first",
        ("games",),
        is_8x8=False,
    ),
    "more-games": Step(
        "Play games with the first weights.",
        "boards.board_steps:play_more",
        ("fit",),
        is_8x8=False,
    ),
    "fit-again": Step(
        "Fit the weights that the engine reads to all of the games.",
        "boards.board_steps:fit_again",
        ("more-games",),
        is_8x8=False,
    ),
}


def steps_of(run: RunFolder) -> list[str]:
    """Name the steps of a run in their order: for 8x8, or for another game."""
    return [name for name, step in STEPS.items() if step.is_8x8 == (run.settings.kind == "8x8")]


def missing_steps(run: RunFolder, name: str) -> list[str]:
    """Return the steps that must be run before one."""
    return [need for need in STEPS[name].needs if not run.is_finished(need)]


def run_step(run: RunFolder, name: str, data: Path, progress: Progress) -> dict[str, Any]:
    """Run a step and note that it is finished; return what it has found."""
    if name not in steps_of(run):
        raise OutflankError(
            f"{name} is no step of a run for {run.settings.kind}; its steps are "
            f"{', '.join(steps_of(run))}"
        )
    if missing := missing_steps(run, name):
        raise OutflankError(
            f"the step {name} builds on {missing[0]}, which is not finished; "
            f"run `outflank train {missing[0]} {run.path}` first"
        )
    module, _, function = STEPS[name].place.partition(":")
    began = time.monotonic()
    found = importlib.import_module(f"outflank.training.{module}")
    figures: dict[str, Any] = getattr(found, function)(run, data, progress)
    run.finish(name, figures, seconds=time.monotonic() - began)
    return figures
