"""Othello for Gymnasium: many games that are played at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from outflank.drawing import text
from outflank.environments.games import VectorGames
from outflank.rules import Color, Variant

__all__ = ["OthelloVectorEnv"]

_Number = TypeVar("_Number", bound=np.generic)


class OthelloVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]], EzPickle):
    """Many games of Othello that one call steps together, against an opponent of the core.

    The opponent is "random" or "greedy"; with `opponent=None` the learner moves for both sides in
    turn, and a reward is for the side that made the last move. With `copy=False` the returned
    arrays are the games' own, which the next step changes. The legal actions are in
    `info["action_mask"]`.

    >>> envs = OthelloVectorEnv(100, opponent=None)
    >>> observations, info = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, info = envs.step(envs.sample())
    >>> observations.shape, info["action_mask"].shape
    ((100, 2, 8, 8), (100, 65))
    """

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 8,
        variant: Variant | str = "classic",
        opponent: str | None = "random",
        *,
        color: Color | str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        settings = {"color": color, "autoreset_mode": autoreset_mode, "copy": copy}
        EzPickle.__init__(
            self, num_envs, size, variant, opponent, **settings, render_mode=render_mode
        )
        self.games = VectorGames(
            num_envs,
            size=size,
            variant=variant,
            opponent=opponent,
            color=color,
            autoreset_mode=autoreset_mode,
            illegal_loses=True,
        )
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi"],
            "autoreset_mode": self.games.autoreset_mode,
        }
        planes = self.games.observations.shape[1]
        self.single_observation_space = spaces.Box(0, 1, (planes, size, size), np.int8)
        self.single_action_space = spaces.Discrete(size * size + 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._truncated = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start all games again, or those of `options["reset_mask"]`."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.games.reset(seed, chosen=(options or {}).get("reset_mask"))
        return self._own(self.games.observations), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in each game; an illegal one loses."""
        self.games.step(actions)
        return (
            self._own(self.games.observations),
            self._own(self.games.rewards),
            self._own(self.games.terminated),
            self._own(self._truncated),
            self._info(),
        )

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for each game, all with the same probability."""
        return self._own(self.games.sample())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions in each game."""
        return self._own(self.games.masks)

    def render(self) -> tuple[str, ...] | None:
        """Return each board as text."""
        if self.render_mode is None:
            return None
        games = range(self.num_envs)
        return tuple(text(self.games.position(game), unicode=False) for game in games)

    def _own(self, array: NDArray[_Number]) -> NDArray[_Number]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        games = self.games
        info: dict[str, Any] = {
            "action_mask": self._own(games.masks),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }
        ended = games.terminated
        if not ended.any():
            return info
        margins = {"margin": games.margins * ended, "_margin": ended.copy()}
        if games.final_observations is None:
            return info | margins
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            last[game] = games.final_observations[game].copy()
        info["final_obs"], info["_final_obs"] = last, ended.copy()
        info["final_info"], info["_final_info"] = margins, ended.copy()
        return info
