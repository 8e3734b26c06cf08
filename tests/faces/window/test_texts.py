"""The texts of the window, as a person reads them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.screens.render import buttons_of
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened, scripted


def read(pilot: Pilot, drawn: list[str]) -> list[str]:
    """Return the texts of one frame."""
    drawn.clear()
    pilot.picture()
    return list(drawn)


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in buttons_of(pilot.state)]


def test_the_rows_of_the_form() -> None:
    form = NewGameForm(GameOptions(player1="computer:1", player2="computer:2"))
    rows = form_rows(form)
    assert [row.title for row in rows] == [
        "Game", "Board", "Opponent", "Player 1 level", "Player 2 level", "First move", "Clock",
        "Score", "On timeout", "Undo", "Oracle", "Oracle popup", "Discs", "Theme", "Legal moves",
        "Animation", "Sound",
    ]  # fmt: skip
    shown = {row.name: list(row.choices.values()) for row in rows}
    assert shown["first"] == ["Random", "Player 1", "Player 2"]
    assert shown["score"] == ["Discs", "Empties to winner"]
    assert shown["time_score"] == ["Count discs", "Winner takes all"]
    assert shown["undo"] == ["Default", "Until the reply", "Any time", "If both agree", "Never"]
    assert shown["skin"][0] == shown["theme"][0] == "Automatic"
    assert "30 s per move" in shown["clock"]


def test_a_new_game_says_what_will_appear_in_its_empty_parts(drawn: list[str]) -> None:
    with opened(size=(1180, 780)) as pilot:
        shown = read(pilot, drawn)
    assert "This graph will show who is ahead after each move." in shown
    assert "Moves appear here. Click one to view the board after it." in shown
    assert "Press H to see who is ahead." in shown
    assert "Black: 4 legal moves" in shown


def test_an_earlier_position_says_what_it_is_and_how_to_return(drawn: list[str]) -> None:
    with opened(size=(1180, 780)) as pilot:
        pilot.play("f5", "d6")
        pilot.key(",")
        shown = read(pilot, drawn)
        assert "Press H to see who was ahead." in shown
        sentence = (
            "Move 1 of 2: Player 1 (Black) played f5. Press Esc or click the board to return."
        )
        assert sentence in shown
        assert labels(pilot) == ["First", "Back", "Forward", "Hint", "Play on", "Return"]


def test_a_typed_square_says_how_to_play_it(drawn: list[str]) -> None:
    with opened() as pilot:
        pilot.type("f5")
        assert "Square f5: press Enter to play." in read(pilot, drawn)


def test_the_oracles_banner_says_when_the_game_is_over(tmp_path: Path, drawn: list[str]) -> None:
    with opened(scripted(tmp_path / "answers.txt", "yes")) as pilot:
        pilot.rest()
        pilot.click(pilot.place_of("f5"))
        pilot.until(lambda: pilot.state.overlay is not None)
        assert dialog(pilot).title == "No winner"
        shown = read(pilot, drawn)
    assert "The game is over." in shown
    assert "The oracle is silent." not in shown


def test_a_popup_says_how_to_close_it(tmp_path: Path, drawn: list[str]) -> None:
    with opened(scripted(tmp_path / "answers.txt", "yes no"), Appearance(gif=True)) as pilot:
        pilot.rest()
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert "Click or press any key to continue" in read(pilot, drawn)


def test_the_rules_say_how_to_scroll_them(drawn: list[str]) -> None:
    with opened() as pilot:
        pilot.key("?")
        assert "Scroll with the arrow keys or the mouse wheel" in read(pilot, drawn)


def test_the_dialogs(drawn: list[str]) -> None:
    with opened() as pilot:
        pilot.play("f5")
        pilot.press(Action.NEW_GAME)
        assert dialog(pilot).text == "It is saved. Choose Resume to continue it."
        assert labels(pilot) == ["Leave", "Stay"]
        pilot.key("esc")
        pilot.press(Action.RESIGN)
        assert dialog(pilot).text == "Player 2 (White) will lose this game."
        assert labels(pilot) == ["Resign", "Keep playing"]
        pilot.press(Action.RESIGN_NOW)
        assert dialog(pilot).text.endswith(
            "\nScore so far: 1 for Player 1, 0 for Player 2.\nPlay again?"
        )
        assert labels(pilot) == ["Rematch", "New game", "Review the game", "View the board"]
        pilot.press(Action.CLOSE)
        pilot.key("o", control=True)
        assert "You can also drop a game file on the window." in read(pilot, drawn)
        assert labels(pilot)[-4:] == ["Open", "Rename", "Delete", "Close"]


def test_the_menu() -> None:
    with opened() as pilot:
        pilot.press(Action.MENU)
        assert labels(pilot) == [
            "Rules", "Pause", "Previous move", "Save ...", "Saved games ...", "Copy moves",
            "Copy position", "Paste game", "Full screen", "Discs: automatic",
            "Theme: automatic", "Legal moves: on", "Coordinates: on", "Animation: on", "Sound: on",
            "Volume: 70 %", "Who is ahead: off", "Oracle popup: off", "Close",
        ]  # fmt: skip


def test_notices_of_copying_pasting_and_pausing() -> None:
    with opened() as pilot:
        pilot.key("c", control=True)
        assert pilot.followed.notice.text == "Moves copied to the clipboard."
        pilot.key("c", control=True, shift=True)
        assert pilot.followed.notice.text == "Position copied to the clipboard."
        pygame.scrap.put_text("")
        pilot.key("v", control=True)
        assert pilot.followed.notice.text == "There is no text on the clipboard."
        pilot.key("p")
        pilot.settle()
        pilot.click(pilot.place_of("f5"))
        assert pilot.followed.notice.text == "The game is paused; press P to continue."


def test_a_click_in_the_computers_turn_is_explained() -> None:
    computers = replace(FRIENDS, player1="computer:random", player2="computer:random", delay=60)
    with opened(computers) as pilot:
        pilot.click(pilot.place_of("f5"))
        assert pilot.followed.notice.text == "It is not your turn."
        assert labels(pilot) == ["Pause", "Step", "Menu", "New game"]
        pilot.press(Action.PAUSE)
        assert labels(pilot)[0] == "Continue"


def test_columns_are_named_above_the_board_and_rows_beside_it(
    written: list[tuple[str, tuple[int, int]]],
) -> None:
    with opened(size=(1180, 780)) as pilot:
        written.clear()
        pilot.picture()
        corner, across, down = (pilot.place_of(name) for name in ("a1", "h1", "a8"))
    for name, (x, y) in {"a": corner, "h": across}.items():
        assert [place[0] for text, place in written if text == name and place[1] < y] == [x]
    for name, (x, y) in {"1": corner, "8": down}.items():
        assert [place[1] for text, place in written if text == name and place[0] < x] == [y]


def test_each_seat_counts_its_own_discs(written: list[tuple[str, tuple[int, int]]]) -> None:
    with opened(size=(1180, 780)) as pilot:
        pilot.play("f5")
        written.clear()
        pilot.picture()
    right = dict(written)["Player 1"][0]
    heights = {text: y for text, (x, y) in written if x > right or text.startswith("Player")}
    assert abs(heights["4"] - heights["Player 1"]) < abs(heights["4"] - heights["Player 2"])
    assert abs(heights["1"] - heights["Player 2"]) < abs(heights["1"] - heights["Player 1"])
