"""`outflank train`: folders that are created and resumed, and one sentence for each error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS
from support.command import Run


def test_a_finished_step_is_skipped(run: Run, tmp_path: Path) -> None:
    begun = RunFolder.begun(tmp_path / "run", PRESETS["smoke"])
    begun.finish("positions", {}, seconds=1)
    done = run("train", "positions", str(begun.path))
    assert (done.code, done.out, done.err) == (0, "positions: already finished.\n", "")


def test_a_step_without_a_run_or_before_its_turn_says_what_to_do(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = run("train", "check", str(folder))
    assert done.code == 2
    assert done.err == (
        f"Error: {folder} is not the folder of a training run; `train all` begins one.\n"
    )
    assert not folder.exists()
    RunFolder.begun(folder, PRESETS["smoke"])
    done = run("train", "check", str(folder), "--data", str(tmp_path))
    assert done.code == 2
    assert f"run `outflank train export {folder}` first" in done.err


def test_an_impossible_setting_is_refused_in_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"kind": "6x6", "first_games": -5}')
    done = run("train", "games", str(tmp_path))
    assert (done.code, done.err) == (
        2,
        "Error: the setting first_games must be a whole number from 1 up, not -5.\n",
    )


def test_missing_data_is_reported_in_one_sentence_and_the_run_can_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    begin = ("train", "positions", str(folder), "--preset", "smoke", "--seed", "7")
    done = run(*begin, "--data", str(tmp_path / "nowhere"))
    assert done.code == 2
    assert "wthor_24empties_exact.tsv.gz is missing; --data names the folder" in done.err
    assert RunFolder(folder).settings.seed == 7
    monkeypatch.delenv("OUTFLANK_DATA", raising=False)
    done = run("train", "positions", str(folder))
    assert done.code == 2
    assert "name the folder of the training data" in done.err
    done = run("train", "positions", str(folder), "--seed", "8", "--preset", "smoke")
    assert done.code == 2
    assert "was begun with seed 7" in done.err


def test_a_run_for_another_game_has_its_own_steps(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    settings = replace(PRESETS["smoke"], kind="10x10")
    begun = RunFolder.begun(folder, settings)
    for step in ("games", "fit", "more-games"):
        begun.finish(step, {}, seconds=1)
    begun.finish(
        "fit-again",
        {"held-out error": 5.1, "spread": 20.3, "file": "10x10.patterns"},
        seconds=1,
    )
    for step in ("probcut", "report"):
        begun.finish(step, {}, seconds=1)
    done = run("train", "all", str(folder))
    assert (done.code, done.err) == (0, "")
    *steps, last = done.out.splitlines()
    names = ["games", "fit", "more-games", "fit-again", "probcut", "report"]
    assert [line.split(":")[0] for line in steps] == names
    assert last.startswith("Held-out error: 5.10 discs of 20.30. The weights are ")
    done = run("train", "label", str(folder), "--data", str(tmp_path))
    assert done.code == 2
    assert "label is not a step of a run for 10x10; its steps are games, fit" in done.err
    done = run("train", "all", str(folder), "--kind", "6x6", "--preset", "smoke")
    assert done.code == 2
    assert "was begun with kind 10x10" in done.err


@pytest.mark.native
def test_probcut_can_be_fitted_to_the_present_engine(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    settings = replace(PRESETS["smoke"], kind="features", probe_positions=4, probe_depth=3)
    RunFolder.begun(folder, settings)
    done = run("train", "probcut", str(folder))
    assert (done.code, done.out.split(":")[0]) == (0, "probcut")
    done = run("train", "games", str(tmp_path / "other"), "--kind", "features")
    assert done.code == 2
    assert "games is not a step of a run for features; its steps are features, probcut" in done.err


@pytest.mark.parametrize(
    ("kind", "step", "later"), [("features", "features", ["probcut"]), ("oracle", "chance", [])]
)
@pytest.mark.native
def test_the_features_step_can_start_a_run(
    run: Run, tmp_path: Path, kind: str, step: str, later: list[str]
) -> None:
    folder = tmp_path / "run"
    few = replace(
        PRESETS["smoke"], kind=kind, feature_rounds=1, feature_games=2, chance_rounds=1,
        chance_games=2,
    )  # fmt: skip
    begun = RunFolder.begun(folder, few)
    done = run("train", step, str(folder))
    assert (done.code, done.out.split(":")[0], done.err) == (0, step, "")
    for name in [*later, "report"]:
        begun.finish(name, {}, seconds=1)
    done = run("train", "all", str(folder))
    *steps, last = done.out.splitlines()
    assert steps == [f"{name}: already finished." for name in [step, *later, "report"]]
    assert last.startswith("Error on 8x8: ")
    assert f"The weights are in {folder / begun.figures(step)['file']}, for core/;" in last
    done = run("train", step, str(folder), "--seed", "3")
    assert done.code == 2
    assert "was begun with " in done.err
    other = RunFolder.begun(tmp_path / "other", PRESETS["smoke"])
    done = run("train", step, str(other.path))
    assert done.code == 2
    assert f"{step} is not a step of a run for 8x8" in done.err
