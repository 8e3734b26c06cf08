"""Playing on from a past position in the window, and the way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGames
from outflank.faces.window.painting.buttons import Action
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened


def begin(pilot: Pilot, *answers: str) -> None:
    """Ask to play on from the viewed position, and answer."""
    left = pilot.followed.room.name
    pilot.press(Action.WHAT_IF)
    for answer in (*answers, "play"):
        pilot.press(Action.WHAT_IF, answer)
    pilot.until(lambda: pilot.followed.room.name != left)
    pilot.rest()


def go_back(pilot: Pilot) -> None:
    left = pilot.followed.room.name
    pilot.press(Action.ORIGIN)
    pilot.until(lambda: pilot.followed.room.name != left)
    pilot.settle()


def test_one_plays_on_from_an_earlier_move_and_returns_to_it(pilot: Pilot) -> None:
    pilot.play("f5", "d6", "c3")
    pilot.key(",", ",")
    seen, left = pilot.followed.position, pilot.followed.room.name
    for opponent in ("friend", "computer"):
        begin(pilot, *([] if opponent == "friend" else ["computer", "side"]))
        assert pilot.followed.setup.start == seen
        assert "another game, which waits" in " ".join(
            notice.text for notice in pilot.followed.notices
        )
        if opponent == "friend":
            pilot.play("f4")
            assert pilot.moves == "f4"
        go_back(pilot)
        assert pilot.followed.room.name == left
        assert (pilot.moves, pilot.followed.move_number) == ("f5 d6 c3", 1)
    pilot.key("esc")
    pilot.play("d3")
    assert pilot.moves == "f5 d6 c3 d3"


def test_the_keys_plus_and_minus_do_the_same(pilot: Pilot) -> None:
    pilot.play("f5")
    pilot.key("+")
    assert pilot.state.overlay is None  # nothing is viewed yet
    pilot.key("-")
    assert pilot.moves == "f5"
    pilot.key(",", "+")
    assert dialog(pilot).title == "Play on from the start?"
    pilot.key("esc")
    assert pilot.state.overlay is None
    pilot.key("+", "enter")
    pilot.until(lambda: pilot.followed.setup.origin is not None)
    pilot.key("-")
    pilot.until(lambda: pilot.followed.setup.origin is None)
    assert pilot.moves == "f5"


def test_the_dialog_changes_what_is_chosen() -> None:
    with opened(GameOptions(player2="computer:2", first="1", size=6, seed=1)) as pilot:
        pilot.play("b3")
        pilot.key(",")
        pilot.key(",")
        pilot.press(Action.WHAT_IF)
        assert "You play Black against Computer, level 2" in dialog(pilot).text
        pilot.press(Action.WHAT_IF, "harder")
        assert "level 3" in dialog(pilot).text
        pilot.press(Action.WHAT_IF, "easier")
        pilot.press(Action.WHAT_IF, "easier")
        assert "level 1" in dialog(pilot).text
        pilot.press(Action.WHAT_IF, "side")
        assert "You play White" in dialog(pilot).text
        pilot.press(Action.WHAT_IF, "friend")
        assert "a friend here" in dialog(pilot).text
        pilot.press(Action.CLOSE)
        assert pilot.followed.is_past


@pytest.mark.parametrize(("variant", "size"), [("yesno", 6), ("anti", 10)])
def test_other_games_and_boards_are_played_on_too(variant: str, size: int) -> None:
    game = replace(FRIENDS, variant=variant, size=size, oracle="local", seed=4)
    with opened(game) as pilot:
        pilot.rest()
        for _ in range(2):
            pilot.play(str(pilot.followed.live.legal_moves[0]))
        pilot.key(",")
        seen = pilot.followed.position
        begin(pilot)
        assert pilot.followed.setup.start == seen
        assert pilot.followed.live.answer == seen.answer
        pilot.play(str(pilot.followed.live.legal_moves[0]))
        go_back(pilot)
        assert pilot.followed.move_number == 1


def test_the_end_of_such_a_game_offers_the_way_back(pilot: Pilot) -> None:
    pilot.play("f5", "d6")
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    pilot.press(Action.CLOSE)
    pilot.key(",")
    begin(pilot)
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    assert [one.action for one in dialog(pilot).buttons].count(Action.ORIGIN) == 1
    go_back(pilot)
    assert pilot.followed.is_over
    assert pilot.followed.is_past
    assert pilot.state.overlay is None  # nothing covers the move that was left


def test_two_computers_can_be_interrupted_by_a_person() -> None:
    watched = GameOptions(player1="computer:1", player2="computer:1", first="1", size=4)
    with opened(watched) as pilot:
        pilot.until(lambda: pilot.followed.is_over)
        pilot.settle()
        pilot.key("esc")
        pilot.key(",", ",")
        begin(pilot)
        assert len(pilot.followed.people) == 1


def test_a_closed_window_keeps_both_games(home: Path) -> None:
    with opened() as pilot:
        pilot.play("f5", "d6")
        pilot.key(",")
        begin(pilot)
        pilot.play("f4")
    assert sorted(one.moves for one in SavedGames(home).all()) == [1, 2]
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        pilot.until(lambda: pilot.state.game is not None)
        pilot.settle()
        assert pilot.moves == "f4"
        go_back(pilot)
        assert (pilot.moves, pilot.followed.move_number) == ("f5 d6", 1)
    again = LocalGame.resume()
    assert len(again.room.view().game.moves) == 2
    again.close()
