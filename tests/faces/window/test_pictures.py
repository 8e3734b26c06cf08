"""Key screens of the window compared with stored pictures, and the visibility of marks.

`PYTHONPATH=tests python tests/faces/window/test_pictures.py` redraws the stored pictures; look at
them before you commit them.
"""

from __future__ import annotations

import functools
import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from outflank.drawing import contrast, skins, themes
from outflank.engine import open_engine
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import play_layout
from outflank.rules import Score, Square
from support.local.scripted_games import scripted_game
from support.local.window_pilot import FRIENDS, Pilot, opened, scripted
from support.paths import DATA, ROOT

FOLDER = DATA / "window"
SMALL = (480, 360)
OPENING = ("f5", "d6", "c5", "f4", "e3", "c6", "d3", "f6", "e6", "d7")
LOOKS = list(itertools.product((skin.name for skin in skins()), (one.name for one in themes())))
MEAN = 2.0  # of 255: other systems may smooth edges a little differently
SHARE = 0.03  # of the pixels may differ visibly


# Key screens


def start() -> pygame.Surface:
    with opened(GameOptions(), Appearance(), size=SMALL, at_once=False) as pilot:
        return pilot.picture()


def board() -> pygame.Surface:
    with opened(size=SMALL) as pilot:
        pilot.play(*OPENING)
        pilot.hover("g4")
        return pilot.picture()


def board_of_twelve_in_red_and_yellow() -> pygame.Surface:
    appearance = Appearance(skin="red-yellow", theme="wood")
    with opened(replace(FRIENDS, size=12), appearance, size=SMALL) as pilot:
        pilot.play("f5", "e5")
        pilot.point((1, 1))
        return pilot.picture()


def past_with_its_graph() -> pygame.Surface:
    with opened(appearance=Appearance(skin="red-yellow"), size=(720, 480)) as pilot:
        pilot.play(*OPENING)
        for move_number, discs in enumerate(
            (0.0, 1.5, -2.0, -4.5, 3.0, 6.5, 2.0, -1.0, 4.0, 7.5, 5.0)
        ):
            pilot.followed.record(Evaluation(discs, Score(discs, depth=9), "level 9"), move_number)
        pilot.key(",", ",", ",")
        pilot.point((1, 1))
        return pilot.picture()


def typing_a_name() -> pygame.Surface:
    with opened(
        appearance=Appearance(theme="dark", animation=False), size=SMALL, at_once=False
    ) as pilot:
        pilot.press(Action.CHOOSE, "name1:")
        pilot.write("Annabel")
        pilot.key("left")
        pilot.point((1, 1))
        return pilot.picture()


def halfway_through_a_flip() -> pygame.Surface:
    with opened(appearance=Appearance(theme="ocean", skin="xo"), size=SMALL) as pilot:
        pilot.play("f5", "d6", "c3")
        pilot.click(pilot.place_of("d3"))
        pilot.step()
        pilot.step()
        pilot.point((1, 1))
        pilot.step(0.1)
        return pilot.picture()


def yes_and_no_on_a_tall_window_at_night() -> pygame.Surface:
    with tempfile.TemporaryDirectory() as folder:
        game = scripted(Path(folder) / "answers.txt", "yes no no maybe yes", size=6)
        with opened(game, Appearance(theme="dark"), size=(480, 640)) as pilot:
            pilot.rest()
            pilot.play("c2", "b2", "a2")
            pilot.hover(str(next(iter(pilot.game.legal))))
            return pilot.picture()


def popup() -> pygame.Surface:
    with tempfile.TemporaryDirectory() as folder:
        game = scripted(Path(folder) / "answers.txt", "no yes", size=6)
        with opened(game, Appearance(gif=True), size=SMALL) as pilot:
            pilot.rest()
            pilot.click(pilot.place_of("c2"))
            pilot.step(0.25)
            return pilot.picture()


def end() -> pygame.Surface:
    with opened(size=SMALL) as pilot:
        pilot.play("f5")
        pilot.press(Action.RESIGN)
        pilot.press(Action.RESIGN_NOW)
        return pilot.picture()


def lesson() -> pygame.Surface:
    with opened(appearance=Appearance(theme="dark"), size=SMALL, at_once=False) as pilot:
        pilot.press(Action.LEARN)
        pilot.press(Action.TUTORIAL)
        pilot.type("f5")
        pilot.key("enter")
        pilot.point((1, 1))
        pilot.settle()
        return pilot.picture()


