"""The tutorial: learners go through the lessons, and what they have done is remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from outflank.errors import UnknownName
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.learning import Attempt, LearningLog, courses, find_lesson
from outflank.rules import Square

LESSONS = [lesson.key for course in courses().values() for lesson in course.lessons]


@pytest.mark.parametrize("variant", courses())
def test_a_learner_can_go_through_all_lessons_and_back(variant: str) -> None:
    tutorial = Tutorial(variant)
    headings = []
    while not tutorial.is_over:
        headings.append(tutorial.heading)
        assert tutorial.awaits_move is bool(tutorial.step.wanted)
        if tutorial.awaits_move:
            before = tutorial.position
            tutorial.play(tutorial.step.wanted[-1])
            assert tutorial.is_right
            assert tutorial.last is not None
            assert tutorial.position == before.play(tutorial.last.square)
            assert tutorial.said
            assert not tutorial.awaits_move
        tutorial.go_on()
    assert len(set(headings)) == tutorial.total == len(tutorial.steps)
    first = courses()[variant].lessons[0]
    assert headings[0].startswith(f"{first.title}, 1 of {len(first.steps)}: ")
    for heading in reversed(headings[:-1]):
        assert tutorial.can_go_back
        tutorial.go_back()
        assert (tutorial.heading, tutorial.said, tutorial.is_over) == (heading, "", False)
    assert not tutorial.can_go_back


@pytest.mark.parametrize("key", LESSONS)
def test_wrong_moves_get_a_comment_and_change_nothing(key: str) -> None:
    tutorial = Tutorial(lesson=key)
    board = [Square(col, row) for col in range(8) for row in range(8)]
    for number in range(1, tutorial.total + 1):
        tutorial.go_to(number)
        step = tutorial.step
        for square in board:
            if step.wanted and square not in step.wanted:
                tutorial.play(square)
                assert (tutorial.is_right, tutorial.position) == (False, step.position)
                assert tutorial.said.endswith((".", "?"))
                assert not re.search("[{}]", tutorial.said)
        assert tutorial.awaits_move is bool(step.wanted)


def test_the_right_move_can_be_shown() -> None:
    tutorial = Tutorial()
    tutorial.show_solution()
    assert tutorial.said == "The move is d3. The white disc between your two flipped to black."
    assert tutorial.last is not None
    assert tutorial.is_right is None
    assert not tutorial.awaits_move


def test_one_lesson_can_be_chosen_and_decides_the_variant() -> None:
    tutorial = Tutorial(lesson="oracle")
    assert (tutorial.variant, tutorial.total) == ("yesno", 5)
    assert Tutorial(lesson="parity").steps == find_lesson("parity").steps
    with pytest.raises(UnknownName, match=r"there is no lesson 'xyz' \(known: first, corners, "):
        Tutorial(lesson="xyz")


def test_the_tutorial_begins_where_one_stopped(tmp_path: Path) -> None:
    tutorial = Tutorial(log=LearningLog(tmp_path))
    tutorial.play(Square.parse("a1"))
    tutorial.play(Square.parse("f5"))
    tutorial.go_on()
    tutorial.show_solution()
    tutorial.go_on()
    tutorial.go_on()  # a step that is skipped is not done
    tutorial.play(Square.parse("b2"))
    again = Tutorial(log=LearningLog(tmp_path))
    assert again.step.key == "first.pass"
    entries = LearningLog(tmp_path).entries
    assert all(isinstance(entry, Attempt) for entry in entries)
    facts = [(one.subject, one.move, one.hints) for one in entries if isinstance(one, Attempt)]
    assert facts == [
        ("lesson/first.place", "f5", 1),
        ("lesson/first.flip", "", 1),
        ("lesson/first.end", "b2", 0),
    ]
    for step in again.steps:
        again.go_to(again.steps.index(step) + 1)
        again.show_solution()
    assert Tutorial(log=LearningLog(tmp_path)).number == 1  # all is done: from the beginning


def test_a_step_that_is_only_read_is_done_when_one_goes_on(tmp_path: Path) -> None:
    Tutorial("yesno", log=LearningLog(tmp_path)).go_on()
    assert Tutorial("yesno", log=LearningLog(tmp_path)).step.key == "oracle.own_colour"


def test_a_log_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    log = LearningLog(tmp_path)
    log.path = tmp_path / "file" / "learning.jsonl"
    (tmp_path / "file").write_text("a file, where a folder is needed")
    tutorial = Tutorial(log=log)
    tutorial.play(Square.parse("f5"))
    assert tutorial.is_right
    assert re.search(r"flipped to black\. But .+\.$", tutorial.said)


def test_there_is_no_tutorial_for_other_variants() -> None:
    with pytest.raises(UnknownName, match="classic"):
        Tutorial("chess")
