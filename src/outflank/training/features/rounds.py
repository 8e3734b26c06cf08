"""Learning by rounds: games with the weights of the round before, on every board, in portions.

A round's weights are kept when it is over, and of the round that is being played each portion.
The sums of portions are added up in their order: the same weights come of any number of threads.
"""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank.engine.child_processes import core_count
from outflank.native.own_games import EquationSums, OwnGames
from outflank.texts import say
from outflank.training.features.equations import Equations
from outflank.training.positions.array_files import unpacked
from outflank.training.run_folder import Progress, RunFolder

__all__ = [
    "FORECAST",
    "SIZES",
    "BoardKind",
    "Forecasts",
    "RoundPlan",
    "RoundsFound",
    "board_kinds",
    "learn",
]

SIZES = tuple(range(4, 17, 2))
FORECAST = np.dtype([("discs", "<f4"), ("empties", "<i2"), ("outcome", "<i2")])
Forecasts: TypeAlias = NDArray[np.void]

_SEEDS_APART = 0xD1B54A32D192ED03  # odd, so that runs of different seeds share no games
_MOST_FORECASTS = 60_000  # of a board


class BoardKind(NamedTuple):
    """A board, and whether the fewest discs win."""

    fewest_wins: bool
    size: int

    @property
    def name(self) -> str:
        """The name in files and figures.

        >>> BoardKind(True, 8).name
        '8x8, fewest win'
        """
        return f"{self.size}x{self.size}{', fewest win' * self.fewest_wins}"

    @property
    def place(self) -> tuple[int, int]:
        """The place of the weights in a table of all boards."""
        return int(self.fewest_wins), SIZES.index(self.size)


def board_kinds() -> tuple[BoardKind, ...]:
    """Return every board in the order of the tables."""
    return tuple(BoardKind(fewest, size) for fewest in (False, True) for size in SIZES)


class RoundPlan(ABC):
    """What is learned by rounds: how games are played, and how their sums become weights."""

    folder: ClassVar[str]  # where portions and rounds are kept until all is learned
    shape: ClassVar[tuple[int, ...]]  # of a board's weights
    units: ClassVar[int]  # of a weight, to a disc
    portion: ClassVar[int]  # games on 8x8 that a thread plays at once

    def __init__(self, seed: int, rounds: int) -> None:
        self.seed: int = seed
        self.rounds: int = rounds

    @abstractmethod
    def games(self, number: int, size: int) -> int:
        """Return how many games of a round are played on a board."""

    @abstractmethod
    def first_seed(self, number: int, size: int, *, fewest_wins: bool) -> int:
        """Return the seed of the first game of a round on a board."""

    @abstractmethod
    def play(self, number: int, own: OwnGames) -> EquationSums:
        """Play some games of a round."""

    @abstractmethod
    def solved(self, equations: Equations) -> NDArray[np.int16]:
        """Return the weights of a board, in units."""

    def no_weights(self) -> NDArray[np.int16]:
        """Return the table that the first round is played with."""
        return np.zeros((2, len(SIZES), *self.shape), np.int16)


@dataclass(frozen=True)
class RoundsFound:
    """The weights of the last round, and by board and round how well they fit."""

    weights: NDArray[np.int16]
    weights_before: NDArray[np.int16]  # of the round before, which played its games
    errors: dict[str, list[float]]  # of a round's weights, in discs
    without_weights: dict[str, list[float]]
    positions: list[int]  # by round
    forecasts: dict[str, Forecasts]  # of the last round

    def figures(self) -> dict[str, Any]:
        """Return the figures for the manifest."""
        return {
            "rounds": len(self.positions),
            "positions": self.positions,
            "errors": self.errors,
            "errors without weights": self.without_weights,
        }


class _Portion(NamedTuple):
    board: BoardKind
    first: int
    games: int

    @property
    def file(self) -> str:
        return f"{self.board.name.replace(', ', '-').replace(' ', '-')}-{self.first:08}.npz"


class _Round(NamedTuple):
    weights: NDArray[np.int16]
    errors: NDArray[np.float64]  # by board, with and without weights
    positions: int
    forecasts: list[Forecasts]  # by board


def learn(run: RunFolder, plan: RoundPlan, progress: Progress) -> RoundsFound:
    """Play and solve round after round; an interrupted run continues where it stopped."""
    run.file(plan.folder).mkdir(exist_ok=True)
    total = sum(_cost(part) for number in range(plan.rounds) for part in _portions(plan, number))
    done = 0
    weights = plan.no_weights()
    found: list[_Round] = []
    for number in range(plan.rounds):
        name = f"{plan.folder}/round-{number}.npz"
        note = say("training.progress.round", number=number + 1, count=plan.rounds)
        if not run.file(name).exists():
            play = _RoundPlayer(run, plan, number, weights)
            with closing(play.portions()) as costs:
                for cost in costs:
                    progress(done + cost, total, note)
            _save_round(run, name, play.solved())
            shutil.rmtree(play.folder)
        done += sum(_cost(part) for part in _portions(plan, number))
        found.append(_kept_round(run, name))
        weights = found[-1].weights
        progress(done, total, note)
    boards = board_kinds()
    errors = [np.round(one.errors, 3).tolist() for one in found]
    return RoundsFound(
        weights,
        found[-2].weights if len(found) > 1 else plan.no_weights(),
        {board.name: [one[at][0] for one in errors] for at, board in enumerate(boards)},
        {board.name: [one[at][1] for one in errors] for at, board in enumerate(boards)},
        [one.positions for one in found],
        {board.name: found[-1].forecasts[at] for at, board in enumerate(boards)},
    )


