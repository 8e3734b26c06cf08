"""The steps that learn: the teacher, its labels, the student."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.learning.checkpoints import LearningCheckpoint
from outflank.training.learning.examples import (
    LoadedExamples,
    MappedExamples,
    Source,
    chosen_device,
)
from outflank.training.learning.siblings import label_siblings
from outflank.training.learning.student import Student, error_of_student, fit_student
from outflank.training.learning.teacher import Teacher, error_of_teacher, fit_teacher
from outflank.training.pipeline import STUDENT_CHECKPOINT, TEACHER_CHECKPOINT
from outflank.training.positions.data_steps import (
    game_positions,
    held_out,
    labelled,
    labelled_siblings,
    scored_parts,
)
from outflank.training.positions.readers import ScoredPositions, read_book, read_exact
from outflank.training.run_folder import Progress, RunFolder

_TEACHER = "teacher.pt"
_STUDENT = "student.npz"
_SEEDS = 1 << 63  # that PyTorch takes
# Shares of a teacher's batch.
_TEACHER_EXACT, _TEACHER_BOOK = 0.05, 0.03


class _Data:
    """The data on the device that both networks learn from and are measured on."""

    def __init__(self, run: RunFolder, data: Path, device: torch.device) -> None:
        hashes = held_out(run)
        rows, values = labelled(run)
        self.labels = LoadedExamples.of(rows[:, 0], rows[:, 1], values, device)
        exact, exact_held = scored_parts(read_exact(data), hashes)
        book, book_held = scored_parts(read_book(data), hashes)
        self.exact, self.exact_held = _loaded(exact, device), _loaded(exact_held, device)
        self.book, self.book_held = _loaded(book, device), _loaded(book_held, device)

    def batch(
        self, size: int, exact: float, book: float, siblings: int = 0
    ) -> list[tuple[Source, int]]:
        """Return how many examples of each source a batch has besides siblings."""
        exacts, books = int(size * exact), int(size * book)
        labels = size - siblings - exacts - books
        return [(self.labels, labels), (self.exact, exacts), (self.book, books)]

    def errors(self, error_of: Callable[[LoadedExamples], float]) -> dict[str, float]:
        """Return the errors on held-out positions: exact scores and the book."""
        return {
            "exact error": round(error_of(self.exact_held), 3),
            "book error": round(error_of(self.book_held), 3),
        }


def _loaded(scored: ScoredPositions, device: torch.device) -> LoadedExamples:
    return LoadedExamples.of(scored.mover, scored.opponent, scored.score, device)


def teach_teacher(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Train the teacher and save it."""
    settings = run.settings
    torch.manual_seed(settings.seed % _SEEDS)
    device = chosen_device()
    known = _Data(run, data, device)
    teacher = Teacher(settings.teacher_blocks, settings.teacher_channels).to(device)
    batch = known.batch(settings.teacher_batch, _TEACHER_EXACT, _TEACHER_BOOK)
    curve = fit_teacher(
        teacher,
        batch,
        LearningCheckpoint(run, TEACHER_CHECKPOINT, "label"),
        progress,
        steps=settings.teacher_steps,
    )
    with run.replacing(_TEACHER) as part:
        torch.save(teacher.state_dict(), part)
    return {
        "device": device.type,
        **asdict(curve),
        **known.errors(partial(error_of_teacher, teacher)),
    }


def label_with_teacher(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Let the teacher label siblings."""
    settings = run.settings
    device = chosen_device()
    teacher = Teacher(settings.teacher_blocks, settings.teacher_channels).to(device)
    try:
        state = torch.load(run.file(_TEACHER), map_location=device, weights_only=True)
        teacher.load_state_dict(state)
    except (OSError, RuntimeError, ValueError, KeyError):
        raise OutflankError(Text("errors.training.no_teacher", file=run.file(_TEACHER))) from None
    made = label_siblings(run, teacher, game_positions(run), held_out(run), progress)
    return {"device": device.type, "siblings": made}


def teach_student(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Train the student and save its parameters."""
    settings = run.settings
    torch.manual_seed((settings.seed + 2) % _SEEDS)
    device = chosen_device()
    known = _Data(run, data, device)
    siblings = MappedExamples(*labelled_siblings(run), device, settings.seed)
    share = int(settings.student_batch * settings.sibling_share)
    rest = known.batch(
        settings.student_batch, settings.exact_share, settings.book_share, siblings=share
    )
    student = Student().to(device)
    batch: list[tuple[Source, int]] = [(siblings, share), *rest]
    curve = fit_student(
        student,
        batch,
        LearningCheckpoint(run, STUDENT_CHECKPOINT, "label-siblings"),
        progress,
        steps=settings.student_steps,
        rate=settings.student_rate,
    )
    with run.replacing(_STUDENT) as part:
        np.savez(part, **student.learned())
    return {
        "device": device.type,
        **asdict(curve),
        **known.errors(partial(error_of_student, student)),
    }
