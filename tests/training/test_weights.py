"""The pattern weights of 8x8: their fit to labels, their file, the step of a run."""

import gzip
import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.engine.learned import data_file
from outflank.errors import EngineError
from outflank.native.search import check_pattern_weights
from outflank.training.boards.board_columns import BoardColumns
from outflank.training.boards.judging import WeightsJudge
from outflank.training.boards.label_fit import (
    CLASSIC,
    LabelledPositions,
    steadied,
    values_by,
)
from outflank.training.boards.least_squares import Rows, fitted
from outflank.training.boards.network_values import valued_siblings
from outflank.training.boards.odd_and_even import debiased_weights
from outflank.training.boards.pattern_file import GameWeights, unpacked_weights
from outflank.training.boards.stage_pulls import NeighbourPull
from outflank.training.network.network_file import read_network
from outflank.training.pipeline import missing_steps, run_step
from outflank.training.positions.bitboards import (
    after_move,
    canonical_hash,
    empty_count,
    legal_moves,
    population,
    signed,
)
from outflank.training.positions.labels import Labeller
from outflank.training.positions.readers import squares_of
from outflank.training.positions.sampling import Sampler, is_trainable, replayed
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS

Words = NDArray[np.int64]
COLUMNS = BoardColumns.of(CLASSIC)
NO_WEIGHTS = COLUMNS.weights_of(np.zeros((CLASSIC.stages, COLUMNS.count)))
GAME = (
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5"
    "e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1"
)
SMALL = replace(
    PRESETS["smoke"], games=0, deep_positions=100, shallow_positions=900, shallow_depth=1,
    shallow_solved=6, deep_depth=2, deep_solved=6, debias_positions=150, fit_steps=4,
)  # fmt: skip


def quiet(*_: object) -> None:
    """Show no progress."""


def drawn(count: int, seed: int) -> Words:
    """Positions near those of a game."""
    return Sampler(replayed(squares_of([GAME])), np.empty(0, np.int64), seed).draw(count)


def random_weights(seed: int) -> GameWeights:
    """Weights that mean nothing: large and small, many without a change between stages."""
    chance = np.random.default_rng(seed)
    steps = chance.normal(scale=0.4, size=NO_WEIGHTS.patterns.shape)
    steps[chance.random(steps.shape) < 0.997] = 0  # as rare patterns have
    steps[3, ::7919] = 900  # which takes three bytes, and from there to the other end
    steps[4, ::7919] = -1800
    constants = np.rint(chance.normal(scale=100, size=CLASSIC.squares + 1)) / 32
    return replace(NO_WEIGHTS, patterns=steadied(np.cumsum(steps, axis=0)), constants=constants)


def positions_of(mover: Words, opponent: Words) -> LabelledPositions:
    """Positions without labels."""
    return LabelledPositions(mover, opponent, np.zeros(len(mover), np.float32))


def one_ply(weights: GameWeights, mover: int, opponent: int) -> float:
    """Return the best of the moves by the values of what they lead to."""
    moves = int(legal_moves(np.array([mover]), np.array([opponent]))[0])
    squares = np.array([signed(1 << at) for at in range(64) if moves >> at & 1])
    one, other = (np.full(len(squares), words) for words in (mover, opponent))
    return float((-values_by(weights, positions_of(*after_move(one, other, squares)))).max())


@pytest.mark.native
def test_the_engine_reads_the_file_as_it_is_meant() -> None:
    weights = random_weights(3)
    data = unpacked_weights(CLASSIC, weights)
    check_pattern_weights(data, CLASSIC.start)
    rows = drawn(80, 2)
    rows = rows[empty_count(rows[:, 0], rows[:, 1]) > 12]  # before a search looks for the end
    expected = [one_ply(weights, *words) for words in rows.tolist()]
    assert len(set(expected)) > 30
    assert WeightsJudge(data).values(rows[:, 0], rows[:, 1], 1).tolist() == expected
    with pytest.raises(EngineError, match="damaged"):
        WeightsJudge(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])


@pytest.mark.native
def test_constants_make_searches_of_odd_and_even_depth_agree() -> None:
    # Every position is worth nothing, but the side to move thinks that it is two discs ahead.
    weights = replace(NO_WEIGHTS, constants=np.full(CLASSIC.squares + 1, 2.0))
    rows = drawn(900, 6)
    found, bias = debiased_weights(weights, positions_of(rows[:, 0], rows[:, 1]), 1, 12)
    assert bias[4:58] == pytest.approx(np.full(54, 2.0), abs=0.3)
    assert np.abs(found.constants[4:58]).max() < 0.3


def test_small_changes_between_stages_are_not_kept() -> None:
    stages = np.arange(30)
    learned = np.zeros((30, 2))
    learned[:, 0] = stages / 32  # a unit a stage: kept are steps of two
    learned[:, 1] = np.where(stages < 9, 0.5, -0.5)
    found = steadied(learned[::-1])[::-1] * 32  # stages from the end of the game on
    assert found[:, 0].tolist() == [stage - stage % 2 for stage in range(30)]
    assert found[:, 1].tolist() == [16] * 9 + [-16] * 21


