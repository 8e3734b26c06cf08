"""Saving, and the screen of saved games in the full-screen terminal."""

import errno
import os
from pathlib import Path

import pytest
from textual.widgets import OptionList

from outflank.faces.local.game_files import load
from outflank.faces.local.saved_games import SavedGames
from outflank.faces.terminal.full_screen.screens.saved_games_screen import SavedGamesScreen
from outflank.play.events import MovePlayed
from outflank.play.journal import FileJournal
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


async def save(ann: Player, name: str) -> None:
    await ann.press("ctrl+s")
    await ann.until_shown("Save the game")
    await ann.press(*name, "enter")


def moves(path: Path) -> int:
    return sum(isinstance(event, MovePlayed) for event in load(path))


def test_the_warning_that_nothing_is_saved_stays_on_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warning = "The game cannot be saved (No space left on device)."

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def body(ann: Player) -> None:
        await ann.play("f5")
        with monkeypatch.context() as full_disk:
            full_disk.setattr(FileJournal, "append", refuse)
            for square in ("d6", "c3", "d3", "c4", "f4"):
                await ann.play(square)
            await ann.until_shown(warning)
            assert warning in ann.screen().splitlines()[0]
        await ann.play("f6")
        await ann.until(lambda: warning not in ann.screen().splitlines()[0])
        await ann.until_shown("Othello 8x8")

    at_the_terminal(body, PEOPLE)


def test_a_save_without_a_name_gets_a_free_one() -> None:
    async def body(ann: Player) -> None:
        for count in (1, 2):
            await save(ann, "")
            await ann.until(lambda count=count: ann.messages.count("Saved as") == count)  # type: ignore[misc]

    at_the_terminal(body, PEOPLE)
    assert sum(not one.is_autosave for one in SavedGames().all()) == 2


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_saved_game_is_overwritten_only_after_a_question(answer: str) -> None:
    async def body(ann: Player) -> None:
        await save(ann, "final")
        await ann.until(lambda: "Saved as" in ann.messages)
        await ann.play("f5")
        await save(ann, "final")
        await ann.until_shown("There is already a saved game")
        await ann.press(answer)
        if answer == "y":
            await ann.until(lambda: ann.messages.count("Saved as") == 2)
        else:
            await ann.until(lambda: ann.app.screen is ann.game)

    at_the_terminal(body, PEOPLE)
    assert moves(SavedGames().path_for("final")) == (answer == "y")


def test_a_game_in_the_list_is_renamed_opened_and_deleted() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await save(ann, "one")
        await ann.until(lambda: "Saved as" in ann.messages)
        await ann.play("d6")
        await ann.press("ctrl+o")
        await ann.until_shown("one: Ann v Bob, Othello 8x8, move 1")
        listed = ann.app.screen.query_one(OptionList)
        assert listed.option_count == 2
        if SavedGames().all()[0].is_autosave:
            await ann.press("down")
        await ann.press("r")
        await ann.until_shown("Rename this game")
        await ann.press("end", *" more", "enter")
        await ann.until_shown("one more: Ann v Bob")
        await ann.press("r")
        await ann.until_shown("Rename this game")
        await ann.press("enter")
        await ann.until(lambda: isinstance(ann.app.screen, SavedGamesScreen))
        await ann.press("enter")
        await ann.until(lambda: ann.moves == ["f5"], "the saved game")
        await ann.press("ctrl+o")
        await ann.until_shown("one more: Ann v Bob")
        listed = ann.app.screen.query_one(OptionList)
        names = [one.name for one in SavedGames().all()]
        listed.highlighted = names.index("one more")
        await ann.press("d")
        await ann.until_shown("Delete this game?")
        await ann.press("n")
        await ann.until(lambda: isinstance(ann.app.screen, SavedGamesScreen))
        await ann.press("d")
        await ann.until_shown("Delete this game?")
        await ann.press("y")
        await ann.until(lambda: "one more" not in ann.screen())

    at_the_terminal(body, PEOPLE)
    assert not SavedGames().path_for("one more").exists()


def test_a_game_that_is_open_is_neither_deleted_nor_opened_twice() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("ctrl+o")
        await ann.until_shown("open now")
        await ann.press("d")
        await ann.until_shown("Delete this game?")
        await ann.press("y")
        await ann.until_shown("already open")
        await ann.press("escape")
        await ann.until(lambda: ann.app.screen is ann.game)

    at_the_terminal(body, PEOPLE)


def test_the_first_screen_opens_saved_games_too() -> None:
    async def leave(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("q")

    async def come_back(ann: Player) -> None:
        await ann.press("o")
        await ann.until_shown("Ann v Bob, Othello 8x8, move 1")
        await ann.press("enter")
        await ann.until_turn()
        assert ann.moves == ["f5"]

    at_the_terminal(leave, PEOPLE)
    at_the_terminal(come_back)
