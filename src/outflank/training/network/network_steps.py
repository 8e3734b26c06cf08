"""The steps after the learning: constants, the file, and its check on what was held out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text, say
from outflank.training.network.debias import Searches, biases, debiased
from outflank.training.network.minimax import searched
from outflank.training.network.network_file import read_network, written_network
from outflank.training.network.pattern_network import PatternNetwork
from outflank.training.positions.array_files import reading, unpacked
from outflank.training.positions.bitboards import empty_count
from outflank.training.positions.data_steps import (
    game_positions,
    held_out,
    labelled,
    save,
    scored_parts,
)
from outflank.training.positions.labels import Labeller, Plan, label_file
from outflank.training.positions.readers import read_book, read_exact
from outflank.training.positions.sampling import Sampler
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["check_network", "export_network", "find_biases"]

_STUDENT = "student.npz"
_BIASES = "biases.npy"
_NEAR_END, _NEAR_END_VALUES = "near_end.npy", "near_end_values.npy"
FILE = "8x8.network"
_JUDGED = 2000  # held-out positions that the first labeller is asked about


def find_biases(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Search with the student to two depths, and solve near the end."""
    settings = run.settings
    network = _student(run)
    sampler = Sampler(game_positions(run), held_out(run), [settings.seed, 2])
    rows = sampler.draw(settings.debias_positions)
    empties = empty_count(rows[:, 0], rows[:, 1])
    mover, opponent = rows[:, 0], rows[:, 1]
    static = network.discs(mover, opponent)
    near_end = empties <= settings.debias_solved
    deep, shallow = np.full(len(rows), np.nan, np.float32), np.full(len(rows), np.nan, np.float32)
    far = np.flatnonzero(~near_end)
    portion = 1000
    for at in range(0, len(far), portion):
        some = far[at : at + portion]
        for values, depth in ((shallow, settings.debias_depth), (deep, settings.debias_depth + 1)):
            values[some] = searched(network.discs, mover[some], opponent[some], depth)
        progress(min(at + portion, len(far)), len(far), say("training.progress.searching"))
    if near_end.any():
        save(run, _NEAR_END, rows[near_end])
        run.file(_NEAR_END_VALUES).unlink(missing_ok=True)
        plan = Plan("features", 1, settings.debias_solved)
        label_file(
            run.file(_NEAR_END),
            run.file(_NEAR_END_VALUES),
            [(int(near_end.sum()), plan)],
            progress=lambda done, total: progress(done, total, say("training.progress.solving")),
        )
        deep[near_end] = shallow[near_end] = np.load(run.file(_NEAR_END_VALUES))
    found = biases(
        Searches(empties, static, shallow, deep, settings.debias_depth, settings.debias_solved)
    )
    save(run, _BIASES, found)
    gaps = [
        _mean((shallow - deep)[(empties == number) & ~near_end]) for number in range(len(found))
    ]
    return {"biases": np.round(found, 3).tolist(), "odd and even differ by": gaps}


def export_network(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Write the network's file, whole or not at all."""
    with reading(run.file(_BIASES)):
        found = np.load(run.file(_BIASES))
    network = debiased(_student(run), found)
    content = written_network(network)
    with run.replacing(FILE) as part:
        part.write_bytes(content)
    progress(1, 1, "")
    return {"bytes": len(content), "file": FILE}


def check_network(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Read the file again and compare its values with scores that were held out."""
    network = read_network(run.file(FILE).read_bytes())
    hashes = held_out(run)
    exact = scored_parts(read_exact(data), hashes)[1]
    book = scored_parts(read_book(data), hashes)[1]
    progress(1, 4, say("training.progress.evaluating"))
    values = network.discs(exact.mover, exact.opponent)
    one_ply = searched(network.discs, exact.mover, exact.opponent, 1)
    progress(2, 4, say("training.progress.evaluating_book"))
    book_values = searched(network.discs, book.mover, book.opponent, 1)
    progress(3, 4, say("training.progress.asking_first_labeller"))
    chosen = exact.evenly(_JUDGED)
    rows = np.stack([chosen.mover, chosen.opponent], axis=1)
    before = Labeller(run.settings.evaluator).values(rows, 1, 0)
    after = searched(network.discs, chosen.mover, chosen.opponent, 1)
    trained, labels = labelled(run)
    seen = network.discs(trained[:_JUDGED, 0], trained[:_JUDGED, 1])
    return {
        "before": _error(before, chosen.score),
        "after": _error(after, chosen.score),
        "exact, evaluated": _error(values, exact.score),
        "exact, one ply": _error(one_ply, exact.score),
        "book, one ply": _error(book_values, book.score),
        "labels, evaluated": _error(seen, labels[:_JUDGED]),
        "exact, too high by": round(float((values - exact.score).mean()), 3),
        "positions": {"exact": len(exact), "book": len(book), "before and after": len(chosen)},
        "sample": {
            "found": np.round(values[:600], 2).tolist(),
            "exact": exact.score[:600].tolist(),
        },
        "processors": os.cpu_count(),
    }


def _student(run: RunFolder) -> PatternNetwork:
    try:
        with unpacked(run.file(_STUDENT)) as parts:
            return PatternNetwork.quantised({name: parts[name] for name in parts.files})
    except OutflankError:
        raise OutflankError(Text("errors.training.no_student", file=run.file(_STUDENT))) from None


def _error(found: NDArray[np.float32], wanted: NDArray[np.float32]) -> float:
    """Return the root mean square in discs."""
    return round(float(np.sqrt(((found - wanted) ** 2).mean())), 3)


def _mean(values: NDArray[np.float32]) -> float:
    return round(float(values.mean()), 3) if len(values) else 0.0
