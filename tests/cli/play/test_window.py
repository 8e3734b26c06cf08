"""`outflank window`: how it opens, and what it leaves on the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank.cli import outflank
from outflank.faces.local.settings import Settings
from outflank.faces.window.game_window import GameWindow
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Screen
from support.local.window_pilot import Pilot, dialog

Drive = Callable[[Pilot], None]
OPEN = ["--player2", "human", "--first", "1"]
SAVED = "The game is saved; continue it with: outflank window --resume\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run the command with somebody at the window, and return what it printed."""

    def run(drive: Drive, *arguments: str) -> str:
        def run_loop(window: GameWindow) -> str:
            clock = [window.state.now]
            monkeypatch.setattr(window, "_clock", lambda: clock[0])
            drive(Pilot(window, clock))
            return window.close()

        monkeypatch.setattr(GameWindow, "run", run_loop)
        result = CliRunner().invoke(outflank, ["window", *arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    return run


def seated(pilot: Pilot) -> Pilot:
    pilot.until(lambda: pilot.state.game is not None)
    pilot.rest()
    return pilot


def test_without_options_the_start_screen_opens_and_closing_it_says_nothing(
    run: Callable[..., str],
) -> None:
    def look(pilot: Pilot) -> None:
        pilot.step()
        assert pilot.state.screen is Screen.START

    assert run(look) == ""


def test_with_options_a_game_starts_at_once_and_they_hold_for_that_game(
    run: Callable[..., str],
) -> None:
    def look(pilot: Pilot) -> None:
        assert seated(pilot).game.followed.board.size == 6
        assert pilot.followed.skin.name == "red-yellow"

    run(look, *OPEN, "--size", "6", "--skin", "red-yellow")
    assert Settings.load() == Settings()


@pytest.mark.parametrize("arguments", [(), OPEN])
def test_broken_settings_are_reported_in_a_dialog(
    run: Callable[..., str], tmp_path: Path, arguments: Sequence[str]
) -> None:
    (tmp_path / "settings.json").write_text("{broken")

    def look(pilot: Pilot) -> None:
        if arguments:
            seated(pilot)
        assert dialog(pilot).text.endswith("The damaged file is now called settings.broken.json.")
        pilot.key("enter")
        assert pilot.state.overlay is None

    run(look, *arguments)


def test_closing_prints_that_an_unfinished_game_has_no_winner(
    run: Callable[..., str], tmp_path: Path
) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\nno\nyes\nno", encoding="utf-8")

    def play(pilot: Pilot) -> None:
        seated(pilot).play("f5", "f6")

    printed = run(play, *OPEN, "--variant", "yesno", "--oracle", str(script))
    assert printed == "There is no winner yet: YES 3, NO 3.\n" + SAVED


def test_closing_prints_the_winner_of_a_finished_game(run: Callable[..., str]) -> None:
    def resign(pilot: Pilot) -> None:
        seated(pilot).press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)

    printed = run(resign, *OPEN)
    assert printed == "Player 2 (White) wins: Player 1 (Black) resigned. Discs: 2 to 2.\n"


def test_a_closed_game_goes_on_with_resume(run: Callable[..., str]) -> None:
    run(lambda pilot: seated(pilot).play("f5", "d6"), *OPEN)

    def go_on(pilot: Pilot) -> None:
        assert seated(pilot).moves == "f5 d6"
        pilot.play("c3")

    assert run(go_on, "--resume") == "There is no winner yet: Black 5, White 2.\n" + SAVED


@pytest.mark.parametrize(
    "surroundings",
    [
        {"SDL_VIDEODRIVER": "there is none"},
        pytest.param(
            {},
            marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has a screen"),
        ),
    ],
)
def test_without_a_display_there_is_one_sentence_and_exit_code_2(
    surroundings: dict[str, str], tmp_path: Path
) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    program = "import sys; from outflank.cli import main; sys.argv = ['outflank', 'window']; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=kept | surroundings | {"OUTFLANK_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in ran.stderr.splitlines() if not line.startswith("Note: ")]
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(said) == 1
    assert "there is no display" in said[0]
