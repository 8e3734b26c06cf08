"""In a second language, the terminal shows nothing untranslated and cuts no text off."""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.containers import Vertical
from textual.screen import Screen

from outflank.archive import openings
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.full_screen.screens.dialogs import PromptScreen, QuestionScreen
from outflank.faces.terminal.full_screen.screens.exercise_screen import ExerciseScreen
from outflank.faces.terminal.full_screen.screens.saved_games_screen import SavedGamesScreen
from outflank.faces.terminal.full_screen.screens.start_screen import AppearanceScreen, StartScreen
from outflank.faces.terminal.line_mode.command_table import COMMANDS
from outflank.faces.terminal.line_mode.game import LineModeGame
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.faces.terminal.line_mode.menu import choose_game
from outflank.learning import Repertoire
from outflank.rules import BLACK
from support.local.learning import mistake
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal, script
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    untranslated,
    write_second_language,
)

# Names and what is typed: of the program, players, keys, commands and labels on discs.
NAMES = (
    "Outflank", "outflank", "Ann", "Bob", "YES", "NO",
    "Enter", "Esc", "Tab", "Ctrl-C", "play --resume",
)  # fmt: skip


OPENINGS = {word for opening in openings() for word in opening.name.split()}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_second_language(tmp_path_factory.mktemp("texts"))


