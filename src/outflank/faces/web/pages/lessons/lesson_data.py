"""The lessons as data for the page's scripts: boards, and what is said to every move."""

from __future__ import annotations

from typing import Any

import msgspec

from outflank.drawing.skins import skin_of
from outflank.faces.web.pages.board_states import board_state
from outflank.learning import Lesson, LessonStep, courses
from outflank.rules import Square

__all__ = ["lesson_file", "lesson_state"]


def lesson_file() -> bytes:
    """Return all lessons as JSON, in their order, with their texts in the language in use."""
    return msgspec.json.encode(
        [_lesson(lesson) for course in courses().values() for lesson in course.lessons]
    )


def lesson_state(step: LessonStep) -> dict[str, Any]:
    """Return the state of the board of a step.

    >>> from outflank.learning import find_lesson
    >>> list(lesson_state(find_lesson("first").steps[0])["legal"])
    ['d3', 'c4', 'f5', 'e6']
    """
    state = board_state(step.position) | {"skin": skin_of(step.position.variant).name}
    if not step.wanted:
        state["legal"] = {}
    if step.letters:
        state["texts"] = dict(step.letters)
    if step.frame:
        state["marks"] = {"frame": [str(square) for square in step.frame]}
    return state


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "key": lesson.key,
        "title": lesson.title,
        "steps": [_step(step) for step in lesson.steps],
    }


def _step(step: LessonStep) -> dict[str, Any]:
    """Return a step: the board, the answers to wrong moves, and what right moves lead to."""
    moves = step.position.legal_moves.squares if step.wanted else ()
    return {
        "key": step.key,
        "title": step.title,
        "text": step.text,
        "state": lesson_state(step),
        "wrong": {str(move): step.answer_to(move) for move in moves if not step.is_right(move)},
        "right": {str(move): _result(step, move) for move in step.wanted},
    }


def _result(step: LessonStep, move: Square) -> dict[str, Any]:
    after = step.position.play(move)
    state = board_state(after, step.position.place(move))
    state |= {"legal": {}, "skin": skin_of(after.variant).name, "turn": None}
    if step.position.answer is not None:
        state["last"] |= {"answer": str(step.position.answer)}
    return {"state": state, "praise": step.praise(move), "shown": step.explanation(move)}
