"""The menu of the full-screen terminal: saves, copying, help, appearance and leaving."""

from pathlib import Path

from textual import events
from textual.widgets import Input

from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Settings
from outflank.faces.terminal.full_screen.screens.dialogs import QuestionScreen, help_text
from outflank.rules import BLACK
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


def test_a_game_is_saved_and_loaded_again(home: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("ctrl+s")
        await ann.until_shown("Save the game")
        ann.app.screen.query_one(Input).value = str(home / "kept.json")
        await ann.press("enter")
        await ann.until(lambda: (home / "kept.json").exists())
        await ann.play("d6")
        await ann.press("ctrl+o")
        await ann.until_shown("Saved games")
        await ann.press("f")
        await ann.until_shown("Open a file")
        ann.app.screen.query_one(Input).value = str(home / "kept.json")
        await ann.press("enter")
        await ann.until(lambda: ann.moves == ["f5"])

    at_the_terminal(body, PEOPLE)


def test_moves_and_positions_are_copied_and_pasted() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("y")
        assert ann.app.clipboard == "f5"
        await ann.choose("c")
        await ann.until(lambda: ann.app.clipboard.endswith("O"))
        await ann.choose("p")
        await ann.until_shown("Paste a game or a position")
        await ann.press(*"f5d6c3", "enter")
        await ann.until(lambda: ann.moves == ["f5", "d6", "c3"])
        assert ann.followed.setup.player(BLACK).name == "Ann"
        await ann.choose("p")
        await ann.press(*"nonsense", "enter")
        await ann.until(lambda: len(ann.messages) and ann.moves == ["f5", "d6", "c3"])

    at_the_terminal(body, PEOPLE)


def test_text_pasted_in_the_terminal_is_accepted() -> None:
    async def body(ann: Player) -> None:
        ann.game.post_message(events.Paste("d3c5"))
        await ann.until_shown("Paste a game or a position")
        await ann.press("enter")
        await ann.until(lambda: ann.moves == ["d3", "c5"])

    at_the_terminal(body, PEOPLE)


def test_help_and_rules_are_pages_to_read() -> None:
    async def body(ann: Player) -> None:
        await ann.press("question_mark")
        await ann.until_shown("arrows, mouse    move the cursor")
        await ann.press("escape")
        await ann.until(lambda: ann.app.screen is ann.game)
        await ann.choose("h")
        await ann.until_shown("The rules")
        await ann.press("escape")
        await ann.until(lambda: ann.app.screen is ann.game)

    at_the_terminal(body, PEOPLE)


def test_no_line_of_the_help_is_broken_on_a_small_screen() -> None:
    async def body(ann: Player) -> None:
        await ann.press("question_mark")
        await ann.until_shown("Moving")
        seen = ann.screen()
        await ann.press("end")
        await ann.until_shown("number ")
        lines = {line.strip(" ▁▂▃▄▅▆▇█") for line in f"{seen}\n{ann.screen()}".splitlines()}
        assert {line.strip() for line in help_text().splitlines()} <= lines
        assert "begins." not in seen  # no announcement covers it

    at_the_terminal(body, PEOPLE, size=(80, 24))


def test_the_appearance_changes_at_once_and_is_remembered(home: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.choose("l")
        await ann.until_shown("Animation")
        assert ann.app.theme == "outflank-dark"
        await ann.press("right", "right", "down", "right")
        await ann.until(lambda: ann.app.theme == "outflank-felt")
        assert ann.game.shown.painter.skin.name == "red-yellow"
        await ann.press("escape")
        await ann.until(lambda: (home / "settings.json").exists())
        assert '"skin": "red-yellow"' in (home / "settings.json").read_text(encoding="utf-8")

    at_the_terminal(body, PEOPLE)


def test_leaving_saves_the_game_and_prints_the_disc_counts() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("q")

    app = at_the_terminal(body, PEOPLE)
    assert app.farewell.startswith("There is no winner yet: Black 4, White 1.")
    assert "--resume" in app.farewell


def test_ctrl_c_leaves_from_any_screen() -> None:
    async def body(ann: Player) -> None:
        await ann.press("escape")
        await ann.until(lambda: isinstance(ann.app.screen, QuestionScreen))
        await ann.press("ctrl+c")

    assert at_the_terminal(body, PEOPLE).farewell


def test_the_next_game_can_be_easier_or_harder() -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.press("x")
        await ann.until_shown("Resign?")
        await ann.press("y")
        await ann.until_shown("Easier, level 2")
        await ann.press("h")
        await ann.until(lambda: ann.game.is_open and not ann.followed.ended, "a new game")
        assert ann.followed.setup.players[1].seat == "computer:4"

    at_the_terminal(body, GameOptions(player2="computer:3", first="1"))
    assert Settings.load().game.player2 == "computer:4"
