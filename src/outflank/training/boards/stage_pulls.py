"""Regularisation of the weights of a stage, by those of other stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["NeighbourPull", "Pull", "SharedPull"]

_Weights = NDArray[np.float64]


class Pull(Protocol):
    """How strongly weights are held back, in rows, and which unknowns they are computed from."""

    def by_stage(self, unknowns: _Weights) -> _Weights:
        """Return the weights, [stage, column], of these unknowns."""
        ...

    def gathered(self, sums: _Weights) -> _Weights:
        """Turn sums over the weights into sums over the unknowns."""
        ...

    def held(self, unknowns: _Weights) -> _Weights:
        """Return what the pull adds to the sums of the unknowns."""
        ...

    def scaling(self, counts: _Weights) -> Callable[[_Weights], _Weights]:
        """Return a solver of the equations as if each row had one column; `counts` are rows."""
        ...


@dataclass(frozen=True)
class SharedPull:
    """A weight is a part that all stages share plus a change that is held back more strongly."""

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
        """Return a solver that divides by the counts."""
        found = self.gathered(counts)
        scale = 1 / (found + self._hold(len(found)))
        return lambda residual: scale * residual

    def _hold(self, parts: int) -> _Weights:
        hold = np.full((parts, 1), self.change)
        hold[0] = self.shared
        return hold


@dataclass(frozen=True)
class NeighbourPull:
    """A weight is held close to those of the neighbouring stages, and a little to zero."""

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
        """Return a solver of the equations of a chain of stages, for each column."""
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
