"""The steps of a training run in order; each leaves its files and a manifest in a folder."""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Any, NamedTuple

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.run_folder import Progress, RunFolder
from outflank.training.settings import KINDS

__all__ = [
    "SIBLINGS_DONE",
    "STEPS",
    "STUDENT_CHECKPOINT",
    "TEACHER_CHECKPOINT",
    "Step",
    "missing_steps",
    "newer_steps",
    "run_step",
    "steps_of",
]

# Files that long steps have while they run.
TEACHER_CHECKPOINT, STUDENT_CHECKPOINT = "teacher.checkpoint", "student.checkpoint"
SIBLINGS_DONE = "siblings-done.json"

_OWN = ("8x8",)
_OTHERS = ("6x6", "10x10", "12x12", "anti", "yesno")
_ASKING = ("yesno", "oracle")
_PROBED = tuple(
    kind for kind in KINDS if kind not in _ASKING
)  # with an oracle there is nothing to probe


class Step(NamedTuple):
    """A step: its function, and the steps that it builds on; `training.steps` says what it does."""

    place: str  # module and function, imported when the step is run
    needs: tuple[str, ...] = ()  # only those that a run of its kind has
    kinds: tuple[str, ...] = _OWN
    stands_alone: bool = False  # can run first, with what the engine has learned
    keeps: tuple[str, ...] = ()  # files to continue from, removed when the step is repeated
    interim: tuple[str, ...] = ()  # files to continue from, removed when the step is finished


STEPS = {
    "positions": Step(
        "positions.data_steps:make_positions",
    ),
    "label": Step(
        "positions.data_steps:label_positions",
        ("positions",),
        keeps=("labels.npy",),
    ),
    "teacher": Step(
        "learning.learning_steps:teach_teacher",
        ("label",),
        interim=(TEACHER_CHECKPOINT,),
    ),
    "label-siblings": Step(
        "learning.learning_steps:label_with_teacher",
        ("teacher",),
        interim=(SIBLINGS_DONE,),
    ),
    "student": Step(
        "learning.learning_steps:teach_student",
        ("label-siblings",),
        interim=(STUDENT_CHECKPOINT,),
    ),
    "debias": Step(
        "network.network_steps:find_biases",
        ("student",),
    ),
    "export": Step(
        "network.network_steps:export_network",
        ("debias",),
    ),
    "check": Step(
        "network.network_steps:check_network",
        ("export",),
    ),
    "weights": Step(
        "boards.label_steps:fit_to_labels",
        ("label",),
    ),
    "games": Step(
        "boards.board_steps:play_first",
        kinds=_OTHERS,
        keeps=("games",),
    ),
    "fit": Step(
        "boards.board_steps:fit_first",
        ("games",),
        kinds=_OTHERS,
    ),
    "more-games": Step(
        "boards.board_steps:play_more",
        ("fit",),
        kinds=_OTHERS,
        keeps=("more-games",),
    ),
    "fit-again": Step(
        "boards.board_steps:fit_again",
        ("more-games",),
        kinds=_OTHERS,
    ),
    "features": Step(
        "features.feature_steps:learn_features",
        kinds=("features",),
    ),
    "chance": Step(
        "features.feature_steps:learn_chance",
        kinds=("oracle",),
    ),
    "probcut": Step(
        "probcut.probcut_steps:fit_probcut",
        ("export", "fit-again", "features"),
        kinds=_PROBED,
        stands_alone=True,
    ),
    "report": Step(
        "report:write_report",
        ("check", "weights", "fit-again", "features", "chance", "probcut"),
        kinds=KINDS,
    ),
}


def steps_of(run: RunFolder) -> list[str]:
    """Name the steps of a run of this kind, in order."""
    return [name for name, step in STEPS.items() if run.settings.kind in step.kinds]


def missing_steps(run: RunFolder, name: str) -> list[str]:
    """Return the steps that must still be run before a step."""
    steps = steps_of(run)
    finished = [step for step in steps if run.is_finished(step)]
    if STEPS[name].stands_alone and finished in ([], [name]):
        return []
    return [need for need in STEPS[name].needs if need in steps and need not in finished]


def newer_steps(run: RunFolder, name: str) -> list[str]:
    """Return the steps that were run again after a finished step that builds on them."""
    return run.changed_needs(name) if run.is_finished(name) else []


def run_step(run: RunFolder, name: str, data: Path, progress: Progress) -> dict[str, Any]:
    """Run a step, write its manifest and return its figures."""
    if name not in steps_of(run):
        raise OutflankError(
            Text(
                "errors.training.no_such_step",
                step=name,
                kind=run.settings.kind,
                steps=", ".join(steps_of(run)),
            )
        )
    if missing := missing_steps(run, name):
        raise OutflankError(
            Text(
                "errors.training.missing_earlier_step",
                step=name,
                missing=missing[0],
                path=run.path,
            )
        )
    step = STEPS[name]
    if run.is_finished(name):
        run.forget(name, (*step.keeps, *step.interim))
    module, _, function = step.place.partition(":")
    began = time.monotonic()
    found = importlib.import_module(f"outflank.training.{module}")
    figures: dict[str, Any] = getattr(found, function)(run, data, progress)
    needs = [need for need in step.needs if need in steps_of(run)]
    run.finish(name, figures, seconds=time.monotonic() - began, needs=needs)
    for file in step.interim:
        run.file(file).unlink(missing_ok=True)
    return figures
