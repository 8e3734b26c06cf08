"""The old names of `outflank.arena.engine_match`; each use of one is a DeprecationWarning."""

from __future__ import annotations

import warnings
from typing import Any

from outflank.arena import engine_match

_NEW_NAMES = {
    "Contestant": "MatchPlayer",
    "Duel": "EngineMatch",
    "GameRecord": "GameRecord",
    "Ledger": "GamesFile",
    "ListedOpenings": "OpeningBook",
    "Openings": "Openings",
    "RandomOpenings": "RandomOpenings",
    "Share": "PlayerScore",
    "Strength": "EloDifference",
    "Tally": "MatchScore",
    "run": "run_match",
}


def __getattr__(name: str) -> Any:
    if name not in _NEW_NAMES:
        raise AttributeError(f"module 'outflank.arena.duel' has no attribute {name!r}")
    new = _NEW_NAMES[name]
    message = f"outflank.arena.duel.{name} is now outflank.arena.engine_match.{new}"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return getattr(engine_match, new)
