"""What holds the weights of a stage back where rows are few: those of other stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["NeighbourPull", "Pull", "SharedPull"]

_Weights = NDArray[np.float64]


class Pull(Protocol):
    """How much weights are held back, counted in rows, and in which unknowns they are sought."""

    def by_stage(self, unknowns: _Weights) -> _Weights:
        """Return the weights, [stage, column], that unknowns stand for."""
        ...

    def gathered(self, sums: _Weights) -> _Weights:
        """Return the sums of the unknowns where those of the weights are known."""
        ...

    def held(self, unknowns: _Weights) -> _Weights:
        """Return what the pull adds to the sums of the unknowns."""
        ...

    def scaling(self, counts: _Weights) -> Callable[[_Weights], _Weights]:
        """Return what solves the equations if each row had but one column; rows are counted."""
        ...


@dataclass(frozen=True)
class SharedPull:
    """A weight is the sum of one that all stages share and a change that is held back more."""

    shared: float
    change: float

    def by_stage(self, unknowns: _Weights) -> _Weights:
        """Return the weights: the shared ones stand before the changes."""
        return np.asarray(unknowns[1:] + unknowns[0])

    def gathered(self, sums: _Weights) -> _Weights:
        """Return the sums of the unknowns."""
        return np.concatenate([sums.sum(axis=0, keepdims=True), sums])

    def held(self, unknowns: _Weights) -> _Weights:
        """Return what the pull adds to the sums."""
        return self._hold(len(unknowns)) * unknowns

    def scaling(self, counts: _Weights) -> Callable[[_Weights], _Weights]:
        """Return what divides by the counts."""
        found = self.gathered(counts)
        scale = 1 / (found + self._hold(len(found)))
        return lambda residual: scale * residual

    def _hold(self, parts: int) -> _Weights:
        hold = np.full((parts, 1), self.change)
        hold[0] = self.shared
        return hold


@dataclass(frozen=True)
class NeighbourPull:
    """A weight is held to those of the stages before and after it, and a little to nothing."""

    neighbour: float
    nothing: float

    def by_stage(self, unknowns: _Weights) -> _Weights:
        """Return the weights, which are the unknowns themselves."""
        return unknowns

    def gathered(self, sums: _Weights) -> _Weights:
        """Return the sums as they are."""
        return sums

    def held(self, unknowns: _Weights) -> _Weights:
        """Return what the pull adds to the sums."""
        held = self.nothing * unknowns
        steps = self.neighbour * np.diff(unknowns, axis=0)
        held[:-1] -= steps
        held[1:] += steps
        return held

    def scaling(self, counts: _Weights) -> Callable[[_Weights], _Weights]:
        """Return what solves, for each column, the equations of a chain of stages."""
        diagonal = counts + (self.nothing + 2 * self.neighbour)
        diagonal[[0, -1]] -= self.neighbour
        factors = np.empty_like(diagonal[1:])
        for stage in range(1, len(diagonal)):
            factors[stage - 1] = self.neighbour / diagonal[stage - 1]
            diagonal[stage] -= self.neighbour * factors[stage - 1]

        def solved(residual: _Weights) -> _Weights:
            found = residual.copy()
            for stage in range(1, len(found)):
                found[stage] += factors[stage - 1] * found[stage - 1]
            found[-1] /= diagonal[-1]
            for stage in range(len(found) - 2, -1, -1):
                found[stage] /= diagonal[stage]
                found[stage] += factors[stage] * found[stage + 1]
            return found

        return solved
