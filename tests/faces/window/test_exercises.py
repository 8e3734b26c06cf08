"""The tutorial and puzzles in the window, with mouse and keyboard, in every window size."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from outflank.analysis.puzzles import own_puzzles
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.faces.window.exercise_view import ExerciseView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.exercise_screen import ExerciseLayout, exercise_layout
from outflank.learning import course_of
from outflank.rules import SIZES, Square
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened

GOOD = "-OX-XOOXXXXXOOOO O"
OVER = "XXXXXXXXXXXXXXXX X"


def view(pilot: Pilot) -> ExerciseView:
    assert pilot.state.exercise is not None
    return pilot.state.exercise


def click(pilot: Pilot, square: Square | str) -> None:
    square = Square.parse(square) if isinstance(square, str) else square
    pilot.click(exercise_layout(pilot.state, view(pilot)).board.square(square).center)
    pilot.settle()


def session(pilot: Pilot) -> PuzzleSession:
    exercise = view(pilot).exercise
    assert isinstance(exercise, PuzzleSession)
    return exercise


@given(
    window=st.tuples(st.integers(480, 4000), st.integers(360, 2400)),
    size=st.sampled_from(SIZES),
    coordinates=st.booleans(),
)
def test_everything_has_its_place_inside_the_window_and_nothing_overlaps(
    window: tuple[int, int], size: int, coordinates: bool
) -> None:
    layout = ExerciseLayout.of(window, size, coordinates=coordinates)
    texts = [layout.heading, layout.progress, layout.task, layout.said, layout.footnote]
    boxes = [layout.board.outside, *texts, *layout.buttons]
    assert all(Rect((0, 0), window).contains(box) for box in boxes)
    assert all(box.width > 0 and box.height > 0 for box in boxes)
    assert layout.task.height >= layout.em * 3
    assert layout.said.height >= layout.em * 3
    for one, other in itertools.combinations(boxes, 2):
        assert not one.colliderect(other)


def test_the_whole_tutorial_is_played_by_mouse() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.TUTORIAL)
        assert pilot.screen == "exercise"
        for step in course_of("classic").steps:
            assert step.title in view(pilot).exercise.heading
            pilot.picture()
            click(pilot, step.wanted[0])
            assert view(pilot).exercise.is_right
            assert view(pilot).exercise.position == step.position.play(step.wanted[0])
            pilot.press(Action.NEXT_TASK)
        assert pilot.screen == "start"
        assert pilot.state.exercise is None


def test_the_tutorial_is_for_the_chosen_variant_and_uses_its_names() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "variant:yesno")
        pilot.press(Action.TUTORIAL)
        exercise = view(pilot).exercise
        assert isinstance(exercise, Tutorial)
        assert exercise.variant == "yesno"
        assert view(pilot).skin(pilot.state.form.appearance).name == "yesno"
        pilot.press(Action.LEAVE_EXERCISE)
        pilot.press(Action.CHOOSE, "variant:anti")
        pilot.press(Action.TUTORIAL)
        assert view(pilot).exercise.position.variant.name == "classic"


def test_wrong_moves_get_a_comment_and_a_sign_besides_the_colour() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.TUTORIAL)
        before = pilot.picture()
        click(pilot, "a1")
        exercise = view(pilot).exercise
        assert exercise.said == (
            "A disc on a1 would outflank nothing. Choose one of the marked squares."
        )
        assert exercise.awaits_move
        said = exercise_layout(pilot.state, view(pilot)).said
        wrong = pilot.picture().subsurface(said)
        assert pygame.image.tobytes(wrong, "RGB") != pygame.image.tobytes(
            before.subsurface(said), "RGB"
        )
        pilot.press(Action.SHOW_SOLUTION)
        assert exercise.last is not None
        assert exercise.is_right is None
        assert not pilot.button(Action.SHOW_SOLUTION).is_enabled


def test_the_keyboard_alone_plays_the_tutorial() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.TUTORIAL)
        pilot.type("f5")
        assert view(pilot).cursor == Square.parse("f5")
        pilot.key("enter")
        assert view(pilot).exercise.is_right
        pilot.key("enter")
        assert view(pilot).exercise.number == 2
        pilot.key("up", "right")
        assert view(pilot).cursor is not None
        pilot.type("z9")  # not a square
        pilot.key("pageup")
        assert view(pilot).exercise.number == 1
        pilot.key("tab", "enter")  # the first button leaves
        assert pilot.screen == "start"
        pilot.press(Action.TUTORIAL)
        pilot.key("esc")
        assert pilot.screen == "start"


def test_discs_flip_visibly_in_the_tutorial() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.TUTORIAL)
        square = exercise_layout(pilot.state, view(pilot)).board.square(Square.parse("f5"))
        pilot.click(square.center)
        assert view(pilot).flips is not None
        pilot.settle()
        assert view(pilot).flips is None


def test_an_unfinished_game_waits_during_the_tutorial() -> None:
    with opened(FRIENDS) as pilot:
        pilot.play("f5")
        pilot.press(Action.NEW_GAME)
        pilot.press(Action.LEAVE)
        pilot.press(Action.TUTORIAL)
        pilot.press(Action.LEAVE_EXERCISE)
        pilot.press(Action.RESUME)
        assert (pilot.screen, pilot.moves) == ("board", "f5")


# Puzzles


def test_our_own_puzzles_are_chosen_by_grade_and_counted() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.PUZZLES)
        assert dialog(pilot).title == "Puzzles"
        pilot.press(Action.PUZZLE_SET, "medium")
        puzzle = own_puzzles("medium")[0]
        assert view(pilot).exercise.heading == "Puzzle 1 of 100 (medium)"
        order = sorted(puzzle.known, key=lambda one: puzzle.known[one].discs)
        click(pilot, order[0])
        assert "Try again." in view(pilot).exercise.said
        click(pilot, order[-1])
        assert view(pilot).exercise.is_right
        assert view(pilot).footnote == "Solved on the first try: 0 of 1."
        pilot.press(Action.NEXT_TASK)
        assert view(pilot).exercise.number == 2
        pilot.press(Action.LEAVE_EXERCISE)
        assert pilot.state.message == "Solved on the first try: 0 of 1."
        pilot.picture()


@pytest.mark.native
def test_a_file_dropped_on_the_puzzles_is_solved_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "mine.obf"
    path.write_text(f"{OVER};\n{GOOD};\n")
    with opened(at_once=False) as pilot:
        pilot.press(Action.PUZZLES)
        pilot.post(pygame.DROPFILE, file=str(path))
        pilot.until(lambda: pilot.screen == "exercise")
        pilot.picture()
        pilot.until(lambda: session(pilot).is_ready)
        assert session(pilot).skipped == ["Position 1 is skipped: the game is over."]
        assert session(pilot).text == "White to move. Find the best move."
        click(pilot, "a1")
        assert session(pilot).said == (
            "a1 wins by 2 discs; the best move is 2 discs better. Try again."
        )
        click(pilot, "d1")
        assert session(pilot).is_right
        pilot.press(Action.NEXT_TASK)
        assert pilot.screen == "start"
        assert pilot.state.message.startswith("Solved on the first try: 0 of 1.")


@pytest.mark.native
def test_a_file_without_a_puzzle_says_why(tmp_path: Path) -> None:
    path = tmp_path / "mine.obf"
    path.write_text(f"{OVER};\n")
    with opened(at_once=False) as pilot:
        pilot.press(Action.PUZZLES)
        pilot.post(pygame.DROPFILE, file=str(path))
        pilot.until(lambda: bool(pilot.state.message))
        assert pilot.state.message == (
            "There was no puzzle to solve. Position 1 is skipped: the game is over."
        )


def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.PUZZLES)
        pilot.post(pygame.DROPFILE, file=str(tmp_path / "nothing.obf"))
        pilot.until(lambda: bool(pilot.state.message))
        assert "There is no file" in pilot.state.message
        assert pilot.screen == "start"


@pytest.mark.native
def test_files_in_the_folder_of_puzzles_are_offered_and_positions_can_be_pasted(home: Path) -> None:
    folder = home / "puzzles"
    folder.mkdir()
    (folder / "mine.obf").write_text(f"{GOOD};\n")
    with opened(at_once=False) as pilot:
        pilot.press(Action.PUZZLES)
        assert str(folder) in dialog(pilot).text
        pygame.scrap.put_text(f"{GOOD}\n{GOOD}\n{GOOD}")
        pilot.key("v", control=True)  # in the dialog
        pilot.until(lambda: pilot.screen == "exercise")
        assert session(pilot).total == 3
        pilot.key("esc")
        pilot.press(Action.PUZZLES)
        pilot.press(Action.PUZZLE_FILE, str(folder / "mine.obf"))
        pilot.until(lambda: pilot.screen == "exercise")
        assert session(pilot).total == 1
        pygame.scrap.put_text(f"{GOOD}\n{GOOD}")
        pilot.key("v", control=True)
        pilot.until(lambda: session(pilot).total == 2)


def test_game_keys_do_not_affect_a_game_that_waits_behind_an_exercise() -> None:
    with opened(FRIENDS) as pilot:
        pilot.play("f5")
        pilot.press(Action.NEW_GAME)
        pilot.press(Action.LEAVE)
        pilot.press(Action.TUTORIAL)
        pilot.key("z", control=True)
        pilot.settle()
        assert (pilot.screen, pilot.moves) == ("exercise", "f5")
