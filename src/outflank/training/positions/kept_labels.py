"""Labels that outlast a run: a folder of compact files, which each run learns from and adds to.

A file has the arrays `mover`, `opponent` and `value`, in 1/32 disc. Others that it has are not
read. Its name is a digest of what it holds, so that the same labels are never added twice.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank.training.positions.array_files import unpacked
from outflank.training.run_folder import replacing

__all__ = ["add_labels", "kept_labels"]

_UNITS = 32  # of a disc
_FILES = "labels-*.npz"


def add_labels(folder: Path, rows: NDArray[np.int64], values: NDArray[np.float32]) -> str:
    """Add the labels of positions, a row of two words each, and return the name of their file."""
    units = np.rint(values * _UNITS).astype(np.int16)
    digest = hashlib.sha256(rows.tobytes() + units.tobytes()).hexdigest()[:16]
    path = folder / f"labels-{digest}.npz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part, part.open("wb") as file:
            np.savez_compressed(file, mover=rows[:, 0], opponent=rows[:, 1], value=units)
    return path.name


def kept_labels(
    folder: Path, *, without: str = ""
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the positions and values of all files in a folder, but not of the one named."""
    rows, values = [np.empty((0, 2), np.int64)], [np.empty(0, np.float32)]
    for path in sorted(folder.glob(_FILES)):
        if path.name == without:
            continue
        with unpacked(path) as parts:
            words = np.stack([parts["mover"], parts["opponent"]], axis=1).astype(np.int64)
            units = parts["value"]
            if units.shape != words.shape[:1]:
                raise ValueError("its arrays differ in length")
        rows.append(words)
        values.append((units / np.float32(_UNITS)).astype(np.float32))
    return np.concatenate(rows), np.concatenate(values)