SCREENS: dict[str, Callable[[], pygame.Surface]] = {
    "start": start,
    "board": board,
    "twelve": board_of_twelve_in_red_and_yellow,
    "past": past_with_its_graph,
    "name": typing_a_name,
    "flip": halfway_through_a_flip,
    "yesno": yes_and_no_on_a_tall_window_at_night,
    "popup": popup,
    "end": end,
    "lesson": lesson,
}


@pytest.mark.parametrize("name", SCREENS)
def test_a_key_screen_looks_like_its_stored_picture(name: str) -> None:
    drawn, stored = SCREENS[name](), pygame.image.load(FOLDER / f"{name}.png")
    assert drawn.get_size() == stored.get_size()
    one, other = (
        np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8).astype(np.int16)
        for picture in (drawn, stored)
    )
    differences = np.abs(one - other)
    assert differences.mean() < MEAN
    assert (differences > 48).mean() < SHARE


# Visibility


@pytest.fixture(scope="module")
def pilot() -> Iterator[Pilot]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("OUTFLANK_HOME", folder)
        with opened(size=(900, 600)) as pilot:
            pilot.play(*OPENING)
            yield pilot


@functools.cache
def draw_in(pilot: Pilot, skin: str, theme: str, aim: str = "") -> pygame.Surface:
    """Draw the board in a skin and theme, with the pointer on a square or nowhere."""
    appearance = Appearance(skin=skin, theme=theme)
    pilot.state.form = NewGameForm(pilot.state.form.game, appearance)
    pilot.followed.apply_appearance(appearance)
    if aim:
        pilot.hover(aim)
    else:
        pilot.point((1, 1))
    return pilot.picture()


def color_at(picture: pygame.Surface, place: tuple[float, float]) -> str:
    red, green, blue, _ = picture.get_at((round(place[0]), round(place[1])))
    return f"#{red:02x}{green:02x}{blue:02x}"


def colors_on(pilot: Pilot, picture: pygame.Surface, square: str) -> dict[tuple[int, int], str]:
    box = play_layout(pilot.state, pilot.game).board.square(Square.parse(square))
    return {
        (x, y): color_at(picture, (x, y))
        for x in range(box.left + 2, box.right - 2)
        for y in range(box.top + 2, box.bottom - 2)
    }


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_legal_squares_stand_out_from_the_board(pilot: Pilot, skin: str, theme: str) -> None:
    picture = draw_in(pilot, skin, theme)
    felt = color_at(picture, (pilot.place_of("a1")))
    for square in pilot.game.legal:
        assert contrast(color_at(picture, pilot.place_of(str(square))), felt) >= 3


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_every_disc_stands_out_from_the_board(pilot: Pilot, skin: str, theme: str) -> None:
    picture = draw_in(pilot, skin, theme)
    felt = color_at(picture, pilot.place_of("a1"))
    for square in ("d3", "f4"):
        seen = colors_on(pilot, picture, square).values()
        assert sum(contrast(color, felt) >= 3 for color in seen) >= 100


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_the_last_move_is_marked_visibly(pilot: Pilot, skin: str, theme: str) -> None:
    picture = draw_in(pilot, skin, theme)
    marked, plain = (colors_on(pilot, picture, square) for square in ("d7", "c6"))
    across, down = (a - b for a, b in zip(pilot.place_of("d7"), pilot.place_of("c6"), strict=True))
    changed = [
        contrast(color, plain[x - across, y - down])
        for (x, y), color in marked.items()
        if color != plain.get((x - across, y - down), color)
    ]
    assert len(changed) >= 12
    assert max(changed) >= 3


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_discs_that_would_flip_are_outlined_visibly(pilot: Pilot, skin: str, theme: str) -> None:
    before = colors_on(pilot, draw_in(pilot, skin, theme), "f4")
    after = colors_on(pilot, draw_in(pilot, skin, theme, aim="g4"), "f4")
    changed = [contrast(after[place], before[place]) for place in before]
    assert sum(difference >= 2.9 for difference in changed) >= 30


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_the_square_under_the_pointer_has_a_visible_frame(
    pilot: Pilot, skin: str, theme: str
) -> None:
    picture = draw_in(pilot, skin, theme, aim="g4")
    felt = color_at(picture, pilot.place_of("a1"))
    seen = colors_on(pilot, picture, "g4").values()
    assert sum(contrast(color, felt) >= 3 for color in seen) >= 150


