"""The menu of the line mode, and the questions about a new game."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable
from typing import TextIO

from outflank.errors import OutflankError
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.sentences import as_sentence
from outflank.faces.local.settings import Settings
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.faces.terminal.line_mode.saves import choose_saved_game, newest_unfinished
from outflank.faces.terminal.line_mode.wrapping import terminal_columns, wrapped

__all__ = ["choose_game", "remember"]

_MENU = """\
Outflank: Othello in your terminal.
  1: Human against computer
  2: Human against human
  3: Computer against computer
  o: Options (board, variant, players, clock ...)
{again}{resume}  s: Saved games
  t: Tutorial, to learn the rules
  p: Puzzles
  q: Quit"""

_QUESTIONS = (
    ("variant", "Variant: classic, yesno or anti"),
    ("size", "Board size: 6, 8, 10 or 12"),
    ("player1", "Player 1: human, human:NAME or computer:LEVEL (1 to 20, unlimited)"),
    ("player2", "Player 2: human, human:NAME or computer:LEVEL (1 to 20, unlimited)"),
    ("first", "Who moves first: 1, 2 or lot (random)"),
    ("clock", "Clock: none, 5+3 (minutes+seconds per move) or 30s/move"),
    ("score", "Score: board (discs) or full (empty squares go to the winner)"),
    ("time_score", "Score of a game lost on time: board or forfeit"),
    ("undo", "Undo: auto, until-reply, free, consent or never"),
    ("oracle", "Oracle of Yes/No: web or local"),
)


def choose_game(
    remembered: GameOptions, *, stdin: LineInput, stdout: TextIO
) -> GameOptions | SavedGame | None:
    """Ask which game to play or open; None if the player leaves or the input ends.

    A digit starts a game with the defaults, even if another game was chosen before in any face.
    The menu then has an entry for that game.
    """
    ask = functools.partial(_ask, stdin, stdout)

    def say(line: str) -> None:
        stdout.write(f"{wrapped(line, terminal_columns(stdout))}\n")

    menu, at_once = _menu(remembered)
    say(menu)
    while True:
        choice = ask("Your choice: ")
        match choice if choice is None else choice.lower():
            case None | "q" | "quit":
                return None
            case key if key in at_once:
                return at_once[key]
            case "o" | "options":
                return _ask_options(remembered, ask, stdout)
            case "r" | "resume":
                say("There is no unfinished game.")
            case "s" | "saves":
                if (saved := choose_saved_game(SavedGames(), ask, say)) is not None:
                    return saved
                say(menu)
            case "t" | "tutorial":
                _teach(remembered.variant, stdin, stdout)
                say(menu)
            case "p" | "puzzles":
                say(_ask_puzzles(stdin, stdout))
                say(menu)
            case _:
                *others, last = re.findall(r"^  (\w):", menu, re.MULTILINE)
                say(f"Type {', '.join(others)} or {last}.")


def _menu(remembered: GameOptions) -> tuple[str, dict[str, GameOptions | SavedGame]]:
    """Return the menu, and the games that a single word starts."""
    at_once: dict[str, GameOptions | SavedGame] = {
        str(mode): GameOptions().in_mode(mode) for mode in (1, 2, 3)
    }
    again = resume = ""
    if remembered != GameOptions():
        again = f"  a: As last time: {remembered.describe()}\n"
        at_once["a"] = at_once["again"] = remembered
    if (unfinished := newest_unfinished(SavedGames())) is not None:
        resume = f"  r: Resume: {unfinished}\n"
        at_once["r"] = at_once["resume"] = unfinished
    return _MENU.format(again=again, resume=resume), at_once


# Few players choose these, so their modules are imported only when needed.


def _teach(variant: str, stdin: LineInput, stdout: TextIO) -> None:
    """Lead through the tutorial of a variant, or of Othello if the variant has none."""
    from outflank.faces.local.exercises.lessons import LESSONS
    from outflank.faces.local.exercises.tutorial import Tutorial
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise

    tutorial = Tutorial(variant if variant in LESSONS else "classic")
    LineModeExercise(tutorial, stdin, stdout).run()


def _ask_puzzles(stdin: LineInput, stdout: TextIO) -> str:
    """Set our own puzzles, and return a sentence on how many were solved."""
    from outflank.analysis.puzzles import own_puzzles
    from outflank.faces.local.exercises.puzzle_session import PuzzleSession
    from outflank.faces.local.exercises.solved_puzzles import SolvedPuzzles
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise

    session = PuzzleSession(own_puzzles(), solved=SolvedPuzzles())
    LineModeExercise(session, stdin, stdout).run()
    return session.score


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
    for name, question in _QUESTIONS:
        answer = ask(f"{question} (Enter for {getattr(options, name)}): ")
        if answer is None:
            return None
        if answer:
            options = _changed(options, name, answer, stdout)
    remember(options, remembered, stdout)
    return options


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
        stdout.write(f"Sorry, {error}. Keeping {getattr(options, name)}.\n")
        return options
    return changed
