"""Playing in the window: the real loop and real events, with a simulated clock."""

from __future__ import annotations

from dataclasses import replace

import pygame

from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import play_layout
from outflank.faces.window.state import Dialog, Popup
from outflank.rules import BLACK, WHITE, Reason, Square
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened

SMALL = replace(FRIENDS, size=4)


# Playing


def test_a_click_on_a_legal_square_plays_there(pilot: Pilot) -> None:
    pilot.play("f5")
    assert pilot.moves == "f5"
    assert "flips 1 disc" in pilot.followed.notice.text
    assert pilot.game.turn is not None
    assert pilot.game.turn.color is WHITE


def test_a_click_elsewhere_says_what_is_wrong_and_changes_nothing(pilot: Pilot) -> None:
    pilot.click(pilot.place_of("a1"))
    pilot.settle()
    assert pilot.moves == ""
    assert "outflanks nothing" in pilot.followed.notice.text
    assert pilot.followed.notice.kind == "problem"


def test_a_refusal_uses_the_skins_names_of_the_discs() -> None:
    with opened(appearance=Appearance(skin="red-yellow")) as pilot:
        pilot.click(pilot.place_of("a1"))
        pilot.settle()
        assert pilot.followed.notice.text == "A1 outflanks nothing; Red may play d3, c4, f5, e6."


def test_two_clicks_play_one_move(pilot: Pilot) -> None:
    place = pilot.place_of("f5")
    for _ in range(2):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    pilot.settle()
    assert pilot.moves == "f5"
    assert pilot.followed.notice.kind == "plain"


def test_arrows_and_enter_play_a_move(pilot: Pilot) -> None:
    pilot.key("right")  # the cursor appears on the first legal square
    assert str(pilot.game.cursor) == "d3"
    pilot.key("right", "right", "down", "down", "enter")
    pilot.settle()
    assert pilot.moves == "f5"


def test_a_typed_square_and_enter_play_a_move(pilot: Pilot) -> None:
    pilot.type("f5")
    assert pilot.game.typed == "f5"
    assert str(pilot.game.cursor) == "f5"
    pilot.key("enter")
    pilot.settle()
    assert pilot.moves == "f5"


def test_a_typed_square_may_have_two_digits_and_be_corrected() -> None:
    with opened(replace(FRIENDS, size=12)) as pilot:
        pilot.type("l12")
        assert str(pilot.game.cursor) == "l12"
        pilot.type("a9")
        pilot.key("backspace")
        pilot.type("1")
        assert str(pilot.game.cursor) == "a1"
        pilot.key("esc")
        assert pilot.game.typed == ""


def test_a_typed_square_that_is_not_on_the_board_is_refused(pilot: Pilot) -> None:
    pilot.type("h9")
    pilot.key("enter")
    assert pilot.followed.notice.text == "There is no square h9 on this board."
    assert pilot.game.typed == ""
    pilot.type("f5")
    pilot.key("enter")
    pilot.settle()
    assert pilot.moves == "f5"


def test_home_end_and_page_keys_jump_to_the_edges(pilot: Pilot) -> None:
    pilot.key("up", "home", "pageup")
    assert str(pilot.game.cursor) == "a1"
    pilot.key("end", "pagedown")
    assert str(pilot.game.cursor) == "h8"
    pilot.key("home", control=True)
    assert str(pilot.game.cursor) == "a1"


def test_a_letter_that_is_a_column_too_waits_for_a_digit(pilot: Pilot) -> None:
    pilot.type("h8")
    assert str(pilot.game.cursor) == "h8"
    assert not pilot.followed.is_hinting
    pilot.key("h")
    assert not pilot.followed.is_hinting
    pilot.step(1.0)
    assert pilot.followed.is_hinting


def test_hovering_shows_the_disc_and_what_it_would_flip(pilot: Pilot) -> None:
    pilot.hover("f5")
    placement = pilot.game.preview(pilot.state.hover)
    assert placement is not None
    assert str(placement.turned) == "e5"
    with_hover = pilot.picture()
    pilot.hover("a1")
    assert pilot.game.preview(pilot.state.hover) is None
    square = pilot.window.state
    assert square.hover == Square.parse("a1")
    x, y = pilot.place_of("e5")
    ring = [
        with_hover.get_at((x + dx, y)) != pilot.picture().get_at((x + dx, y)) for dx in range(40)
    ]
    assert any(ring), "the dashes are gone when the pointer is elsewhere"


def test_discs_flip_smoothly_and_at_once_without_animation(pilot: Pilot) -> None:
    pilot.click(pilot.place_of("f5"))
    pilot.step()
    pilot.step()
    assert pilot.game.flip_animation is not None
    pilot.step(0.15)
    halfway = pilot.game.flip_animation
    assert halfway is not None
    face = halfway.frame(Square.parse("e5"), pilot.state.now)
    assert face is not None
    assert face.width < 0.5
    pilot.step(0.2)
    assert not pilot.game.is_moving
    with opened(appearance=Appearance(animation=False)) as still:
        still.play("f5")
        assert still.game.flip_animation is None


