"""Othello for Gymnasium: many games that are played at once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from outflank.environments.games import VectorGames
from outflank.environments.rendering import Frame, check_render_mode, frame
from outflank.environments.starting import require_running
from outflank.rules import Color, Position, Variant

__all__ = ["OthelloVectorEnv"]

_RENDER_MODES = ("ansi", "rgb_array")

_Number = TypeVar("_Number", bound=np.generic)


class OthelloVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games of Othello that one call steps together, against an opponent of the core.

    The opponent is "random" or "greedy"; with `opponent=None` the learner moves for both sides in
    turn, and a reward is for the side that made the last move. With `copy=False` the returned
    arrays are the games' own, which the next step changes. The legal actions are in
    `info["action_mask"]`. `copy.copy` and `pickle` work at any moment; such a copy has the same
    future, chance included.

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
        check_render_mode(render_mode, _RENDER_MODES)
        self.games: VectorGames = VectorGames(
            num_envs,
            size=size,
            variant=variant,
            opponent=opponent,
            color=color,
            autoreset_mode=autoreset_mode,
            illegal_loses=True,
        )
        self.num_envs: int = num_envs
        self.copy: bool = copy
        self.render_mode: str | None = render_mode
        self.metadata: dict[str, Any] = {
            "render_modes": [*_RENDER_MODES],
            "autoreset_mode": self.games.autoreset_mode,
        }
        planes = self.games.observations.shape[1]
        self.single_observation_space: spaces.Box = spaces.Box(0, 1, (planes, size, size), np.int8)
        self.single_action_space: spaces.Discrete = spaces.Discrete(size * size + 1)
        self.observation_space: spaces.Space[Any] = batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._truncated = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start all games again, or those of `options["reset_mask"]`.

        They start at `options["positions"]`, if these are given: one for each game that starts.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        given = options or {}
        chosen = given.get("reset_mask")
        self.games.reset(seed, chosen=chosen)
        if (positions := given.get("positions")) is not None:
            started = np.arange(self.num_envs) if chosen is None else np.flatnonzero(chosen)
            self.games.set_positions(positions, started)
            require_running(self.games, started)
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

    @property
    def positions(self) -> list[Position]:
        """The position of each game."""
        return self.games.positions()

    def render(self) -> tuple[Frame, ...] | None:
        """Return each board as text or as an array of colours."""
        if self.render_mode is None:
            return None
        return tuple(frame(position, self.render_mode) for position in self.positions)

    def __copy__(self) -> Self:
        return deepcopy(self)

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
