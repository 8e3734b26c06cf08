"""Names of a package that are loaded when they are first used, so that it is imported quickly."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(
    package: str, places: Mapping[str, Iterable[str]], *, packages: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package that loads names at first use.

    `places` lists the names by the modules that have them, and `packages` are parts of the package
    that are names themselves. Type checkers do not know what `__getattr__` finds: the package
    imports the same names for them, below `if TYPE_CHECKING`.

    >>> find, names = lazy_names("outflank", {"outflank.rules": ["Game"]}, packages=["engine"])
    >>> find("Game").__name__, find("engine").__name__, "Game" in names()
    ('Game', 'outflank.engine', True)
    """
    modules = {name: module for module, names in places.items() for name in names}
    parts = frozenset(packages)

    def find(name: str) -> Any:
        if name in modules:
            return getattr(importlib.import_module(modules[name]), name)
        problem = f"module {package!r} has no attribute {name!r}"
        if name in parts:
            from outflank.errors import MissingExtra

            try:
                return importlib.import_module(f"{package}.{name}")
            except MissingExtra as missing:
                # An AttributeError, so that `hasattr`, `help` and `inspect` work without the extra.
                problem = str(missing)
        raise AttributeError(problem, name=name, obj=sys.modules[package])

    def names() -> list[str]:
        loaded = vars(sys.modules[package])
        return sorted({*loaded, *loaded["__all__"], *modules, *parts})

    return find, names
