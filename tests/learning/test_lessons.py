"""The lessons: every move has a short text, and the wanted moves are the best ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.errors import UnknownName
from outflank.learning import (
    Attempt,
    Lesson,
    LessonStep,
    course_of,
    courses,
    find_lesson,
    finished_steps,
)
from outflank.learning.subjects import SUBJECT
from outflank.rules import Square
from outflank.texts import catalogue

LESSONS = [lesson for course in courses().values() for lesson in course.lessons]
STEPS = {step.key: step for course in courses().values() for step in course.steps}
TASKS = [step for step in STEPS.values() if step.wanted]
CLASSIC = [step for step in course_of("classic").steps if step.wanted]
# Steps that ask for any move that avoids something; there the avoided moves are the worst ones.
AVOIDING = {"corners.x_square", "corners.c_square", "openings.inside"}
SOLVED = 14  # empty squares up to which a position is solved
DEPTH, OPENING_DEPTH = 8, 11  # the moves of the opening are closer to each other
OPENING_MARGIN = 2  # discs; there a search is no more exact
OPENING = 50  # empty squares from which on a position is in the opening


def others(step: LessonStep) -> set[Square]:
    """Return the legal moves that are not wanted."""
    return set(step.position.legal_moves.squares) - set(step.wanted)


# The data


def test_the_first_lesson_has_six_steps_and_every_other_one_three_to_six() -> None:
    first, *rest = course_of("classic").lessons
    assert (first.key, len(first.steps)) == ("first", 6)
    assert all(3 <= len(lesson.steps) <= 6 for lesson in rest)
    assert [lesson.key for lesson in rest] == [
        *("corners", "mobility", "quiet", "parity", "edges", "stable", "openings", "counting")
    ]


@pytest.mark.parametrize("step", STEPS.values(), ids=lambda step: step.key)
def test_every_move_that_a_step_names_is_legal(step: LessonStep) -> None:
    warned = {square for squares in step.answers.values() for square in squares}
    assert set(step.wanted) | warned <= set(step.position.legal_moves)
    assert not set(step.wanted) & warned
    named = {Square.parse(name) for name in step.letters} | set(step.frame)
    assert named <= set(step.position.board.empty_squares)
    assert SUBJECT.fullmatch(step.subject)


@pytest.mark.parametrize("step", STEPS.values(), ids=lambda step: step.key)
def test_a_step_says_something_short_about_every_move(step: LessonStep) -> None:
    assert step.title
    assert 0 < len(step.text) <= 200
    for square in step.wanted:
        assert step.praise(square).endswith((".", "!"))
        assert str(square) in step.explanation(square)
    for square in others(step) if step.wanted else ():
        assert step.answer_to(square).endswith((".", "?"))
    said = [step.praise(square) for square in step.wanted]
    said += [step.answer_to(square) for square in others(step) if step.wanted]
    assert not any(re.search(r"[{}]|  |\b[01] (moves|discs)\b", each) for each in said)


def test_no_text_of_a_step_is_left_over() -> None:
    known = {"title", "text", "result", "cheer", "not_best"}
    for step in STEPS.values():
        names = known | set(step.answers)
        keys = {key for key in catalogue("en").keys if key.startswith(f"lessons.{step.key}.")}
        assert {key.rpartition(".")[2] for key in keys} <= names
    told = {key.split(".")[1] for key in catalogue("en").keys if key.startswith("lessons.")}
    assert {"titles", "about", "shown", "well_done"} | {lesson.key for lesson in LESSONS} == told


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_has_a_title_and_a_sentence_about_it(lesson: Lesson) -> None:
    assert lesson.title
    assert lesson.about.endswith(".")


def test_unknown_lessons_and_variants_are_refused() -> None:
    with pytest.raises(UnknownName, match="there is no lesson 'xyz'"):
        find_lesson("xyz")
    with pytest.raises(UnknownName, match="there is no tutorial 'anti'"):
        course_of("anti")


def test_steps_are_done_by_right_attempts_at_them_alone() -> None:
    entries = [
        Attempt(id="attempt1", at=1, subject="lesson/first.place", move="d3", is_right=True),
        Attempt(id="attempt2", at=2, subject="lesson/first.flip", move="h8"),
        Attempt(id="attempt3", at=3, subject="puzzle/aaaaaaaaaa", move="d3", is_right=True),
    ]
    assert finished_steps(entries) == {"lesson/first.place"}


# The moves


@pytest.fixture(scope="module")
def engine() -> Iterator[NativeEngine]:
    with NativeEngine(threads=1, hash_mb=64, forgetful=True) as engine:
        yield engine


@pytest.mark.native
@pytest.mark.parametrize("step", CLASSIC, ids=lambda step: step.key)
def test_the_wanted_moves_are_the_best_ones(engine: NativeEngine, step: LessonStep) -> None:
    """They are within a disc of the best move, and no other move is."""
    position = step.position
    empties = position.board.empties
    depth = 60 if empties <= SOLVED else OPENING_DEPTH if empties > OPENING else DEPTH
    moves = position.legal_moves
    found = engine.analyse(position, Limit(depth=depth), candidates=len(moves))
    scores = {each.line[0]: each.score.discs for each in found.variations if each.score}
    assert len(scores) == len(moves)
    best = max(scores.values())
    if step.key in AVOIDING:
        assert max(scores[square] for square in step.wanted) == best
        avoided = [scores[square] for square in others(step)]
        assert max(avoided) < min(scores[square] for square in step.wanted)
        assert max(avoided) < best - 10
    else:
        margin = OPENING_MARGIN if empties > OPENING else 1
        near = {square for square, score in scores.items() if score >= best - margin}
        assert near == set(step.wanted)
    if step.key.startswith("counting.") or step.key == "parity.tempting":
        assert best > 0 > max(scores[square] for square in others(step))


@pytest.mark.native
def test_after_the_parallel_opening_black_is_ahead(engine: NativeEngine) -> None:
    found = engine.analyse(STEPS["openings.reply"].position.play("f4"), Limit(depth=12))
    assert found.score is not None
    assert found.score.discs > 3
