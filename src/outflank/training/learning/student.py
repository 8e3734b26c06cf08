"""The student: the small network over pattern numbers, learned in floating point.

In the last part of the learning its rows and layer are rounded in the forward pass as the file
rounds them, and the gradient passes the rounding as if it were not there.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from outflank.training.learning.checkpoints import Curve, Learner, LearningCheckpoint
from outflank.training.learning.examples import LoadedExamples, Source, joined_batch
from outflank.training.network.pattern_network import (
    EMPTIES,
    LATE,
    MOBILITIES,
    PHASES,
    STAGES,
    SUMS,
    UNITS,
)
from outflank.training.network.patterns import patterns
from outflank.training.positions.bitboards import empty_count, legal_moves, population
from outflank.training.run_folder import Progress

_SCALE = 8.0  # discs that an output of one stands for
_LOSS_SCALE = 16.0
_WARM_UP = 200
_ROUNDED_FROM = 0.6  # of all steps
_PORTION = 1 << 14


def rounded(values: Tensor, scale: int) -> Tensor:
    """Return values as whole numbers of a scale up to 127, with the gradient of the values."""
    whole = (values * scale).round().clamp(-127, 127) / scale
    return values + (whole - values).detach()


class Student(nn.Module):
    """Adds up rows of pattern numbers and mobilities, and passes the sums to a narrow layer."""

    def __init__(self) -> None:
        super().__init__()
        found = patterns()
        self.columns: int = found.column_count
        per_phase = self.columns + 2 * MOBILITIES
        self.rows = nn.Parameter(torch.randn(PHASES * per_phase, SUMS) * 0.02)
        self.bias = nn.Parameter(torch.full((EMPTIES, SUMS), 0.25))
        self.layer = nn.Parameter(torch.randn(STAGES, SUMS, UNITS) / SUMS**0.5)
        self.layer_bias = nn.Parameter(torch.full((STAGES, UNITS), 0.1))
        self.unit_output = nn.Parameter(torch.randn(STAGES, UNITS) * 0.3 / UNITS**0.5)
        self.direct = nn.Parameter(torch.randn(STAGES, SUMS) * 0.05)
        self.constant = nn.Parameter(torch.zeros(EMPTIES))
        self.register_buffer("step", torch.from_numpy(found.step), persistent=False)
        self.register_buffer("centres", torch.from_numpy(found.centres), persistent=False)
        self.register_buffer("column_of", torch.from_numpy(found.columns), persistent=False)
        self.is_rounding = False

    def indices(self, mover: Tensor, opponent: Tensor, empties: Tensor) -> Tensor:
        """Return which rows each position adds up."""
        bits = torch.arange(64, device=mover.device)
        digits = ((mover[:, None] >> bits) & 1) - ((opponent[:, None] >> bits) & 1)
        # Exact in single precision: no number is as large as 2^24.
        places = (digits.float() @ self.step).round().long() + self.centres
        mobility = [
            population(legal_moves(one, other)).clamp(max=MOBILITIES - 1)
            for one, other in ((mover, opponent), (opponent, mover))
        ]
        rows = [
            self.column_of[places],
            self.columns + mobility[0][:, None],
            self.columns + MOBILITIES + mobility[1][:, None],
        ]
        late = (empties <= LATE).long()[:, None]
        return torch.cat(rows, 1) + late * (self.columns + 2 * MOBILITIES)

    def forward(self, mover: Tensor, opponent: Tensor) -> Tensor:
        """Return the values of positions for the mover in discs."""
        empties = empty_count(mover, opponent)
        rows = rounded(self.rows, 127) if self.is_rounding else self.rows
        layer = rounded(self.layer, 64) if self.is_rounding else self.layer
        sums = functional.embedding_bag(self.indices(mover, opponent, empties), rows, mode="sum")
        sums = sums + self.bias[empties]
        stage = ((empties - 1) // 2).clamp(0, STAGES - 1)
        inputs = sums.clamp(0, 1) ** 2
        # The layers of all stages at once, then each position's own: one product of matrices.
        units = (inputs @ layer.permute(1, 0, 2).reshape(SUMS, -1)).view(-1, STAGES, UNITS)
        units = units.gather(1, stage[:, None, None].expand(-1, 1, UNITS)).squeeze(1)
        units = (units + self.layer_bias[stage]).clamp(0, 1)
        total = (units * self.unit_output[stage]).sum(1) + (sums * self.direct[stage]).sum(1)
        return (total + self.constant[empties]) * _SCALE

    def learned(self) -> dict[str, NDArray[np.float64]]:
        """Return the parameters by the names of the network's parts."""
        rows = self.rows.detach().double().cpu().numpy().reshape(PHASES, -1, SUMS)
        others = {
            "bias": self.bias,
            "layer": self.layer,
            "layer_bias": self.layer_bias,
            "output": self.unit_output,
            "direct": self.direct,
            "constant": self.constant,
        }
        return {
            "rows": rows[:, : self.columns],
            "mobility": rows[:, self.columns :].reshape(PHASES, 2, MOBILITIES, SUMS),
            **{name: part.detach().double().cpu().numpy() for name, part in others.items()},
        }


def fit_student(
    student: Student,
    sources: list[tuple[Source, int]],
    checkpoints: LearningCheckpoint,
    progress: Progress,
    *,
    steps: int,
    rate: float,
) -> Curve:
    """Train the student in `steps` steps, each with a number of examples from each source."""
    optimiser = torch.optim.AdamW(
        student.parameters(), lr=rate, betas=(0.9, 0.99), weight_decay=0.0
    )
    learner = Learner(student, optimiser, sources)
    checkpoints.restore(learner)
    for step in range(learner.step, steps):
        student.is_rounding = step >= _ROUNDED_FROM * steps
        warm = min(1.0, (step + 1) / min(_WARM_UP, max(1, steps // 10)))
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * (0.5 * (1 + math.cos(math.pi * step / steps)) + 1e-3)
        mover, opponent, value = joined_batch(sources)
        found = student(mover, opponent)
        loss = functional.smooth_l1_loss(found / _LOSS_SCALE, value / _LOSS_SCALE)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        learner.curve.note(step, steps, loss)
        learner.step = step + 1
        checkpoints.keep(learner, is_last=learner.step == steps)
        progress(step + 1, steps, "")
    student.is_rounding = True
    return learner.curve


@torch.no_grad()
def error_of_student(student: Student, examples: LoadedExamples) -> float:
    """Return the root mean square of the student's errors in discs."""
    found = [
        student(examples.mover[at : at + _PORTION], examples.opponent[at : at + _PORTION])
        for at in range(0, len(examples.value), _PORTION)
    ]
    return float(((torch.cat(found) - examples.value) ** 2).mean().sqrt())