@pytest.mark.parametrize("theme", [one.name for one in themes()])
def test_the_mark_of_the_last_move_never_covers_a_label(pilot: Pilot, theme: str) -> None:
    picture = draw_in(pilot, "yesno", theme)
    labels = []
    for square in ("d7", "c6"):  # both NO, the first one marked
        x, y = pilot.place_of(square)
        area = pygame.Rect(0, 0, 34, 18)
        area.center = (x, y)
        labels.append(pygame.image.tobytes(picture.subsurface(area), "RGB"))
    assert labels[0] == labels[1]


@pytest.mark.parametrize(("skin", "theme"), [look for look in LOOKS if look[0] == "yesno"])
def test_labels_can_be_read_on_their_discs(pilot: Pilot, skin: str, theme: str) -> None:
    picture = draw_in(pilot, skin, theme)
    for square in ("e3", "d5"):
        seen = list(colors_on(pilot, picture, square).values())
        middle = seen[len(seen) // 4 : 3 * len(seen) // 4]
        assert max(contrast(one, other) for one in set(middle) for other in set(middle)) >= 4.5


# For the README, drawn with the others


def evaluate(pilot: Pilot) -> None:
    """Record a computer's evaluation of every position."""
    history = pilot.followed
    with open_engine("9") as engine:
        for move_number in range(len(history.plies) + 1):
            history.view(move_number)
            found = engine.analyse(history.position, candidates=64, seed=1)
            history.record(
                Evaluation.from_analysis(found, history.position.turn, "level 9"), move_number
            )


def play_in_daylight() -> pygame.Surface:
    game = GameOptions(player1="human:Ann", player2="human:Bob", first="1", clock="5+3")
    with opened(game, size=(1180, 780)) as pilot:
        pilot.play(*OPENING, "g5", "g4", "e7")
        evaluate(pilot)
        pilot.hover("c4")
        return pilot.picture()


def yes_and_no_at_night() -> pygame.Surface:
    with tempfile.TemporaryDirectory() as folder:
        answers = "yes no yes no yes no yes no no maybe"
        game = scripted(
            Path(folder) / "answers.txt", answers, player1="human:Ann", player2="human:Bob"
        )
        with opened(game, Appearance(theme="dark"), size=(1180, 780)) as pilot:
            pilot.rest()
            pilot.play("f5", "d6", "c5", "f4", "e3", "c6", "d3", "f6", "e6")
            evaluate(pilot)
            pilot.hover("f3")
            return pilot.picture()


def the_worst_move_of_a_game() -> pygame.Surface:
    game = GameOptions(player1="human:Ann", player2="human:Bob", first="1")
    with opened(game, size=(1000, 660)) as pilot:
        pilot.play(*scripted_game("classic", 8, 1).moves)
        pilot.press(Action.REVIEW)
        pilot.until(lambda: pilot.state.overlay is not None)
        worst = pilot.game.review.worst_moves[0]
        pilot.press(Action.VIEW_MISTAKE, str(worst.number))
        pilot.point((1, 1))
        return pilot.picture()


def a_lesson_in_daylight() -> pygame.Surface:
    with opened(size=(1000, 660), at_once=False) as pilot:
        for action in (Action.LEARN, Action.TUTORIAL, Action.NEXT_TASK):
            pilot.press(action)
        pilot.type("c3")
        pilot.key("enter")
        pilot.point((1, 1))
        pilot.settle()
        return pilot.picture()


DOCS = ROOT / "docs" / "pictures"
STORED = {FOLDER / f"{name}.png": draw for name, draw in SCREENS.items()} | {
    DOCS / "window-play.png": play_in_daylight,
    DOCS / "window-yesno.png": yes_and_no_at_night,
    DOCS / "window-look-back.png": the_worst_move_of_a_game,
    DOCS / "window-tutorial.png": a_lesson_in_daylight,
}


def draw_all() -> None:
    """Redraw the stored pictures."""
    for path, draw in STORED.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["OUTFLANK_HOME"] = folder
            pygame.image.save(draw(), path)


if __name__ == "__main__":
    draw_all()
