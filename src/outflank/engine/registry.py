"""Engines by their names."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from outflank.engine.levels import DEFAULT_LEVEL, levels
from outflank.engine.protocol import Engine
from outflank.errors import UnknownName

if TYPE_CHECKING:
    from outflank.engine.process import ProcessEngine

__all__ = ["OwnProcess", "find", "level", "names"]

# Where an engine thinks, see `find`.
OwnProcess: TypeAlias = "bool | Literal['if in Python'] | ProcessEngine"

_SIMPLE = {
    "alphabeta": "AlphaBetaEngine",
    "greedy": "GreedyEngine",
    "positional": "PositionalEngine",
    "random": "RandomEngine",
}
_NATIVE = "outflank"
_UNLIMITED = "unlimited"
_PYTHON = "python"


def names() -> list[str]:
    """Return the names of all engines, also of installed packages, and of all levels.

    >>> names()[:6]
    ['alphabeta', 'greedy', 'outflank', 'positional', 'random', 'unlimited']
    """
    from outflank.engine.installed import installed_names

    ours = sorted([*_SIMPLE, _NATIVE, _UNLIMITED])
    others = [name for name in installed_names() if name not in ours]
    return [*ours, *others, *(f"level:{one.number}" for one in levels())]


def find(
    name: str,
    *,
    seed: int | None = None,
    own_process: OwnProcess = False,
    programs: bool = False,
) -> Engine:
    """Return the engine of that name: `greedy`, `level:7` or just `7`.

    With `own_process` it runs in a process of its own. With `own_process="if in Python"` it does
    so only if it would keep the other threads of this program waiting, as searches in Python do
    and those of the native core do not. An idle `ProcessEngine` may also be given, which becomes
    the engine of that name.

    With `programs` a name may also be `gtp:COMMAND`, which runs that command (or another of
    `outflank.engine.protocols`; `gtp+edax:COMMAND` says whose quirks it has), or
    `python:package.module:Class`, which imports that module. So do not use it for names from a
    file or from the network. Installed packages add names, see `outflank.engine.installed`.

    >>> find("greedy").name, find("7").name, find("gtp:gtp-rhino -l 3", programs=True).name
    ('greedy', 'level 7', 'gtp-rhino -l 3')
    """
    if not isinstance(name, str):
        raise TypeError(f"an engine is found by its name, such as 'greedy', not by {name!r}")
    scheme, colon, command = name.strip().partition(":")
    scheme, _, quirks = scheme.strip().partition("+")
    scheme = scheme.lower()
    if programs and colon:
        from outflank.engine.external.program_engine import program_engine_class

        kind = program_engine_class(scheme)
        if kind is not None:
            # The program is a process of its own already.
            return kind(command.strip(), seed=seed, quirks=quirks.strip() or None)
    if programs and colon and scheme == _PYTHON:
        from outflank.engine.installed import named_object

        make = named_object(command)
    else:
        make = _factory(name, ready=not own_process)
    factory = functools.partial(make, seed=seed)
    engine = factory()
    if not own_process or (own_process == "if in Python" and engine.is_native):
        return engine
    from outflank.engine.process import ProcessEngine

    if isinstance(own_process, ProcessEngine):
        own_process.become(factory, engine.name)
        return own_process
    return ProcessEngine(factory, name=engine.name)


def level(number: int = DEFAULT_LEVEL, *, seed: int | None = None) -> Engine:
    """Return a computer of this level; with a seed its play is repeatable.

    >>> from outflank.rules import Classic
    >>> position = Classic().start()
    >>> level(3, seed=7).choose(position) == level(3, seed=7).choose(position)
    True
    """
    known = {one.number: one for one in levels()}
    if number not in known:
        raise UnknownName("level", str(number), [f"{min(known)} to {max(known)}"])
    from outflank.engine.levels import LevelEngine

    return LevelEngine(known[number], seed=seed)


def _factory(name: str, *, ready: bool) -> Callable[..., Engine]:
    plain = name.strip().lower()
    if plain in _SIMPLE:
        from outflank.engine import simple

        found: Callable[..., Engine] = getattr(simple, _SIMPLE[plain])
        return found
    if plain == _NATIVE:
        from outflank.engine.native import NativeEngine

        return functools.partial(NativeEngine, ready=ready)
    if plain in (_UNLIMITED, f"level:{_UNLIMITED}"):
        from outflank.engine.unlimited import UnlimitedEngine

        return UnlimitedEngine
    number = re.fullmatch(r"(?:level[ :]?)?([0-9]{1,3})", plain)
    if number:
        return functools.partial(level, int(number[1]))
    from outflank.engine.installed import installed_engine

    others = installed_engine(plain)
    if others is not None:
        return others
    raise UnknownName("engine", name, names())
