"""The steps that make positions and label them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.texts import say
from outflank.training.positions.array_files import mapped_array, reading
from outflank.training.positions.bitboards import empty_count
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
    rows = Sampler(played, held_out, [settings.seed, 1]).draw(count)
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
    """Search or solve every position; the labels of an interrupted run are kept."""
    settings = run.settings
    plans = [
        (
            settings.deep_positions,
            Plan(settings.evaluator, settings.deep_depth, settings.deep_solved),
        ),
        (
            settings.shallow_positions,
            Plan(settings.evaluator, settings.shallow_depth, settings.shallow_solved),
        ),
    ]
    label_file(
        run.file(_POSITIONS),
        run.file(_LABELS),
        plans,
        progress=lambda done, total: progress(done, total, ""),
    )
    labels = mapped_array(run.file(_LABELS))
    counts, _ = np.histogram(labels, bins=np.arange(-66, 67, 4))
    return {
        "labels": len(labels),
        "mean": round(float(labels.mean()), 3),
        "spread": round(float(labels.std()), 3),
        "histogram": counts.tolist(),
    }


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
    """Return the positions and the engine's labels, mapped into memory."""
    positions = mapped_array(run.file(_POSITIONS))
    return positions, mapped_array(run.file(_LABELS), shape=positions.shape[:1])


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
