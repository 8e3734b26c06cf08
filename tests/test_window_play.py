"""The window as people use it: the real loop, real events, a clock of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from outflank.faces.window.board_screen import play_layout
from outflank.faces.window.state import Popup, Question, Rules
from outflank.faces.window.widgets import Action
from outflank.play.options import GameOptions
from outflank.play.settings import Look, Settings
from outflank.rules import BLACK, WHITE, Reason, Square
from window_pilot import FRIENDS, Pilot, opened

SMALL = replace(FRIENDS, size=4)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    with opened() as pilot:
        yield pilot


def asked(pilot: Pilot) -> Question:
    assert isinstance(pilot.state.overlay, Question)
    return pilot.state.overlay


# Starting


def test_one_large_button_starts_a_game_with_what_is_chosen_above_it(home: Path) -> None:
    with opened(GameOptions(player2="human"), at_once=False) as pilot:
        assert pilot.screen == "start"
        pilot.press(Action.CHOOSE, "size:6")
        pilot.press(Action.CHOOSE, "first:2")
        pilot.press(Action.CHOOSE, "clock:>")
        pilot.press(Action.START)
        assert pilot.screen == "board"
        setup = pilot.game.match.setup
        assert (setup.size, setup.black, str(setup.clock)) == (6, 2, "1+2")
        assert "Player 2 has Black and begins." in pilot.game.notice.text
    assert Settings.load().game.size == 6


def test_the_keyboard_alone_starts_a_game() -> None:
    with opened(GameOptions(player2="human"), at_once=False) as pilot:
        pilot.key("down", "down", "left")  # to the board sizes, and one smaller
        assert pilot.state.form.game.size == 6
        pilot.key("enter")
        pilot.settle()
        assert pilot.game.board.size == 6


def test_the_lot_is_announced_across_the_board() -> None:
    with opened(GameOptions(player2="human", seed=1)) as pilot:
        assert pilot.game.notice.text.startswith("The lot has decided: ")


def test_a_choice_that_cannot_be_played_is_explained_and_the_screen_stays() -> None:
    with opened(replace(FRIENDS, oracle="nothing.txt", variant="yesno"), at_once=False) as pilot:
        pilot.press(Action.START)
        assert pilot.screen == "start"
        assert "oracle" in pilot.state.message
        pilot.press(Action.CHOOSE, "variant:classic")
        pilot.press(Action.START)
        assert pilot.screen == "board"


# Playing


def test_a_click_on_a_legal_square_plays_there(pilot: Pilot) -> None:
    pilot.play("f5")
    assert pilot.moves == "f5"
    assert "turns over 1 disc" in pilot.game.notice.text
    assert pilot.game.turn is not None
    assert pilot.game.turn.color is WHITE


def test_a_click_elsewhere_says_what_is_wrong_and_changes_nothing(pilot: Pilot) -> None:
    pilot.click(pilot.place_of("a1"))
    pilot.settle()
    assert pilot.moves == ""
    assert "outflanks nothing" in pilot.game.notice.text
    assert pilot.game.notice.kind == "problem"


def test_two_clicks_play_one_move(pilot: Pilot) -> None:
    place = pilot.place_of("f5")
    for _ in range(2):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    pilot.settle()
    assert pilot.moves == "f5"
    assert pilot.game.notice.kind == "plain"


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
    assert not pilot.game.hinting
    pilot.key("h")
    assert not pilot.game.hinting
    pilot.step(1.0)
    assert pilot.game.hinting


def test_hovering_shows_the_disc_and_what_it_would_turn_over(pilot: Pilot) -> None:
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


def test_discs_turn_over_smoothly_and_at_once_without_motion(pilot: Pilot) -> None:
    pilot.click(pilot.place_of("f5"))
    pilot.step()
    pilot.step()
    assert pilot.game.flips is not None
    pilot.step(0.15)
    halfway = pilot.game.flips
    assert halfway is not None
    face = halfway.face(Square.parse("e5"), pilot.state.now)
    assert face is not None
    assert face.width < 0.5
    pilot.step(0.2)
    assert not pilot.game.is_moving
    with opened(look=Look(animation=False)) as still:
        still.play("f5")
        assert still.game.flips is None


def test_the_last_move_and_its_flips_are_marked(pilot: Pilot) -> None:
    pilot.play("f5")
    last = pilot.game.last_move
    assert last is not None
    assert (str(last.square), str(last.turned)) == ("f5", "e5")
    pilot.point((1, 1))
    assert pilot.picture().get_at(pilot.place_of("f5"))[:3] == (200, 64, 47)


# Taking back, hints, resigning


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
        assert len(pilot.game.match.game.moves) == 2
        pilot.press(Action.UNDO)
        assert pilot.moves == ""
        pilot.press(Action.REDO)
        assert len(pilot.game.match.game.moves) == 2


def test_a_hint_writes_what_each_move_is_worth_on_its_square() -> None:
    with opened(SMALL) as pilot:
        pilot.press(Action.HINT)
        pilot.until(lambda: not pilot.game.hinting)
        assert set(map(str, pilot.game.scores)) == set(map(str, pilot.game.legal))
        assert pilot.game.evaluation is not None
        assert "would play" in pilot.game.notice.text
        pilot.press(Action.HINT)
        assert not pilot.game.scores
        pilot.press(Action.HINT)
        pilot.play("b1")
        assert not pilot.game.scores


def test_resigning_asks_first_and_then_ends_the_game(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.press(Action.RESIGN)
    pilot.key("esc")
    assert not pilot.game.is_over
    pilot.key("x")
    assert asked(pilot).title == "Resign?"
    pilot.press(Action.RESIGN_NOW)
    outcome = pilot.game.match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (BLACK, Reason.RESIGNATION)


# Passing and the end


def test_a_whole_game_ends_with_the_result_the_tally_and_another_round() -> None:
    with opened(SMALL) as pilot:
        while not pilot.game.is_over:
            pilot.play(str(next(iter(pilot.game.legal))))
        pilot.settle()
        question = asked(pilot)
        assert "wins" in question.title or "draw" in question.title
        assert "So far: Player 1 and Player 2, " in question.text
        assert pilot.game.notice.kind == "end"
        pilot.key("enter")
        pilot.until(lambda: not pilot.game.is_over)
        assert pilot.moves == ""


def test_a_pass_is_announced_across_the_board_and_in_the_notice() -> None:
    with opened(SMALL) as pilot:
        pilot.play("b1", "c1", "d3")
        pilot.click(pilot.place_of("a1"))  # and now black has no move
        for _ in range(10):
            pilot.step(0.1)
        assert str(pilot.game.match.game.moves[-1]) == "pass"
        assert pilot.game.toast is not None
        assert "has no move and passes" in pilot.game.toast.text
        assert pilot.game.notice.kind == "pass"
        pilot.settle()
        assert pilot.game.toast is None


def test_the_tally_grows_over_several_rounds(pilot: Pilot) -> None:
    for round_number in (1, 2):
        pilot.press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)
        assert f"0 : {round_number}" in asked(pilot).text
        pilot.press(Action.REMATCH)
        pilot.until(lambda: not pilot.game.is_over)


def test_who_runs_out_of_time_loses_although_nobody_touches_anything() -> None:
    with opened(replace(FRIENDS, clock="0.001s/move")) as pilot:
        pilot.until(lambda: pilot.game.is_over)
        outcome = pilot.game.match.outcome
        assert outcome is not None
        assert outcome.reason is Reason.TIME


def test_a_finished_game_can_be_looked_at_and_taken_back() -> None:
    with opened(SMALL) as pilot:
        while not pilot.game.is_over:
            pilot.play(str(next(iter(pilot.game.legal))))
        pilot.until(lambda: isinstance(pilot.state.overlay, Question))
        pilot.press(Action.CLOSE)
        pilot.press(Action.UNDO)
        assert not pilot.game.is_over


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
    with opened(watched, Look(animation=False)) as pilot:
        pilot.key("p")
        pilot.until(lambda: pilot.game.match.is_paused)
        assert pilot.game.is_held_by_person
        before = len(pilot.game.match.game.plies)
        for step in (1, 2, 3):
            pilot.press(Action.STEP)
            pilot.until(lambda: pilot.game.match.is_paused)
            pilot.settle()
            assert len(pilot.game.match.game.plies) == before + step
        pilot.key("p")
        pilot.until(lambda: isinstance(pilot.state.overlay, Question))
        assert pilot.game.is_over


def test_a_person_may_pause_a_game_and_then_nobody_may_move(pilot: Pilot) -> None:
    pilot.key("p")
    pilot.settle()
    pilot.click(pilot.place_of("f5"))
    pilot.settle()
    assert pilot.moves == ""
    assert "paused" in pilot.game.notice.text
    pilot.key("p")
    pilot.settle()
    pilot.play("f5")
    assert pilot.moves == "f5"


# Rules, menu, new game


def test_the_rules_can_be_read_scrolled_and_closed(pilot: Pilot) -> None:
    pilot.key("?")
    assert isinstance(pilot.state.overlay, Rules)
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
    assert asked(pilot).title == "Leave this game?"
    pilot.key("enter")
    pilot.settle()
    assert pilot.screen == "start"
    pilot.press(Action.RESUME)
    assert pilot.screen == "board"
    pilot.play("d6")
    assert pilot.moves == "f5 d6"


def test_the_menu_changes_the_look_at_once_and_remembers_it(pilot: Pilot) -> None:
    before = pygame.image.tobytes(pilot.picture(), "RGB")
    pilot.press(Action.MENU)
    for action in (Action.THEME, Action.THEME, Action.SKIN, Action.SOUND, Action.COORDINATES):
        pilot.press(action)
    pilot.press(Action.CLOSE)
    assert pygame.image.tobytes(pilot.picture(), "RGB") != before
    look = Settings.load().look
    assert (look.theme, look.skin, look.sound, look.coordinates) == (
        "dark",
        "classic",
        False,
        False,
    )


def test_every_button_can_be_reached_and_pressed_by_keys(pilot: Pilot) -> None:
    seen = set()
    for _ in range(8):
        pilot.key("tab")
        seen.add(pilot.state.focus)
    assert (Action.MENU, "") in seen
    assert (Action.NEW_GAME, "") in seen
    while pilot.state.focus != (Action.MENU, ""):
        pilot.key("tab", shift=True)
    pilot.key("enter")
    assert asked(pilot).title == "Menu"
    pilot.key("down", "up", "esc")
    assert pilot.state.overlay is None


def test_full_screen_comes_and_goes(pilot: Pilot) -> None:
    pilot.key("f11")
    pilot.key("f11")
    pilot.play("f5")
    assert pilot.moves == "f5"


# Saving, copying, resuming


def test_a_game_is_saved_and_opened_again(pilot: Pilot, home: Path) -> None:
    pilot.play("f5", "d6", "c3")
    pilot.key("s", control=True)
    pilot.settle()
    (path,) = (home / "games").glob("*.json")
    assert path.name in pilot.game.notice.text
    before = pilot.game.room.name
    pilot.key("o", control=True)
    pilot.press(Action.LOAD, str(path))
    pilot.until(lambda: pilot.game.room.name != before)
    assert pilot.moves == "f5 d6 c3"


def test_a_file_that_is_dropped_on_the_window_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text("f5d6c3d3c4", encoding="utf-8")
    pilot.post(pygame.DROPFILE, file=str(path))
    pilot.until(lambda: pilot.moves == "f5 d6 c3 d3 c4")
    pilot.post(pygame.DROPFILE, file=str(tmp_path / "nothing.json"))
    pilot.settle()
    assert "cannot be read" in pilot.game.notice.text


def test_moves_and_positions_are_copied_and_pasted(pilot: Pilot) -> None:
    pilot.play("f5", "d6", "c3")
    pilot.key("c", control=True)
    assert pygame.scrap.get_text() == "f5d6c3"
    pilot.key("c", control=True, shift=True)
    position = pygame.scrap.get_text()
    assert position.count("X") + position.count("O") == 8  # seven discs and the side to move
    pygame.scrap.put_text("e6f4")
    pilot.key("v", control=True)
    pilot.until(lambda: pilot.moves == "e6 f4")
    pygame.scrap.put_text("what is this?")
    pilot.key("v", control=True)
    pilot.settle()
    assert pilot.game.notice.kind == "problem"
    assert pilot.moves == "e6 f4"


def test_an_unfinished_game_is_resumed_from_the_start_screen() -> None:
    with opened() as pilot:
        pilot.play("f5", "d6")
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        pilot.until(lambda: pilot.state.game is not None)
        assert pilot.moves == "f5 d6"
        pilot.play("c3")
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        pilot.until(lambda: pilot.state.game is not None)
        assert pilot.moves == "f5 d6 c3"


def test_with_nothing_to_resume_the_start_screen_says_so() -> None:
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        assert "no unfinished game" in pilot.state.message


# Closing


def test_closing_tells_that_there_is_no_winner_of_an_unfinished_game(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.post(pygame.QUIT)
    assert pilot.state.is_done
    assert pilot.game.summary() == "No winner: unfinished, Black 4, White 1"


def test_closing_tells_the_winner_of_a_finished_game(pilot: Pilot) -> None:
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    pilot.key("q", control=True)
    assert pilot.state.is_done
    assert pilot.game.summary().startswith("Player 2 (White) wins: Player 1 (Black) resigned")


def test_no_popup_opens_in_a_game_without_an_oracle() -> None:
    with opened(look=Look(gif=True)) as pilot:
        pilot.play("f5")
        assert not isinstance(pilot.state.overlay, Popup)
