"""Siblings of played positions, drawn and labelled by the teacher on its device."""

from __future__ import annotations

import numpy as np
import torch
from numpy.lib.format import open_memmap
from numpy.typing import NDArray
from torch import Tensor

from outflank.training.learning.teacher import Teacher, teacher_values
from outflank.training.positions.bitboards import canonical_hash
from outflank.training.positions.data_steps import SIBLING_UNITS, SIBLING_VALUES, SIBLINGS
from outflank.training.positions.sampling import is_wanted, wandered
from outflank.training.run_folder import Progress, RunFolder

_PORTION = {"cuda": 1 << 19, "cpu": 1 << 13}  # positions that are drawn and labelled at once
_MOST_VALUE = 64 * SIBLING_UNITS


def label_siblings(
    run: RunFolder,
    teacher: Teacher,
    games: NDArray[np.int64],
    held_out: NDArray[np.int64],
    progress: Progress,
) -> int:
    """Write so many siblings and the teacher's labels into the folder of the run."""
    count = run.settings.siblings
    device = next(teacher.parameters()).device
    rows = open_memmap(run.file(SIBLINGS), mode="w+", dtype=np.int64, shape=(count, 2))
    values = open_memmap(run.file(SIBLING_VALUES), mode="w+", dtype=np.int16, shape=(count,))
    played = torch.from_numpy(np.array(games)).to(device)  # a copy: torch writes where it likes
    kept_out = torch.from_numpy(np.array(held_out)).to(device)
    done = 0
    while done < count:
        mover, opponent = _drawn(played, kept_out, _PORTION[device.type])
        mover, opponent = mover[: count - done], opponent[: count - done]
        found = teacher_values(teacher, mover, opponent) * SIBLING_UNITS
        end = done + len(mover)
        rows[done:end] = torch.stack([mover, opponent], 1).cpu().numpy()
        values[done:end] = found.round().clamp(-_MOST_VALUE, _MOST_VALUE).short().cpu().numpy()
        done = end
        progress(done, count, "")
    rows.flush()
    values.flush()
    return done


def _drawn(played: Tensor, held_out: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Draw positions as Sampler does, on the device."""
    device = played.device
    chosen = played[torch.randint(len(played), (count,), device=device)]
    mover, opponent, moves = wandered(
        chosen[:, 0], chosen[:, 1], lambda: torch.rand(count, device=device, dtype=torch.float64)
    )
    wanted = is_wanted(mover, opponent, moves)
    hashes = canonical_hash(mover, opponent)
    place = torch.searchsorted(held_out, hashes).clamp(max=len(held_out) - 1)
    wanted &= held_out[place] != hashes
    return mover[wanted], opponent[wanted]
