"""Beginning the games of an environment at any position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.environments.games import VectorGames
from outflank.errors import InvalidValue
from outflank.texts import Text

__all__ = ["as_action", "require_running", "start_at"]


def start_at(games: VectorGames, options: dict[str, Any] | None) -> None:
    """Let the only game of a batch begin at `options["position"]`, if that is given."""
    if not isinstance(options or {}, dict):
        raise TypeError(f"options are a dictionary, not {options!r}")
    if (position := (options or {}).get("position")) is not None:
        games.set_positions([position])
    require_running(games, np.zeros(1, np.int64))


def require_running(games: VectorGames, started: NDArray[np.int64]) -> None:
    """Refuse to begin games of which one is over at once."""
    if games.over[started].any():
        raise InvalidValue(Text("errors.environments.finished_position"))


def as_action(given: Any) -> int:
    """Return an action as a number; other types, such as text, are refused."""
    try:
        return int(given)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"an action is a whole number, not {given!r}") from None
