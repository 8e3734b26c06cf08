"""Games that are saved, opened, dropped, copied, pasted and resumed in the window."""

from __future__ import annotations

from pathlib import Path

import pygame

from outflank.faces.window.painting.buttons import Action
from support.window_pilot import Pilot, opened


def test_a_game_is_saved_and_opened_again(pilot: Pilot, home: Path) -> None:
    pilot.play("f5", "d6", "c3")
    pilot.key("s", control=True)
    pilot.settle()
    (path,) = (home / "games").glob("*.json")
    assert path.name in pilot.followed.notice.text
    before = pilot.followed.room.name
    pilot.key("o", control=True)
    pilot.press(Action.LOAD, str(path))
    pilot.until(lambda: pilot.followed.room.name != before)
    assert pilot.moves == "f5 d6 c3"


def test_a_file_that_is_dropped_on_the_window_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text("f5d6c3d3c4", encoding="utf-8")
    pilot.post(pygame.DROPFILE, file=str(path))
    pilot.until(lambda: pilot.moves == "f5 d6 c3 d3 c4")
    pilot.post(pygame.DROPFILE, file=str(tmp_path / "nothing.json"))
    pilot.settle()
    assert "cannot be read" in pilot.followed.notice.text


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
