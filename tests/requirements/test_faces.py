"""What the five earlier programs let people choose, see and do, one test per sentence.

Only sentences that no test of a face covers are here; sentences.md names the tests of all.
"""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.drawing import contrast, find_skin, find_theme, themes
from outflank.drawing.contrast import channels
from outflank.engine import DEFAULT_LEVEL
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import MENU_SIZES, GameOptions
from outflank.play.events import AnswerHeard
from outflank.play.oracles import web_oracle
from outflank.rules import BLACK, WHITE, Answer
from support.command import converse
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal
from support.local.window_pilot import opened
from support.paths import ROOT

FRIENDS = ("play", "--player2", "human", "--first", "1")

# The real command, whose window is closed as soon as its game is over.
CLOSED_AT_THE_END = """
from outflank.cli import main
from outflank.faces.window.game_window import GameWindow
import pygame

step = GameWindow.step

def step_and_close(window, wait=0.0):
    step(window, wait)
    if window.state.game is not None and window.state.game.followed.is_over:
        pygame.event.post(pygame.event.Event(pygame.QUIT))

GameWindow.step = step_and_close
main()
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


def is_green(color: str) -> bool:
    red, green, blue = channels(color)
    return green > red and green > blue


# Seed 000


def test_at_the_start_of_a_turn_the_game_calls_yesno_wtf(monkeypatch: pytest.MonkeyPatch) -> None:
    called = []

    def fetch(url: str, **_: object) -> bytes:
        called.append(url)
        return b'{"answer": "no", "forced": false, "image": "https://yesno.wtf/assets/no/1.gif"}'

    monkeypatch.setattr(web_oracle, "fetch", fetch)
    heard: queue.SimpleQueue[AnswerHeard] = queue.SimpleQueue()
    local_game = LocalGame(GameOptions(variant="yesno", player2="human"))
    try:
        local_game.room.watch(
            lambda event: heard.put(event) if isinstance(event, AnswerHeard) else None, since=0
        )
        answer = heard.get(timeout=60)
    finally:
        local_game.close()
    assert (answer.answer, answer.local) == (Answer.NO, False)
    assert set(called) == {"https://yesno.wtf/api"}


def test_labels_are_white_text_on_black_stones_and_black_text_on_white_stones() -> None:
    skin = find_skin("yesno")
    assert (skin.black.label, skin.black.ink) == ("YES", "#ffffff")
    assert (skin.white.label, skin.white.ink) == ("NO", "#000000")
    assert all(contrast(tone, "#000000") < 3 for tone in skin.black.tones)
    assert all(contrast(tone, "#ffffff") < 3 for tone in skin.white.tones)


def test_closing_the_window_quits_the_game_and_prints_the_winner_to_the_terminal(
    home: Path,
) -> None:
    options = (
        "--size", "4", "--player1", "computer:random", "--player2", "computer:random",
        "--delay", "0.01", "--variant", "yesno", "--oracle", "local", "--seed", "3",
    )  # fmt: skip
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    surroundings = os.environ | drivers | {"OUTFLANK_HOME": str(home)}
    surroundings.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)  # the product keeps its terminal clean
    done = subprocess.run(
        [sys.executable, "-c", CLOSED_AT_THE_END, "window", *options],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env=surroundings,
    )
    assert done.stdout == "Computer 2, random (NO) wins 9 to 7: the board is full.\n"


# Seed 001


def test_possible_places_are_marked_in_green() -> None:
    usual = themes()[0]
    assert is_green(find_theme("default").legal)
    with opened() as pilot:
        pilot.point((1, 1))
        picture = pilot.picture()
        for square in pilot.game.legal:
            red, green, blue = picture.get_at(pilot.place_of(str(square)))[:3]
            color = f"#{red:02x}{green:02x}{blue:02x}"
            assert is_green(color)
            assert contrast(color, usual.felt) >= 3


def test_possible_places_are_marked_in_green_in_the_terminal() -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        green = ann.board.painter.palette.legal
        assert is_green(green)
        drawn = [
            segment.style.color.triplet.hex
            for line in ann.strips()
            for segment in line
            if segment.style and segment.style.color and segment.style.color.triplet
        ]
        assert drawn.count(green) >= len(ann.board.scene.legal) == 4

    at_the_terminal(body, PEOPLE)


def test_board_sizes_and_opponents_are_offered_line_by_line(home: Path) -> None:
    answers = ["o", "", "6", "", "human:Friend", "1", "", "", "", "", "", "e4", "quit", ""]
    said = converse(home, "\n".join(answers)).stdout
    assert MENU_SIZES == (6, 8, 10, 12)
    assert "Board size: 6, 8, 10 or 12 (Enter for 8): 6\n" in said
    levels = "computer:LEVEL (1 to 20, unlimited)"
    assert f"Player 2: human, human:NAME or {levels} (Enter for computer): " in said
    assert "Friend (White) to move: " in said


def test_two_yellow_and_two_red_coins_stand_so_that_each_colour_has_a_diagonal(home: Path) -> None:
    said = converse(home, "f5\nquit\n", *FRIENDS, "--skin", "red-yellow").stdout
    assert "4  .  .  *  Y  R  .  .  .\n5  .  .  .  R  Y  *  .  .\n" in said
    assert "Player 1 has Red and begins.\n" in said
    assert "Player 2 (Yellow) to move: " in said


def test_a_game_that_ends_early_is_scored_as_if_the_board_were_full_on_request(home: Path) -> None:
    moves = "a2 a1 b1 a3 d4 c1 a4 d2 d1 d3 n ".replace(" ", "\n")
    for score, result in (("board", "11 to 3"), ("full", "13 to 3")):
        said = converse(home, moves, *FRIENDS, "--size", "4", "--score", score).stdout
        assert f"Player 2 (White) wins {result}: neither side can move." in said


# Seed 003


def test_one_command_in_the_terminal_runs_the_game(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outflank"],
        input="q\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=os.environ | {"OUTFLANK_HOME": str(home)},
    )
    assert done.stdout.startswith("Outflank: Othello in your terminal.\n")


def test_othello_is_a_registered_trademark_and_the_readme_says_so() -> None:
    notice = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "Othello is a registered trademark" in notice


# Seed 004


def test_when_you_start_a_game_you_will_be_prompted_to_choose_one_of_three_options(
    home: Path,
) -> None:
    lines = converse(home, "").stdout.splitlines()
    assert "  1: Human against computer" in lines
    assert "  2: Human against human" in lines
    assert "  3: Computer against computer" in lines
    assert lines[-1].startswith("Your choice: ")


def test_in_mode_1_you_will_play_against_the_computers_ai(home: Path) -> None:
    said = converse(home, "1\nf5\nquit\n").stdout
    name = f"Computer, level {DEFAULT_LEVEL}"
    assert re.search(rf"\n{name} \((Black|White)\) plays ", said)  # a lot decides
    assert re.search(r"\nPlayer 1 \((Black|White)\) to move: ", said)


def test_in_mode_3_one_watches_every_move_of_the_computer_against_itself(home: Path) -> None:
    said = converse(home, "3\n").stdout
    for name in (f"Computer, level {DEFAULT_LEVEL}", f"Computer 2, level {DEFAULT_LEVEL}"):
        assert re.search(rf"\n{name} \((Black|White)\) plays ", said)
    assert " wins " in said or "The game is a draw" in said


def test_the_central_four_spaces_are_taken_two_by_x_and_two_by_o(home: Path) -> None:
    said = converse(home, "", "play", "--player2", "human", "--first", "2", "--skin", "xo").stdout
    assert "4  .  .  *  O  X  .  .  .\n5  .  .  .  X  O  *  .  .\n" in said
    assert "X 2, O 2, 60 empty.\n" in said
    assert "Player 2 has X and begins.\n" in said


def test_the_first_player_is_drawn_by_lot_again_for_each_game() -> None:
    local_game = LocalGame(GameOptions(player2="human", seed=1))
    try:
        firsts = {local_game.rematch().setup.black for _ in range(20)}
    finally:
        local_game.close()
    assert firsts == {1, 2}


def test_each_token_has_two_sides_each_of_which_represents_a_player() -> None:
    skin = find_skin("xo")
    assert [skin.disc(color).name for color in (BLACK, WHITE)] == ["X", "O"]
    setup = GameOptions(player1="human:Ann", player2="human:Bob", first="1").setup()
    assert [setup.player(color).name for color in (BLACK, WHITE)] == ["Ann", "Bob"]


def test_if_you_cannot_move_your_turn_is_passed_and_everybody_is_told(home: Path) -> None:
    said = converse(home, "b1\nc1\nd3\na1\na3\nquit\n", *FRIENDS, "--size", "4").stdout
    assert "Player 1 (Black) has no move and passes.\n" in said
    assert "Player 2 (White) plays a3" in said
