"""Rendering the board of an environment with one game."""

from __future__ import annotations

from gymnasium import logger

from outflank.drawing import text
from outflank.environments.games import VectorGames

__all__ = ["rendered"]


def rendered(games: VectorGames, mode: str | None) -> str | None:
    """Return the first game's board as text ("ansi"), or print it ("human")."""
    if mode is None:
        logger.warn("Nothing is rendered, because the environment has no render_mode.")
        return None
    drawn = text(games.position(), unicode=False)
    if mode == "human":
        print(drawn)
        return None
    return drawn
