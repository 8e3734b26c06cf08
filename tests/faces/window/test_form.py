"""The rows of the new-game form in the window."""

from __future__ import annotations

import dataclasses

import pytest

from outflank.engine import DEFAULT_LEVEL
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.screens.new_game_form import form_rows


def chosen(form: NewGameForm, name: str) -> str:
    return next(row.value for row in form_rows(form) if row.name == name)


def test_the_start_screen_offers_every_option_of_a_game() -> None:
    rows = {row.name: row for row in form_rows(NewGameForm())}
    assert set(rows["size"].choices) == {"6", "8", "10", "12"}
    assert set(rows["variant"].choices) == {"classic", "yesno", "anti"}
    assert set(rows["opponent"].choices) == {"computer", "friend", "watch"}
    assert set(rows["first"].choices) == {"lot", "1", "2"}
    assert {"none", "5+3", "30s/move"} <= set(rows["clock"].choices)
    assert [*rows["level2"].choices] == [*map(str, range(1, 21)), "unlimited"]
    assert {"score", "time_score", "oracle", "gif", "skin", "theme"} <= set(rows)
    assert {"legal_marks", "animation", "sound"} <= set(rows)


@pytest.mark.parametrize("name", [row.name for row in form_rows(NewGameForm())])
def test_every_choice_of_every_row_makes_a_game_that_can_be_played(name: str) -> None:
    form = NewGameForm(GameOptions(variant="yesno", clock="5+3"), Appearance())
    row = next(row for row in form_rows(form) if row.name == name)
    for value in row.choices if row.is_enabled else ():
        changed = form.with_value(name, value)
        assert chosen(changed, name) == value
        changed.game.setup()


def test_the_levels_stop_at_both_ends_and_other_rows_wrap_around() -> None:
    form = NewGameForm(GameOptions(player2="computer:unlimited"))
    assert form.stepped("level2", 1) == form
    assert chosen(form.stepped("level2", -1), "level2") == "20"
    assert chosen(NewGameForm(GameOptions(size=12)).stepped("size", 1), "size") == "6"


def test_a_size_or_a_clock_from_the_command_line_stays_a_choice() -> None:
    form = NewGameForm(GameOptions(size=16, clock="7+1"))
    assert chosen(form, "size") == "16"
    assert chosen(form, "clock") == "7+1"
    assert chosen(form.stepped("clock", 1), "clock") == "none"


def test_names_and_levels_survive_a_change_of_the_opponent() -> None:
    form = NewGameForm(GameOptions(player1="human:Ann", player2="computer:12"))
    watching = form.with_value("opponent", "watch")
    assert (watching.game.player1, watching.game.player2) == ("computer:12", "computer:12")
    back = form.with_value("opponent", "friend").with_value("opponent", "computer")
    assert back.game.player1 == "human:Ann"


def test_options_without_an_effect_cannot_be_chosen() -> None:
    rows = {row.name: row for row in form_rows(NewGameForm(GameOptions(player2="human")))}
    assert not any(rows[name].is_enabled for name in ("oracle", "gif", "time_score"))
    assert not rows.keys() & {"level1", "level2"}
    form = NewGameForm(GameOptions(player2="human"))
    assert form.stepped("gif", 1) == form


def test_people_have_names_and_computers_have_levels() -> None:
    titles = {
        mode: [row.title for row in form_rows(NewGameForm().with_value("opponent", mode))[3:5]]
        for mode in ("computer", "friend", "watch")
    }
    assert titles == {
        "computer": ["Your name", "Level"],
        "friend": ["Player 1", "Player 2"],
        "watch": ["Player 1 level", "Player 2 level"],
    }


def test_a_newcomer_is_offered_the_default_level() -> None:
    (level,) = (row for row in form_rows(NewGameForm()) if row.name == "level2")
    assert level.value == str(DEFAULT_LEVEL)


def test_games_between_computers_are_slow_enough_to_watch() -> None:
    both = GameOptions(player1="computer:1", player2="computer:1")
    assert both.paced().delay > 0.5
    assert GameOptions().paced().delay == 0
    assert dataclasses.replace(both, delay=0.1).paced().delay == 0.1
