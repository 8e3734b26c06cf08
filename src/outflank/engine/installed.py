"""Engines of installed packages: entry points of the group `outflank.engines`."""

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
from outflank.texts import Text

__all__ = ["GROUP", "installed_engine", "installed_names", "named_object"]

GROUP = "outflank.engines"


def installed_names() -> list[str]:
    """Return the names of the engines of installed packages."""
    return sorted({point.name.strip().lower() for point in entry_points(group=GROUP)})


def installed_engine(name: str) -> Callable[..., Engine] | None:
    """Return a factory of the engine of that name, or None if no package has one."""
    for point in entry_points(group=GROUP):
        if point.name.strip().lower() == name:
            return functools.partial(_make, functools.partial(_load, point), point.name)
    return None


def named_object(path: str) -> Callable[..., Engine]:
    """Return a factory of the engine at a path such as `package.module:Class`."""
    module, _, name = path.strip().partition(":")
    if not module or not name:
        raise EngineError(Text("errors.engine.not_an_engine_path", path=repr(path)))
    return functools.partial(_make, functools.partial(_import, module, name), path.strip())


def _load(point: EntryPoint) -> Any:
    return point.load()


def _import(module: str, name: str) -> Any:
    # As with `python -m`, modules are found in the folder in which the command was started.
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _make(load: Callable[[], Any], name: str, *, seed: int | None = None) -> Engine:
    """Load an engine, or a factory of one, and set its seed."""
    try:
        found = load()
        engine = found if isinstance(found, Engine) else found()
    except OutflankError:
        raise
    except Exception as problem:  # other people's code can raise anything
        kind = type(problem).__name__
        raise EngineError(
            Text("errors.engine.engine_not_loaded", engine=name, error=kind, problem=problem)
        ) from problem
    if not isinstance(engine, Engine):
        raise EngineError(Text("errors.engine.not_an_engine_or_factory", object=name))
    if seed is not None:
        engine.seed = seed
    return engine
