"""The tutorial: its lessons are true of their positions, and learners can go through them."""

from __future__ import annotations

import re

import pytest

from outflank.errors import UnknownName
from outflank.faces.local.exercises.lessons import LESSONS, Lesson
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.rules import PASS, WHITE, Answer, Square, SquareSet
from outflank.rules.geometry import geometry
from outflank.texts import catalogue

ALL = [(variant, lesson) for variant, lessons in LESSONS.items() for lesson in lessons]
TASKS = [lesson for _, lesson in ALL if lesson.wanted]


def lesson_called(title: str, variant: str = "classic") -> Lesson:
    return next(one for one in LESSONS[variant] if one.title == title)


def squares(names: str) -> set[Square]:
    return set(map(Square.parse, names.split()))


@pytest.mark.parametrize(("variant", "lesson"), ALL, ids=lambda one: getattr(one, "title", one))
def test_every_move_that_a_lesson_mentions_is_legal(variant: str, lesson: Lesson) -> None:
    assert lesson.position.variant.name == variant
    assert set(lesson.wanted) | set(lesson.warned) <= set(lesson.position.legal_moves)
    assert not set(lesson.wanted) & set(lesson.warned)
    assert lesson.title
    assert 0 < len(lesson.text) <= 300


@pytest.mark.parametrize("lesson", TASKS, ids=lambda one: one.title)
def test_a_lesson_has_a_comment_on_every_move(lesson: Lesson) -> None:
    others = set(lesson.position.legal_moves) - set(lesson.wanted) - set(lesson.warned)
    comments = ["result", *(f"not_{square}" for square in lesson.warned)]
    comments += ["not_best"] if others else []
    assert all(f"local.tutorial.{lesson.key}.{each}" in catalogue("en") for each in comments)


def test_the_lesson_on_directions_has_one_move_that_flips_six_in_three_lines() -> None:
    lesson = lesson_called("Every direction")
    flips = {square: len(lesson.position.place(square).turned) for square in
             lesson.position.legal_moves.squares}  # fmt: skip
    [best] = lesson.wanted
    assert flips[best] == 6
    assert max(flips[square] for square in flips if square != best) < 6
    turned = lesson.position.place(best).turned
    lines = {
        (
            (square.col > best.col) - (square.col < best.col),
            (square.row > best.row) - (square.row < best.row),
        )
        for square in turned
    }
    assert len(lines) == 3


def test_nothing_lies_behind_a_corner_so_it_cannot_be_outflanked() -> None:
    lesson = lesson_called("A corner")
    [corner] = lesson.wanted
    assert corner in SquareSet.corners(8)
    around = {
        (near.col - corner.col, near.row - corner.row)
        for near in SquareSet(8, geometry(8).neighbours[corner.index(8)])
    }
    assert not any((-col, -row) in around for col, row in around)


def test_only_the_square_in_the_warning_gives_the_corner_away() -> None:
    lesson = lesson_called("Next to a corner")
    corners = SquareSet.corners(8)
    assert set(lesson.warned) == squares("b2")
    for square in lesson.position.legal_moves.squares:
        after = lesson.position.play(square)
        can_take = {corner for corner in corners if after.is_legal(corner)}
        assert can_take == (squares("a1") if square in lesson.warned else set())
    assert set(lesson.wanted) == set(lesson.position.legal_moves) - set(lesson.warned)


def test_the_pass_is_forced_and_the_game_ends_as_the_lesson_says() -> None:
    lesson, end = lesson_called("A pass"), lesson_called("The end")
    [wanted], [last] = lesson.wanted, end.wanted
    after = lesson.position.play(wanted)
    assert list(after.legal_moves) == [PASS]
    assert after.play(PASS) == end.position
    assert end.position.legal_moves == [last]
    final = end.position.play(last)
    outcome = final.outcome
    assert outcome is not None
    assert (outcome.winner, final.board.empties) == (lesson.position.turn, 0)
    # The warning about the other move is true.
    [other] = lesson.warned
    assert not lesson.position.play(other).must_pass
    lost = lesson.position.play(other).play("a1")
    assert lost.is_over
    assert (lost.outcome or outcome).winner is WHITE


def test_the_oracles_answers_do_what_the_lessons_say() -> None:
    own, other, maybe = (
        lesson_called(title, "yesno") for title in ("Your own colour", "The other colour", "Maybe")
    )
    assert [one.position.answer for one in (own, other, maybe)] == [
        Answer.YES,
        Answer.NO,
        Answer.MAYBE,
    ]
    for square in own.wanted:
        assert len(own.position.place(square).flipped) == 1
    for square in other.wanted:
        placement = other.position.place(square)
        assert (placement.color, bool(placement.turned)) == (WHITE, False)
    flips = {
        square: len(maybe.position.place(square).turned) for square in maybe.position.legal_moves
        if isinstance(square, Square)
    }  # fmt: skip
    [best] = maybe.wanted
    assert flips[best] == 5
    assert maybe.position.place(best).forced
    assert sorted(flips.values())[-2] < 5


@pytest.mark.parametrize("variant", LESSONS)
def test_a_learner_can_go_through_all_lessons_and_back(variant: str) -> None:
    tutorial = Tutorial(variant)
    headings = []
    while not tutorial.is_over:
        headings.append(tutorial.heading)
        assert tutorial.awaits_move is bool(tutorial.lesson.wanted)
        if tutorial.awaits_move:
            before = tutorial.position
            tutorial.play(tutorial.lesson.wanted[-1])
            assert tutorial.is_right
            assert tutorial.last is not None
            assert tutorial.position == before.play(tutorial.last.square)
            assert tutorial.said
            assert not re.search("[{}]", tutorial.said)
            assert not tutorial.awaits_move
        tutorial.go_on()
    assert len(headings) == tutorial.total
    assert headings[0].startswith(f"Lesson 1 of {tutorial.total}: ")
    for heading in reversed(headings[:-1]):
        assert tutorial.can_go_back
        tutorial.go_back()
        assert (tutorial.heading, tutorial.said, tutorial.is_over) == (heading, "", False)
    assert not tutorial.can_go_back


@pytest.mark.parametrize("lesson", TASKS, ids=lambda one: one.title)
def test_wrong_moves_get_a_comment_and_change_nothing(lesson: Lesson) -> None:
    tutorial = Tutorial(lesson.position.variant.name)
    tutorial.number = tutorial.lessons.index(lesson) + 1
    board = [Square(col, row) for col in range(8) for row in range(8)]
    for square in board:
        if square not in lesson.wanted:
            tutorial.play(square)
            assert (tutorial.is_right, tutorial.position) == (False, lesson.position)
            assert tutorial.said.endswith((".", "?"))
            assert not re.search("[{}]", tutorial.said)
    assert tutorial.awaits_move


def test_the_right_move_can_be_shown() -> None:
    tutorial = Tutorial()
    tutorial.go_on()
    tutorial.show_solution()
    assert tutorial.said == "The move is d3. The white disc between your two flipped to black."
    assert tutorial.last is not None
    assert tutorial.is_right is None
    assert not tutorial.awaits_move


def test_there_is_no_tutorial_for_other_variants() -> None:
    with pytest.raises(UnknownName, match="classic"):
        Tutorial("chess")
