"""The values for the page of the analysis board: notations, sizes, and a first board."""

from __future__ import annotations

import functools
from typing import Any
from urllib.parse import quote

from outflank.archive import default_index
from outflank.drawing import can_draw_png, svg
from outflank.native.encoding import has_placements_of
from outflank.notation import ScoredPosition, binary_formats, formats
from outflank.rules import SIZES, Classic, variants

__all__ = ["analysis_values"]


def analysis_values() -> dict[str, Any]:
    """Return the values that the template needs.

    >>> [label for label, _ in analysis_values()["write_formats"]]
    ['game', 'position', 'picture']
    """
    return {
        "archive": default_index().exists(),
        "sizes": SIZES,
        "variants": [variant.name for variant in variants() if has_placements_of(variant)],
        "read_formats": [{"name": one.name, "title": one.title} for one in formats()],
        "write_formats": _written(),
        "start_picture": _start_picture(),
    }


@functools.cache
def _written() -> list[tuple[str, list[dict[str, str]]]]:
    """Return the forms that can be written: notations of games and of positions, and pictures."""
    files = [one for one in binary_formats() if one.writer is not None]
    groups: dict[str, list[dict[str, str]]] = {"game": [], "position": [], "picture": []}
    for one in (*formats(), *files):
        ending = one.extensions[0] if one.extensions else ".txt"
        group = "position" if one.holds is ScoredPosition else "game"
        groups[group].append({"name": one.name, "title": one.title, "ending": ending})
    kinds = ("svg", "png") if can_draw_png() else ("svg",)
    groups["picture"] = [
        {"name": kind, "title": kind.upper(), "ending": f".{kind}"} for kind in kinds
    ]
    return list(groups.items())


@functools.cache
def _start_picture() -> str:
    """Return the picture of a start position as a data URL."""
    return f"data:image/svg+xml,{quote(svg(Classic().start(), size=360))}"
