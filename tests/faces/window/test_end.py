"""The end of games in the window: passes, results, rematches, time, and closing the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Settings
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Dialog
from outflank.rules import Color, Reason
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened

SMALL = replace(FRIENDS, size=4)


def test_a_whole_game_ends_with_the_result_the_score_and_a_rematch() -> None:
    with opened(SMALL) as pilot:
        while not pilot.followed.is_over:
            pilot.play(str(next(iter(pilot.game.legal))))
        pilot.settle()
        shown = dialog(pilot)
        assert "wins" in shown.title or "draw" in shown.title
        assert " for Player 1, " in shown.text
        assert pilot.followed.notice.kind == "end"
        pilot.key("enter")
        pilot.until(lambda: not pilot.followed.is_over)
        assert pilot.moves == ""


def test_a_pass_is_announced_across_the_board_and_in_the_notice() -> None:
    with opened(SMALL) as pilot:
        pilot.play("b1", "c1", "d3")
        pilot.click(pilot.place_of("a1"))  # now black has no move
        for _ in range(10):
            pilot.step(0.1)
        assert str(pilot.followed.match.game.moves[-1]) == "pass"
        assert pilot.game.toast is not None
        assert "has no move and passes" in pilot.game.toast.text
        assert pilot.followed.notice.kind == "pass"
        pilot.settle()
        assert pilot.game.toast is None


def test_the_series_score_grows_over_several_games(pilot: Pilot) -> None:
    for round_number in (1, 2):
        pilot.press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)
        assert f"0 for Player 1, {round_number} for Player 2" in dialog(pilot).text
        pilot.press(Action.REMATCH)
        pilot.until(lambda: not pilot.followed.is_over)


def test_the_next_game_can_be_easier_or_harder(home: Path) -> None:
    with opened(GameOptions(player2="computer:3", first="1")) as pilot:
        pilot.press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)
        assert [one.label for one in dialog(pilot).buttons[2:4]] == [
            "Easier, level 2",
            "Harder, level 4",
        ]
        pilot.press(Action.REMATCH, "easier")
        pilot.until(lambda: not pilot.followed.is_over)
        assert pilot.followed.setup.players[1].seat == "computer:2"
        assert pilot.state.form.game.player2 == "computer:2"
    assert Settings.load().game.player2 == "computer:2"


def test_an_easier_level_is_advised_after_two_losses() -> None:
    with opened(GameOptions(player2="computer:3", first="1")) as pilot:
        for is_advised in (False, True):
            pilot.press(Action.RESIGN)
            pilot.press(Action.RESIGN_NOW)
            assert ("Try level 2 next." in dialog(pilot).text) is is_advised
            pilot.press(Action.REMATCH)
            pilot.until(lambda: not pilot.followed.is_over)


def test_no_other_level_is_offered_between_people(pilot: Pilot) -> None:
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    assert {one.value for one in dialog(pilot).buttons} == {""}


def test_a_player_out_of_time_loses_without_any_input() -> None:
    with opened(replace(FRIENDS, clock="0.001s/move")) as pilot:
        pilot.until(lambda: pilot.followed.is_over)
        outcome = pilot.followed.match.outcome
        assert outcome is not None
        assert outcome.reason is Reason.TIME


def test_a_finished_game_can_be_viewed_and_taken_back() -> None:
    with opened(SMALL) as pilot:
        while not pilot.followed.is_over:
            pilot.play(str(next(iter(pilot.game.legal))))
        pilot.until(lambda: isinstance(pilot.state.overlay, Dialog))
        pilot.press(Action.CLOSE)
        pilot.press(Action.UNDO)
        assert not pilot.followed.is_over


def test_a_draw_is_called_a_draw_at_both_seats() -> None:
    with opened(SMALL) as pilot:
        pilot.followed.room.adjudicate(None, Reason.AGREEMENT)
        pilot.until(lambda: pilot.followed.is_over)
        assert dialog(pilot).title == "It's a draw"
        assert [pilot.followed.status(color) for color in Color] == ["draw", "draw"]


def test_closing_an_unfinished_game_says_that_there_is_no_winner(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.post(pygame.QUIT)
    assert pilot.state.is_done
    assert pilot.followed.summary() == "There is no winner yet: Black 4, White 1."


def test_closing_a_finished_game_names_the_winner(pilot: Pilot) -> None:
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    pilot.key("q", control=True)
    assert pilot.state.is_done
    assert pilot.followed.summary().startswith("Player 2 (White) wins: Player 1 (Black) resigned")
