"""The tutorial and puzzles in the window, with mouse and keyboard, in every window size."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from outflank.analysis import own_puzzles, theme_sentence
from outflank.faces.local.exercises.card_session import CardSession
from outflank.faces.local.exercises.due_cards import all_cards
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.storm import Storm
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.faces.window.exercise_view import ExerciseView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.exercise_screen import ExerciseLayout, exercise_layout
from outflank.learning import course_of
from outflank.rules import SIZES, Square
from support.local.learning import best_of, late_position, mistake
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


def learn(pilot: Pilot, action: Action, value: str = "") -> None:
    """Choose what to learn on the start screen."""
    pilot.press(Action.LEARN)
    pilot.press(action, value)


def session(pilot: Pilot) -> PuzzleSession:
    exercise = view(pilot).exercise
    assert isinstance(exercise, PuzzleSession)
    return exercise


@given(
    window=st.tuples(st.integers(480, 4000), st.integers(360, 2400)),
    size=st.sampled_from(SIZES),
    coordinates=st.booleans(),
    buttons=st.sampled_from([4, 5, 6]),
)
def test_everything_has_its_place_inside_the_window_and_nothing_overlaps(
    window: tuple[int, int], size: int, coordinates: bool, buttons: int
) -> None:
    layout = ExerciseLayout.of(window, size, coordinates=coordinates, buttons=buttons)
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
        learn(pilot, Action.TUTORIAL)
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
        learn(pilot, Action.TUTORIAL)
        exercise = view(pilot).exercise
        assert isinstance(exercise, Tutorial)
        assert exercise.variant == "yesno"
        assert view(pilot).skin(pilot.state.form.appearance).name == "yesno"
        pilot.press(Action.LEAVE_EXERCISE)
        pilot.press(Action.CHOOSE, "variant:anti")
        learn(pilot, Action.TUTORIAL)
        assert view(pilot).exercise.position.variant.name == "classic"


def test_wrong_moves_get_a_comment_and_a_sign_besides_the_colour() -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.TUTORIAL)
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
        learn(pilot, Action.TUTORIAL)
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
        learn(pilot, Action.TUTORIAL)
        pilot.key("esc")
        assert pilot.screen == "start"


def test_discs_flip_visibly_in_the_tutorial() -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.TUTORIAL)
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
        learn(pilot, Action.TUTORIAL)
        pilot.press(Action.LEAVE_EXERCISE)
        pilot.press(Action.RESUME)
        assert (pilot.screen, pilot.moves) == ("board", "f5")


# Puzzles


def test_our_own_puzzles_are_chosen_by_grade_and_counted() -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.PUZZLES)
        assert dialog(pilot).title == "Puzzles"
        pilot.press(Action.PUZZLE_SET, "medium")
        assert view(pilot).exercise.heading == "Puzzle 1 of 20 (medium)"
        puzzle = session(pilot).puzzle
        order = sorted(puzzle.known, key=lambda one: puzzle.known[one].discs)
        click(pilot, order[0])
        assert "Try again." in view(pilot).exercise.said
        click(pilot, order[-1])
        assert view(pilot).exercise.is_right
        assert view(pilot).exercise.footnote == "Solved on the first try: 0 of 1."
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
        learn(pilot, Action.PUZZLES)
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
        learn(pilot, Action.PUZZLES)
        pilot.post(pygame.DROPFILE, file=str(path))
        pilot.until(lambda: bool(pilot.state.message))
        assert pilot.state.message == (
            "There was no puzzle to solve. Position 1 is skipped: the game is over."
        )


def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.PUZZLES)
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
        learn(pilot, Action.PUZZLES)
        assert str(folder) in dialog(pilot).text
        pygame.scrap.put_text(f"{GOOD}\n{GOOD}\n{GOOD}")
        pilot.key("v", control=True)  # in the dialog
        pilot.until(lambda: pilot.screen == "exercise")
        assert session(pilot).total == 3
        pilot.key("esc")
        learn(pilot, Action.PUZZLES)
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
        learn(pilot, Action.TUTORIAL)
        pilot.key("z", control=True)
        pilot.settle()
        assert (pilot.screen, pilot.moves) == ("exercise", "f5")


# Cards, the puzzle of the day, and a storm


def test_the_puzzle_of_the_day_is_done_once(home: Path) -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.EXERCISE, "daily")
        puzzle = session(pilot).puzzle
        pilot.press(Action.HINT_TASK)
        assert view(pilot).exercise.said == theme_sentence(puzzle.themes[0])
        assert not pilot.button(Action.HINT_TASK).is_enabled
        click(pilot, best_of(puzzle))
        assert view(pilot).exercise.is_right
        pilot.picture()
        pilot.press(Action.NEXT_TASK)
        assert pilot.state.message.endswith("on 1 day in a row.")
        pilot.press(Action.LEARN)
        assert "Puzzle of the day (done)" in [each.label for each in dialog(pilot).buttons]
    assert LocalLearner(home).has_solved(puzzle.position)


@pytest.mark.native
def test_cards_are_repeated_and_dropped(home: Path) -> None:
    other = late_position().play("a3").play("h7")
    LocalLearner(home).record(
        mistake(5), mistake(7, position=other, best=("b8",), played="c8", source="")
    )
    with opened(at_once=False) as pilot:
        pilot.press(Action.LEARN)
        assert "Cards (2 due)" in [each.label for each in dialog(pilot).buttons]
        pilot.press(Action.EXERCISE, "cards")
        cards = view(pilot).exercise
        assert isinstance(cards, CardSession)
        pilot.until(lambda: cards.is_ready)
        pilot.picture()
        pilot.press(Action.SHOW_SOLUTION)
        assert "The best line: " in cards.said
        pilot.picture()
        pilot.press(Action.NEXT_TASK)
        pilot.press(Action.DROP_TASK)
        assert pilot.screen == "start"
        assert pilot.state.message.startswith("Right: 0 of 1. The next card comes ")
        learn(pilot, Action.EXERCISE, "cards")
        assert pilot.state.message.startswith("Nothing is due.")
    assert len(all_cards(LocalLearner(home))) == 1


def test_a_storm_shows_its_time_and_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(at_once=False) as pilot:
        learn(pilot, Action.EXERCISE, "storm")
        storm = view(pilot).exercise
        assert isinstance(storm, Storm)
        assert pilot.window.frame_wait() <= 0.1
        assert not pilot.button(Action.SHOW_SOLUTION).is_enabled
        puzzle = own_puzzles().find(storm.subject.removeprefix("puzzle/"))
        assert puzzle is not None
        click(pilot, best_of(puzzle))
        assert storm.solved == 1
        pilot.picture()
        pilot.key("pagedown")
        assert "10 seconds less" in storm.said
        monkeypatch.setattr(storm, "_ends", 0.0)
        pilot.step(0.25)
        assert pilot.screen == "start"
        assert pilot.state.message.startswith("1 puzzle solved, 0 failed.")
