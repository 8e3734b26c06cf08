"""The values for the pages that need no network."""

from __future__ import annotations

import dataclasses
from typing import Any

from outflank.engine.levels import Level, levels
from outflank.faces.web.pages.board_states import board_state
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.rules import Classic

__all__ = ["device_values", "offline_values"]

# What the browser's engine needs to know of a level.
_FACTS = ("number", "nodes", "seconds", "softness", "oversight", "greed")


def device_values() -> dict[str, Any]:
    """Return the values for the page that plays on this device.

    >>> device_values()["device_levels"][0]["nodes"]
    60
    """
    return {
        "device_start": board_state(Classic().start()),
        "device_levels": [_facts(level) for level in levels()],
        **offline_values(),
    }


def _facts(level: Level) -> dict[str, float]:
    known = dataclasses.asdict(level)
    return {name: known[name] for name in _FACTS}


def offline_values() -> dict[str, Any]:
    """Return the links to the pages that work without network."""
    return {
        "offline_links": [
            ("/device", say_on_page("offline.device")),
            ("/learn", say_on_page("learn.heading")),
            ("/learn/lessons", say_on_page("lesson.lessons")),
            ("/learn/puzzles", say_on_page("learn.puzzles.title")),
            ("/learn/cards", say_on_page("learn.cards.title")),
            ("/analysis", say_on_page("offline.analysis")),
            ("/rules", say_on_page("offline.rules")),
        ]
    }
