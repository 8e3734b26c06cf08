"""Learning weights of features by rounds: own games, the fit, the headers, a run that goes on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from outflank.errors import EngineError, OutflankError
from outflank.native.limits import Limit
from outflank.native.own_games import OwnGames, play_by_features, play_with_oracle
from outflank.native.search import Search
from outflank.rules import Position, find_variant
from outflank.training.features.chance_fit import ChanceFit
from outflank.training.features.equations import Equations
from outflank.training.features.feature_fit import FeatureFit
from outflank.training.features.feature_steps import learned_features
from outflank.training.features.rounds import RoundPlan, learn
from outflank.training.features.weights_header import chance_header, feature_header, weights_in
from outflank.training.features.weights_match import points_of
from outflank.training.pipeline import missing_steps, newer_steps, run_step, steps_of
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS

CORE = Path(__file__).parents[2] / "core"
SMALL = replace(
    PRESETS["smoke"], feature_rounds=2, feature_games=3, chance_rounds=2, chance_games=4,
    feature_pairs=1,
)  # fmt: skip
pytestmark = pytest.mark.native


def quiet(*_: object) -> None:
    """Show no progress."""


class Interrupted(Exception):
    """Somebody pressed Ctrl-C."""


def committed(name: str) -> NDArray[np.int16]:
    """Return the weights that the core is compiled with."""
    return weights_in((CORE / name).read_text(encoding="ascii"))


def searched(position: Position, search: Search) -> tuple[float, int]:
    """Return the value of a position some plies deep, and the nodes it took."""
    search.start(position, Limit(depth=4))
    while not search.wait(1.0):
        pass
    *_, report = search.reports()
    assert report.score is not None
    return float(report.score.discs), report.nodes


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("evaluation/feature_weights.hpp", feature_header),
        ("chance/chance_weights.hpp", chance_header),
    ],
)
def test_a_header_is_written_as_the_committed_one(name: str, written: object) -> None:
    assert callable(written)
    assert written(committed(name)) == (CORE / name).read_text(encoding="ascii")


def test_what_is_no_header_is_one_sentence() -> None:
    for text in ("", "            {1, 2, 3},\n"):
        with pytest.raises(
            OutflankError, match="this is not a header with the weights of features"
        ):
            weights_in(text)


@pytest.mark.parametrize("fewest_wins", [False, True])
def test_learned_weights_foretell_games_that_they_never_saw(fewest_wins: bool) -> None:
    plan = FeatureFit(SMALL)
    nothing = np.zeros(plan.shape, np.int16)
    weights = nothing
    for number in range(2):
        own = OwnGames(6, fewest_wins, weights.tobytes(), number << 40, 1500)
        weights = plan.solved(Equations.of(play_by_features(own, number)))
    unseen = OwnGames(6, fewest_wins, weights.tobytes(), 1 << 50, 300)
    equations = Equations.of(play_by_features(unseen, 1))
    assert equations.error(weights.reshape(-1) / plan.units) < 0.8 * equations.error(
        nothing.reshape(-1) / plan.units
    )


def test_learned_weights_foretell_games_with_an_oracle() -> None:
    plan = ChanceFit(SMALL)
    nothing = np.zeros(plan.shape, np.int16)
    own = OwnGames(4, False, nothing.tobytes(), 0, 1500)
    weights = plan.solved(Equations.of(play_with_oracle(own)))
    equations = Equations.of(play_with_oracle(own._replace(first_seed=1 << 50, games=300)))
    assert equations.error(weights.reshape(-1) / plan.units) < 0.95 * equations.error(
        nothing.reshape(-1) / plan.units
    )


def test_the_sums_of_games_do_not_depend_on_the_games_before_them() -> None:
    weights = committed("chance/chance_weights.hpp")[0, 1].tobytes()
    whole = play_with_oracle(OwnGames(6, False, weights, 7, 12))
    parts = [play_with_oracle(OwnGames(6, False, weights, first, 4)) for first in (7, 11, 15)]
    assert whole.forecasts == b"".join(part.forecasts for part in parts)
    together = Equations.joined([Equations.of(part) for part in parts])
    assert together.positions == whole.positions
    assert np.allclose(together.products, Equations.of(whole).products, rtol=1e-12)


@pytest.mark.parametrize(
    ("kind", "step", "plan", "written"),
    [
        ("features", "features", FeatureFit, feature_header),
        ("oracle", "chance", ChanceFit, chance_header),
    ],
)
def test_a_run_that_was_interrupted_learns_what_an_undisturbed_one_learns(
    tmp_path: Path, kind: str, step: str, plan: type[FeatureFit | ChanceFit], written: object
) -> None:
    run = RunFolder.begun(tmp_path / "run", replace(SMALL, kind=kind))
    calls = 0

    def interrupted(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 20:  # within the second round: the first has a portion for each of 14 boards
            raise Interrupted

    with pytest.raises(Interrupted):
        run_step(run, step, tmp_path, interrupted)
    assert run.file(f"{plan.folder}/round-0.npz").exists()
    kept = sorted(run.file(f"{plan.folder}/round-1").glob("*.npz"))
    assert kept
    times = [path.stat().st_mtime_ns for path in kept]
    told: list[tuple[int, int]] = []
    found = run_step(run, step, tmp_path, lambda done, total, _: told.append((done, total)))
    assert [path.stat().st_mtime_ns for path in kept if path.exists()] in ([], times)
    assert told[0][0] > 0
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)
    assert not run.file(plan.folder).exists()

    class InSmallPortions(plan):  # type: ignore[misc, valid-type]
        """The same games, divided otherwise."""

        portion = 3

    other = RunFolder.begun(tmp_path / "other", replace(SMALL, kind=kind))
    divided: RoundPlan = InSmallPortions(other.settings)
    learned = learn(other, divided, quiet)
    assert callable(written)
    assert run.file(found["file"]).read_text(encoding="ascii") == written(learned.weights)
    assert found["errors"] == learned.errors
    for name in ("4x4", "6x6, fewest win", "8x8"):
        errors = zip(found["errors"][name], found["errors without weights"][name], strict=True)
        assert all(error < without for error, without in errors)
    if kind == "oracle":
        assert found["spread"].keys() == found["errors"].keys()
        assert all(0.5 <= factor <= 6 for factor in found["spread"].values())


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    one, other = (
        learn(
            RunFolder.begun(tmp_path / str(seed), replace(SMALL, kind="features", seed=seed)),
            FeatureFit(replace(SMALL, feature_rounds=1, seed=seed)),
            quiet,
        ).weights
        for seed in (1, 2)
    )
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("evaluation/feature_weights.hpp", "classic"), ("chance/chance_weights.hpp", "yesno")],
)
def test_weights_win_against_none_and_halve_the_points_with_themselves(
    name: str, variant: str
) -> None:
    weights, start = committed(name), find_variant(variant).start(6)
    ours, none = weights.tobytes(), (0 * weights).tobytes()
    won = points_of(ours, none, start, pairs=8, seed=1)
    assert won > 0.6
    assert points_of(none, ours, start, pairs=8, seed=1) == 1 - won
    assert points_of(ours, ours, start, pairs=2, seed=1) == 0.5


def test_the_engine_weighs_features_by_what_it_is_given() -> None:
    features = committed("evaluation/feature_weights.hpp")
    chance = committed("chance/chance_weights.hpp")
    plain, given, empty = (
        Search(threads=1, hash_bytes=1 << 20, feature_weights=table, chance_weights=other)
        for table, other in (
            (None, None),
            (features.tobytes(), chance.tobytes()),
            ((0 * features).tobytes(), (0 * chance).tobytes()),
        )
    )
    for name, size in (("classic", 6), ("anti", 10), ("yesno", 8)):
        position = find_variant(name).start(size)
        if position.awaits_answer:
            position = position.hear("yes")
        assert searched(position, given) == searched(position, plain)
        assert searched(position, empty) != searched(position, plain)
    for wrong in (b"", b"1", bytes(4)):
        if wrong:
            with pytest.raises(EngineError, match="the engine could not be created: "):
                Search(threads=1, hash_bytes=1 << 20, feature_weights=wrong)
        with pytest.raises(EngineError, match="the core refuses: "):
            play_with_oracle(OwnGames(8, False, wrong, 0, 1))
        with pytest.raises(EngineError, match="the core refuses: "):
            play_by_features(OwnGames(8, False, wrong, 0, 1), 1)


def test_probcut_is_fitted_with_the_weights_of_the_run(tmp_path: Path) -> None:
    settings = replace(
        SMALL, kind="features", feature_rounds=1, probe_positions=4, probe_depth=3, probe_solved=6
    )
    run = RunFolder.begun(tmp_path / "run", settings)
    assert steps_of(run) == ["features", "probcut", "report"]
    assert missing_steps(run, "probcut") == []
    assert learned_features(run) is None
    by_engine = run_step(run, "probcut", tmp_path, quiet)
    run_step(run, "features", tmp_path, quiet)
    assert learned_features(run) is not None
    assert newer_steps(run, "probcut") == ["features"]
    assert run_step(run, "probcut", tmp_path, quiet)["measured"] != by_engine["measured"]
    assert newer_steps(run, "probcut") == []
