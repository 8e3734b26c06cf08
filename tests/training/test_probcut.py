"""Fitting ProbCut: the model, its file, searches to every depth, a run that goes on."""

import gzip
import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.engine.learned import data_file
from outflank.errors import OutflankError
from outflank.native.search import Search
from outflank.rules import Classic, Position, parse_moves
from outflank.training.pipeline import missing_steps, run_step, steps_of
from outflank.training.probcut.error_model import (
    OWN_COEFFICIENTS,
    deviations,
    fitted,
    fitted_own,
    mean_deviation,
    middle_game,
    pair_rows,
    probe_depth,
)
from outflank.training.probcut.probcut_file import (
    FEATURES,
    OWN,
    PATTERNS,
    read_sections,
    with_section,
)
from outflank.training.probcut.probe_searches import ProbedEvaluation, Prober, Reach, position_after
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS

GAME = (
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5"
    "e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1"
)
SMALL = replace(PRESETS["smoke"], probe_positions=12, probe_depth=4, probe_solved=8)


def quiet(*_: object) -> None:
    """Show no progress."""


class Interrupted(Exception):
    """Somebody pressed Ctrl-C."""


def test_the_fit_finds_the_model_that_made_the_errors() -> None:
    truth = np.array([0.8, 2.0, 1.5, 3.0, 0.5, -1.0])
    drawn = np.random.default_rng(4)
    depth = drawn.integers(3, 17, 60_000)
    pairs = np.stack(
        [drawn.uniform(0.1, 0.9, len(depth)), depth, probe_depth_of(depth), 0 * depth], axis=1
    )
    pairs[:, 3] = drawn.normal(size=len(depth)) * deviations(pairs, truth)
    found = fitted(pairs)
    assert np.abs(deviations(pairs, found) - deviations(pairs, truth)).max() < 0.15
    # Errors that always are as large as the model says leave nothing to chance but the pull.
    pairs[:, 3] = deviations(pairs, truth) / math.sqrt(math.pi / 2)
    assert fitted(pairs) == pytest.approx(truth, abs=0.1)


def test_the_models_of_8x8_tell_the_sides_the_ends_and_the_last_plies_apart() -> None:
    drawn = np.random.default_rng(5)

    def pairs_of(
        depth: NDArray[np.int64] | int,
        probe: list[int],
        share: NDArray[np.float64],
        errors: tuple[float, float, float],
    ) -> NDArray[np.float64]:
        mean, above, below = errors
        error = np.abs(drawn.normal(size=len(share)))
        error *= np.where(drawn.integers(0, 2, len(share)) == 1, above, -below)
        return np.stack([share, depth + 0 * share, probe, mean + error], axis=1)

    count = 40_000
    empties, depth = drawn.integers(20, 60, count), drawn.integers(3, 15, count)
    ends = drawn.integers(14, 22, count)
    early = drawn.uniform(0.1, 0.9, count)
    pairs = np.concatenate(
        [
            pairs_of(depth, probe_depth_of(depth), 1 - empties / 64, (0.5, 3.0, 2.0)),
            pairs_of(ends, probe_depth_of(ends), 1 - ends / 64, (-1.0, 4.0, 5.0)),
            pairs_of(1, [0] * count, early, (0.3, 2.0, 2.0)),
            pairs_of(2, [0] * count, early, (0.4, 3.0, 3.0)),
        ]
    )
    found = fitted_own(pairs)
    assert len(found) == OWN_COEFFICIENTS
    searched = middle_game(pairs)
    assert len(searched) == count
    # A mean error between unequal sides lies towards the wider one, which narrows that one.
    shift = (3.0 - 2.0) / 2 / math.sqrt(math.pi / 2)
    line = np.array([1, 0.6])
    assert found[:2] @ line == pytest.approx(0.5 + shift, abs=0.1)
    above, below = (deviations(searched, one).mean() for one in (found[2:8], found[8:14]))
    assert above > below + 0.3
    assert deviations(searched, mean_deviation(found)).mean() == pytest.approx(2.5, abs=0.15)
    near_end = np.array([1, 1 - 17 / 64])
    means, higher, lower = (found[at : at + 2] @ near_end for at in (14, 16, 18))
    assert means == pytest.approx(-1.0 - shift, abs=0.1)
    assert lower > higher + 0.3
    for at, mean, deviation in ((20, 0.3, 2.0), (23, 0.4, 1.4 * 3.0)):
        assert found[at] == pytest.approx(mean, abs=0.05)
        assert found[at + 1 : at + 3] @ line == pytest.approx(deviation, abs=0.1)
    with pytest.raises(OutflankError, match="there is no pair of searches"):
        fitted_own(searched)


