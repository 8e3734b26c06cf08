"""Saving, opening, dropping, copying, pasting and resuming games in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from outflank.faces.local.options import GameOptions
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import SavedGamesOverlay
from support.local.window_pilot import FRIENDS, Pilot, dialog, opened


def test_a_game_is_saved_and_opened_again(pilot: Pilot, home: Path) -> None:
    pilot.play("f5", "d6", "c3")
    pilot.key("s", control=True)
    assert dialog(pilot).title == "Save the game"
    pilot.write("my game")
    pilot.key("enter")
    pilot.settle()
    (path,) = (home / "games").glob("*.json")
    assert path.name == "my game.json"
    assert path.name in pilot.followed.notice.text
    before = pilot.followed.room.name
    pilot.key("o", control=True)
    mark(pilot, "my game")
    pilot.press(Action.OPEN_MARKED)
    pilot.until(lambda: pilot.followed.room.name != before)
    assert pilot.moves == "f5 d6 c3"


def mark(pilot: Pilot, name: str) -> None:
    """Mark the game with this name in the list."""
    overlay = pilot.state.overlay
    assert isinstance(overlay, SavedGamesOverlay)
    at = [one.name for one in overlay.games].index(name)
    if at != overlay.marked:
        pilot.press(Action.MARK, str(at))


def save(pilot: Pilot, name: str) -> None:
    pilot.key("s", control=True)
    pilot.write(name)
    pilot.press(Action.SAVE_NOW)


def test_a_save_without_a_name_gets_a_free_one(pilot: Pilot, home: Path) -> None:
    for _ in range(2):
        save(pilot, "")
    assert len([*(home / "games").glob("*.json")]) == 2


def test_the_dialog_suggests_a_free_name(pilot: Pilot, home: Path) -> None:
    pilot.key("s", control=True)
    shown = dialog(pilot).placeholder
    pilot.key("enter")
    pilot.settle()
    assert [path.stem for path in (home / "games").iterdir()] == [shown]


def test_a_file_that_is_not_a_game_is_called_a_file(
    pilot: Pilot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    notes = home / "notes.json"
    notes.write_text("my notes")
    save(pilot, "./notes.json")
    assert dialog(pilot).text == "The file ./notes.json already exists."
    pilot.key("enter")
    pilot.settle()
    assert notes.read_text() == "my notes"


def test_saved_games_that_cannot_be_read_are_reported(pilot: Pilot, home: Path) -> None:
    games = home / "games"
    games.symlink_to(games)  # nobody can read a link to itself, not even root
    pilot.key("o", control=True)
    overlay = pilot.state.overlay
    assert isinstance(overlay, SavedGamesOverlay)
    assert overlay.problem.startswith(f"The saved games in {games} cannot be read: ")


@pytest.mark.parametrize("overwrites", [True, False])
def test_a_saved_game_is_overwritten_only_after_a_question(
    pilot: Pilot, home: Path, *, overwrites: bool
) -> None:
    save(pilot, "final")
    before = (home / "games" / "final.json").read_bytes()
    pilot.play("f5")
    save(pilot, "final")
    assert dialog(pilot).title == "Overwrite it?"
    pilot.press(*((Action.SAVE_NOW, "final") if overwrites else (Action.CLOSE,)))
    assert ((home / "games" / "final.json").read_bytes() != before) is overwrites


def test_saved_games_are_renamed_and_deleted_in_the_list(pilot: Pilot, home: Path) -> None:
    save(pilot, "one")
    pilot.press(Action.MENU)
    pilot.press(Action.OPEN)
    mark(pilot, "one")
    pilot.press(Action.RENAME)
    assert dialog(pilot).entry == "one"
    pilot.write(" more")
    pilot.key("enter")
    pilot.settle()
    assert (home / "games" / "one more.json").exists()
    mark(pilot, "one more")
    pilot.press(Action.DELETE)
    pilot.key("enter")  # "Keep it" has the focus
    assert (home / "games" / "one more.json").exists()
    mark(pilot, "one more")
    pilot.press(Action.DELETE)
    pilot.press(Action.DELETE_NOW, "one more")
    assert not (home / "games" / "one more.json").exists()
    overlay = pilot.state.overlay
    assert isinstance(overlay, SavedGamesOverlay)
    assert [one.is_open for one in overlay.games] == [True]
    pilot.press(Action.DELETE)
    pilot.press(Action.DELETE_NOW, overlay.games[0].name)
    overlay = pilot.state.overlay
    assert isinstance(overlay, SavedGamesOverlay)
    assert "already open" in overlay.problem
    pilot.key("down", "up", "esc")
    assert pilot.state.overlay is None


def test_a_file_that_is_dropped_on_the_window_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text("f5d6c3d3c4", encoding="utf-8")
    pilot.post(pygame.DROPFILE, file=str(path))
    pilot.until(lambda: pilot.moves == "f5 d6 c3 d3 c4")
    pilot.post(pygame.DROPFILE, file=str(tmp_path / "nothing.json"))
    pilot.settle()
    assert "cannot be read" in pilot.followed.notice.text


def test_a_pasted_game_keeps_the_opponent_and_the_clock() -> None:
    chosen = GameOptions(player1="human:Ann", player2="computer:4", first="1", clock="5+3", seed=1)
    with opened(chosen) as pilot:
        pygame.scrap.put_text("f5d6c3d3c4f4")
        pilot.key("v", control=True)
        pilot.until(lambda: pilot.moves == "f5 d6 c3 d3 c4 f4")
        players = pilot.followed.setup.players
        assert [(one.name, one.seat) for one in players] == [
            ("Ann", "human"),
            ("Computer, level 4", "computer:4"),
        ]
        assert str(pilot.followed.setup.clock) == "5+3"


def test_a_game_pasted_on_the_start_screen_has_the_players_of_the_form() -> None:
    with opened(replace(FRIENDS, player2="human:Bob", clock="5+3"), at_once=False) as pilot:
        pygame.scrap.put_text("f5d6")
        pilot.key("v", control=True)
        pilot.until(lambda: pilot.state.game is not None)
        assert pilot.followed.setup.players[1].name == "Bob"
        assert str(pilot.followed.setup.clock) == "5+3"
        assert pilot.moves == "f5 d6"


def test_a_dropped_file_keeps_the_clock(tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text("f5d6c3d3c4", encoding="utf-8")
    with opened(replace(FRIENDS, clock="5+3")) as pilot:
        pilot.post(pygame.DROPFILE, file=str(path))
        pilot.until(lambda: pilot.moves == "f5 d6 c3 d3 c4")
        assert str(pilot.followed.setup.clock) == "5+3"


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
    assert pilot.followed.notice.kind == "problem"
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


def test_the_caret_is_behind_the_old_name_when_a_game_is_renamed(pilot: Pilot) -> None:
    save(pilot, "final")
    pilot.key("o", control=True)
    mark(pilot, "final")
    pilot.press(Action.RENAME)
    pilot.write("s")
    assert dialog(pilot).entry == "finals"
