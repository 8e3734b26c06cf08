"""The window draws a frame only when something has changed."""

from __future__ import annotations

from dataclasses import replace

from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from support.local.window_pilot import FRIENDS, Pilot, opened


def frames(pilot: Pilot, seconds: float = 0.5, steps: int = 8) -> int:
    """Return how many frames are drawn without any input."""
    before = pilot.window.frames
    for _ in range(steps):
        pilot.step(seconds)
    return pilot.window.frames - before


def test_nothing_is_drawn_while_nothing_happens(pilot: Pilot) -> None:
    assert frames(pilot) == 0
    pilot.play("f5")
    assert frames(pilot) == 0
    pilot.press(Action.RESIGN)
    assert frames(pilot) == 0  # under a dialog
    pilot.press(Action.RESIGN_NOW)
    assert frames(pilot) == 0  # at the end
    pilot.hover("c4")
    pilot.press(Action.LEAVE)
    assert frames(pilot) == 0  # on the start screen


def test_every_input_draws_a_frame(pilot: Pilot) -> None:
    before = pilot.window.frames
    pilot.hover("d3")
    assert pilot.window.frames == before + 1
    pilot.key("h")
    assert pilot.window.frames > before + 1


def test_the_end_of_an_animation_is_drawn(pilot: Pilot) -> None:
    pilot.click(pilot.place_of("f5"))
    pilot.until(lambda: pilot.game.is_moving)
    while pilot.game.is_moving:
        before = pilot.window.frames
        pilot.step(0.02)
        assert pilot.window.frames == before + 1
    assert frames(pilot) <= 1


def test_a_running_clock_draws_only_the_seats() -> None:
    with opened(replace(FRIENDS, clock="5+3")) as pilot:
        pilot.step(0.1)
        before = pilot.window.window.get_surface().copy()
        assert frames(pilot, 0.1) == 0
        shown = pilot.window.window.get_surface().copy()
        assert shown.get_buffer().raw != before.get_buffer().raw
        assert pilot.picture().get_buffer().raw == shown.get_buffer().raw  # as if drawn whole


def test_a_caret_blinks_while_somebody_types_and_then_stays() -> None:
    with opened(appearance=Appearance(), at_once=False) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pilot.key("a")
        assert frames(pilot, steps=4) == 4
        frames(pilot, steps=30)
        assert frames(pilot) == 0
