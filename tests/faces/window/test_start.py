"""The start screen of the window: choosing options, typing names, starting a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.window.painting.buttons import Action
from support.local.window_pilot import FRIENDS, opened


def test_one_large_button_starts_the_chosen_game(home: Path) -> None:
    with opened(GameOptions(player2="human"), at_once=False) as pilot:
        assert pilot.screen == "start"
        pilot.press(Action.CHOOSE, "size:6")
        pilot.press(Action.CHOOSE, "first:2")
        pilot.press(Action.CHOOSE, "clock:>")
        pilot.press(Action.START)
        assert pilot.screen == "board"
        setup = pilot.followed.match.setup
        assert (setup.size, setup.black, str(setup.clock)) == (6, 2, "1+2")
        assert "Player 2 has Black and begins." in pilot.followed.notice.text
    assert Settings.load().game.size == 6


def test_the_keyboard_alone_starts_a_game() -> None:
    with opened(GameOptions(player2="human"), at_once=False) as pilot:
        pilot.key("down", "down", "left")  # to the board sizes, and one smaller
        assert pilot.state.form.game.size == 6
        pilot.key("enter")
        pilot.settle()
        assert pilot.followed.board.size == 6


def test_the_lot_is_announced_across_the_board() -> None:
    with opened(GameOptions(player2="human", seed=1)) as pilot:
        assert pilot.followed.notice.text.startswith("Drawn by lot: ")


def test_an_invalid_choice_is_explained_and_the_screen_stays() -> None:
    with opened(replace(FRIENDS, oracle="nothing.txt", variant="yesno"), at_once=False) as pilot:
        pilot.press(Action.START)
        assert pilot.screen == "start"
        assert "oracle" in pilot.state.message
        pilot.press(Action.CHOOSE, "variant:classic")
        pilot.press(Action.START)
        assert pilot.screen == "board"


# Names


def test_names_are_typed_into_fields_and_remembered(home: Path) -> None:
    with opened(FRIENDS, at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pilot.write("Zoë B")
        pilot.key("down")
        pilot.write("bob?")
        pilot.key("enter")
        pilot.until(lambda: pilot.state.game is not None)
        assert [player.name for player in pilot.followed.match.setup.players] == [
            "Zoë B",
            "bob?",
        ]
    assert Settings.load().game.player1 == "human:Zoë B"


def test_the_caret_moves_and_letters_are_typed_and_deleted_there() -> None:
    with opened(FRIENDS, at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pilot.write("Annabel")
        pilot.key("left", "left", "backspace", "home", "delete")
        pilot.write("H")
        pilot.key("end")
        pilot.write("!")
        assert pilot.state.form.game.player1 == "human:Hnnael!"


def test_a_click_puts_the_caret_between_two_letters() -> None:
    with opened(replace(FRIENDS, player1="human:Annabel"), at_once=False) as pilot:
        box = pilot.button(Action.CHOOSE, "name1:").box
        pilot.click((box.right - 2, box.centery))
        assert pilot.state.caret == 7
        pilot.click((box.left + 1, box.centery))
        assert pilot.state.caret == 0


def test_a_name_is_limited_in_length_even_when_pasted() -> None:
    with opened(FRIENDS, at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pygame.scrap.put_text("  Ann\nof " + "Green Gables " * 5)
        pilot.key("v", control=True)
        assert pilot.screen == "start"
        assert pilot.state.form.game.player1 == "human:Ann of Green Gables Gree"
        pilot.write("x")
        assert pilot.state.form.game.player1.endswith("Gree")
        pilot.key("c", control=True)
        assert pygame.scrap.get_text() == "Ann of Green Gables Gree"


def test_an_empty_name_becomes_the_default() -> None:
    with opened(replace(FRIENDS, player1="human:Al"), at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pilot.key("end", "backspace", "backspace", "backspace", "enter")
        pilot.until(lambda: pilot.state.game is not None)
        assert pilot.followed.match.setup.players[0].name == "Player 1"


def test_the_caret_blinks_only_with_animation_on() -> None:
    for may_move in (True, False):
        with opened(FRIENDS, Appearance(animation=may_move), at_once=False) as pilot:
            pilot.press(Action.CHOOSE, "name1:")
            seen = set()
            for _ in range(4):
                pilot.step(0.3)
                seen.add(pygame.image.tobytes(pilot.picture(), "RGB"))
            assert len(seen) == (2 if may_move else 1)


@pytest.mark.parametrize("window", [(480, 360), (480, 860), (2400, 1600)])
def test_a_long_name_stays_inside_its_field_with_the_caret_in_sight(
    window: tuple[int, int],
) -> None:
    game = replace(FRIENDS, player1="human:" + "W" * 24)
    with opened(game, Appearance(animation=False), size=window, at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        box = pilot.button(Action.CHOOSE, "name1:").box
        at_end = pilot.picture()
        pilot.key("home")
        at_start = pilot.picture()
        changed = [
            (x, y)
            for x in range(0, window[0], 2)
            for y in range(box.top, box.bottom)
            if at_end.get_at((x, y)) != at_start.get_at((x, y))
        ]
        assert changed
        assert all(box.collidepoint(place) for place in changed)
