"""Completions of names, which the shell offers when TAB is pressed."""

from __future__ import annotations

from collections.abc import Iterable

import click

__all__ = [
    "engine_names",
    "format_names",
    "skin_names",
    "theme_names",
    "variant_names",
    "written_format_names",
]

# One function for each kind of name, so that each completion imports only what it needs.


def variant_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the variants."""
    from outflank.rules import variants

    return _beginning_with(incomplete, (variant.name for variant in variants()))


def skin_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the skins."""
    from outflank.drawing import skins

    return _beginning_with(incomplete, (skin.name for skin in skins()))


def theme_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the themes."""
    from outflank.drawing import themes

    return _beginning_with(incomplete, (theme.name for theme in themes()))


def engine_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the engines and levels, including those of installed packages."""
    from outflank.engine import names

    return _beginning_with(incomplete, names())


def format_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the formats."""
    from outflank.notation import binary_formats, formats

    return _beginning_with(incomplete, (each.name for each in (*formats(), *binary_formats())))


def written_format_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of the formats that can be written."""
    from outflank.notation import written_formats

    return _beginning_with(incomplete, written_formats())


def _beginning_with(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete.lower())]
