"""Batches of games in the core, whose arrays learners read without a copy."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from outflank.native.encoding import available, thresholds
from outflank.rules.variants import Variant

if available():
    from outflank._core import GameBatch as GameBatch  # noqa: PLC0414 - for signatures above

__all__ = ["AUTORESETS", "COLORS", "OPPONENTS", "Autoreset", "game_batch"]

Autoreset: TypeAlias = Literal["NextStep", "SameStep", "Disabled"]
AUTORESETS: Final[tuple[Autoreset, ...]] = ("NextStep", "SameStep", "Disabled")
OPPONENTS: Final = (None, "random", "greedy")
COLORS: Final = (None, "black", "white")  # of the learner; None is by lot


def game_batch(
    variant: Variant,
    size: int,
    count: int,
    *,
    autoreset: Autoreset = "NextStep",
    opponent: str | None = None,
    color: str | None = None,
    illegal_loses: bool = False,
    kernel: str | None = None,
) -> GameBatch:
    """Return a batch of games that the core plays step by step; it must know the variant."""
    return GameBatch(
        count,
        size,
        odds=thresholds(variant.answers) if variant.answers else None,
        fewest_wins=variant.fewest_wins,
        illegal_loses=illegal_loses,
        autoreset=AUTORESETS.index(autoreset),
        opponent=OPPONENTS.index(opponent),
        agent_color=COLORS.index(color),
        kernel=kernel,
    )
