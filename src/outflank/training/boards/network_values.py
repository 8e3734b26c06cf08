"""Siblings of played positions with the values of a network, drawn and valued on all cores.

A network's values are smoother than those of searches and take far less time, so pattern weights
learn more from many of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.label_fit import LabelledPositions
from outflank.training.network.network_file import read_network
from outflank.training.network.pattern_network import PatternNetwork
from outflank.training.positions.data_steps import game_positions, held_out
from outflank.training.positions.sampling import Sampler
from outflank.training.processes import worked
from outflank.training.run_folder import RunFolder

__all__ = ["valued_siblings"]

_PORTION = 1 << 16  # positions that a process draws at once
_STREAM = 4  # of the random numbers of a run's seed


def valued_siblings(
    run: RunFolder, network: bytes, count: int, progress: Callable[[int], None]
) -> LabelledPositions:
    """Draw `count` positions that are not held out, the same ones for the same seed."""
    portions = [(first, min(_PORTION, count - first)) for first in range(0, count, _PORTION)]
    parts: dict[int, LabelledPositions] = {}
    done = 0
    for first, rows, values in worked(_drawn, portions, _begin, (run, network)):
        parts[first] = LabelledPositions(rows[:, 0].copy(), rows[:, 1].copy(), values)
        done += len(rows)
        progress(done)
    return LabelledPositions.joined([parts[first] for first in sorted(parts)])


# What a process of the pool keeps: the data that it draws from, and the network.
_kept: list[tuple[RunFolder, NDArray[np.int64], NDArray[np.int64], PatternNetwork]] = []


def _begin(run: RunFolder, network: bytes) -> None:
    _kept[:] = [(run, game_positions(run), held_out(run), read_network(network))]


def _drawn(portion: tuple[int, int]) -> tuple[int, NDArray[np.int64], NDArray[np.float32]]:
    first, count = portion
    run, games, hashes, network = _kept[0]
    seed = [run.settings.seed, _STREAM, first]
    rows = Sampler(games, hashes, seed, twice=run.settings.wandering_twice).draw(count)
    return first, rows, network.discs(rows[:, 0], rows[:, 1])
