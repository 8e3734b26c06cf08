"""The steps that make positions and label them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.texts import say
from outflank.training.positions.array_files import mapped_array, reading
from outflank.training.positions.bitboards import empty_count
from outflank.training.positions.kept_labels import add_labels, kept_labels
from outflank.training.positions.labels import Plan, label_file
from outflank.training.positions.readers import (
    ScoredPositions,
    read_book,
    read_exact,
    read_games,
)
from outflank.training.positions.sampling import Sampler, held_out_hashes, is_trainable, replayed
from outflank.training.run_folder import Progress, RunFolder

__all__ = [
    "SIBLINGS",
    "SIBLING_UNITS",
    "SIBLING_VALUES",
    "game_positions",
    "held_out",
    "label_positions",
    "labelled",
    "labelled_siblings",
    "make_positions",
    "save",
    "scored_parts",
]

# What the teacher labels: positions, and their values in 1/32 disc.
SIBLINGS, SIBLING_VALUES = "siblings.npy", "sibling_values.npy"
SIBLING_UNITS = 32

_GAMES = "game_positions.npy"
_POSITIONS = "positions.npy"
_LABELS = "labels.npy"
_KEPT_POSITIONS, _KEPT_VALUES = "kept_positions.npy", "kept_values.npy"
_HELD_OUT = "held_out.npy"


def make_positions(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Draw the positions that the engine will label."""
    settings = run.settings
    exact, book = read_exact(data), read_book(data)
    progress(1, 4, say("training.progress.reading_games"))
    games = read_games(data, settings.games, settings.seed)
    progress(2, 4, say("training.progress.replaying"))
    played = replayed(games)
    held_out = held_out_hashes(exact, book)
    progress(3, 4, say("training.progress.drawing"))
    count = settings.shallow_positions + settings.deep_positions
    sampler = Sampler(played, held_out, [settings.seed, 1], twice=settings.wandering_twice)
    rows = sampler.draw(count)
    save(run, _GAMES, played)
    save(run, _HELD_OUT, held_out)
    save(run, _POSITIONS, rows)
    return {
        "games": len(games),
        "game positions": len(played),
        "positions": len(rows),
        "held-out hashes": len(held_out),
        "by empties": np.bincount(empty_count(rows[:, 0], rows[:, 1]), minlength=61).tolist(),
    }


def label_positions(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Search or solve every position; the labels of an interrupted run are kept.

    If the settings name a folder of kept labels, what it holds is copied into the run, which
    learns from it, too, and the labels of this run are added to it.
    """
    settings = run.settings
    deep = settings.deep_positions, settings.deep_depth, settings.deep_solved
    shallow = settings.shallow_positions, settings.shallow_depth, settings.shallow_solved
    plans = [
        (
            count,
            Plan(
                settings.evaluator,
                depth,
                solved,
                settings.label_confidence,
                settings.searched_to_end,
            ),
        )
        for count, depth, solved in (deep, shallow)
    ]
    label_file(
        run.file(_POSITIONS),
        run.file(_LABELS),
        plans,
        progress=lambda done, total: progress(done, total, ""),
    )
    labels = mapped_array(run.file(_LABELS))
    kept = _keep_labels(run, Path(settings.kept_labels)) if settings.kept_labels else 0
    counts, _ = np.histogram(labels, bins=np.arange(-66, 67, 4))
    return {
        "labels": len(labels),
        "kept labels": kept,
        "mean": round(float(labels.mean()), 3),
        "spread": round(float(labels.std()), 3),
        "histogram": counts.tolist(),
    }


def _keep_labels(run: RunFolder, folder: Path) -> int:
    """Copy the labels in a folder into the run, add its own to the folder, and return how many."""
    rows = mapped_array(run.file(_POSITIONS))
    values = mapped_array(run.file(_LABELS), shape=rows.shape[:1])
    name = add_labels(folder, rows, values)
    others, their_values = kept_labels(folder, without=name)
    chosen = is_trainable(others[:, 0], others[:, 1], held_out(run))
    save(run, _KEPT_POSITIONS, others[chosen])
    save(run, _KEPT_VALUES, their_values[chosen])
    return int(chosen.sum())


def save(run: RunFolder, name: str, array: NDArray[Any]) -> None:
    """Write an array as a whole or not at all."""
    with run.replacing(name) as part:
        np.save(part, array)


def game_positions(run: RunFolder) -> NDArray[np.int64]:
    """Return the positions of the games, mapped into memory."""
    return mapped_array(run.file(_GAMES))


def held_out(run: RunFolder) -> NDArray[np.int64]:
    """Return the canonical hashes of what is held out."""
    with reading(run.file(_HELD_OUT)):
        found: NDArray[np.int64] = np.load(run.file(_HELD_OUT))
        return found


def labelled(run: RunFolder) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the positions and the engine's labels, then those that were kept from other runs."""
    positions = mapped_array(run.file(_POSITIONS))
    labels = mapped_array(run.file(_LABELS), shape=positions.shape[:1])
    if not run.settings.kept_labels:
        return positions, labels
    others = mapped_array(run.file(_KEPT_POSITIONS))
    values = mapped_array(run.file(_KEPT_VALUES), shape=others.shape[:1])
    return np.concatenate([positions, others]), np.concatenate([labels, values])


def labelled_siblings(run: RunFolder) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return the siblings and the teacher's labels in their units, mapped into memory."""
    siblings = mapped_array(run.file(SIBLINGS))
    return siblings, mapped_array(run.file(SIBLING_VALUES), shape=siblings.shape[:1])


def scored_parts(
    scored: ScoredPositions, hashes: NDArray[np.int64]
) -> tuple[ScoredPositions, ScoredPositions]:
    """Return the positions to train on and those that are held out."""
    trainable = ~scored.is_held_out & is_trainable(scored.mover, scored.opponent, hashes)
    return scored.where(trainable), scored.where(scored.is_held_out)
