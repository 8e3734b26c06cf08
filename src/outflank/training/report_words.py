"""The headings, columns and paragraphs of a run's report, in the user's language."""

from __future__ import annotations

from outflank.drawing.html_page import html_heading, html_paragraph
from outflank.texts import say

__all__ = ["axis", "board_title", "columns", "curve", "heading", "paragraph"]

_FEWEST_WIN = ", fewest win"


def heading(name: str, level: int = 2) -> str:
    """Return the heading of a part of the page."""
    return html_heading(say(f"training.report.headings.{name}"), level)


def paragraph(name: str, kind: str = "", **values: object) -> str:
    """Return a paragraph; `kind` is its class in the style sheet of reports."""
    return html_paragraph(say(f"training.report.{name}", **values), kind)


def columns(*names: str) -> list[str]:
    """Return the headings of columns.

    >>> columns("step", "seconds")
    ['step', 'seconds']
    """
    return [say(f"training.report.columns.{name}") for name in names]


def axis(name: str) -> str:
    """Return the name of a plot's axis."""
    return say(f"training.report.axes.{name}")


def curve(name: str) -> str:
    """Return the name of a line of a plot."""
    return say(f"training.report.curves.{name}")


def board_title(name: str) -> str:
    """Return the name of a kind of board, which files and figures give in English.

    >>> board_title("8x8, fewest win"), board_title("8x8")
    ('8x8, fewest win', '8x8')
    """
    size = name.removesuffix(_FEWEST_WIN)
    return size if size == name else say("training.report.fewest_win", board=size)
