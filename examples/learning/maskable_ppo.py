"""MaskablePPO learns Othello in a few minutes and beats the greedy player.

Needs `pip install "outflank[rl]" sb3-contrib`. Run as `python maskable_ppo.py [millions of moves]`.
It plays 256 games at once, half of them against the greedy player and half against a random one,
and then a match of a thousand games with each.
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from outflank.environments import VectorGames

OPPONENTS = ("greedy", "random")


class OthelloVecEnv(VecEnv):
    """Outflank's games in the form that Stable-Baselines3 wants: a batch against each opponent."""

    def __init__(self, count: int, size: int, seed: int) -> None:
        from gymnasium import spaces

        share = count // len(OPPONENTS)
        self.batches = [
            VectorGames(
                share, size=size, opponent=one, autoreset_mode="SameStep", seed=seed + place
            )
            for place, one in enumerate(OPPONENTS)
        ]
        planes = self.batches[0].observations.shape[1:]
        super().__init__(
            share * len(OPPONENTS),
            spaces.Box(0, 1, planes, np.int8),
            spaces.Discrete(size * size + 1),
        )

    def _together(self, name: str) -> np.ndarray:
        return np.concatenate([getattr(batch, name) for batch in self.batches])

    def reset(self) -> np.ndarray:
        for batch in self.batches:
            batch.reset()
        return self._together("observations")

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = np.split(actions, len(self.batches))

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        for batch, actions in zip(self.batches, self.actions, strict=True):
            batch.step(actions)
        done = self._together("terminated")
        last = self._together("final_observations")
        infos: list[dict[str, Any]] = [
            {"terminal_observation": last[game]} if done[game] else {} for game in range(len(done))
        ]
        return self._together("observations"), self._together("rewards"), done, infos

    def env_method(self, name: str, *_: Any, **__: Any) -> list[Any]:
        assert name == "action_masks"
        return list(self._together("masks"))

    def has_attr(self, name: str) -> bool:
        return name in ("action_masks", "render_mode")

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def seed(self, seed: int | None = None) -> Sequence[None]:
        for place, batch in enumerate(self.batches):
            batch.reset(None if seed is None else seed + place)
        return [None] * self.num_envs

    def close(self) -> None:
        pass


class Discs(BaseFeaturesExtractor):
    """Two layers over all squares, which the policy and the value share."""

    def __init__(self, observation_space: Any, features: int = 256) -> None:
        super().__init__(observation_space, features)
        inputs = int(np.prod(observation_space.shape))
        self.layers = nn.Sequential(
            nn.Flatten(), nn.Linear(inputs, 512), nn.ReLU(), nn.Linear(512, features), nn.ReLU()
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return self.layers(planes.float())


def match(model: MaskablePPO, opponent: str, games: int, size: int) -> float:
    """Return the share of points that the learner takes from an opponent, playing its best move."""
    batch = VectorGames(games, size=size, opponent=opponent, seed=12345)
    # The network reads the memory that the games live in: no array is copied.
    planes, masks = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.masks)
    points, playing = 0.0, np.ones(games, bool)
    while playing.any():
        with torch.no_grad():
            chosen = model.policy.get_distribution(planes, action_masks=masks.numpy())
        batch.step(chosen.get_actions(deterministic=True).numpy())
        ended = batch.terminated & playing
        points += float((batch.rewards[ended] + 1).sum() / 2)
        playing &= ~ended
    return points / games


def main() -> None:
    """Learn, then play."""
    moves = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else 500_000
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    model = MaskablePPO(
        "MlpPolicy",
        OthelloVecEnv(256, size, seed=1),
        n_steps=64,
        batch_size=2048,
        n_epochs=3,
        learning_rate=lambda left: 1e-3 * left,
        ent_coef=0.01,
        policy_kwargs={"features_extractor_class": Discs, "net_arch": []},
        seed=1,
        device="cpu",
    )
    before = {one: match(model, one, 1000, size) for one in OPPONENTS}
    began, spent = time.monotonic(), time.process_time()
    model.learn(moves)
    minutes, processor = time.monotonic() - began, time.process_time() - spent
    print(f"Learnt from {model.num_timesteps:,} moves in {minutes / 60:.1f} minutes", end="")
    print(f" ({processor / 60:.1f} of processor time).")
    for one in OPPONENTS:
        after = match(model, one, 1000, size)
        print(f"Against {one}: {before[one]:.1%} of the points before, {after:.1%} after.")


if __name__ == "__main__":
    main()
