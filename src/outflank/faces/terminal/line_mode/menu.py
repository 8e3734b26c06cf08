"""The menu of the line mode, and the questions about a new game."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from threading import Event
from typing import Final, TextIO

from outflank.errors import OutflankError
from outflank.faces.local.new_game_form import fixed_choices, mode_titles
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.settings import Settings
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.faces.terminal.line_mode.saves import choose_saved_game, newest_unfinished
from outflank.faces.terminal.line_mode.wrapping import terminal_columns, wrapped
from outflank.texts import say

__all__ = ["choose_game", "remember"]

_PLAYER: Final = {
    "human": "human",
    "named": "human:NAME",
    "computer": "computer:LEVEL",
    "unlimited": "unlimited",
}
# The options, each with words of its question that are typed as they are; None stands for the
# choices in the form for a new game.
_OPTIONS: Final[Mapping[str, Mapping[str, str] | None]] = {
    "variant": None,
    "size": None,
    "player1": _PLAYER,
    "player2": _PLAYER,
    "first": {"one": "1", "two": "2", "lot": "lot"},
    "clock": {"none": "none", "increment": "5+3", "per_move": "30s/move"},
    "score": {"board": "board", "full": "full"},
    "time_score": None,
    "undo": None,
    "oracle": None,
}


_ENTRIES: Final = {
    "s": "saves",
    "t": "tutorial",
    "d": "daily",
    "p": "puzzles",
    "w": "storm",
    "c": "cards",
    "b": "openings",
    "v": "survival",
    "q": "quit",
}
# What the entries of the menu about learning are: values of `LearnChoice`.
_LEARN: Final = {
    "t": "lessons",
    "tutorial": "lessons",
    "d": "daily",
    "daily": "daily",
    "p": "puzzles",
    "puzzles": "puzzles",
    "w": "storm",
    "storm": "storm",
    "c": "cards",
    "cards": "cards",
    "b": "openings",
    "openings": "openings",
    "v": "survival",
    "survival": "survival",
}


def choose_game(
    remembered: GameOptions, *, stdin: LineInput, stdout: TextIO
) -> GameOptions | SavedGame | None:
    """Ask which game to play or open; None if the player leaves or the input ends.

    A digit always starts a game with the defaults. If another kind of game was played last, in
    any face, the menu has an entry for it.
    """
    ask = functools.partial(_ask, stdin, stdout)

    def show(line: str) -> None:
        if not line:
            return
        stdout.write(f"{wrapped(line, terminal_columns(stdout))}\n")

    entries, at_once = _menu(remembered)
    menu = "\n".join(
        [say("line_mode.menu.title"), *(f"  {key}: {words}" for key, words in entries.items())]
    )
    show(menu)
    while True:
        choice = ask(f"{say('line_mode.menu.prompt')} ")
        match choice if choice is None else choice.lower():
            case None | "q" | "quit":
                return None
            case key if key in at_once:
                return at_once[key]
            case "o" | "options":
                return _ask_options(remembered, ask, stdout)
            case "r" | "resume":
                show(say("line_mode.menu.none_unfinished"))
            case "s" | "saves":
                if (saved := choose_saved_game(SavedGames(), ask, show)) is not None:
                    return saved
                show(menu)
            case key if (what := _LEARN.get(key)) is not None:
                show(_learn(what, remembered.variant, stdin, stdout))
                show(menu)
            case _:
                *others, last = entries
                show(say("line_mode.menu.choices", others=", ".join(others), last=last))


def _menu(remembered: GameOptions) -> tuple[dict[str, str], dict[str, GameOptions | SavedGame]]:
    """Return the entries of the menu by their keys, and the games that a single word starts."""
    at_once: dict[str, GameOptions | SavedGame] = {
        str(mode): GameOptions().in_mode(mode) for mode in (1, 2, 3)
    }
    entries = dict(zip(at_once, mode_titles(), strict=True))
    entries["o"] = say("line_mode.menu.options")
    if remembered != GameOptions():
        entries["a"] = say("line_mode.menu.again", game=remembered.describe())
        at_once["a"] = at_once["again"] = remembered
    if (unfinished := newest_unfinished(SavedGames())) is not None:
        entries["r"] = say("line_mode.menu.resume", game=unfinished)
        at_once["r"] = at_once["resume"] = unfinished
    entries |= {key: say(f"line_mode.menu.{name}") for key, name in _ENTRIES.items()}
    return entries, at_once


def _learn(what: str, variant: str, stdin: LineInput, stdout: TextIO) -> str:
    """Run what the player chose to learn, and return how it went."""
    # Few players choose this, so its modules are imported only when needed.
    from outflank.faces.local.exercises.learn_menu import LearnChoice, begin_exercise
    from outflank.faces.local.exercises.learner import LocalLearner
    from outflank.faces.local.exercises.task_preparer import TaskPreparer
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise

    learner = LocalLearner()
    try:
        exercise = begin_exercise(LearnChoice(what), learner, variant=variant)
    except OutflankError as problem:
        return as_sentence(problem)
    if isinstance(exercise, str):
        return exercise
    prepares = TaskPreparer(exercise)

    def prepare() -> None:
        stdout.writelines(f"{sentence}\n" for sentence in prepares(Event()))

    try:
        LineModeExercise(exercise, stdin, stdout, before=prepare).run()
    finally:
        prepares.close()
    return exercise.closing


def _ask(stdin: LineInput, stdout: TextIO, prompt: str) -> str | None:
    """Return the answer to a question; None at the end of the input."""
    stdout.write(wrapped(prompt, terminal_columns(stdout)))
    stdout.flush()
    line = stdin.readline()
    if not line:
        stdout.write("\n")
        return None
    if not stdin.isatty():
        stdout.write(line)
    return line.strip()


def _ask_options(
    remembered: GameOptions, ask: Callable[[str], str | None], stdout: TextIO
) -> GameOptions | None:
    """Ask for every option, and remember the choices."""
    options = remembered
    for name in _OPTIONS:
        value = getattr(options, name)
        question = say("line_mode.options.question", question=_question(name), value=value)
        answer = ask(f"{question} ")
        if answer is None:
            return None
        if answer:
            options = _changed(options, name, answer, stdout)
    remember(options, remembered, stdout)
    return options


def _question(name: str) -> str:
    """Return the question for an option, with the words that may be typed."""
    words = _OPTIONS[name]
    if words is not None:
        return say(f"line_mode.options.{name}", **words)
    *others, last = fixed_choices()[name]
    values = say("line_mode.options.or", first=", ".join(others), last=last)
    return say(f"line_mode.options.{name}", values=values)


def remember(chosen: GameOptions, before: GameOptions, stdout: TextIO) -> None:
    """Save the choices, so that the next game has them too."""
    try:
        Settings(chosen).save_changes(Settings(before))
    except OutflankError as error:
        stdout.write(f"{as_sentence(error)}\n")


def _changed(options: GameOptions, name: str, answer: str, stdout: TextIO) -> GameOptions:
    """Return the options with one answer applied, if it is valid."""
    try:
        value: object = int(answer) if name == "size" else answer
        changed = dataclasses.replace(options, **{name: value})  # type: ignore[arg-type]
        changed.setup()
    except (OutflankError, ValueError) as error:
        refused = say("line_mode.options.refused", error=error, value=getattr(options, name))
        stdout.write(f"{refused}\n")
        return options
    return changed
