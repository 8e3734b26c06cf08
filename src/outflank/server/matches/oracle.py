"""Answers drawn from a recorded seed, each from its turn's number: nothing can be re-rolled."""

from __future__ import annotations

import random

from outflank.play.oracles import LocalOracle, Reply
from outflank.play.setup import Setup

__all__ = ["drawn_reply", "is_drawn"]

_WORD = "drawn:"


def is_drawn(setup: Setup) -> bool:
    """Tell whether the answers of a match are drawn from a seed."""
    return setup.oracle.startswith(_WORD)


def drawn_reply(setup: Setup, turn: int, secret: str = "") -> Reply:
    """Return what a turn hears.

    The setup of a match can be read by everybody from its first event on. Where nobody may know
    the answers to come there is a secret as well, which is told when all games are over.
    """
    words = [secret, setup.oracle, str(turn)]
    seed = random.Random(" ".join(filter(None, words))).getrandbits(64)
    return LocalOracle(setup.variant.answers, seed=seed).ask()
