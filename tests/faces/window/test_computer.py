"""A thinking computer, what it thinks of its game, pauses, volume and the window's place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.window.game_window import GameWindow
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.system_fonts import font_of, runs
from outflank.faces.window.painting.text_rendering import TextRenderer
from outflank.faces.window.screens.render import buttons_of
from support.local.window_pilot import FRIENDS, Pilot, opened


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in buttons_of(pilot.state)]


def test_a_thinking_computer_can_be_told_to_move() -> None:
    with opened(GameOptions(player2="computer:1", first="2", delay=600.0)) as pilot:
        assert pilot.followed.is_thinking
        first = pygame.image.tobytes(pilot.picture(), "RGB")
        pilot.step(0.5)
        assert pygame.image.tobytes(pilot.picture(), "RGB") != first, "the dots move"
        pilot.press(Action.MOVE_NOW)
        pilot.until(lambda: len(pilot.followed.plies) == 1)
        pilot.settle()
        assert "Move now" not in labels(pilot)


def test_what_the_computer_thinks_of_its_game_is_shown_only_on_request() -> None:
    game = GameOptions(player2="computer:2", first="1", size=6, seed=1)
    with opened(game) as pilot:
        pilot.play(str(next(iter(pilot.game.legal))))
        assert pilot.followed.evaluations
        sources = []
        for _ in range(2):
            sources.append([one.source for one in pilot.followed.shown_evaluations.values()])
            pilot.key("w")
            pilot.settle()
        assert sources == [[], ["Level 2"]]
        pilot.key("w")
        pilot.settle()
    assert Settings.load().appearance.evaluation


def test_two_people_with_a_clock_can_pause_with_a_button() -> None:
    with opened(replace(FRIENDS, clock="5+3")) as pilot:
        pilot.press(Action.PAUSE)
        assert "Continue" in labels(pilot)
        assert pilot.followed.notice.text == "The game is paused."
        pilot.press(Action.PAUSE)
        assert pilot.followed.notice.text == "The game continues."
        pilot.play("f5")


def test_a_move_is_taken_back_if_both_agree() -> None:
    with opened(replace(FRIENDS, undo="consent")) as pilot:
        pilot.play("f5")
        for answer in (Action.DECLINE, Action.AGREE):
            assert pilot.moves == "f5"
            pilot.press(Action.UNDO)
            pilot.press(answer)
        assert pilot.moves == ""


def test_the_volume_is_changed_in_the_menu(pilot: Pilot) -> None:
    pilot.press(Action.MENU)
    pilot.press(Action.VOLUME)
    pilot.press(Action.CLOSE)
    assert Settings.load().appearance.volume == 85


def test_the_window_opens_in_its_last_place_and_size() -> None:
    form = NewGameForm(GameOptions(), Appearance())
    remembered = (700, 500)
    for place, expected in (
        ((), None),
        ((40, 30, *remembered), remembered),
        ((9000, 9000, *remembered), None),  # on a screen that no longer exists
    ):
        window = GameWindow(form, place=place)
        try:
            size = window.window.size
            assert size == (expected or size)
            assert expected or size != remembered
        finally:
            window.close()
            window.stop_tasks()
        assert window.place[2:] == size
        Settings.save_window(window.place)
        assert Settings.load().window == window.place


def test_an_invalid_place_is_ignored(home: Path) -> None:
    for words in ('"left"', "[1, 2]", '[1, 2, "3", 4]', "null"):
        (home / "settings.json").write_text(f'{{"window": {words}}}', encoding="utf-8")
        assert Settings.load().window == ()


@pytest.mark.usefixtures("pilot")
def test_letters_that_pygames_font_lacks_come_from_the_system() -> None:
    assert runs("Zoë [Clan]") == [("Zoë [Clan]", None)]
    assert runs("Zoë\u0301") == [("Zoë", None)]  # no box for an accent that the font lacks
    assert font_of("ש") is not None
    words = runs("שלום עולם Dov")
    assert [text for text, _ in words] == ["שלום עולם", " Dov"]
    renderer = TextRenderer()
    missing = pygame.image.tobytes(renderer.rendered("\U0010fffd\U0010fffd", 20, "#000000"), "RGBA")
    drawn = pygame.image.tobytes(renderer.rendered("שש", 20, "#000000"), "RGBA")
    assert drawn != missing
    assert renderer.width("a\x1b\x00b", 20) == renderer.width("ab", 20)
