"""The tutorial and puzzles in the line mode: a board, a task, and a line from the learner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from outflank.drawing import find_skin, text
from outflank.errors import NotationError
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.words.names import side_name
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.faces.terminal.line_mode.wrapping import terminal_columns, wrapped
from outflank.rules import BLACK, WHITE, Square
from outflank.texts import say

__all__ = ["LineModeExercise"]

_COMMANDS = ("show", "next", "back", "board", "quit")


@dataclass
class LineModeExercise:
    """Takes a learner through an exercise, until it ends or the learner leaves.

    `before` is called before each task, to prepare it; `skin` is used if the exercise has no skin
    of its own.
    """

    exercise: BoardExercise
    stdin: LineInput
    stdout: TextIO
    skin: str = "classic"
    unicode: bool = False
    color: bool = False
    before: Callable[[], None] = lambda: None
    _is_shown: bool = field(default=False, init=False)  # whether the task that came is shown

    def run(self) -> bool:
        """Go through the tasks; return whether the learner finished the last one."""
        exercise = self.exercise
        self.before()
        if not exercise.is_over:
            self._say(self._legend())
            self._show_task()
        while not exercise.is_over:
            line = self._ask()
            if line is None or line in ("q", "quit", "exit"):
                return False
            number = exercise.number
            if exercise.tick():
                self._say(say("line_mode.exercises.time_over"))
                return True
            self._follow(line)
            if exercise.number != number and not self._is_shown:
                self._change_task()
        return True

    # Output

    def _show_task(self) -> None:
        self._write(f"\n{self.exercise.heading}")
        self._show_board()
        self._say(self.exercise.text)

    def _show_board(self) -> None:
        exercise = self.exercise
        drawn = text(
            exercise.position,
            skin=self._skin,
            unicode=self.unicode,
            box=False,
            color=self.color,
            legal=exercise.awaits_move,
            last_move=exercise.last.square if exercise.last else None,
            flips=exercise.last.turned if exercise.last else (),
        )
        self._write(drawn.rstrip("\n"))

    @property
    def _skin(self) -> str:
        return self.skin if self.exercise.skin == "auto" else self.exercise.skin

    def _legend(self) -> str:
        """Return what the signs on the board mean."""
        skin = find_skin(self._skin)
        discs = [skin.disc(color) for color in (BLACK, WHITE)]
        first, second = map(side_name, discs)
        if (
            self.color
            and self.unicode
            and not any(disc.label or disc.shape != "disc" for disc in discs)
        ):
            what = say("line_mode.exercises.own_colours", first=first, second=second)
        else:
            has_glyphs = self.unicode and not self.color
            first_sign, second_sign = (disc.glyph if has_glyphs else disc.letter for disc in discs)
            what = say(
                "line_mode.exercises.signs",
                first=first,
                second=second,
                first_sign=first_sign,
                second_sign=second_sign,
            )
        return f"{what} {say('line_mode.exercises.marks', help='help')}"

    def _say(self, sentence: str) -> None:
        self._write(wrapped(sentence, terminal_columns(self.stdout)))

    def _write(self, lines: str) -> None:
        self.stdout.write(f"{lines}\n")
        self.stdout.flush()

    # Input

    def _ask(self) -> str | None:
        if self.exercise.awaits_move:
            prompt = say("line_mode.exercises.move")
        elif self.exercise.is_last:
            prompt = say("line_mode.exercises.finish")
        else:
            prompt = say("line_mode.exercises.go_on")
        self.stdout.write(f"{prompt} ")
        self.stdout.flush()
        line = self.stdin.readline()
        if not line:
            self._write("")  # so that the next sentence begins a new line
            return None
        if not self.stdin.isatty():
            self.stdout.write(f"{line.rstrip()}\n")  # so that the output also has the input
        return line.strip().lower()

    def _follow(self, line: str) -> None:
        """Carry out a typed line."""
        exercise = self.exercise
        self._is_shown = False
        if line in ("help", "?", "h"):
            self._say(self._commands())
        elif line == "board":
            self._show_board()
        elif line == "back" and not exercise.can_go_back:
            self._say(say("line_mode.exercises.first"))
        elif line == "back":
            exercise.go_back()
            self._change_task()
        elif line == "next" or (not line and not exercise.awaits_move):
            exercise.go_on()
            self._change_task()
        elif line == "hint" and exercise.awaits_move:
            self._hint()
        elif line == "drop" and exercise.can_drop:
            exercise.drop()
            self._say(exercise.said)
        elif line == "show" and exercise.awaits_move and exercise.can_show:
            exercise.show_solution()
            self._react()
        elif line and not exercise.awaits_move:
            self._say(say("line_mode.exercises.nothing_to_play"))
        elif line:
            self._try(line)

    def _try(self, line: str) -> None:
        """Play on the typed square."""
        try:
            square = Square.parse(line)
        except NotationError:
            problem = say("line_mode.exercises.no_square", word=repr(line))
            self._say(f"{problem} {self._commands()}")
            return
        self.exercise.play(square)
        self._react()

    def _hint(self) -> None:
        if self.exercise.can_hint:
            self.exercise.give_hint()
            self._say(self.exercise.said)
        else:
            self._say(say("line_mode.exercises.no_hint"))

    def _react(self) -> None:
        if self.exercise.last is not None:
            self._show_board()
        self._say(self.exercise.said)

    def _change_task(self) -> None:
        self._is_shown = True
        if not self.exercise.is_over:
            self.before()
        if not self.exercise.is_over:
            self._show_task()

    def _commands(self) -> str:
        """Return what can be typed now."""
        exercise = self.exercise
        words = {word: word for word in _COMMANDS}
        parts = [say("line_mode.exercises.commands", square="d3", **words)]
        if exercise.can_hint:
            parts.append(say("line_mode.exercises.hint", hint="hint"))
        if exercise.can_drop:
            parts.append(say("line_mode.exercises.drop", drop="drop"))
        return " ".join(parts)
