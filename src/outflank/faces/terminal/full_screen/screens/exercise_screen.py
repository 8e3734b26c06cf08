"""The screen of an exercise on the board: the tutorial or puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from threading import Event, Lock
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.square_input import SquareInput
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget, Scene
from outflank.faces.terminal.full_screen.closing import ClosesOnce
from outflank.faces.terminal.full_screen.key_line import KeyLine
from outflank.faces.terminal.full_screen.shapes import fitting
from outflank.faces.terminal.full_screen.square_typing import SquareTyping
from outflank.rules import SquareSet
from outflank.texts import say

__all__ = ["ExerciseScreen", "Prepare"]

Prepare = Callable[[Event], Sequence[str]]

_TEXT = 30  # least columns for the text
_AROUND = 4  # rows for the title, the board's letters, the typed square and the keys
_FILLED = 0.7  # the share of the space that text can fill, as words are not broken
_TICK = 0.25  # seconds between looks at the clock
_LOW = 18  # a screen with fewer rows has no room for advice


class ExerciseScreen(ClosesOnce[None]):
    """A board with a task beside it; the user chooses squares as in a game.

    `prepare` is called on a thread to prepare the task; it stops when its event is set, and
    returns sentences to show. `leaving` says what Enter does after the last task, by default that
    it goes back to the menu.
    """

    class Prepared(Message):
        """The current task is ready to be tried; `told` are sentences to show."""

        def __init__(self, told: Sequence[str]) -> None:
            super().__init__()
            self.told = told

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,full_stop", "go(1)", "terminal.keys.next", key_display="n"),
        Binding("comma", "go(-1)", "terminal.keys.back", key_display=","),
        Binding("s", "solve", "terminal.keys.show_me"),
        Binding("v", "hint", "terminal.keys.hint"),
        Binding("x", "drop", "terminal.keys.drop"),
        Binding("tab", "next_legal(1)", "terminal.keys.squares", key_display="Tab"),
        Binding("shift+tab", "next_legal(-1)", show=False),
        Binding("escape,q", "dismiss(None)", "terminal.keys.leave", key_display="Esc"),
    ]

    def __init__(
        self,
        exercise: BoardExercise,
        appearance: TerminalAppearance,
        *,
        prepare: Prepare | None = None,
        leaving: str = "",
    ) -> None:
        super().__init__()
        self.exercise = exercise
        self._appearance = appearance
        self._prepares = prepare
        self._leaving = leaving or say("terminal.exercise.to_menu")
        self._cancel = Event()  # stops the preparation of a task
        self._preparing = Lock()
        self._typing = SquareTyping(self, self._show_typed)

    def compose(self) -> ComposeResult:
        """Compose the board and the texts."""
        yield Static("", id="title", markup=False)
        with Horizontal(id="game"):
            with Vertical(id="left"):
                yield BoardWidget(self._appearance.painter(self._variant))
                yield Static("", id="pointed", markup=False)
            with VerticalScroll(id="panel", classes="exercise", can_focus=False):
                yield Static("", id="task", markup=False)
                yield Static("", id="said", markup=False)
                yield Static("", id="next", markup=False)
        yield KeyLine()

    @property
    def _variant(self) -> str:
        return self.exercise.position.variant.name

    @property
    def _awaits_move(self) -> bool:
        return self.exercise.awaits_move and not self.exercise.is_over

    def on_mount(self) -> None:
        """Focus the board and prepare the first task."""
        self.query_one(BoardWidget).focus()
        self._prepare()
        if self.exercise.seconds_left is not None:
            self.set_interval(_TICK, self._tick)

    def _tick(self) -> None:
        """Show the time that is left; at the end of the time, the result."""
        was_over = self.exercise.is_over
        if not self.exercise.tick():
            self._draw_title()
        elif not was_over:
            self._typing.drop()
            self._draw()

    async def on_unmount(self) -> None:
        """Wait for the thread that prepares a task, so that its engine can be closed."""
        self._cancel.set()
        await asyncio.to_thread(self._preparing.acquire)

    def _prepare(self) -> None:
        """Prepare the current task on a thread, then draw it."""
        self._cancel.set()
        cancel, prepares = Event(), self._prepares
        self._cancel = cancel
        if prepares is None:
            return

        def work() -> None:
            with self._preparing:
                told = () if cancel.is_set() else prepares(cancel)
            if not cancel.is_set():
                self.post_message(self.Prepared(told))

        self.run_worker(work, thread=True)

    def on_exercise_screen_prepared(self, message: Prepared) -> None:
        """Show the task, and the sentences from its preparation."""
        for sentence in message.told:
            self.notify(sentence, markup=False)
        self._draw()

    def on_resize(self) -> None:
        """Draw the board as large as possible."""
        self.set_class(self.size.height < _LOW, "-low")
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        exercise, board = self.exercise, self.query_one(BoardWidget)
        position, last = exercise.position, exercise.last
        columns = self.size.width - _TEXT - len(str(position.size)) - 1
        small = self._appearance.painter(self._variant)
        cell = fitting(position.size, columns, self.size.height - _AROUND, words=small.has_words)
        legal = position.legal_moves.squares if self._awaits_move else SquareSet(position.size)
        scene = Scene(
            position.board,
            legal,
            last=last.square if last is not None else None,
            flipped=last.turned if last is not None else None,
            preview=position.place if self._awaits_move else None,
        )
        board.show(scene, self._appearance.painter(self._variant, cell))
        width, height = board.extent
        board.styles.width, board.styles.height = width, height
        self.query_one("#left").styles.width = width + 1
        self._draw_title()
        self._draw_texts()
        self.refresh_bindings()

    def _draw_title(self) -> None:
        self.query_one("#title", Static).update(f"◐ Outflank  {self.exercise.heading}")

    def _draw_texts(self) -> None:
        """Write the task and the comment on the last try; without room for both, the comment."""
        exercise = self.exercise
        task = "" if exercise.said and not self._has_room(exercise.text) else exercise.text
        advice = "" if exercise.said or self.has_class("-low") else say("terminal.exercise.advice")
        texts = {"#task": task, "#said": exercise.said, "#next": exercise.next_step or advice}
        if exercise.is_over:
            last = say("terminal.exercise.last")
            if exercise.seconds_left is not None:
                last = say("terminal.exercise.time_over")
            texts = {"#task": last, "#said": exercise.closing, "#next": self._leaving}
        for place, text in texts.items():
            shown = self.query_one(place, Static)
            shown.update(text)
            shown.display = bool(text)
        self.query_one("#said").set_class(exercise.is_right is False, "-wrong")

    def _has_room(self, task: str) -> bool:
        """Return whether the task and the comment both fit beside the board."""
        columns = self.size.width - self.query_one(BoardWidget).extent[0] - 3
        letters = len(f"{task}{self.exercise.said}{self.exercise.next_step}")
        return letters <= columns * (self.size.height - _AROUND) * _FILLED

    def _show_typed(self, typed: SquareInput) -> None:
        self.query_one("#pointed", Static).update(f"{typed.text}_" if typed else "")

    def on_key(self, event: events.Key) -> None:
        """Handle a typed square while a move is awaited."""
        if self._awaits_move:
            self._typing.handle(event)

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Try a move, and animate the right one; if no move is awaited, go on."""
        exercise = self.exercise
        if not self._awaits_move:
            if message.by_key and (exercise.is_over or exercise.next_step):
                self.action_go(1)
            return
        if problem := self._typing.finish(by_key=message.by_key):
            exercise.refuse(problem)
        else:
            number = exercise.number
            exercise.play(message.square)
            if exercise.number != number:  # a storm goes on by itself
                self._prepare()
            if exercise.last is not None and self._appearance.settings.animation:
                self.query_one(BoardWidget).start_flips(exercise.last)
        self._draw()

    def action_go(self, step: int) -> None:
        """Show the next or the previous task; leave after the last."""
        if self.exercise.is_over and step > 0:
            self.dismiss()
            return
        if step > 0:
            self.exercise.go_on()
        elif self.exercise.can_go_back:
            self.exercise.go_back()
        self._typing.drop()
        self.query_one(BoardWidget).stop_flips()
        self._draw()
        self._prepare()

    def action_solve(self) -> None:
        """Show the right move."""
        self.exercise.show_solution()
        self._draw()

    def action_hint(self) -> None:
        """Give a hint."""
        self.exercise.give_hint()
        self._draw()

    def action_drop(self) -> None:
        """Never ask this task again."""
        self.exercise.drop()
        said = self.exercise.said
        self._typing.drop()
        self.query_one(BoardWidget).stop_flips()
        self._draw()
        self._prepare()
        if self.exercise.is_over:
            self.notify(said, markup=False)

    def action_next_legal(self, step: int) -> None:
        """Move the cursor to the next or previous legal square."""
        self.query_one(BoardWidget).next_legal(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys that do nothing now."""
        exercise = self.exercise
        if action == "solve":
            return self._awaits_move and exercise.can_show
        if action == "hint":
            return self._awaits_move and exercise.can_hint
        if action == "drop":
            return exercise.can_drop and not exercise.is_over
        if action == "next_legal":
            return self._awaits_move
        if action == "go":
            return exercise.can_go_back if parameters == (-1,) else not exercise.is_over
        return True