@pytest.fixture(autouse=True)
def second_language(texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_TEXTS", str(texts))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)


def check(shown: str, *names: str) -> None:
    """Check that every text on a screen is translated and complete."""
    assert "⟦" in shown
    assert untranslated(shown, (*NAMES, *names)) == [], shown
    assert count_cut_texts(shown) == 0, shown
    assert "…" not in shown, shown


# Line by line


class ScreenOutput(io.StringIO):
    """An output that counts as a terminal, so that lines are broken."""

    def isatty(self) -> bool:
        return True


def test_the_menu_of_the_line_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = ScreenOutput()
    answers = LineInput(io.StringIO("nonsense\nr\ns\no\n" + "\n" * 10))
    choose_game(GameOptions(player2="human:Bob"), stdin=answers, stdout=output)
    assert max(map(len, output.getvalue().splitlines())) <= 80
    words = "nonsense classic yesno anti human NAME computer LEVEL unlimited lot none move board"
    words += " full forfeit auto until-reply free consent never web local"
    check(output.getvalue(), *words.split())


def test_a_game_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = ScreenOutput()
    lines = (
        "help", "board off", "board on", "row 4", "col d", "moves", "score", "clock", "list",
        "opinion", "position", "z9", "hnt", "d3", "undo", "redo", "undo", "d3", "c3", "row x",
        "whatif x", "board 1", "whatif 1 friend", "back",
        "load", "paste", "rename 2", "save one", "save one", "no", "saves", "delete one", "no",
        "resign", "no", "resign", "yes", "moves", "n",
    )  # fmt: skip
    game = LocalGame(PEOPLE)
    commands = LineModeGame(
        game,
        Appearance(),
        stdin=LineInput(io.StringIO("\n".join(lines) + "\n")),
        stdout=output,
    )
    commands.run()
    game.close()
    shown = output.getvalue()
    echoed = re.compile(r"(?<=⟧ )[^⟦⟧]*$", re.MULTILINE)  # what was typed follows its prompt
    assert max(map(len, echoed.sub("", shown).splitlines())) <= 81
    typed = re.compile(
        r"(?<=⟧ )[^⟦⟧]*$|'\w+'|`resign now`|\b(on|off|go|step)\b"
        r"|/\S+(\n[\w.]+)?",
        re.MULTILINE,
    )  # a long path is broken
    drawn = re.compile(r"^ .*[XO*]( .*)?$|^ *a b c.*$|^[XO-]{64} [XO]$", re.MULTILINE)
    usages = [command.usage or name for name, command in COMMANDS.items()]
    check(
        drawn.sub("", typed.sub("", shown)),
        *usages,
        "friend",
        "one",
        "yes/no",
        "y/n",
        "hint",
        "help",
        "review",
        "save",
        "list",
        "undo",
        "board",
        "position",
        "row 4",
        "rename 2 Sunday final",
        "paste f5d6c3",
        "load game.json",
        "load 2",
        "json",
        "games",
    )  # fmt: skip - a long path of a saved game is broken into lines


def test_the_tutorial_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = ScreenOutput()
    lines = "help\nback\n\nz9\na1\nshow\nnext\nquit\n"
    from outflank.faces.local.exercises.tutorial import Tutorial
    from outflank.faces.terminal.line_mode.exercises import LineModeExercise

    LineModeExercise(Tutorial(), LineInput(io.StringIO(lines)), output).run()
    shown = re.sub(r"^ .*$|^\d .*$", "", output.getvalue(), flags=re.MULTILINE)
    check(shown, "show", "next", "back", "board", "quit", "help")


# Full screen


def dialog(player: Player) -> str:
    """Return the letters in the open dialog, which may cover a part of other texts."""
    boxes = player.app.screen.query(Vertical)
    if not boxes:
        return ""
    region = boxes.first().region
    lines = player.screen().splitlines()[slice(*region.line_span)]
    return "\n".join(line[slice(*region.column_span)] for line in lines)


async def check_dialog(player: Player, *names: str) -> None:
    """Check the open dialog once it is drawn."""
    await player.until(lambda: "⟦" in dialog(player), "a dialog")
    check(dialog(player), *names)


def test_the_start_screen() -> None:
    async def body(player: Player) -> None:
        await player.until(lambda: isinstance(player.app.screen, StartScreen))
        await player.until_shown("⟦")
        check(player.screen())

    at_the_terminal(body)


def test_a_game_its_menu_and_its_dialogs() -> None:
    async def body(player: Player) -> None:
        await player.until_turn()
        check(player.screen())
        await player.play("d3")
        check(player.screen())
        await player.press("comma")
        check(player.screen())
        await player.press("plus")
        for answer in ("c", "s"):
            await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
            await check_dialog(player)
            await player.press(answer)
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await player.press("escape")
        await player.press("escape")
        for key, kind in (("l", AppearanceScreen), ("o", SavedGamesScreen), ("s", None)):
            await player.choose(key)
            if kind is not None:
                await player.until(lambda kind=kind: isinstance(player.app.screen, kind))  # type: ignore[misc]
            await player.pilot.pause(0)
            await check_dialog(player, "v")
            await player.press("escape")
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await check_dialog(player)

    at_the_terminal(body, PEOPLE)


def test_a_game_with_an_oracle_and_its_end(tmp_path: Path) -> None:
    async def body(player: Player) -> None:
        await player.until_turn()
        check(player.screen())
        await player.press("x")
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await check_dialog(player)
        await player.press("y")
        await player.until(lambda: player.followed.is_over)
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await check_dialog(player)

    at_the_terminal(body, script(tmp_path, "yes", "no", "maybe"))


def test_the_pages_of_keys() -> None:
    async def body(player: Player) -> None:
        await player.until_turn()
        await player.press("question_mark")
        await player.pilot.pause(0.1)
        shown = player.screen()
        assert "⟦" in shown
        assert untranslated(shown, NAMES) == []

    at_the_terminal(body, PEOPLE, size=(80, 60))


@pytest.mark.parametrize("key", ["l", "d", "p", "s", "c", "o", "r"])
def test_an_exercise(key: str, home: Path) -> None:
    LocalLearner(home).record(mistake(5), *Repertoire().line("Tiger", BLACK))

    async def body(player: Player) -> None:
        await player.until(lambda: isinstance(player.app.screen, StartScreen))
        await player.press("l")
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await check_dialog(player)
        await player.press(key)
        await player.until(lambda: isinstance(player.app.screen, ExerciseScreen))
        await player.until(lambda: "d3" in player.screen() or "2" in player.screen())
        for _ in range(3):
            check(player.screen(), *OPENINGS)
            await player.press("s")
            check(player.screen(), *OPENINGS)
            await player.press("n")

    at_the_terminal(body)


def test_a_saved_game_is_overwritten_renamed_and_deleted() -> None:
    async def body(player: Player) -> None:
        async def until_open(kind: type[Screen[Any]]) -> None:
            await player.until(lambda: isinstance(player.app.screen, kind))
            await player.pilot.pause(0)

        await player.play("d3")
        for asks in (False, True):
            await player.press("ctrl+s")
            await until_open(PromptScreen)
            await check_dialog(player, "v")
            await player.press(*"one", "enter")
            if asks:
                await until_open(QuestionScreen)
                await check_dialog(player, "one")
                await player.press("n")
            await player.until(lambda: player.app.screen is player.game)
        await player.press("ctrl+o")
        await until_open(SavedGamesScreen)
        check(player.screen(), "one", "v")
        for key, kind in (("r", PromptScreen), ("f", PromptScreen), ("d", QuestionScreen)):
            await player.press(key)
            await until_open(kind)
            await check_dialog(player, "one", "v")
            await player.press("escape")
            await until_open(SavedGamesScreen)
        await player.press("f")
        await until_open(PromptScreen)
        await player.press(*"none", "enter")
        await player.until(lambda: player.app.screen is player.game)
        await player.until_shown("none")
        check(player.screen(), "one", "none", "v", "No such file", "or directory")

    at_the_terminal(body, PEOPLE)


def test_a_review() -> None:
    async def body(player: Player) -> None:
        await player.play_first()
        await player.play_first()
        await player.press("x", "y")
        await player.until(lambda: player.followed.is_over)
        await player.until(lambda: isinstance(player.app.screen, QuestionScreen))
        await player.press("b")
        said = len(player.followed.notices)
        await player.until(lambda: len(player.followed.notices) > said, "the worst moves")
        await player.pilot.pause(0)
        check(player.screen())

    at_the_terminal(body, replace(PEOPLE, size=4))
