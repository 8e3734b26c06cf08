"""What the shell offers when TAB is pressed after an option that takes a name."""

from __future__ import annotations

from collections.abc import Iterable

import click

__all__ = ["engine_names", "format_names", "skin_names", "theme_names", "variant_names"]

# A function for each kind of name, because a command line is completed without running anything
# else: each imports only what it asks.


def variant_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Name the variants."""
    from outflank.rules import variants

    return _beginning_with(incomplete, (one.name for one in variants()))


def skin_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Name the skins."""
    from outflank.drawing import skins

    return _beginning_with(incomplete, (one.name for one in skins()))


def theme_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Name the themes."""
    from outflank.drawing import themes

    return _beginning_with(incomplete, (one.name for one in themes()))


def engine_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Name the engines and levels, those of installed packages included."""
    from outflank.engine import names

    return _beginning_with(incomplete, names())


def format_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Name the notations."""
    from outflank.notation import formats

    return _beginning_with(incomplete, (one.name for one in formats()))


def _beginning_with(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete.lower())]
