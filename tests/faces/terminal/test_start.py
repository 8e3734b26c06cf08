"""The start screen of the full-screen terminal."""

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.engine import DEFAULT_LEVEL
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.terminal.full_screen.screens.new_game_form import (
    APPEARANCE_ROWS,
    GAME_ROWS,
    FormRowWidget,
)
from outflank.faces.terminal.full_screen.screens.start_screen import StartScreen, unfinished_game
from support.local.terminal_pilot import PEOPLE, STILL, Player, at_the_terminal


@pytest.mark.parametrize(
    ("digit", "seats"),
    [
        ("1", ("human", f"computer:{DEFAULT_LEVEL}")),
        ("2", ("human", "human")),
        ("3", (f"computer:{DEFAULT_LEVEL}", f"computer:{DEFAULT_LEVEL}")),
    ],
)
def test_the_digit_alone_starts_a_game_with_the_defaults(
    digit: str, seats: tuple[str, str]
) -> None:
    async def body(player: Player) -> None:
        await player.until_shown("Human against computer")
        await player.press(digit)
        await player.until(lambda: player.app.game and player.game.is_open, "a game")
        setup = player.followed.setup
        assert tuple(one.seat for one in setup.players) == seats
        assert (setup.variant.name, setup.size, setup.by_lot) == ("classic", 8, True)
        await player.until(lambda: "Drawn by lot" in player.messages)

    at_the_terminal(body)


def test_everything_can_be_chosen_on_the_first_screen() -> None:
    async def body(player: Player) -> None:
        shown = {row.row.name for row in player.app.screen.query(FormRowWidget)}
        assert shown == {*GAME_ROWS, *APPEARANCE_ROWS}
        assert {
            "variant", "size", "player1", "player2", "first", "clock", "score", "time_score",
            "oracle", "skin", "theme", "legal_marks", "undo",
        } <= shown  # fmt: skip
        for row in player.app.screen.query(FormRowWidget):
            assert row.region.bottom <= 23, row.row.name

    at_the_terminal(body)


def test_the_chosen_game_is_played_and_remembered(home: Path) -> None:
    async def body(player: Player) -> None:
        await player.focus("#row-variant")
        await player.press("right", "right")  # anti
        await player.focus("#row-size")
        await player.press("left")
        await player.focus("#row-name1")
        await player.press(*"Eve 1")
        await player.focus("#row-player2")
        await player.press("right")
        await player.focus("#row-first")
        await player.press("right")
        await player.focus("#row-clock")
        await player.press(*"7+2")
        await player.press("enter")
        await player.until(lambda: player.app.game and player.game.is_open, "a game")
        setup = player.followed.setup
        assert (setup.variant.name, setup.size, setup.black) == ("anti", 6, 1)
        assert setup.players[0].name == "Eve 1"
        assert setup.players[1].seat == f"computer:{DEFAULT_LEVEL + 1}"
        assert str(setup.clock) == "7+2"

    at_the_terminal(body)
    assert Settings.load().game.player1 == "human:Eve 1"
    assert Settings.load().game.clock == "7+2"


def test_a_game_with_an_invalid_clock_does_not_start() -> None:
    async def body(player: Player) -> None:
        await player.focus("#row-clock")
        await player.press(*"soon", "enter")
        await player.until_shown("'soon' is not a clock")
        assert isinstance(player.app.screen, StartScreen)

    at_the_terminal(body)


def test_the_unfinished_game_is_offered_and_resumed() -> None:
    async def leave(player: Player) -> None:
        await player.play("f5")
        await player.press("q")

    async def come_back(player: Player) -> None:
        await player.until_shown("Resume: Ann v Bob, Othello 8x8, move 1")
        await player.press("r")
        await player.until_turn()
        assert player.moves == ["f5"]

    assert unfinished_game() is None
    at_the_terminal(leave, PEOPLE)
    at_the_terminal(come_back)


def test_a_new_game_is_chosen_from_a_running_one() -> None:
    async def body(player: Player) -> None:
        await player.play("f5")
        await player.press("ctrl+n")
        await player.until(lambda: isinstance(player.app.screen, StartScreen))
        await player.press("escape")
        await player.until(lambda: player.app.screen is player.game)
        await player.press("ctrl+n")
        await player.until(lambda: isinstance(player.app.screen, StartScreen))
        await player.focus("#row-size")
        await player.press("left", "enter")
        await player.until(lambda: player.game.is_open and player.followed.setup.size == 6)
        assert player.moves == []
        await player.until(lambda: player.board.size_of_board == 6)

    at_the_terminal(body, PEOPLE)


def test_the_mouse_changes_the_value_of_a_row() -> None:
    async def body(player: Player) -> None:
        await player.pilot.click("#row-size", offset=(20, 0))
        await player.until_shown("< 10 x 10 >")

    at_the_terminal(body)


def test_the_rules_can_be_read_before_playing() -> None:
    async def body(player: Player) -> None:
        await player.press("question_mark")
        await player.until_shown("The rules")
        await player.press("escape", "q")

    assert at_the_terminal(body).farewell == ""


def test_a_digit_keeps_levels_and_names_of_the_right_kind() -> None:
    form = NewGameForm(GameOptions(player1="human:Ann", player2="computer:12"), Appearance())
    assert form.for_mode(1).game == form.game
    assert form.for_mode(2).game.player2 == "human"
    assert form.for_mode(3).game.player1 == "computer"
    assert form.for_mode(3).game.player2 == "computer:12"


def test_values_from_the_command_line_stay_among_the_choices() -> None:
    form = NewGameForm(replace(PEOPLE, size=14), STILL)
    assert form.row("size").label == "14"
    assert form.stepped("size", 1).game.size == 6
    assert form.stepped("size", -1).game.size == 12