def probe_depth_of(depths: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> list[int]:
    """Return the depths of the probes."""
    return [probe_depth(depth) for depth in depths.tolist()]


def test_nothing_to_fit_is_one_sentence() -> None:
    with pytest.raises(OutflankError, match="there is no pair of searches"):
        fitted(pair_rows([]))


def test_a_part_of_the_file_is_replaced_and_the_others_are_kept() -> None:
    text = data_file("probcut.txt").decode("ascii")
    before = read_sections(text)
    for name in (OWN, FEATURES, PATTERNS):
        numbers = [1.0, -2.5, *[3.0] * (len(before[name].numbers) - 2)]
        after = read_sections(with_section(text, name, numbers, 77))
        changed = after.pop(name)
        assert changed.title == f"{name}, fitted over 77 pairs."
        assert changed.numbers[:2] == ("1.000000", "-2.500000")
        assert after == {other: before[other] for other in after}
    with pytest.raises(OutflankError, match="7 pairs of searches are too few: the fit has numbers"):
        with_section(text, FEATURES, [0, 0, 0, 0, 0, -101], 7)
    for wrong in ("", text + "1\n", text.replace("\n", " ").replace("#", ""), "1\n" * 18):
        with pytest.raises(
            OutflankError, match="this is not a file of ProbCut, which has 38 numbers"
        ):
            with_section(wrong, FEATURES, [0.0] * 6, 1)


def test_moves_are_played_with_the_passes_between_them() -> None:
    start = Classic().start(4)
    assert position_after(start, parse_moves("a1")) is None  # nothing is outflanked
    chance = np.random.default_rng(1)
    for _ in range(20):
        position: Position | None = start
        while position is not None:
            assert not position.must_pass
            move = chance.choice(np.array(list(position.legal_moves), object))
            position = position_after(position, [move])


@pytest.mark.native
def test_each_depth_is_compared_with_its_probe() -> None:
    position = position_after(Classic().start(), parse_moves(GAME[:8]))
    assert position is not None
    pairs = Prober(ProbedEvaluation(), Reach(1, 6, 0)).pairs(position)
    assert [(pair.depth, pair.probe) for pair in pairs] == [(3, 1), (4, 2), (5, 3), (6, 2)]
    assert {pair.share for pair in pairs} == {8 / 64}
    assert any(pair.error != 0 for pair in pairs)
    plies = Prober(ProbedEvaluation(), Reach(1, 6, 0)).static_pairs(position, random.Random(1))
    assert [(pair.depth, pair.probe) for pair in plies] == [(1, 0), (2, 0)] * 3
    assert {pair.share for pair in plies} == {9 / 64}
    assert any(pair.error != 0 for pair in plies)
    # Near the end the exact score is one more depth.
    near_end = Classic().start(4)
    pairs = Prober(ProbedEvaluation(), Reach(1, 6, 12)).pairs(near_end)
    assert [pair.depth for pair in pairs] == [3, 4, 5, 6, 12]


@pytest.mark.native
def test_a_run_that_was_interrupted_finds_what_an_undisturbed_one_finds(tmp_path: Path) -> None:
    settings = replace(SMALL, kind="features")
    undisturbed = RunFolder.begun(tmp_path / "undisturbed", settings)
    assert steps_of(undisturbed) == ["features", "probcut", "report"]
    expected = run_step(undisturbed, "probcut", tmp_path, quiet)

    def interrupted(*_: object) -> None:
        raise Interrupted

    run = RunFolder.begun(tmp_path / "run", settings)
    with pytest.raises(Interrupted):
        run_step(run, "probcut", tmp_path, interrupted)
    assert not run.is_finished("probcut")
    (kept,) = run.file("probcut").iterdir()
    assert len(np.load(kept)) > 0
    told: list[int] = []
    found = run_step(run, "probcut", tmp_path, lambda done, *_: told.append(done))
    assert found == expected
    assert min(told) > 5  # what was searched before the interruption counts
    text = run.file("probcut.txt").read_bytes()
    assert text == undisturbed.file("probcut.txt").read_bytes()
    Search(threads=1, hash_bytes=1 << 20, probcut=text)
    sections = read_sections(text.decode("ascii"))
    assert sections[FEATURES].title == f"{FEATURES}, fitted over {found['pairs']} pairs."
    assert sections[OWN] == read_sections(data_file("probcut.txt").decode("ascii"))[OWN]


@pytest.mark.native
def test_what_a_run_has_learned_is_measured_and_otherwise_the_engine(tmp_path: Path) -> None:
    for name in ("wthor_1977_2025", "egaroucid_early_selfplay_MIT", "tempura_selfplay_70k"):
        rows = ["complete\tmoves", *[f"1\t{GAME}"] * 12]
        (tmp_path / f"{name}.tsv.gz").write_bytes(gzip.compress("\n".join(rows).encode()))
    run = RunFolder.begun(tmp_path / "8x8", SMALL)
    assert missing_steps(run, "probcut") == []
    found = run_step(run, "probcut", tmp_path, quiet)
    assert found["section"] == OWN
    assert run.is_finished("probcut")
    run.finish("positions", {}, seconds=1)
    with pytest.raises(OutflankError, match="the step probcut builds on export, which is not"):
        run_step(run, "probcut", tmp_path, quiet)
    run.finish("export", {}, seconds=1)
    run.file("8x8.network").write_bytes(b"nothing")
    with pytest.raises(OutflankError, match=r"8x8\.network cannot be used: .* export"):
        run_step(run, "probcut", tmp_path, quiet)


@pytest.mark.parametrize("kind", ["yesno", "oracle"])
def test_games_with_an_oracle_have_no_probes(tmp_path: Path, kind: str) -> None:
    run = RunFolder.begun(tmp_path / "run", replace(SMALL, kind=kind))
    assert "probcut" not in steps_of(run)
    with pytest.raises(OutflankError, match=f"probcut is not a step of a run for {kind}"):
        run_step(run, "probcut", tmp_path, quiet)
