"""What a duel is: who plays, how long each may think, and from which openings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.arena.duel.openings import Openings
from outflank.engine import UNLIMITED, Limit

__all__ = ["Contestant", "Duel"]


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine by name, `7`, `greedy` or `gtp:COMMAND`, and its limit for each move.

    >>> Contestant("7", Limit(seconds=0.1)).to_dict()
    {'name': '7', 'seconds': 0.1, 'depth': None, 'nodes': None}
    """

    name: str
    limit: Limit = UNLIMITED

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        limit = self.limit
        return {
            "name": self.name,
            "seconds": limit.seconds,
            "depth": limit.depth,
            "nodes": limit.nodes,
        }


@dataclass(frozen=True, slots=True)
class Duel:
    """Two contestants and their openings; the seed draws all that is left to chance."""

    contestants: tuple[Contestant, Contestant]
    openings: Openings
    seed: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return what tells this duel from another; how many pairs are played does not."""
        return {
            "players": [one.to_dict() for one in self.contestants],
            "variant": self.openings.variant.name,
            "size": self.openings.size,
            "openings": self.openings.to_dict(),
            "seed": self.seed,
        }
