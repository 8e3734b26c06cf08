"""The state that a step saves while it learns, so that it can continue after an interruption.

On one and the same processor the result is that of a run which nobody has interrupted: the state
of all that is drawn by chance is kept, too. A graphics processor adds up in no fixed order, so
there even two undisturbed runs differ a little.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from pickle import UnpicklingError
from typing import Any

import torch
from torch import Tensor, nn

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.learning.examples import Source, chosen_device
from outflank.training.run_folder import RunFolder

_REPORTS = 100  # points of a curve


@dataclass
class Curve:
    """How the loss fell: steps, and the loss in each of them."""

    steps: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)

    def note(self, step: int, steps: int, loss: Tensor) -> None:
        """Record a loss; a whole run keeps about a hundred of them."""
        if step % max(1, steps // _REPORTS) == 0 or step == steps - 1:
            self.steps.append(step)
            self.losses.append(round(float(loss.detach()), 6))


@dataclass
class Learner:
    """A network with its optimizer, its sources and the step it has reached."""

    network: nn.Module
    optimiser: torch.optim.Optimizer
    sources: list[tuple[Source, int]]
    curve: Curve = field(default_factory=Curve)
    step: int = 0  # the next one

    def state(self) -> dict[str, Any]:
        """Return everything that the next steps depend on."""
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "curve": asdict(self.curve),
            "step": self.step,
            "random": torch.get_rng_state(),
            "random of device": torch.cuda.get_rng_state() if torch.cuda.is_available() else None,
            "sources": json.dumps([source.random_state() for source, _ in self.sources]),
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Restore a state."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.curve = Curve(**state["curve"])
        self.step = state["step"]
        torch.set_rng_state(state["random"].cpu())
        if state["random of device"] is not None:
            torch.cuda.set_rng_state(state["random of device"].cpu())
        for (source, _), kept in zip(self.sources, json.loads(state["sources"]), strict=True):
            source.set_random_state(kept)


class LearningCheckpoint:
    """The file that a learning step continues from, unless its data or settings have changed."""

    def __init__(self, run: RunFolder, file: str, need: str) -> None:
        self._run, self._file = run, file
        self._of = f"{chosen_device().type} {run.identity(need)}"
        self._kept = time.monotonic()

    def restore(self, learner: Learner) -> None:
        """Restore the state of an interrupted run into a new learner."""
        try:
            kept = torch.load(self._run.file(self._file), map_location="cpu", weights_only=True)
        except FileNotFoundError:
            return
        except (EOFError, OSError, RuntimeError, ValueError, UnpicklingError) as problem:
            raise OutflankError(
                Text(
                    "errors.training.damaged_checkpoint",
                    file=self._run.file(self._file),
                    problem=problem,
                )
            ) from None
        if kept["of"] == self._of:
            learner.go_on(kept["learner"])

    def keep(self, learner: Learner, *, is_last: bool) -> None:
        """Save the learner's state, unless that was done a short time ago."""
        if is_last or time.monotonic() - self._kept >= self._run.keeping_seconds:
            with self._run.replacing(self._file) as part:
                torch.save({"of": self._of, "learner": learner.state()}, part)
            self._kept = time.monotonic()
