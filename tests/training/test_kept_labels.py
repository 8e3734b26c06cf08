"""Labels that outlast a run, and labels of selective searches."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.engine.native import NativeEngine
from outflank.engine.protocol import Task
from outflank.errors import OutflankError
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import BLACK, Board, Position
from outflank.training.pipeline import run_step
from outflank.training.positions.bitboards import canonical_hash, empty_count
from outflank.training.positions.data_steps import labelled
from outflank.training.positions.kept_labels import add_labels, kept_labels
from outflank.training.positions.labels import Labeller, Plan, label_file
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import Sampler, replayed
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS, TrainingSettings

GAME = "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6f6f3a5e7d7c8c7d8f7e8"
WORD = (1 << 64) - 1


def drawn(count: int, seed: int) -> NDArray[np.int64]:
    """Draw positions near a game."""
    return Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), seed).draw(count)


def test_labels_come_back_as_they_were_added(tmp_path: Path) -> None:
    rows = drawn(20, 1)
    values = (np.arange(20) - 10).astype(np.float32) * 1.03125
    folder = tmp_path / "new" / "kept"
    name = add_labels(folder, rows[:12], values[:12])
    assert add_labels(folder, rows[:12], values[:12]) == name  # the same labels, the same file
    other = add_labels(folder, rows[12:], values[12:])
    assert sorted(path.name for path in folder.iterdir()) == sorted([name, other])
    found, their_values = kept_labels(folder, without=other)
    assert found.tolist() == rows[:12].tolist()
    assert their_values.tolist() == values[:12].tolist()
    assert len(kept_labels(folder)[1]) == 20
    assert len(kept_labels(tmp_path / "missing")[1]) == 0


@pytest.mark.parametrize("content", [b"", b"PK\3\4 and no more", None])
def test_a_damaged_file_of_kept_labels_is_one_sentence(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "labels-1.npz"
    if content is None:
        words = np.zeros(3, np.int64)
        np.savez(path, mover=words, opponent=words, value=np.zeros(2, np.int16))
    else:
        path.write_bytes(content)
    with pytest.raises(OutflankError, match=r"labels-1\.npz is damaged .*; remove it"):
        kept_labels(tmp_path)


@pytest.mark.native
def test_a_run_learns_from_kept_labels_and_adds_its_own(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    others = drawn(6, 2)
    add_labels(kept, others, np.full(6, 2.5, np.float32))
    settings = replace(
        PRESETS["smoke"],
        shallow_positions=5,
        shallow_depth=1,
        deep_positions=0,
        kept_labels=str(kept),
    )
    run = RunFolder.begun(tmp_path / "run", settings)
    rows = drawn(5, 3)
    np.save(run.file("positions.npy"), rows)
    held_out = np.sort(canonical_hash(others[:1, 0], others[:1, 1]))  # and whatever is like it
    np.save(run.file("held_out.npy"), held_out)
    run.finish("positions", {}, seconds=1)
    free = others[canonical_hash(others[:, 0], others[:, 1]) != held_out[0]]
    for _ in range(2):  # repeated, it does not learn from its own labels twice
        found = run_step(run, "label", tmp_path, lambda *_: None)
        assert (found["labels"], found["kept labels"]) == (5, len(free))
        positions, values = labelled(run)
        assert positions.tolist() == [*rows.tolist(), *free.tolist()]
        assert values[5:].tolist() == [2.5] * len(free)
        assert len(kept_labels(kept)[1]) == 11


@pytest.mark.native
def test_labels_are_searched_with_the_confidence_that_was_asked_for() -> None:
    rows = drawn(30, 4)
    found = Labeller("engine").values(rows, 7, 0, confidence=73)
    engine = NativeEngine(threads=1, hash_mb=16)
    expected = []
    for mover, opponent in rows.tolist():
        position = Position(Board(8, mover & WORD, opponent & WORD), BLACK)
        score = engine.think(Task(position, Limit(depth=7, confidence=73))).score
        assert score is not None
        expected.append(score.discs)
    assert found.tolist() == expected
    assert found.tolist() != Labeller("engine").values(rows, 7, 0).tolist()


@pytest.mark.native
def test_labels_are_searched_to_the_end_with_the_confidence_that_was_asked_for(
    tmp_path: Path,
) -> None:
    rows = drawn(200, 5)
    while (empties := empty_count(rows[:, 0], rows[:, 1])).mean() > 14:
        rows = Sampler(rows, np.empty(0, np.int64), 5).draw(200)
    rows = rows[(empties > 8) & (empties < 20)]
    np.save(tmp_path / "rows.npy", rows)
    plans = [(len(rows), Plan("engine", 1, 12, 73, 15))]
    label_file(tmp_path / "rows.npy", tmp_path / "values.npy", plans, processes=1)
    found = np.load(tmp_path / "values.npy")
    engine = NativeEngine(threads=1, hash_mb=16)
    expected, limits = [], set()
    for at, (mover, opponent) in enumerate(rows.tolist()):
        position = Position(Board(8, mover & WORD, opponent & WORD), BLACK)
        empties_left = position.board.empties
        if empties_left <= 12:
            limit = UNLIMITED
        else:
            limit = Limit(depth=None if empties_left <= 15 else 1 + at % 2, confidence=73)
        task = Task(position, limit)
        analysis = engine.think(task) if limit.depth else engine.solve_task(task, "exact")
        assert analysis.score is not None
        expected.append(analysis.score.discs)
        limits.add(limit)
    assert found.tolist() == expected
    assert len(limits) == 4  # solved, searched to the end, and searched one ply and two


@pytest.mark.parametrize(
    ("setting", "value"), [("label_confidence", 72), ("label_confidence", 101), ("kept_labels", 3)]
)
def test_settings_of_labels_are_checked(setting: str, value: int) -> None:
    with pytest.raises(OutflankError, match=f"the setting {setting} must be a"):
        TrainingSettings.of({setting: value})
