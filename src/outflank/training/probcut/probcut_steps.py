"""The step that fits ProbCut's numbers to searches with a learned evaluation."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.engine.learned import data_file, learned_evaluation, pattern_weights
from outflank.errors import EngineError, OutflankError
from outflank.native.search import check_network
from outflank.rules import Classic, Position, Square, find_variant
from outflank.texts import Text
from outflank.training.boards.learned_games import LEARNED_GAMES, LearnedGame
from outflank.training.features.feature_steps import learned_features
from outflank.training.positions.array_files import reading
from outflank.training.positions.data_steps import save
from outflank.training.positions.readers import read_games
from outflank.training.probcut.error_model import (
    ProbePair,
    deviations,
    fitted,
    fitted_own,
    mean_deviation,
    middle_game,
    pair_rows,
    spread,
)
from outflank.training.probcut.probcut_file import FEATURES, OWN, PATTERNS, with_section
from outflank.training.probcut.probe_searches import ProbedEvaluation, Prober, Reach, position_after
from outflank.training.processes import worked
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["FILE", "fit_probcut"]

FILE = "probcut.txt"
_PAIRS = "probcut_pairs.npy"
_PORTIONS = "probcut"  # a folder of pairs, one file a portion, until the step is finished
_PORTION = 5  # positions that a process takes at once
_NETWORK = "8x8.network"
# Deep enough to show how errors grow, within a second a position.
_REACHES = {OWN: Reach(1600, 14, 20), FEATURES: Reach(800, 8, 14), PATTERNS: Reach(800, 9, 14)}
_STRAY_MOVES = 3  # at most, at random after the moves of a game: searches visit such positions
_GAMES_BY_FEATURES = (("classic", 6), ("anti", 8), ("classic", 10), ("classic", 12))


@dataclass(frozen=True)
class _Plan:
    """What is measured: which evaluation, how deep, and in which games."""

    section: str
    evaluation: ProbedEvaluation
    reach: Reach
    seed: str
    starts: tuple[Position, ...]  # of own games, in turn
    games: NDArray[np.int8] | None = None  # of others, a row of squares each, in place of own ones

    def position(self, number: int, prober: Prober) -> Position | None:
        """Return one of the positions to search, or None if its game ended before it."""
        chance = random.Random(f"{self.seed} {number}")
        start = self.starts[number % len(self.starts)]
        if self.games is None:
            return prober.own_position(start, chance)
        plies = 4 + chance.randrange(46)
        squares = self.games[number, :plies].tolist()
        if -1 in squares:
            return None
        position = position_after(start, (Square.at(square, size=start.size) for square in squares))
        for _ in range(chance.randrange(_STRAY_MOVES + 1)):
            if position is not None:
                position = position_after(position, [chance.choice(list(position.legal_moves))])
        return position

    def pairs(self, number: int, prober: Prober) -> list[ProbePair]:
        """Search a position, and return what was found."""
        position = self.position(number, prober)
        if position is None:
            return []
        pairs = prober.pairs(position)
        if self.section == OWN:
            pairs += prober.static_pairs(position, random.Random(f"{self.seed} {number} plies"))
        return pairs


def fit_probcut(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:
    """Search positions to every depth, fit the model and write the engine's file with it.

    The evaluation is the one that this run has learned, or the engine's own where it has learned
    none yet. The numbers of other evaluations in the file stay as they are.
    """
    plan = _plan(run, data)
    pairs = _measured(run, plan, progress)
    is_own = plan.section == OWN
    coefficients = fitted_own(pairs) if is_own else fitted(pairs)
    save(run, _PAIRS, pairs)
    text = data_file(FILE).decode("ascii")
    with run.replacing(FILE) as part:
        part.write_text(
            with_section(text, plan.section, coefficients.tolist(), len(pairs)), encoding="ascii"
        )
    shutil.rmtree(run.file(_PORTIONS))  # a repeated step measures again
    count = len(pairs)
    model = coefficients
    if is_own:
        pairs, model = middle_game(pairs), mean_deviation(coefficients)
    depths = np.unique(pairs[:, 1])
    shown = [pairs[:, 1] == depth for depth in depths]
    return {
        "file": FILE,
        "section": plan.section,
        "pairs": count,
        "coefficients": np.round(coefficients, 6).tolist(),
        "depths": depths.astype(int).tolist(),
        "measured": [_mean(spread(pairs[some])) for some in shown],
        "fitted": [_mean(deviations(pairs[some], model)) for some in shown],
    }


def _plan(run: RunFolder, data: Path) -> _Plan:
    settings = run.settings
    section = {"8x8": OWN, "features": FEATURES}.get(settings.kind, PATTERNS)
    reach = _REACHES[section]
    reach = Reach(
        min(reach.positions, settings.probe_positions),
        min(reach.depth, settings.probe_depth),
        min(reach.solved, settings.probe_solved),
    )
    seed = f"{settings.seed} probcut"
    if section == OWN:
        games = read_games(data, reach.positions, settings.seed)
        return _Plan(section, _own_evaluation(run), reach, seed, (Classic().start(),), games)
    if section == FEATURES:
        starts = tuple(find_variant(name).start(size) for name, size in _GAMES_BY_FEATURES)
        evaluation = ProbedEvaluation(features=learned_features(run))
        return _Plan(section, evaluation, reach, seed, starts)
    starts = tuple(game.start for game in _probed_games())
    return _Plan(section, _evaluation_of_patterns(run), reach, seed, starts)


def _probed_games() -> list[LearnedGame]:
    """Return the games that share the numbers for pattern weights.

    Classic 8x8 has numbers of its own, and an oracle leaves nothing to probe.
    """
    games = [game for game in LEARNED_GAMES.values() if game.name != "8x8"]
    return [game for game in games if not game.start.variant.answers]


def _own_evaluation(run: RunFolder) -> ProbedEvaluation:
    if run.file(_NETWORK).exists():
        network = run.file(_NETWORK).read_bytes()
        try:
            check_network(network)
        except EngineError as problem:
            raise OutflankError(
                Text(
                    "errors.training.unusable_network",
                    network=run.file(_NETWORK),
                    problem=problem,
                )
            ) from None
        return ProbedEvaluation(network=network)
    learned = learned_evaluation()
    if learned == (None, None):
        raise OutflankError(Text("errors.training.no_evaluation_for_probcut"))
    patterns = () if learned.patterns is None else (learned.patterns,)
    return ProbedEvaluation(learned.network, patterns)


def _evaluation_of_patterns(run: RunFolder) -> ProbedEvaluation:
    """Return the weights of these games, preferring those that the run has learned."""
    found = []
    for game in _probed_games():
        weights = pattern_weights(game.start, run.path if run.file(game.file).exists() else None)
        if weights is None:
            raise OutflankError(Text("errors.training.unreadable_weights", file=game.file))
        found.append(weights)
    return ProbedEvaluation(patterns=tuple(found))


def _measured(run: RunFolder, plan: _Plan, progress: Progress) -> NDArray[np.float64]:
    """Search on all cores; the finished portions of an interrupted run are kept."""
    positions = plan.reach.positions
    if plan.games is not None:
        positions = min(positions, len(plan.games))
    run.file(_PORTIONS).mkdir(exist_ok=True)
    digest = plan.evaluation.digest()  # so that portions of another evaluation are not used
    files = {
        first: f"{_PORTIONS}/{digest}-{first:06}.npy" for first in range(0, positions, _PORTION)
    }
    portions = [
        (first, min(first + _PORTION, positions))
        for first, file in files.items()
        if not run.file(file).exists()
    ]
    done = positions - sum(end - first for first, end in portions)
    for first, end, found in worked(_search_portion, portions, _begin, (plan,)):
        save(run, files[first], found)
        done += end - first
        progress(done, positions, "")
    return np.concatenate(
        [pair_rows([]), *(_kept_pairs(run.file(file)) for file in files.values())]
    )


def _kept_pairs(path: Path) -> NDArray[np.float64]:
    with reading(path):
        found: NDArray[np.float64] = np.load(path)
        return found


def _mean(values: NDArray[np.float64]) -> float:
    return round(float(values.mean()), 3)


# What a process of the pool keeps: what it measures, and its searches.
_kept: list[tuple[_Plan, Prober]] = []


def _begin(plan: _Plan) -> None:
    _kept[:] = [(plan, Prober(plan.evaluation, plan.reach))]


def _search_portion(portion: tuple[int, int]) -> tuple[int, int, NDArray[np.float64]]:
    first, end = portion
    plan, prober = _kept[0]
    pairs: list[ProbePair] = []
    for number in range(first, end):
        pairs += plan.pairs(number, prober)
    return first, end, pair_rows(pairs)
