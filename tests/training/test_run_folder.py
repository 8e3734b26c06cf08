"""The folder of a run, its steps in order, labels that go on where they stopped, the report."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.drawing.svg_plot import bar_plot, dot_plot, line_plot
from outflank.errors import OutflankError
from outflank.training.pipeline import STEPS, missing_steps, newer_steps, run_step
from outflank.training.positions.data_steps import labelled
from outflank.training.positions.labels import Labeller, Plan, label_file
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import Sampler, replayed
from outflank.training.report import report_page, write_report
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS, TrainingSettings
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    texts_of_page,
    untranslated,
    write_second_language,
)

GAME = "f5d6c3d3c4f4f6f3e6e7d7c6d8c5c7c8b8b6"


def test_a_run_keeps_its_settings_and_refuses_others(tmp_path: Path) -> None:
    run = RunFolder.begun(tmp_path / "run", PRESETS["smoke"])
    assert RunFolder(tmp_path / "run").settings == run.settings == PRESETS["smoke"]
    with pytest.raises(OutflankError, match=r"was begun with seed 1; leave these options out"):
        RunFolder.begun(tmp_path / "run", TrainingSettings.of(run.settings.as_dict() | {"seed": 2}))


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OutflankError, match="exists and is not the folder of a training run"):
        RunFolder.begun(tmp_path, TrainingSettings())
    with pytest.raises(OutflankError, match="is not the folder of a training run; `train all`"):
        RunFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"sede": 1}', "sede"),
        ('{"seed": "one"}', "the setting seed must be a whole number from 0 up, not 'one'"),
        ('{"seed": true}', "the setting seed must be a whole number from 0 up, not True"),
        ('{"seed": 1.0}', "the setting seed must be a whole number from 0 up, not 1.0"),
        ('{"first_games": -5}', "the setting first_games must be a whole number from 1 up, not -5"),
        ('{"more_games": 0}', "the setting more_games must be a whole number from 1 up, not 0"),
        ('{"feature_rounds": 0}', "the setting feature_rounds must be a whole number from 1 up"),
        ('{"deep_solved": 61}', "the setting deep_solved must be a whole number from 0 to 60"),
        ('{"sibling_share": 1.5}', "the setting sibling_share must be a number from 0 to 1, not"),
        ('{"sibling_share": NaN}', "the setting sibling_share must be a number from 0 to 1, not"),
        (
            '{"sibling_share": 0.9, "exact_share": 0.06, "book_share": 0.05}',
            "the settings sibling_share, exact_share and book_share must not add up to more than",
        ),
        ('{"student_rate": false}', "the setting student_rate must be a number from 1e-09 to 1"),
        ('{"kind": "9x9"}', r"the setting kind must be one of 8x8, 6x6, .*oracle, not '9x9'"),
        ('{"kind": ["8x8"]}', "the setting kind must be one of 8x8, 6x6"),
        ('{"evaluator": "foo"}', "evaluator must be one of features, engine, not 'foo'"),
        (
            '{"shallow_positions": 0, "deep_positions": 0}',
            "the settings shallow_positions and deep_positions must not both be 0",
        ),
        ("[]", "does not hold a JSON object"),
        ("{", "cannot be read"),
    ],
)
def test_damaged_settings_are_one_sentence(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(OutflankError, match=problem):
        RunFolder(tmp_path)


def test_a_step_waits_for_what_it_builds_on(tmp_path: Path) -> None:
    run = RunFolder.begun(tmp_path / "run", PRESETS["smoke"])
    assert missing_steps(run, "label") == ["positions"]
    with pytest.raises(OutflankError, match="the step check builds on export, which is not"):
        run_step(run, "check", tmp_path, lambda *_: None)
    assert all(need in STEPS for step in STEPS.values() for need in step.needs)


def searched_in_turn(rows: NDArray[np.int64], depth: int) -> list[float]:
    """The values of searches by features, every second one a ply deeper."""
    labeller = Labeller("features")
    return [
        labeller.value((one, other), depth + at % 2, 0)
        for at, (one, other) in enumerate(rows.tolist())
    ]


@pytest.mark.native
def test_labels_go_on_where_they_stopped(tmp_path: Path) -> None:
    rows = Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), 3).draw(300)
    np.save(tmp_path / "rows.npy", rows)
    expected = searched_in_turn(rows[100:], 2)[156:]
    begun = np.full(300, np.nan, np.float32)
    begun[:256] = 99.0  # what an earlier run has found stays as it is
    np.save(tmp_path / "values.npy", begun)
    told = []
    plans = [(100, Plan("features", 1, 0)), (200, Plan("features", 2, 0))]
    label_file(
        tmp_path / "rows.npy",
        tmp_path / "values.npy",
        plans,
        processes=1,
        progress=lambda done, total: told.append((done, total)),
    )
    found = np.load(tmp_path / "values.npy")
    assert (found[:100] == 99.0).all()
    assert not np.isnan(found).any()
    assert found[256:].tolist() == expected
    assert told[-1] == (300, 300)


@pytest.mark.native
def test_damaged_labels_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    rows = Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), 3).draw(600)
    np.save(tmp_path / "rows.npy", rows)
    whole = tmp_path / "whole.npy"
    np.save(whole, np.full(600, 99.0, np.float32))
    plans = [(600, Plan("features", 1, 0))]
    others = tmp_path / "others.npy"
    np.save(others, np.full(601, 99.0, np.float32))
    labels = tmp_path / "labels.npy"
    for content in (
        whole.read_bytes()[:1000],
        whole.read_bytes() + b"\0",
        whole.read_bytes()[:50],
        b"",
        others.read_bytes(),
    ):
        labels.write_bytes(content)
        with pytest.raises(OutflankError, match=r"labels\.npy is damaged .*; remove it and repeat"):
            label_file(tmp_path / "rows.npy", labels, plans, processes=1)
        assert labels.read_bytes() == content


@pytest.mark.native
def test_what_a_kill_left_of_a_new_file_of_labels_is_not_taken_for_labels(tmp_path: Path) -> None:
    rows = Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), 3).draw(30)
    np.save(tmp_path / "rows.npy", rows)
    np.save(tmp_path / "part-labels.npy", np.zeros(30, np.float32))
    plans = [(30, Plan("features", 1, 0))]
    label_file(tmp_path / "rows.npy", tmp_path / "labels.npy", plans, processes=1)
    assert np.load(tmp_path / "labels.npy").tolist() == searched_in_turn(rows, 1)
    assert not (tmp_path / "part-labels.npy").exists()


def test_a_damaged_or_missing_file_of_a_run_is_one_sentence(tmp_path: Path) -> None:
    run = RunFolder.begun(tmp_path / "run", PRESETS["smoke"])
    np.save(run.file("positions.npy"), np.zeros((40, 2), np.int64))
    with pytest.raises(OutflankError, match=r"labels\.npy is missing; repeat the step that makes"):
        labelled(run)
    np.save(run.file("labels.npy"), np.zeros(40, np.float32))
    run.file("labels.npy").write_bytes(run.file("labels.npy").read_bytes()[:-1])
    with pytest.raises(OutflankError, match=r"labels\.npy is damaged .*; remove it and repeat"):
        labelled(run)


def test_a_damaged_portion_of_games_is_one_sentence(tmp_path: Path) -> None:
    run = RunFolder.begun(tmp_path / "run", replace(PRESETS["smoke"], kind="6x6"))
    run.finish("games", {}, seconds=1)
    run.file("games").mkdir()
    for content in (b"", b"PK\3\4 and no more"):
        run.file("games/00000000.npz").write_bytes(content)
        with pytest.raises(OutflankError, match=r"00000000\.npz is damaged .*; remove it"):
            run_step(run, "fit", tmp_path, lambda *_: None)


@pytest.mark.native
def test_near_the_end_a_label_is_the_exact_score() -> None:
    # One empty square, a1, and black, who moves, flips the disc beside it.
    words = (-(1 << 2), 1 << 1)
    assert Labeller("features").value(words, 1, 10) == 64


PROBCUT: dict[str, Any] = {
    "file": "probcut.txt", "pairs": 3815,
    "depths": [3, 4], "measured": [1.5, 1.75], "fitted": [1.6, 1.7],
}  # fmt: skip


def finished(path: Path) -> RunFolder:
    """A run whose steps before the report have left made-up figures."""
    run = RunFolder.begun(path, PRESETS["smoke"])
    curve: dict[str, Any] = {"device": "cpu", "steps": [0, 1, 2], "losses": [0.5, 0.3, 0.2]}
    curve |= {"exact error": 7.1, "book error": 3.5}
    errors = ("exact, evaluated", "exact, one ply", "book, one ply", "labels, evaluated")
    figures: dict[str, dict[str, Any]] = {
        "positions": {"by empties": list(range(61))},
        "label": {"histogram": [at % 7 for at in range(33)]},
        "teacher": curve,
        "label-siblings": {"siblings": 10},
        "student": curve,
        "debias": {"biases": [0.1] * 61, "odd and even differ by": [0.0] * 61},
        "export": {"bytes": 5},
        "check": {
            "before": 9.5, "after": 7.25, **dict.fromkeys(errors, 7.0),
            "sample": {"found": [1.0, -2.5], "exact": [2, -4]},
        },
        "weights": {
            "file": "8x8.patterns", "bytes": 1_234_567, "spread": 19.5, "held-out error": 4.25,
            "new file": {"one ply": 7.125, "eight plies": 4.5},
            "shipped file": {"one ply": 7.5, "eight plies": 4.75},
        },
        "probcut": PROBCUT,
    }  # fmt: skip
    for step, found in figures.items():
        run.finish(step, found, seconds=1.25)
    return run


def test_the_report_says_what_was_gained_and_needs_nothing_else(tmp_path: Path) -> None:
    run = finished(tmp_path / "<run>")
    page = report_page(run)
    assert "9.50 discs before, 7.25 after (2.25 lower)" in page
    assert "Training run &lt;run&gt;" in page
    assert "probcut.txt was fitted to 3,815 pairs" in page
    assert "8x8.patterns, 1,234,567 bytes: 4.25 discs from held-out labels" in page
    for name, errors in (("new file", ("7.12", "4.50")), ("shipped file", ("7.50", "4.75"))):
        assert (
            f"<td>{name}</td>" + "".join(f'<td class="figure">{error}</td>' for error in errors)
            in page
        )
    assert page.count("<svg") == 7
    assert not re.search(r'(src|href)="|url\(|<script', page)
    write_report(run, tmp_path, lambda *_: None)
    assert run.file("report.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    "picture",
    [
        line_plot({"one": [(0, 1), (5, 2)], "two & three": [(0, 3)]}, "x", "y <up>"),
        line_plot({"flat": [(0, 0), (0, 0)]}, "x", "y"),
        bar_plot([(at, at - 3) for at in range(7)], "x", "y"),
        bar_plot([], "x", "y"),
        dot_plot([(-64, 60), (64, -3)], "x", "y"),
    ],
)
def test_plots_are_sound_svg_inside_their_frame(picture: str) -> None:
    root = ET.fromstring(picture)
    for mark in root.iter():
        for name in ("x", "x1", "x2", "cx"):
            assert -60 <= float(mark.get(name, "0")) <= 700
    assert "nan" not in picture


def finished_own_games(path: Path) -> RunFolder:
    """A run of another game than 8x8 whose steps have left made-up figures."""
    run = RunFolder.begun(path, replace(PRESETS["smoke"], kind="6x6"))
    for play, fit, error in (("games", "fit", 9.5), ("more-games", "fit-again", 8.25)):
        run.finish(play, {"games": 1200, "positions": 30_000}, seconds=1)
        found = {"file": "6x6.patterns", "bytes": 5, "positions": 28_000, "spread": 17.5}
        run.finish(
            fit, found | {"held-out error": error, "curve": [[1, 12.0], [2, error]]}, seconds=1
        )
    run.finish("probcut", PROBCUT, seconds=1)
    return run


def test_a_run_of_own_games_has_a_report(tmp_path: Path) -> None:
    run = finished_own_games(tmp_path / "run")
    assert missing_steps(run, "report") == []
    page = report_page(run)
    assert "8.25 discs from held-out values, whose spread is 17.50" in page
    assert '<td>first weights</td><td class="figure">1,200</td>' in page
    assert page.count("<svg") == 2


def finished_features(path: Path, kind: str) -> RunFolder:
    """A run of features, with or without an oracle, whose steps have left made-up figures."""
    run = RunFolder.begun(path, replace(PRESETS["smoke"], kind=kind))
    errors = {"4x4, fewest win": [5.0, 4.0], "8x8": [20.0, 15.25]}
    found: dict[str, Any] = {"file": "weights.hpp", "positions": [1000, 2000], "pairs": 10}
    without = dict(zip(errors, ([9.0, 9.0], [24.5, 24.5]), strict=True))
    found |= {"errors": errors, "errors without weights": without}
    found |= {"points against the round before": 0.525}
    if kind == "features":
        run.finish("probcut", PROBCUT, seconds=1)
    else:
        found["spread"] = {"8x8": 12.345}
    run.finish("features" if kind == "features" else "chance", found, seconds=1)
    return run


@pytest.mark.parametrize("kind", ["features", "oracle"])
def test_a_run_of_features_has_a_report(tmp_path: Path, kind: str) -> None:
    page = report_page(finished_features(tmp_path / "run", kind))
    assert "4x4, fewest win" in page
    assert "on 8x8 15.25 discs from the results, 24.50 without weights" in page
    assert "won 52.5 % of the points of 10 pairs" in page
    assert ("12.35" in page or "12.34" in page) == (kind == "oracle")
    assert page.count("<svg") == (2 if kind == "features" else 1)


REPORTED: dict[str, Callable[[Path], RunFolder]] = {
    "8x8": finished,
    "6x6": finished_own_games,
    "oracle": lambda path: finished_features(path, "oracle"),
}


@pytest.mark.parametrize("kind", REPORTED)
def test_a_report_is_in_the_users_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    run = REPORTED[kind](tmp_path / "run")
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path / "texts")))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    page = report_page(run)
    assert count_cut_texts(page) == 0
    files = ("8x8.patterns", "6x6.patterns", "probcut.txt", "weights.hpp")
    evaluators = ("engine", "features", "oracle")
    shown = untranslated(texts_of_page(page), ("run", *files, "cpu", *evaluators, *STEPS))
    assert shown == []


def test_a_step_is_out_of_date_when_what_it_builds_on_was_run_again(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    run_step(run, "report", tmp_path, lambda *_: None)
    assert newer_steps(run, "report") == []
    run.finish("weights", run.figures("weights"), seconds=99)
    assert newer_steps(run, "report") == ["weights"]
    run_step(run, "report", tmp_path, lambda *_: None)
    assert newer_steps(run, "report") == []
    assert newer_steps(run, "label") == []  # its manifest does not say what it was built on


@pytest.mark.native
def test_a_step_that_is_repeated_begins_anew(tmp_path: Path) -> None:
    settings = replace(PRESETS["smoke"], shallow_positions=3, shallow_depth=1, deep_positions=0)
    run = RunFolder.begun(tmp_path / "run", settings)
    rows = Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), 3).draw(3)
    np.save(run.file("positions.npy"), rows)
    np.save(run.file("labels.npy"), np.full(3, 99, np.float32))
    run.finish("positions", {}, seconds=1)
    run_step(run, "label", tmp_path, lambda *_: None)
    assert np.load(run.file("labels.npy")).min() == 99  # it went on where it had stopped
    run_step(run, "label", tmp_path, lambda *_: None)
    assert np.load(run.file("labels.npy")).max() < 99


def test_manifests_are_plain_json(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    values = json.loads(run.file("check.json").read_text(encoding="utf-8"))
    assert values["seconds"] == 1.25
    assert values["figures"]["after"] == 7.25
