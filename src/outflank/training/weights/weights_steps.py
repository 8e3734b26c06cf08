"""The step that fits the plain weights of 8x8 to what a run has labelled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.learned import data_file
from outflank.errors import EngineError
from outflank.training.positions.data_steps import (
    SIBLING_UNITS,
    held_out,
    labelled,
    labelled_siblings,
    scored_parts,
)
from outflank.training.positions.readers import ScoredPositions, read_book, read_exact
from outflank.training.run_folder import Progress, RunFolder
from outflank.training.weights.judging import WeightsJudge
from outflank.training.weights.weights_file import written_weights
from outflank.training.weights.weights_fit import LabelledPositions, fit_weights

__all__ = ["FILE", "fit_plain_weights"]

FILE = "8x8.weights"
_PLIES = 8  # a deeper search of fewer positions
_JUDGED = 2000
_STEPS_BESIDE = 3  # of the progress bar: packing, and judging two files


def fit_plain_weights(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Fit the weights, write their file and compare it with the engine's present one."""
    hashes = held_out(run)
    exact, judged = scored_parts(read_exact(data), hashes)
    book, _ = scored_parts(read_book(data), hashes)
    rows, values = labelled(run)
    labels = LabelledPositions(np.array(rows[:, 0]), np.array(rows[:, 1]), np.array(values))
    learned, kept_out = labels.parts()
    siblings = _siblings(run)
    steps = run.settings.fit_steps
    total = steps + _STEPS_BESIDE
    curve: list[tuple[int, float]] = []

    def note(step: int, error: float) -> None:
        curve.append((step, round(error, 3)))
        progress(step, total, f"{error:.2f} discs")

    everything = LabelledPositions.joined([learned, siblings, _scored(exact), _scored(book)])
    found = fit_weights(everything, kept_out, steps, run.path, note)
    progress(steps, total, "packing")
    content = written_weights(found.weights)
    with run.replacing(FILE) as part:
        part.write_bytes(content)
    progress(steps + 1, total, "judging")
    new = _errors(content, judged)
    progress(steps + 2, total, "judging the engine's file")
    return {
        "file": FILE,
        "bytes": len(content),
        "positions": {
            "labels": len(learned),
            "siblings": len(siblings),
            "exact": len(exact),
            "book": len(book),
        },
        "labels held out": len(kept_out),
        "spread": round(found.spread, 3),
        "held-out error": round(found.error, 3),
        "curve": curve,
        "new file": new,
        "shipped file": _errors_of_shipped(judged),
        "judged": {"one ply": len(judged), "eight plies": len(judged.evenly(_JUDGED))},
    }


def _siblings(run: RunFolder) -> LabelledPositions:
    """Return siblings with the teacher's labels, as many as the settings say and there are."""
    if not run.is_finished("label-siblings"):
        empty = np.empty(0, np.int64)
        return LabelledPositions(empty, empty, np.empty(0, np.float32))
    count = run.settings.weights_siblings
    rows, values = (part[:count] for part in labelled_siblings(run))
    discs = (values / np.float32(SIBLING_UNITS)).astype(np.float32)
    found = LabelledPositions(np.array(rows[:, 0]), np.array(rows[:, 1]), discs)
    return found.parts()[0]  # equals of labels that are held out are not learned from


def _scored(scored: ScoredPositions) -> LabelledPositions:
    """Return positions with known scores, without equals of labels that are held out."""
    return LabelledPositions(scored.mover, scored.opponent, scored.score).parts()[0]


def _errors(content: bytes, judged: ScoredPositions) -> dict[str, float]:
    """Return the errors on exact scores that were held out."""
    judge = WeightsJudge(content)
    return {
        "one ply": round(judge.error(judged, 1), 3),
        "eight plies": round(judge.error(judged.evenly(_JUDGED), _PLIES), 3),
    }


def _errors_of_shipped(judged: ScoredPositions) -> dict[str, float] | None:
    """Return the same of the engine's file; nothing where it cannot be read any more."""
    try:
        return _errors(data_file(FILE), judged)
    except EngineError:  # as when it was made for other patterns
        return None
