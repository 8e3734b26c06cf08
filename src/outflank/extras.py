"""Checks whether the optional parts are installed."""

from __future__ import annotations

from importlib.util import find_spec

from outflank.errors import MissingExtra

__all__ = ["is_installed", "require_extra"]


def is_installed(*modules: str) -> bool:
    """Return whether modules of other packages can be imported, without importing them.

    >>> is_installed("json"), is_installed("json", "no_such_module")
    (True, False)
    """
    return all(find_spec(module) is not None for module in modules)


def require_extra(extra: str, *modules: str) -> None:
    """Raise MissingExtra unless the modules of an extra are installed.

    >>> require_extra("window", "no_such_module")
    Traceback (most recent call last):
    outflank.errors.MissingExtra: the window is not installed; ...
    """
    if not is_installed(*modules):
        raise MissingExtra(extra)
