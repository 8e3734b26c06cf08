"""Labelled positions as tensors: random batches from memory or from files that exceed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from outflank.training.positions.data_steps import SIBLING_UNITS


def chosen_device() -> torch.device:
    """Return the graphics processor, or the CPU where there is none."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Source(Protocol):
    """Something that gives batches: the mover's boards, the other side's, values in discs."""

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return `count` random examples."""
        ...

    def random_state(self) -> dict[str, Any] | None:
        """Return the state of a source's own random generator, as plain values."""
        ...

    def set_random_state(self, state: dict[str, Any] | None) -> None:
        """Continue the random generator from a state."""
        ...


@dataclass
class LoadedExamples:
    """Examples held in the memory of the device."""

    mover: Tensor
    opponent: Tensor
    value: Tensor

    @classmethod
    def of(
        cls,
        mover: NDArray[np.int64],
        opponent: NDArray[np.int64],
        value: NDArray[np.float32],
        device: torch.device,
    ) -> LoadedExamples:
        """Copy arrays to the device."""
        parts = (mover, opponent, value.astype(np.float32))
        return cls(*(torch.from_numpy(np.array(part)).to(device) for part in parts))

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return `count` random examples, some perhaps twice."""
        chosen = torch.randint(len(self.value), (count,), device=self.value.device)
        return self.mover[chosen], self.opponent[chosen], self.value[chosen]

    def random_state(self) -> None:
        """Return an empty state: PyTorch's own generator is used."""

    def set_random_state(self, state: dict[str, Any] | None) -> None:
        """Do nothing: there is no state of its own."""


class MappedExamples:
    """Examples in files that are mapped into memory; they lie there in no order.

    A batch is what lies side by side at a random place: a disk reads that quickly.
    """

    def __init__(
        self, rows: NDArray[np.int64], values: NDArray[np.int16], device: torch.device, seed: int
    ) -> None:
        self._rows, self._values, self._device = rows, values, device
        self._random = np.random.default_rng([seed, 3])

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return `count` examples, or all if there are fewer."""
        first = int(self._random.integers(max(1, len(self._values) - count + 1)))
        rows = torch.from_numpy(self._rows[first : first + count].copy()).to(self._device)
        values = torch.from_numpy(self._values[first : first + count].copy()).to(self._device)
        return rows[:, 0], rows[:, 1], values.float() / SIBLING_UNITS

    def random_state(self) -> dict[str, Any]:
        """Return the state of the generator that chooses where batches begin."""
        return dict(self._random.bit_generator.state)

    def set_random_state(self, state: dict[str, Any] | None) -> None:
        """Continue that generator from a state."""
        if state is not None:
            self._random.bit_generator.state = state


def joined_batch(sources: list[tuple[Source, int]]) -> tuple[Tensor, Tensor, Tensor]:
    """Return one batch with the given number of examples from each source."""
    parts = [source.batch(count) for source, count in sources if count > 0]
    mover, opponent, value = (torch.cat([part[at] for part in parts]) for at in range(3))
    return mover, opponent, value
