"""What an attempt is about: a puzzle, a mistake, a decision or a step of a lesson."""

from __future__ import annotations

import re
from typing import Final

from outflank.analysis.puzzle_collection.position_id import position_id
from outflank.rules import Position

__all__ = ["SUBJECT", "lesson_subject", "mistake_subject", "opening_subject", "puzzle_subject"]

SUBJECT: Final = re.compile(r"(puzzle|mistake|opening)/[a-z2-7]{10}|lesson/[a-z0-9_.]{1,60}")


def puzzle_subject(position: Position) -> str:
    """Return the subject of attempts at a puzzle.

    >>> puzzle_subject(Position.start()).partition("/")[0]
    'puzzle'
    """
    return f"puzzle/{position_id(position)}"


def mistake_subject(position: Position) -> str:
    """Return the subject of the card of a position that a learner misplayed."""
    return f"mistake/{position_id(position)}"


def opening_subject(position: Position) -> str:
    """Return the subject of a decision of the opening."""
    return f"opening/{position_id(position)}"


def lesson_subject(step: str) -> str:
    """Return the subject of a step of a lesson.

    >>> lesson_subject("classic.corner")
    'lesson/classic.corner'
    """
    return f"lesson/{step}"