def test_a_value_is_short_of_a_win_by_all_squares() -> None:
    weights = replace(random_weights(3), constants=np.full(CLASSIC.squares + 1, 900.0))
    rows = drawn(5, 1)
    assert values_by(weights, positions_of(rows[:, 0], rows[:, 1])).tolist() == [63.0] * 5


def test_stages_of_8x8_are_two_plies_each() -> None:
    stages = COLUMNS.stages_of(np.arange(61))
    assert stages[:3].tolist() == [31, 31, 31]
    assert np.bincount(stages)[2:].tolist() == [2] * 29 + [3]


def test_a_stage_without_rows_has_the_weights_of_its_neighbours() -> None:
    chance = np.random.default_rng(3)
    truth = np.linspace(-1, 1, 4)[:, None] * chance.normal(size=12)
    columns = chance.integers(0, 12, (6000, 5))
    stage = chance.choice([0, 1, 3], 6000)
    target = truth[stage[:, None], columns].sum(axis=1).astype(np.float32)
    rows = Rows(columns, stage, target, np.ones(6000, np.float32))
    pull = NeighbourPull(0.01, 0.0001)
    found, error = fitted(rows, rows, shape=(4, 12), pull=pull, steps=40, progress=quiet)
    assert error < 0.01
    assert np.abs(found - truth).max() < 0.05  # the third is between the second and the last


def test_symmetric_equals_are_held_out_together() -> None:
    rows = drawn(2000, 4)
    positions = positions_of(rows[:, 0], rows[:, 1])
    learned, held_out = positions.parts()
    hashes = [set(canonical_hash(one.mover, one.opponent).tolist()) for one in (learned, held_out)]
    assert hashes[0] & hashes[1] == set()
    assert len(learned) > 15 * len(held_out) > 0


@pytest.mark.native
def test_without_a_teacher_the_engine_s_network_values_siblings(tmp_path: Path) -> None:
    run = RunFolder.begun(tmp_path / "run", SMALL)
    rows = replayed(squares_of([GAME]))
    hashes = np.unique(canonical_hash(rows[::2, 0], rows[::2, 1]))
    np.save(run.file("game_positions.npy"), rows)
    np.save(run.file("held_out.npy"), hashes)
    network = data_file("8x8.network")
    found, again = (valued_siblings(run, network, 500, quiet) for _ in range(2))
    assert len(found) == 500
    assert is_trainable(found.mover, found.opponent, hashes).all()
    expected = read_network(network).discs(found.mover, found.opponent)
    assert found.value.tolist() == expected.tolist() == again.value.tolist()


def table(path: Path, names: str, lines: list[str]) -> None:
    text = "\n".join([names, *lines]) + "\n"
    path.write_bytes(gzip.compress(text.replace(" ", "\t").encode()))


def letters(mover: int, opponent: int) -> str:
    bits = range(64)
    return "".join("XO-"[0 if mover >> at & 1 else 1 if opponent >> at & 1 else 2] for at in bits)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Small files of every kind; a score is the mover's lead."""
    data = tmp_path / "data"
    data.mkdir()
    table(data / "wthor_1977_2025.tsv.gz", "moves complete", [f"{GAME} 1"])
    for name in ("egaroucid_early_selfplay_MIT", "tempura_selfplay_70k"):
        table(data / f"{name}.tsv.gz", "moves game", [f"{GAME[:40]} 1"])
    rows = drawn(120, 8)
    leads = (population(rows[:, 0]) - population(rows[:, 1])).tolist()
    boards = [letters(*words) for words in rows.tolist()]
    table(
        data / "wthor_24empties_exact.tsv.gz",
        "board side_to_move exact_score_side_to_move year game_index",
        [f"{boards[at]} X {leads[at]} 1990 {at}" for at in range(60)],
    )
    table(
        data / "sensei_book_93005.tsv.gz",
        "board_X_to_move eval_X",
        [f"{boards[at]} {leads[at]}" for at in range(60, 120)],
    )
    return data


@pytest.mark.native
def test_a_run_fits_weights_to_its_labels_and_compares_them_with_the_engine_s(
    tmp_path: Path, folder: Path
) -> None:
    run = RunFolder.begun(tmp_path / "run", SMALL)
    assert missing_steps(run, "weights") == ["label"]
    for step in ("positions", "label"):
        run_step(run, step, folder, quiet)
    siblings = drawn(500, 11)
    values = Labeller("features").values(siblings, 1, 6)
    np.save(run.file("siblings.npy"), siblings)
    np.save(run.file("sibling_values.npy"), (values * 32).astype(np.int16))
    run.finish("label-siblings", {}, seconds=1)
    told: list[tuple[int, int, str]] = []
    found = run_step(run, "weights", folder, lambda *one: told.append(one))
    assert found["held-out error"] < 0.7 * found["spread"]
    assert 430 < found["positions"]["siblings"] < 500  # without equals of what is held out
    assert found["siblings valued by"] == "the teacher"
    assert found["positions"]["labels"] + found["labels held out"] == 1000
    assert set(found["new file"]) == set(found["shipped file"]) == {"one ply", "eight plies"}
    assert told[-1][:2] == (7, 8)
    assert not list(run.path.glob("part-*"))
    data = run.file("8x8.patterns").read_bytes()
    check_pattern_weights(lzma.decompress(data), CLASSIC.start)
    assert len(data) == found["bytes"] < len(data_file("8x8.patterns"))
