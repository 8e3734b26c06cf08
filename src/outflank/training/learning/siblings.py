"""Siblings of played positions, drawn and labelled by the teacher on its device."""

from __future__ import annotations

import json
import time

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from outflank.training.learning.teacher import Teacher, teacher_values
from outflank.training.pipeline import SIBLINGS_DONE
from outflank.training.positions.array_files import make_array, mapped_array
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
    """Write `count` siblings and the teacher's labels into the folder of the run.

    Every portion is drawn from a seed of its own, so a run that was interrupted goes on with the
    next one and ends as if nothing had happened.
    """
    count = run.settings.siblings
    device = next(teacher.parameters()).device
    owner = f"{device.type} {run.identity('teacher')}"
    portion, done = _done_before(run, owner)
    if not done:
        make_array(run.file(SIBLINGS), np.int64, (count, 2))
        make_array(run.file(SIBLING_VALUES), np.int16, (count,))
    rows = mapped_array(run.file(SIBLINGS), writable=True, shape=(count, 2))
    values = mapped_array(run.file(SIBLING_VALUES), writable=True, shape=(count,))
    kept = time.monotonic()
    played = torch.from_numpy(np.array(games)).to(device)  # a copy: torch writes where it likes
    kept_out = torch.from_numpy(np.array(held_out)).to(device)
    while done < count:
        torch.manual_seed(_seed(run.settings.seed, portion))
        mover, opponent = _drawn(
            played, kept_out, _PORTION[device.type], run.settings.wandering_twice
        )
        mover, opponent = mover[: count - done], opponent[: count - done]
        found = teacher_values(teacher, mover, opponent, turning=True) * SIBLING_UNITS
        end = done + len(mover)
        rows[done:end] = torch.stack([mover, opponent], 1).cpu().numpy()
        values[done:end] = found.round().clamp(-_MOST_VALUE, _MOST_VALUE).short().cpu().numpy()
        portion, done = portion + 1, end
        if done == count or time.monotonic() - kept >= run.keeping_seconds:
            rows.flush()
            values.flush()
            with run.replacing(SIBLINGS_DONE) as part:
                noted = {"of": owner, "portions": portion, "siblings": done}
                part.write_text(json.dumps(noted), encoding="ascii")
            kept = time.monotonic()
        progress(done, count, "")
    return done


def _done_before(run: RunFolder, owner: str) -> tuple[int, int]:
    """Return how many portions and siblings an interrupted run of this teacher has made."""
    try:
        noted = json.loads(run.file(SIBLINGS_DONE).read_text(encoding="ascii"))
        return (noted["portions"], noted["siblings"]) if noted["of"] == owner else (0, 0)
    except (FileNotFoundError, KeyError, ValueError):
        return 0, 0


def _seed(seed: int, portion: int) -> int:
    return int(np.random.SeedSequence([seed, 4, portion]).generate_state(1, np.uint64)[0] >> 1)


def _drawn(played: Tensor, held_out: Tensor, count: int, twice: float) -> tuple[Tensor, Tensor]:
    """Draw positions as Sampler does, on the device."""
    device = played.device
    chosen = played[torch.randint(len(played), (count,), device=device)]
    mover, opponent, moves = wandered(
        chosen[:, 0],
        chosen[:, 1],
        lambda: torch.rand(count, device=device, dtype=torch.float64),
        twice=twice,
    )
    wanted = is_wanted(mover, opponent, moves)
    hashes = canonical_hash(mover, opponent)
    place = torch.searchsorted(held_out, hashes).clamp(max=len(held_out) - 1)
    wanted &= held_out[place] != hashes
    return mover[wanted], opponent[wanted]