class _RoundPlayer:
    """Plays the portions of one round on all cores, and solves their sums."""

    def __init__(
        self, run: RunFolder, plan: RoundPlan, number: int, weights: NDArray[np.int16]
    ) -> None:
        self._run, self._plan, self._number, self._weights = run, plan, number, weights
        self._name = f"{plan.folder}/round-{number}"
        self.folder = run.file(self._name)

    def portions(self) -> Generator[int, None, None]:
        """Play the portions that are missing; yield the cost of all finished ones as it grows."""
        self.folder.mkdir(exist_ok=True)
        every = _portions(self._plan, self._number)
        left = [part for part in every if not (self.folder / part.file).exists()]
        done = sum(map(_cost, every)) - sum(map(_cost, left))
        # The most expensive first, so that all cores finish at about the same time.
        left.sort(key=_cost, reverse=True)
        pool = ThreadPoolExecutor(core_count())
        try:
            played = {pool.submit(self._play, part): part for part in left}
            for one in as_completed(played):
                one.result()
                done += _cost(played[one])
                yield done
        finally:
            pool.shutdown(cancel_futures=True)

    def solved(self) -> _Round:
        """Return the weights that solve the sums of all portions."""
        weights = self._plan.no_weights()
        errors, forecasts = [], []
        positions = 0
        for board in board_kinds():
            parts = [part for part in _portions(self._plan, self._number) if part.board == board]
            kept = [_kept_portion(self.folder / part.file) for part in parts]
            equations = Equations.joined([sums for sums, _ in kept])
            weights[board.place] = solution = self._plan.solved(equations)
            discs = solution.reshape(-1) / self._plan.units
            errors.append([equations.error(discs), equations.error(0 * discs)])
            positions += equations.positions
            forecasts.append(_thinned(np.concatenate([expected for _, expected in kept])))
        return _Round(weights, np.array(errors), positions, forecasts)

    def _play(self, part: _Portion) -> None:
        board = part.board
        seed = self._plan.first_seed(self._number, board.size, fewest_wins=board.fewest_wins)
        seed += part.first + self._plan.seed * _SEEDS_APART
        weights = self._weights[board.place].tobytes()
        own = OwnGames(board.size, board.fewest_wins, weights, seed % 2**64, part.games)
        sums = self._plan.play(self._number, own)
        equations = Equations.of(sums)
        with (
            self._run.replacing(f"{self._name}/{part.file}") as path,
            path.open("wb") as file,
        ):
            np.savez_compressed(
                file,
                products=equations.products,
                results=equations.results,
                squared_results=equations.squared_results,
                positions=equations.positions,
                forecasts=np.frombuffer(sums.forecasts, FORECAST),
            )


def _portions(plan: RoundPlan, number: int) -> list[_Portion]:
    portions = []
    for board in board_kinds():
        games = plan.games(number, board.size)
        # About equal work: a game on twice the squares costs four times as much.
        length = max(1, plan.portion * 8**4 // board.size**4)
        portions += [
            _Portion(board, first, min(length, games - first)) for first in range(0, games, length)
        ]
    return portions


def _cost(part: _Portion) -> int:
    return part.games * part.board.size**4


def _thinned(forecasts: Forecasts) -> Forecasts:
    """Return a part that is evenly spread over all games."""
    return forecasts[:: len(forecasts) // _MOST_FORECASTS + 1]


def _kept_portion(path: Path) -> tuple[Equations, Forecasts]:
    with unpacked(path) as kept:
        equations = Equations(
            kept["products"],
            kept["results"],
            float(kept["squared_results"]),
            int(kept["positions"]),
        )
        return equations, kept["forecasts"]


def _save_round(run: RunFolder, name: str, found: _Round) -> None:
    with run.replacing(name) as path, path.open("wb") as file:
        np.savez_compressed(
            file,
            weights=found.weights,
            errors=found.errors,
            positions=found.positions,
            forecasts=np.concatenate(found.forecasts),
            lengths=[len(one) for one in found.forecasts],
        )


def _kept_round(run: RunFolder, name: str) -> _Round:
    with unpacked(run.file(name)) as kept:
        forecasts = np.split(kept["forecasts"], np.cumsum(kept["lengths"])[:-1])
        return _Round(kept["weights"], kept["errors"], int(kept["positions"]), forecasts)
