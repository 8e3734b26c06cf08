"""The table of settings in the reports of matches and tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from outflank.drawing.html_page import html_table
from outflank.texts import catalogue, say

__all__ = ["limits_in_words", "settings_in_words", "settings_table"]


def settings_table(rows: list[tuple[str, str]]) -> str:
    """Return the table of settings, each with its name and value in words."""
    head = [say("arena.report.columns.setting"), say("arena.report.columns.value")]
    return html_table(head, rows, texts=2)


def limits_in_words(name: str, limits: Mapping[str, Any]) -> str:
    """Return the name of an engine and its limits, as a player's settings have them.

    >>> limits_in_words("7", {"seconds": 0.5, "depth": None, "nodes": 3000})
    '7, 0.5 s a move, 3,000 nodes a move'
    """
    said = [name]
    if (seconds := limits["seconds"]) is not None:
        said.append(say("arena.report.limits.seconds", limit=f"{seconds:,}"))
    if (nodes := limits["nodes"]) is not None:
        said.append(say("arena.report.limits.nodes", count=f"{nodes:,}"))
    if (depth := limits["depth"]) is not None:
        said.append(say("arena.report.limits.depth", limit=depth))
    return ", ".join(said)


def settings_in_words(plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of settings, apart from those that were not set.

    >>> list(settings_in_words({"seed": 7, "boards": None, "openings": {"plies": 8}}))
    [('seed', '7'), ('openings', '8 random plies')]
    """
    for name, value in plain.items():
        if value is None:
            continue
        title = _known(f"arena.report.settings.{name}", name)
        yield title, _openings(value) if isinstance(value, dict) else _value(name, str(value))


def _value(setting: str, value: str) -> str:
    if setting == "variant":
        return _known(f"rules.variants.{value}", value)
    if setting == "format":
        return _known(f"arena.formats.{value}", value)
    return _known(f"arena.report.values.{value}", value)


def _known(key: str, otherwise: str) -> str:
    return say(key) if key in catalogue("en") else otherwise


def _openings(openings: Mapping[str, Any]) -> str:
    if "plies" in openings:
        return say("arena.report.openings.plies", count=openings["plies"])
    listed = say("arena.report.openings.count", count=f"{openings['count']:,}")
    return f"{listed}, {say('arena.report.openings.sha256', digest=openings['sha256'])}"
