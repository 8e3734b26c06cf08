"""Registration of the environments with Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium
import pettingzoo

from outflank.rules import variants

__all__ = ["register_environments"]


def register_environments() -> None:
    """Register every variant with Gymnasium and PettingZoo; repeating that changes nothing.

    >>> register_environments()
    >>> gymnasium.spec("outflank/YesNoOthello-v0").kwargs
    {'variant': 'yesno'}
    """
    for variant in variants():
        identity = f"outflank/{''.join(filter(str.isalnum, variant.title))}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="outflank.environments.single:OthelloEnv",
                vector_entry_point="outflank.environments.vector:OthelloVectorEnv",
                kwargs={"variant": variant.name},
            )
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec",
                identity,
                entry_point="outflank.environments.othello_v0:env",
                kwargs={"variant": variant.name},
            )
