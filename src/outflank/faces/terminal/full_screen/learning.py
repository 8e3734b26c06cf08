"""What the full-screen app shows when the player wants to learn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from outflank.errors import OutflankError
from outflank.faces.local.exercises.learn_menu import LearnChoice, begin_exercise, label_of
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.task_preparer import TaskPreparer
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.screens.dialogs import QuestionScreen
from outflank.faces.terminal.full_screen.screens.exercise_screen import ExerciseScreen
from outflank.faces.terminal.full_screen.screens.start_screen import StartScreen
from outflank.texts import say

if TYPE_CHECKING:
    from textual.app import App

    from outflank.faces.local.exercises.exercise import BoardExercise

__all__ = ["LearnDesk"]

_KEYS: Final = {
    "l": LearnChoice.LESSONS,
    "d": LearnChoice.DAILY,
    "p": LearnChoice.PUZZLES,
    "s": LearnChoice.STORM,
    "c": LearnChoice.CARDS,
    "o": LearnChoice.OPENINGS,
    "r": LearnChoice.SURVIVAL,
}


class LearnDesk:
    """Asks what to learn, and shows the exercise over the start screen.

    `appearance_of` returns how a form's choices look on this terminal.
    """

    def __init__(
        self,
        app: App[None],
        form: NewGameForm,
        appearance_of: Callable[[NewGameForm], TerminalAppearance],
    ) -> None:
        self._app = app
        self._form = form
        self._appearance_of = appearance_of
        self._learner = LocalLearner()

    async def show(self, kind: str) -> None:
        """Show an exercise; with "" as its kind, ask which one."""
        if kind:
            await self._begin(kind)
            return
        labels = await asyncio.to_thread(
            lambda: [(key, label_of(each, self._learner), str(each)) for key, each in _KEYS.items()]
        )
        title, text = say("local.learning.menu.title"), self._learner.problem

        async def chosen(answer: str | None) -> None:
            if answer is not None:
                await self._begin(answer)

        self._app.push_screen(QuestionScreen(title, text, labels), chosen)

    async def _begin(self, kind: str) -> None:
        """Make the exercise on a thread, because that reads files, and show it."""
        variant = self._form.game.variant
        try:
            exercise = await asyncio.to_thread(
                begin_exercise, LearnChoice(kind), self._learner, variant=variant
            )
        except OutflankError as problem:
            self._say(as_sentence(problem), is_problem=True)
            return
        if isinstance(exercise, str):
            self._say(exercise)
        else:
            self._show(exercise)

    def _show(self, exercise: BoardExercise) -> None:
        preparer = TaskPreparer(exercise)
        form = self._form.with_value("skin", exercise.skin)

        def left(_: object) -> None:
            preparer.close()
            self._say(exercise.closing)

        screen = ExerciseScreen(exercise, self._appearance_of(form), prepare=preparer)
        self._app.push_screen(screen, left)

    def _say(self, sentence: str, *, is_problem: bool = False) -> None:
        if isinstance(self._app.screen, StartScreen):
            self._app.screen.say(sentence, is_problem=is_problem)
