"""Engines by name, as people type them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from outflank.engine.levels import level, levels
from outflank.engine.protocol import Engine
from outflank.errors import UnknownName

__all__ = ["find", "names"]

_SIMPLE = {
    "alphabeta": "AlphaBetaEngine",
    "greedy": "GreedyEngine",
    "positional": "PositionalEngine",
    "random": "RandomEngine",
}


def names() -> list[str]:
    """Return the names of all engines and levels.

    >>> names()[:5]
    ['alphabeta', 'greedy', 'positional', 'random', 'level:1']
    """
    return [*_SIMPLE, *(f"level:{one.number}" for one in levels())]


def find(name: str, *, seed: int | None = None, own_process: bool = False) -> Engine:
    """Return the engine of that name: `greedy`, `level:7` or just `7`.

    With `own_process` it thinks in a process of its own, as players in a face should.

    >>> find("greedy").name, find("7").name
    ('greedy', 'level 7')
    """
    factory = functools.partial(_factory(name), seed=seed)
    engine = factory()
    if not own_process:
        return engine
    from outflank.engine.process import ProcessEngine

    return ProcessEngine(factory, name=engine.name)


def _factory(name: str) -> Callable[..., Engine]:
    plain = name.strip().lower()
    if plain in _SIMPLE:
        from outflank.engine import simple

        found: Callable[..., Engine] = getattr(simple, _SIMPLE[plain])
        return found
    number = re.fullmatch(r"(?:level[ :]?)?([0-9]{1,3})", plain)
    if number and f"level:{int(number[1])}" in names():
        return functools.partial(level, int(number[1]))
    raise UnknownName("engine", name, names())
