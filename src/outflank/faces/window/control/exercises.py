"""The actions and keys of the tutorial, the puzzles and the review."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame
from pygame.event import Event

from outflank.analysis.puzzles import Puzzle, own_puzzles, read_puzzles
from outflank.analysis.review import review_engine
from outflank.errors import NotationError, OutflankError
from outflank.faces.local.background_review import ReviewUpdated
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.learn_menu import LearnChoice, begin_exercise
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_choice import next_puzzles
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.faces.local.face_link import FaceEvent
from outflank.faces.local.square_input import SquareInput
from outflank.faces.local.words.names import color_name, side_name
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.window.control.cursor import ARROWS, ENTER, moved_cursor
from outflank.faces.window.control.window_context import WindowContext
from outflank.faces.window.exercise_view import ExerciseView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens import dialogs
from outflank.faces.window.sounds import Sound
from outflank.faces.window.state import Screen
from outflank.learning import courses
from outflank.priority import lower_thread_priority
from outflank.rules import Color, Square
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["EXERCISES", "ExerciseControl"]


@dataclass(frozen=True, slots=True)
class PuzzlesOpened(FaceEvent):
    """The positions of a file have been read and can be shown as puzzles."""

    puzzles: Sequence[Puzzle]


@dataclass(frozen=True, slots=True)
class TaskPrepared(FaceEvent):
    """The computer has solved the current task, or has skipped it."""

    exercise: BoardExercise


class ExerciseControl:
    """Performs the actions of the tutorial, the puzzles and the review."""

    def __init__(self, context: WindowContext) -> None:
        self._context = context
        self._state = context.state
        self._cancel = threading.Event()  # stops the solving of a puzzle
        self._learner = LocalLearner()

    def perform(self, action: Action, value: str) -> None:
        """Perform one of the actions in EXERCISES."""
        EXERCISES[action](self, value)

    def handle(self, report: FaceEvent) -> None:
        """Handle an event from the background tasks."""
        state = self._state
        match report:
            case ReviewUpdated():
                game = state.game
                if game is not None and game.review.show(report) and state.overlay is None:
                    self._show_mistakes()
            case PuzzlesOpened():
                self._show_puzzles(report.puzzles)
            case TaskPrepared():
                view = state.exercise
                if view is not None and view.exercise is report.exercise and view.exercise.is_over:
                    self.leave()
            case _:
                pass

    def close(self) -> None:
        """Stop the work in the background."""
        self._cancel.set()
        if self._state.game is not None:
            self._state.game.review.stop()

    # Opening

    def open_tutorial(self, value: str) -> None:
        """Show the tutorial of the named variant, by default of the chosen game's."""
        variant = value or self._state.form.game.variant
        known = variant if variant in courses() else "classic"
        self._show(ExerciseView(Tutorial(known, log=self._learner.log)))

    def choose_puzzles(self, _: str) -> None:
        """Ask which puzzles to show."""
        folder = data_folder() / "puzzles"
        self._state.overlay, self._state.focus = dialogs.puzzles_dialog(folder), None

    def choose_exercise(self, _: str) -> None:
        """Ask what to learn."""
        self._learner = LocalLearner()  # another program may have written to the log
        try:
            self._state.overlay = dialogs.learn_dialog(self._learner)
        except OutflankError as problem:
            self._context.show_problem(problem)
        self._state.focus = None

    def open_exercise(self, name: str) -> None:
        """Show what the learner chose."""
        try:
            exercise = begin_exercise(LearnChoice(name), self._learner, side=self._side)
        except OutflankError as problem:
            self._state.overlay = None
            self._context.show_problem(problem)
            return
        if isinstance(exercise, str):
            self._state.overlay = None
            self._context.show_message(exercise)
        else:
            self._show(ExerciseView(exercise))

    def open_own(self, grade: str) -> None:
        """Show our own puzzles with a grade, those that the learner never tried."""
        self._show_puzzles(next_puzzles(own_puzzles(grade), self._learner))

    def _show_puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        self._show(ExerciseView(PuzzleSession(puzzles, self._side, learner=self._learner)))

    def open_file(self, name: str) -> None:
        """Show the positions of a file as puzzles."""
        self._open(Path(name))

    def paste(self) -> None:
        """Show the positions on the clipboard as puzzles."""
        text = self._context.clipboard.read()
        if text.strip():
            self._open(text.encode())

    def _open(self, source: Path | bytes) -> None:
        def read_positions() -> FaceEvent:
            puzzles, reading = read_puzzles(source)
            if not puzzles:
                raise next(iter(reading.problems), NotationError(Text("errors.window.no_position")))
            return PuzzlesOpened(puzzles)

        self._context.tasks.submit_task(read_positions)

    def _side(self, color: Color) -> str:
        view = self._state.exercise
        if view is None:
            return color_name(color)
        return side_name(view.skin(self._state.form.appearance).disc(color))

    def _show(self, view: ExerciseView) -> None:
        state = self._state
        game = state.game
        if game is not None and not game.followed.is_over and state.screen is Screen.BOARD:
            game.commands.pause()
        state.exercise, state.screen = view, Screen.EXERCISE
        state.overlay, state.focus, state.hover, state.message = None, None, None, ""
        self._prepare()

    def leave(self, _: str = "") -> None:
        """Return to the start screen, and show the result."""
        state, view = self._state, self._state.exercise
        self._cancel.set()
        state.exercise, state.screen, state.hover = None, Screen.START, None
        state.focus = (Action.START, "")
        if view is not None:
            exercise = view.exercise
            closing = exercise.closing
            if not closing and exercise.skipped and isinstance(exercise, PuzzleSession):
                closing = exercise.score  # a file without any puzzle
            state.is_message_good = True
            state.message = " ".join(filter(None, (closing, *exercise.skipped[-1:])))

    # Tasks

    @property
    def _view(self) -> ExerciseView:
        assert self._state.exercise is not None
        return self._state.exercise

    def go(self, step: int) -> None:
        """Show the next or the previous task; leave after the last one."""
        self._view.go(step)
        self._after_step()

    def _after_step(self) -> None:
        """Show the task that is current now, or leave after the last one."""
        self._view.rest()
        self._state.focus, self._state.hover = None, None
        if self._view.exercise.is_over:
            self.leave()
        else:
            self._prepare()

    def show_solution(self, _: str) -> None:
        """Play a right move."""
        if self._view.show_solution(self._state.now, is_animated=self._state.is_animated):
            self._sound()

    def play(self, square: Square) -> None:
        """Try a move."""
        number = self._view.exercise.number
        if self._view.play(square, self._state.now, is_animated=self._state.is_animated):
            self._sound()
        if self._view.exercise.number != number:  # a storm goes on by itself
            self._prepare()

    def hint(self, _: str) -> None:
        """Give a hint."""
        self._view.exercise.give_hint()

    def drop(self, _: str) -> None:
        """Never ask this task again, and show the next one."""
        self._view.exercise.drop()
        self._after_step()

    def advance(self) -> None:
        """End an exercise against time when its time is over."""
        view = self._state.exercise
        if view is None:
            return
        view.advance(self._state.now)
        if view.exercise.seconds_left is not None and view.exercise.tick():
            self.leave()

    def _sound(self) -> None:
        last = self._view.exercise.last
        self._context.sounds.play(Sound.PLACE)
        if last is not None and last.turned:
            self._context.sounds.play(Sound.FLIP)

    def _prepare(self) -> None:
        """Prepare the current task on another thread, if it is not ready."""
        self._cancel.set()
        exercise = self._view.exercise
        if exercise.is_ready:
            return
        cancel = self._cancel = threading.Event()
        tasks = self._context.tasks

        def solve() -> None:
            lower_thread_priority()
            try:
                with review_engine(own_process="if in Python") as engine:
                    exercise.prepare(engine, cancel)
            except OutflankError as problem:
                exercise.skipped.append(as_sentence(problem))
            tasks.post(TaskPrepared(exercise))

        threading.Thread(target=solve, name="task", daemon=True).start()

    # Keys

    def key(self, event: Event, press_focused: Callable[[], bool]) -> None:
        """Handle a key on the screen of an exercise."""
        view, state = self._view, self._state
        if event.key in ARROWS:
            state.focus = None
            self._move_cursor(*ARROWS[event.key])
        elif event.key == pygame.K_PAGEDOWN:
            self.go(1)
        elif event.key == pygame.K_PAGEUP and view.exercise.can_go_back:
            self.go(-1)
        elif event.key == pygame.K_ESCAPE:
            if view.typed or state.focus is not None:
                view.typed, state.focus = "", None
            else:
                self.leave()
        elif event.key == pygame.K_BACKSPACE:
            view.typed = view.typed[:-1]
        elif event.key in ENTER:
            self._enter(press_focused)
        elif event.unicode.isalnum() and view.exercise.awaits_move:
            self._type(event.unicode.lower())

    def _enter(self, press_focused: Callable[[], bool]) -> None:
        view = self._view
        if self._state.focus is not None and press_focused():
            return
        typed, view.typed = SquareInput(view.exercise.position.size, view.typed), ""
        if not view.exercise.awaits_move:
            self.go(1)
        elif typed.problem:
            view.exercise.refuse(typed.problem)
        elif view.cursor is not None:
            self.play(view.cursor)

    def _move_cursor(self, across: int, down: int) -> None:
        view = self._view
        size = view.exercise.position.size
        self._state.hover = None
        view.cursor = moved_cursor(view.cursor, view.legal, size, across, down)

    def _type(self, letter: str) -> None:
        """Handle a letter as a column and digits as a row."""
        view = self._view
        typed = SquareInput(view.exercise.position.size, view.typed).typed(letter)
        view.typed = typed.text if typed else ""
        if typed and typed.square is not None:
            view.cursor, self._state.hover, self._state.focus = typed.square, None, None

    # Review

    def review(self, _: str) -> None:
        """Begin the review, stop it, or show its result again."""
        game = self._state.game
        self._state.overlay, self._state.focus = None, None
        if game is None:
            return
        if game.review.is_running:
            game.review.stop()
        elif game.review.is_done:
            self._show_mistakes()
        else:
            game.review.start()
            game.followed.say(game.review.status)

    def _show_mistakes(self) -> None:
        game = self._state.game
        if game is not None:
            self._state.overlay = dialogs.review_dialog(game.review)
            self._state.focus = None

    def view_mistake(self, value: str) -> None:
        """View the position before one of the worst moves, with the better move."""
        game = self._state.game
        self._state.overlay, self._state.focus = None, None
        if game is None:
            return
        for move in game.review.worst_moves:
            if str(move.number) == value:
                game.view(move.number - 1)
                game.review.view(move)


EXERCISES: Final[dict[Action, Callable[[ExerciseControl, str], None]]] = {
    Action.TUTORIAL: ExerciseControl.open_tutorial,
    Action.PUZZLES: ExerciseControl.choose_puzzles,
    Action.PUZZLE_FILE: ExerciseControl.open_file,
    Action.PUZZLE_SET: ExerciseControl.open_own,
    Action.LEARN: ExerciseControl.choose_exercise,
    Action.EXERCISE: ExerciseControl.open_exercise,
    Action.HINT_TASK: ExerciseControl.hint,
    Action.DROP_TASK: ExerciseControl.drop,
    Action.NEXT_TASK: lambda control, _: control.go(1),
    Action.PREVIOUS_TASK: lambda control, _: control.go(-1),
    Action.SHOW_SOLUTION: ExerciseControl.show_solution,
    Action.LEAVE_EXERCISE: ExerciseControl.leave,
    Action.REVIEW: ExerciseControl.review,
    Action.VIEW_MISTAKE: ExerciseControl.view_mistake,
}
