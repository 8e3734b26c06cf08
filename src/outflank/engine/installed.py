"""Engines that other packages bring: entry points of the group `outflank.engines`."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from outflank.engine.protocol import Engine
from outflank.errors import EngineError, OutflankError

__all__ = ["GROUP", "installed_engine", "installed_names", "named_object"]

GROUP = "outflank.engines"


def installed_names() -> list[str]:
    """Return the names of the engines that installed packages bring."""
    return sorted({point.name.strip().lower() for point in entry_points(group=GROUP)})


def installed_engine(name: str) -> Callable[..., Engine] | None:
    """Return what makes the engine of that name, or None if no package brings one."""
    for point in entry_points(group=GROUP):
        if point.name.strip().lower() == name:
            return functools.partial(_make, functools.partial(_load, point), point.name)
    return None


def named_object(path: str) -> Callable[..., Engine]:
    """Return what makes the engine that a module has under a name: `package.module:Class`."""
    module, _, name = path.strip().partition(":")
    if not module or not name:
        raise EngineError(f"{path!r} names no engine; try python:package.module:Class")
    return functools.partial(_make, functools.partial(_import, module, name), path.strip())


def _load(point: EntryPoint) -> Any:
    return point.load()


def _import(module: str, name: str) -> Any:
    # A command looks for modules in the folder where it was started, as `python -m` does.
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _make(load: Callable[[], Any], name: str, *, seed: int | None = None) -> Engine:
    """Load what makes the engine, or the engine, and give it its seed."""
    try:
        found = load()
        engine = found if isinstance(found, Engine) else found()
    except OutflankError:
        raise
    except Exception as problem:  # other people's code can raise whatever it likes
        kind = type(problem).__name__
        raise EngineError(f"the engine {name} cannot be loaded: {kind}: {problem}") from problem
    if not isinstance(engine, Engine):
        raise EngineError(f"{name} is not an Engine, nor does it make one")
    if seed is not None:
        engine.seed = seed
    return engine
