"""The steps that learn the weights of features and write the headers with them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np

from outflank.rules import Classic, Position, YesNo
from outflank.training.features.chance_fit import ChanceFit, likeliest_spread
from outflank.training.features.feature_fit import FeatureFit
from outflank.training.features.rounds import RoundsFound, learn
from outflank.training.features.weights_header import chance_header, feature_header, weights_in
from outflank.training.features.weights_match import points_of
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["CHANCE_FILE", "FEATURE_FILE", "learn_chance", "learn_features", "learned_features"]

FEATURE_FILE = "feature_weights.hpp"
CHANCE_FILE = "chance_weights.hpp"


def learn_features(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Learn the weights of the features of any board, classic and Anti."""
    found = learn(run, FeatureFit(run.settings), progress)
    with run.replacing(FEATURE_FILE) as part:
        part.write_text(feature_header(found.weights), encoding="ascii")
    figures = {"file": FEATURE_FILE, **found.figures(), **_gain(run, found, Classic().start())}
    shutil.rmtree(run.file(FeatureFit.folder))  # a repeated step plays its games again
    return figures


def learn_chance(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Learn the weights of the features in games with an oracle."""
    found = learn(run, ChanceFit(run.settings), progress)
    with run.replacing(CHANCE_FILE) as part:
        part.write_text(chance_header(found.weights), encoding="ascii")
    figures = {"file": CHANCE_FILE, **found.figures(), **_gain(run, found, YesNo().start())}
    figures["spread"] = {name: likeliest_spread(some) for name, some in found.forecasts.items()}
    shutil.rmtree(run.file(ChanceFit.folder))
    return figures


def _gain(run: RunFolder, found: RoundsFound, start: Position) -> dict[str, Any]:
    """Return the share of points the last round wins on 8x8; at one half it plays no better."""
    pairs = run.settings.feature_pairs
    points = points_of(
        found.weights.tobytes(),
        found.weights_before.tobytes(),
        start,
        pairs=pairs,
        seed=run.settings.seed,
    )
    return {"pairs": pairs, "points against the round before": round(points, 4)}


def learned_features(run: RunFolder) -> bytes | None:
    """Return the weights of features that a run has learned, as the core's engine reads them."""
    try:
        text = run.file(FEATURE_FILE).read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    return weights_in(text).astype(np.dtype("<i2")).tobytes()
