"""Othello for PettingZoo, as a module like its own: `othello_v0.env()`.

>>> from outflank.environments import othello_v0
>>> env = othello_v0.env(size=6)
>>> env.reset(seed=1)
>>> env.agents, env.agent_selection
(['black_0', 'white_0'], 'black_0')
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

from outflank.environments.agent_cycle import OthelloAECEnv

__all__ = ["env", "raw_env"]


def env(**settings: Any) -> wrappers.OrderEnforcingWrapper:
    """Return the environment with PettingZoo's usual wrappers: an illegal action loses the game."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(**settings: Any) -> OthelloAECEnv:
    """Return the environment without wrappers: an illegal action raises an error."""
    return OthelloAECEnv(**settings)