def test_the_last_move_and_its_flips_are_marked(pilot: Pilot) -> None:
    pilot.play("f5")
    last = pilot.followed.last_move
    assert last is not None
    assert (str(last.square), str(last.turned)) == ("f5", "e5")
    pilot.point((1, 1))
    assert pilot.picture().get_at(pilot.place_of("f5"))[:3] == (200, 64, 47)


# Undo, hints, resigning


def test_undo_and_redo_work_by_button_and_by_key(pilot: Pilot) -> None:
    assert not pilot.button(Action.UNDO).is_enabled
    pilot.play("f5", "d6")
    pilot.press(Action.UNDO)
    assert pilot.moves == "f5"
    pilot.key("r")
    pilot.settle()
    assert pilot.moves == "f5 d6"
    pilot.key("u")
    pilot.settle()
    pilot.key("y", control=True)
    pilot.settle()
    assert pilot.moves == "f5 d6"


def test_against_the_computer_undo_takes_back_its_reply_too() -> None:
    with opened(GameOptions(size=6, player2="computer:random", first="1", seed=3)) as pilot:
        pilot.play("c2")
        assert len(pilot.followed.match.game.moves) == 2
        pilot.press(Action.UNDO)
        assert pilot.moves == ""
        pilot.press(Action.REDO)
        assert len(pilot.followed.match.game.moves) == 2


def test_a_hint_writes_the_score_of_each_move_on_its_square() -> None:
    with opened(SMALL) as pilot:
        pilot.press(Action.HINT)
        pilot.until(lambda: not pilot.followed.is_hinting)
        assert set(map(str, pilot.followed.scores)) == set(map(str, pilot.game.legal))
        assert pilot.followed.evaluation is not None
        assert "would play" in pilot.followed.notice.text
        pilot.press(Action.HINT)
        assert not pilot.followed.scores
        pilot.press(Action.HINT)
        pilot.play("b1")
        assert not pilot.followed.scores


def test_the_score_of_a_move_can_be_read_under_the_pointer() -> None:
    with opened(SMALL) as pilot:
        pilot.press(Action.HINT)
        pilot.until(lambda: not pilot.followed.is_hinting)
        figures = pygame.Rect(0, 0, 40, 20)
        figures.center = pilot.place_of("b1")
        seen = []
        for square in ("a1", "b1"):
            pilot.hover(square)
            seen.append(pygame.image.tobytes(pilot.picture().subsurface(figures), "RGB"))
        assert seen[0] == seen[1]


def test_resigning_asks_first_and_then_ends_the_game(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.press(Action.RESIGN)
    pilot.key("esc")
    assert not pilot.followed.is_over
    pilot.key("x")
    assert dialog(pilot).title == "Resign?"
    pilot.press(Action.RESIGN_NOW)
    outcome = pilot.followed.match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.RESIGNATION)


def test_the_window_can_take_any_size_while_a_game_is_played(pilot: Pilot) -> None:
    for size in ((480, 360), (600, 1000), (1600, 900)):
        pilot.window.window.size = size
        pilot.step()
        assert pilot.state.size == size
        layout = play_layout(pilot.state, pilot.game)
        assert layout.upper.top > layout.board.outside.bottom or size[0] > size[1]
    pilot.play("f5")
    assert pilot.moves == "f5"


# Watching computers


def test_computers_are_watched_paused_and_stepped_move_by_move() -> None:
    watched = GameOptions(
        size=6, player1="computer:random", player2="computer:random", seed=1, delay=0.01
    )
    with opened(watched, Appearance(animation=False)) as pilot:
        pilot.key("p")
        pilot.until(lambda: pilot.followed.match.is_paused)
        assert pilot.followed.is_paused_by_user
        before = len(pilot.followed.match.game.plies)
        for step in (1, 2, 3):
            pilot.press(Action.STEP)
            pilot.until(lambda: pilot.followed.match.is_paused)
            pilot.settle()
            assert len(pilot.followed.match.game.plies) == before + step
        pilot.key("p")
        pilot.until(lambda: isinstance(pilot.state.overlay, Dialog))
        assert pilot.followed.is_over


def test_a_person_may_pause_a_game_and_then_nobody_may_move(pilot: Pilot) -> None:
    pilot.key("p")
    pilot.settle()
    pilot.click(pilot.place_of("f5"))
    pilot.settle()
    assert pilot.moves == ""
    assert "paused" in pilot.followed.notice.text
    pilot.key("p")
    pilot.settle()
    pilot.play("f5")
    assert pilot.moves == "f5"


def test_no_popup_opens_in_a_game_without_an_oracle() -> None:
    with opened(appearance=Appearance(gif=True)) as pilot:
        pilot.play("f5")
        assert not isinstance(pilot.state.overlay, Popup)
