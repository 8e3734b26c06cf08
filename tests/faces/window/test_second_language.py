"""In a second language, the window shows nothing untranslated and cuts no text off."""

from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.state import Popup
from outflank.user_folders import data_folder
from support.local.learning import mistake
from support.local.window_pilot import FRIENDS, Pilot, opened, scripted
from support.texts.second_language import LANGUAGE, untranslated, write_second_language

# Names: of the program, players and keys, and the names of the sides in Yes/No Othello.
NAMES = ("Outflank", "Ann", "YES", "NO", "Enter", "Esc")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_second_language(tmp_path_factory.mktemp("texts"))


@pytest.fixture
def check(texts: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Draw the window and check its texts; a text is cut if its end is drawn nowhere."""
    monkeypatch.setenv("OUTFLANK_TEXTS", str(texts))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    cut: list[str] = []
    drawn: list[str] = []
    write = WindowPainter.text

    def record(self: WindowPainter, text: str, box, size, color, **rest):  # type: ignore[no-untyped-def]
        drawn.append(text)
        # A path can be longer than any line.
        if self.is_cut(text, box.width, size) and not text.startswith("/"):
            cut.append(text)
        return write(self, text, box, size, color, **rest)

    monkeypatch.setattr(WindowPainter, "text", record)

    def check_picture(pilot: Pilot, *names: str) -> None:
        drawn.clear()
        cut.clear()
        pilot.picture()
        texts = [text for text in drawn if len(text) > 1 and not text.startswith("/")]
        assert untranslated("\n".join(texts), (*NAMES, *names)) == []
        assert cut == []

    return check_picture


SIZES = [(480, 360), (900, 600), (1180, 780), (600, 900)]


@pytest.mark.parametrize("size", SIZES)
def test_the_start_screen(check: Callable[..., None], size: tuple[int, int]) -> None:
    with opened(size=size, at_once=False) as pilot:
        check(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_and_its_dialogs(check: Callable[..., None], size: tuple[int, int]) -> None:
    with opened(size=size) as pilot:
        check(pilot)
        pilot.play("d3")
        check(pilot)
        for action in (Action.MENU, Action.RESIGN, Action.NEW_GAME):
            pilot.press(action)
            check(pilot)
            pilot.key("esc")
        pilot.press(Action.MENU)
        pilot.press(Action.SAVE)
        check(pilot, "v")
        pilot.key("esc")
        pilot.press(Action.MENU)
        pilot.press(Action.OPEN)
        check(pilot, "v")
        pilot.key("esc")
        pilot.key(",")
        check(pilot)
        pilot.press(Action.WHAT_IF)
        check(pilot)
        pilot.press(Action.WHAT_IF, "computer")
        check(pilot)
        pilot.press(Action.WHAT_IF, "friend")
        pilot.press(Action.WHAT_IF, "play")
        pilot.until(lambda: pilot.followed.setup.origin is not None)
        pilot.settle()
        check(pilot)
        pilot.press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)
        pilot.until(lambda: pilot.followed.is_over)
        pilot.settle()
        check(pilot)


@pytest.mark.parametrize("size", SIZES[:2])
def test_a_game_with_an_oracle(
    check: Callable[..., None], tmp_path: Path, size: tuple[int, int]
) -> None:
    game = scripted(tmp_path / "answers.txt", "no maybe yes yes")
    with opened(game, Appearance(gif=True), size=size) as pilot:
        pilot.rest()
        check(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert isinstance(pilot.state.overlay, Popup)
        check(pilot)
        pilot.key("q")
        pilot.rest()
        pilot.key("?")
        check(pilot)


@pytest.mark.parametrize("size", SIZES[:2])
def test_saved_games(check: Callable[..., None], size: tuple[int, int]) -> None:
    with opened(size=size) as pilot:
        pilot.play("d3")
        for asks in (False, True):
            pilot.key("s", control=True)
            pilot.write("one")
            pilot.key("enter")
            pilot.settle()
            if asks:
                check(pilot, "one")
                pilot.key("esc")
        pilot.key("o", control=True)
        pilot.settle()
        check(pilot, "one", "v")
        for key in ("r", "delete"):
            pilot.key(key)
            pilot.settle()
            check(pilot, "one", "v")
            pilot.key("esc")
            pilot.settle()


@pytest.mark.parametrize("size", SIZES)
def test_the_exercises(check: Callable[..., None], size: tuple[int, int]) -> None:
    with opened(FRIENDS, size=size, at_once=False) as pilot:
        pilot.press(Action.LEARN)
        check(pilot)
        pilot.press(Action.TUTORIAL)
        for _ in range(4):
            check(pilot)
            pilot.key("pagedown")
        pilot.key("esc")
        pilot.press(Action.LEARN)
        pilot.press(Action.PUZZLES)
        check(pilot, "puzzles", str(data_folder() / "puzzles"))
        pilot.press(Action.PUZZLE_SET, "easy")
        check(pilot)
        pilot.press(Action.SHOW_SOLUTION)
        check(pilot)
        for name in ("daily", "storm", "survival"):
            pilot.key("esc")
            pilot.press(Action.LEARN)
            pilot.press(Action.EXERCISE, name)
            check(pilot)
            pilot.key("pagedown")
            check(pilot)


@pytest.mark.native
@pytest.mark.parametrize("size", SIZES)
def test_a_card(check: Callable[..., None], size: tuple[int, int], home: Path) -> None:
    LocalLearner(home).record(mistake(5))
    with opened(FRIENDS, size=size, at_once=False) as pilot:
        pilot.press(Action.LEARN)
        pilot.press(Action.EXERCISE, "cards")
        view = pilot.state.exercise
        assert view is not None
        pilot.until(lambda: view.exercise.is_ready)
        check(pilot, "Bob")
        pilot.press(Action.SHOW_SOLUTION)
        check(pilot, "Bob")
        pilot.press(Action.NEXT_TASK)
        check(pilot, "Bob")
