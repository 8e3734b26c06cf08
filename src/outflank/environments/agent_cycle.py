"""Othello for PettingZoo: black and white in turn."""

from __future__ import annotations

import copy
import os
from typing import Any, ClassVar, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

_audio = os.environ.get("SDL_AUDIODRIVER")
from pettingzoo import AECEnv  # noqa: E402 - it changes the variable

# Undo the change, which would mute every program that imports PettingZoo.
if _audio is None:
    os.environ.pop("SDL_AUDIODRIVER", None)
else:
    os.environ["SDL_AUDIODRIVER"] = _audio

from outflank.environments.games import VectorGames  # noqa: E402
from outflank.environments.rendering import (  # noqa: E402
    RENDER_MODES,
    Frame,
    check_render_mode,
    rendered,
)
from outflank.environments.starting import as_action, start_at  # noqa: E402
from outflank.rules import Position, Variant  # noqa: E402

__all__ = ["OthelloAECEnv"]


class OthelloAECEnv(AECEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """A game of Othello between two agents; an illegal action raises an error.

    An observation has the planes as `observation`, from the observing agent's point of view, and
    the legal actions as `action_mask`. A pass is an action, which is legal only when no other is.
    `copy.copy` and `pickle` work at any moment; such a copy has the same future, the oracle's
    answers included.

    >>> env = OthelloAECEnv(size=8)
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> np.flatnonzero(observation["action_mask"]).tolist()
    [19, 26, 37, 44]
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "outflank_othello_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        size: int = 8,
        variant: Variant | str = "classic",
        *,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        super().__init__()
        self.render_mode: str | None = render_mode
        self.games: VectorGames = VectorGames(
            1, size=size, variant=variant, autoreset_mode="Disabled"
        )
        self.possible_agents: list[str] = ["black_0", "white_0"]
        self.agents: list[str] = list(self.possible_agents)
        self.agent_selection: str = "black_0"
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        planes, actions = self.games.observations.shape[1], size * size + 1
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (planes, size, size), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Start a new game; the seed decides the oracle's answers.

        It starts at `options["position"]`, if that is given.
        """
        self.games.reset(seed)
        start_at(self.games, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        self._show()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return an agent's observation; only the agent to move has legal actions."""
        planes = self.games.observations[0].copy()
        is_mover = agent == self._mover()
        if not is_mover:
            planes[[0, 1]] = planes[[1, 0]]
            planes[2:3] = 1 - planes[2:3]
        mask = self.games.masks[0].astype(np.int8)
        if not is_mover or self.games.over[0]:
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent to move."""
        actor = self.agent_selection
        if self.terminations[actor] or self.truncations[actor]:
            self._was_dead_step(action)
            return
        self.games.step([as_action(action)])
        self._cumulative_rewards[actor] = 0.0
        if self.games.over[0]:
            reward = float(self.games.rewards[0])
            self.rewards = {agent: reward if agent == actor else -reward for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"margin": int(self.games.margins[0])} for agent in self.agents}
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(actor)]
        self._accumulate_rewards()
        self._show()

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.games.position()

    def render(self) -> Frame | None:
        """Return the board as text or as an array of colours, or print it ("human")."""
        return rendered(self.games, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _mover(self) -> str:
        return self.possible_agents[0 if self.games.black_to_move[0] else 1]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
