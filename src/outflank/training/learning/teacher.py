"""The teacher: a deep residual network over the whole board, too slow for play, good for labels."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from outflank.training.learning.checkpoints import Curve, Learner, LearningCheckpoint
from outflank.training.learning.examples import LoadedExamples, Source, joined_batch
from outflank.training.positions.bitboards import empty_count, legal_moves
from outflank.training.run_folder import Progress

_PLANES = 7
_SCALE = 32.0  # discs that an output of one stands for
_LOSS_SCALE = 16.0  # discs beyond which an error counts by its size, not its square
_RATE = 1e-3
_WARM_UP = 300  # steps in which the rate rises
_PORTION = 8192  # positions that are labelled at once


def planes(mover: Tensor, opponent: Tensor) -> Tensor:
    """Return seven planes: discs and legal moves of both, ones, empty squares, their parity."""
    words = [mover, opponent, legal_moves(mover, opponent), legal_moves(opponent, mover)]
    bits = torch.arange(64, device=mover.device)
    boards = ((torch.stack(words, 1)[:, :, None] >> bits) & 1).float().view(-1, 4, 8, 8)
    empty = empty_count(mover, opponent).float()
    levels = torch.stack([torch.ones_like(empty), empty / 60, empty % 2], 1)
    return torch.cat([boards, levels[:, :, None, None].expand(-1, 3, 8, 8)], 1)


def turned(boards: Tensor, symmetry: int) -> Tensor:
    """Return planes as seen through one of the eight symmetries of the board."""
    if symmetry & 1:
        boards = boards.flip(3)
    if symmetry & 2:
        boards = boards.flip(2)
    return boards.transpose(2, 3) if symmetry & 4 else boards


class ResidualBlock(nn.Module):
    """Two convolutions whose result is added to their input."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.second_norm.weight)  # a new block changes nothing

    def forward(self, boards: Tensor) -> Tensor:
        """Return the input plus what the block adds to it."""
        inner = functional.relu(self.first_norm(self.first(boards)))
        return functional.relu(boards + self.second_norm(self.second(inner)))


class Teacher(nn.Module):
    """Evaluates positions: planes in, discs for the mover out."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(_PLANES, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.body = nn.Sequential(*(ResidualBlock(channels) for _ in range(blocks)))
        self.head = nn.Conv2d(channels, 32, 1, bias=False)
        self.head_norm = nn.BatchNorm2d(32)
        self.hidden = nn.Linear(32 * 64, 256)
        self.output = nn.Linear(256, 1)

    def forward(self, boards: Tensor) -> Tensor:
        """Return the value of each position."""
        inner = self.body(functional.relu(self.stem_norm(self.stem(boards))))
        inner = functional.relu(self.head_norm(self.head(inner))).flatten(1)
        return self.output(functional.relu(self.hidden(inner))).squeeze(1) * _SCALE


def fit_teacher(
    teacher: Teacher,
    sources: list[tuple[Source, int]],
    checkpoints: LearningCheckpoint,
    progress: Progress,
    *,
    steps: int,
) -> Curve:
    """Train the teacher in `steps` steps, each with a number of examples from each source."""
    device = next(teacher.parameters()).device
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=_RATE, weight_decay=1e-2)
    learner = Learner(teacher, optimiser, sources)
    checkpoints.restore(learner)
    teacher.train()
    for step in range(learner.step, steps):
        # The rate rises, holds, and falls along a cosine in the second half.
        falling = max(0.0, 2 * step / steps - 1)
        warm = min(1.0, (step + 1) / min(_WARM_UP, max(1, steps // 10)))
        for group in optimiser.param_groups:
            group["lr"] = _RATE * warm * (0.5 * (1 + math.cos(math.pi * falling)) + 1e-3)
        mover, opponent, value = joined_batch(sources)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            found = teacher(turned(planes(mover, opponent), step % 8))
        loss = functional.smooth_l1_loss(found.float() / _LOSS_SCALE, value / _LOSS_SCALE)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        learner.curve.note(step, steps, loss)
        learner.step = step + 1
        checkpoints.keep(learner, is_last=learner.step == steps)
        progress(step + 1, steps, "")
    return learner.curve


@torch.no_grad()
def teacher_values(
    teacher: Teacher, mover: Tensor, opponent: Tensor, *, turning: bool = False
) -> Tensor:
    """Return the teacher's values in discs.

    `turning` shows it each portion of the positions through a random symmetry, so that what it
    wrongly sees in one of them does not become a rule.
    """
    teacher.eval()
    cuda = mover.device.type == "cuda"
    found = []
    for first in range(0, len(mover), _PORTION):
        boards = planes(mover[first : first + _PORTION], opponent[first : first + _PORTION])
        if turning:
            boards = turned(boards, int(torch.randint(8, ())))
        with torch.autocast(mover.device.type, dtype=torch.bfloat16, enabled=cuda):
            found.append(teacher(boards).float())
    return torch.cat(found) if found else mover.new_zeros(0).float()


def error_of_teacher(teacher: Teacher, examples: LoadedExamples) -> float:
    """Return the root mean square of the teacher's errors in discs."""
    found = teacher_values(teacher, examples.mover, examples.opponent)
    return float(((found - examples.value) ** 2).mean().sqrt())
