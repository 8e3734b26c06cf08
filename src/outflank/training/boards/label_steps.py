"""The step that fits the pattern weights of 8x8 to the labels of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.engine.learned import learned_evaluation, pattern_weights
from outflank.texts import say
from outflank.training.boards.judging import WeightsJudge
from outflank.training.boards.label_fit import CLASSIC, LabelledPositions, fit_labels, values_by
from outflank.training.boards.network_values import valued_siblings
from outflank.training.boards.odd_and_even import debiased_weights
from outflank.training.boards.pattern_file import GameWeights, unpacked_weights, written_weights
from outflank.training.positions.data_steps import (
    SIBLING_UNITS,
    held_out,
    labelled,
    labelled_siblings,
    scored_parts,
)
from outflank.training.positions.readers import ScoredPositions, read_book, read_exact
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["fit_to_labels"]

_PLIES = 8  # a deeper search of fewer positions
_JUDGED = 2000
_SEARCHED = 30_000  # most positions searched to find the constants
_STEPS_BESIDE = 4  # of the progress bar: constants, packing, and judging two files


def fit_to_labels(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Fit the weights, write their file and compare it with the engine's present one."""
    hashes = held_out(run)
    exact, judged = scored_parts(read_exact(data), hashes)
    book, _ = scored_parts(read_book(data), hashes)
    rows, values = labelled(run)
    labels = LabelledPositions(np.array(rows[:, 0]), np.array(rows[:, 1]), np.array(values))
    learned, kept_out = labels.parts()
    progress(0, 1, say("training.progress.siblings"))
    siblings, valued_by = _siblings(run, progress)
    steps = run.settings.fit_steps
    total = steps + _STEPS_BESIDE
    curve: list[tuple[int, float]] = []

    def note(step: int, error: float) -> None:
        curve.append((step, round(error, 3)))
        progress(step, total, say("training.progress.error", error=f"{error:.2f}"))

    everything = LabelledPositions.joined([learned, siblings, _scored(exact), _scored(book)])
    weights = fit_labels(everything, kept_out, steps, run.path, note)
    progress(steps, total, say("training.progress.comparing_depths"))
    weights, bias = _debiased(run, weights, learned)
    progress(steps + 1, total, say("training.progress.packing"))
    content = written_weights(CLASSIC, weights)
    with run.replacing(CLASSIC.file) as part:
        part.write_bytes(content)
    progress(steps + 2, total, say("training.progress.judging"))
    new = _errors(unpacked_weights(CLASSIC, weights), judged)
    progress(steps + 3, total, say("training.progress.judging_shipped"))
    off = values_by(weights, kept_out) - kept_out.value
    return {
        "file": CLASSIC.file,
        "bytes": len(content),
        "positions": {
            "labels": len(learned),
            "siblings": len(siblings),
            "exact": len(exact),
            "book": len(book),
        },
        "siblings valued by": valued_by,
        "labels held out": len(kept_out),
        "spread": round(float(kept_out.value.std()), 3),
        "held-out error": round(float(np.sqrt((off**2).mean())), 3),
        "curve": curve,
        "biases": np.round(bias, 3).tolist(),
        "new file": new,
        "shipped file": _errors_of_shipped(judged),
        "judged": {"one ply": len(judged), "eight plies": len(judged.evenly(_JUDGED))},
    }


def _debiased(
    run: RunFolder, weights: GameWeights, labels: LabelledPositions
) -> tuple[GameWeights, NDArray[np.float64]]:
    settings = run.settings
    count = min(_SEARCHED, settings.debias_positions)
    solved = min(settings.shallow_solved, settings.deep_solved)
    return debiased_weights(weights, labels.first(count), settings.debias_depth, solved)


def _siblings(run: RunFolder, progress: Progress) -> tuple[LabelledPositions, str]:
    """Return at most `weights_siblings` siblings, and who has valued them.

    Without a teacher that is the engine's network, if the labels are the engine's too.
    """
    if run.is_finished("label-siblings"):
        found, valued_by = _of_teacher(run), "the teacher"
    elif run.settings.evaluator == "engine" and (network := learned_evaluation().network):
        count = run.settings.weights_siblings
        found = valued_siblings(
            run,
            network,
            count,
            lambda done: progress(done, count, say("training.progress.siblings")),
        )
        valued_by = "the engine's network"
    else:
        empty = np.empty(0, np.int64)
        found, valued_by = LabelledPositions(empty, empty, np.empty(0, np.float32)), "nobody"
    return found.parts()[0], valued_by  # without equals of labels that are held out


def _of_teacher(run: RunFolder) -> LabelledPositions:
    count = run.settings.weights_siblings
    rows, values = (part[:count] for part in labelled_siblings(run))
    discs = (values / np.float32(SIBLING_UNITS)).astype(np.float32)
    return LabelledPositions(np.array(rows[:, 0]), np.array(rows[:, 1]), discs)


def _scored(scored: ScoredPositions) -> LabelledPositions:
    """Return positions with known scores, without symmetric images of held-out labels."""
    return LabelledPositions(scored.mover, scored.opponent, scored.score).parts()[0]


def _errors(weights: bytes, judged: ScoredPositions) -> dict[str, float]:
    """Return the errors on exact scores that were held out."""
    judge = WeightsJudge(weights)
    return {
        "one ply": round(judge.error(judged, 1), 3),
        "eight plies": round(judge.error(judged.evenly(_JUDGED), _PLIES), 3),
    }


def _errors_of_shipped(judged: ScoredPositions) -> dict[str, float] | None:
    """Return the errors of the engine's own file, or None if it cannot be read."""
    weights = pattern_weights(CLASSIC.start)
    return None if weights is None else _errors(weights, judged)
