"""The rules, dialogs, the menu, and buttons pressed by keys."""

from __future__ import annotations

import pygame

from outflank.faces.local.settings import Settings
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import RulesOverlay
from support.local.window_pilot import Pilot, dialog


def test_the_rules_can_be_read_scrolled_and_closed(pilot: Pilot) -> None:
    pilot.key("?")
    assert isinstance(pilot.state.overlay, RulesOverlay)
    first = pilot.picture()
    pilot.key("pagedown")
    assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(pilot.picture(), "RGB")
    pilot.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)
    pilot.key("end", "up")
    last = pygame.image.tobytes(pilot.picture(), "RGB")
    pilot.key("down", "down")
    assert pygame.image.tobytes(pilot.picture(), "RGB") != last, "the end is the end"
    pilot.key("esc")
    assert pilot.state.overlay is None


def test_a_new_game_asks_before_it_leaves_one_and_resume_goes_back(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.key("n")
    assert dialog(pilot).title == "Leave this game?"
    pilot.key("enter")
    pilot.settle()
    assert pilot.screen == "start"
    pilot.press(Action.RESUME)
    assert pilot.screen == "board"
    pilot.play("d6")
    assert pilot.moves == "f5 d6"


def test_the_menu_changes_the_appearance_at_once_and_remembers_it(pilot: Pilot) -> None:
    before = pygame.image.tobytes(pilot.picture(), "RGB")
    pilot.press(Action.MENU)
    for action in (Action.THEME, Action.THEME, Action.SKIN, Action.SOUND, Action.COORDINATES):
        pilot.press(action)
    pilot.press(Action.CLOSE)
    assert pygame.image.tobytes(pilot.picture(), "RGB") != before
    appearance = Settings.load().appearance
    assert (appearance.theme, appearance.skin, appearance.sound, appearance.coordinates) == (
        "dark",
        "classic",
        False,
        False,
    )


def test_every_button_can_be_reached_and_pressed_with_keys(pilot: Pilot) -> None:
    seen = set()
    for _ in range(8):
        pilot.key("tab")
        seen.add(pilot.state.focus)
    assert (Action.MENU, "") in seen
    assert (Action.NEW_GAME, "") in seen
    while pilot.state.focus != (Action.MENU, ""):
        pilot.key("tab", shift=True)
    pilot.key("enter")
    assert dialog(pilot).title == "Menu"
    pilot.key("down", "up", "esc")
    assert pilot.state.overlay is None


def test_full_screen_can_be_switched_on_and_off(pilot: Pilot) -> None:
    pilot.key("f11")
    pilot.key("f11")
    pilot.play("f5")
    assert pilot.moves == "f5"
