"""Learning environments: Othello for Gymnasium and PettingZoo, with one game or thousands at once.

Importing this package registers the environments with both libraries. They are based on
`VectorGames`, a batch of games whose arrays NumPy, PyTorch and JAX read without a copy.

>>> import gymnasium
>>> env = gymnasium.make("outflank/Othello-v0", size=6)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((2, 6, 6), 4)
"""

from __future__ import annotations

from outflank.extras import require_extra

require_extra("rl", "PIL", "gymnasium", "numpy", "pettingzoo")

from outflank.environments.agent_cycle import OthelloAECEnv  # noqa: E402 - needs the extra
from outflank.environments.games import VectorGames  # noqa: E402
from outflank.environments.registration import register_environments  # noqa: E402
from outflank.environments.single import OthelloEnv  # noqa: E402
from outflank.environments.vector import OthelloVectorEnv  # noqa: E402

__all__ = [
    "OthelloAECEnv",
    "OthelloEnv",
    "OthelloVectorEnv",
    "VectorGames",
    "register_environments",
]

register_environments()
