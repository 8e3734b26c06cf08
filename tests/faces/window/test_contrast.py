"""Every text of the window has enough contrast with its background, in every skin and theme."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pygame
import pytest

from outflank.drawing import contrast, find_theme, skins, themes
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance
from outflank.faces.window.match_view import Toast
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.state import Popup, RulesOverlay
from outflank.rules import BLACK, Answer, Score, ScoreKind
from support.local.window_pilot import FRIENDS, Pilot, opened, scripted

LOOKS = list(itertools.product((skin.name for skin in skins()), (one.name for one in themes())))
THEMES = [theme.name for theme in themes()]


class Reader:
    """Records every drawn text with its colour and the colours behind it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[tuple[str, str, str]] = []  # the text, its colour and a colour behind it
        write = WindowPainter.text

        def text(
            painter: WindowPainter, text: str, box: pygame.Rect, size: int, color: str, **how: Any
        ) -> pygame.Rect:
            area = box.inflate(4, 2 * size).clip(painter.surface.get_rect())
            before = painter.surface.subsurface(area).copy()
            place = write(painter, text, box, size, color, **how)
            if text.strip() and place.width > 1:
                seen = place.clip(area).move(-area.left, -area.top)
                for share in (0.1, 0.5, 0.9):
                    point = seen.left + int((seen.width - 1) * share), seen.centery
                    red, green, blue, _ = before.get_at(point)
                    ground = f"#{red:02x}{green:02x}{blue:02x}"
                    self.texts.append((text, color, ground))
            return place

        monkeypatch.setattr(WindowPainter, "text", text)

    def hard_to_read(self, theme: str) -> set[tuple[str, str, str, float]]:
        """Return the texts with too little contrast; disabled texts need less."""
        faint = Palette.of(find_theme(theme)).faint
        return {
            (*found, round(contrast(found[1], found[2]), 2))
            for found in self.texts
            if contrast(found[1], found[2]) < (3.0 if found[1] == faint else 4.5)
        }


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    return Reader(monkeypatch)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pilot]:
    """Open a Yes/No game that can show every part of the board screen."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("contrast")
        patch.setenv("OUTFLANK_HOME", str(folder))
        game = scripted(folder / "answers.txt", "yes no maybe yes", size=6, clock="5+3")
        with opened(game, size=(900, 600)) as pilot:
            pilot.rest()
            pilot.play("c2", "b2")
            history = pilot.followed
            history.record(Evaluation(3.5, Score(3.5, depth=9), "level 9"), 1)
            yield pilot


def nothing(_: Pilot) -> None:
    """Change nothing."""


def hinted(pilot: Pilot) -> None:
    kinds = itertools.cycle(ScoreKind)
    pilot.followed.scores = {
        square: Score(-2.5, next(kinds), depth=5) for square in pilot.game.legal
    }


def in_the_past(pilot: Pilot) -> None:
    pilot.game.view(1)


def with_a_problem(pilot: Pilot) -> None:
    pilot.followed.say("This does not work.", "problem")


def with_a_pass(pilot: Pilot) -> None:
    pilot.followed.say("Somebody passes.", "pass")
    pilot.game.toast = Toast("Somebody passes.", pilot.state.now + 100)


def with_a_menu(pilot: Pilot) -> None:
    pilot.press(Action.MENU)


def with_rules(pilot: Pilot) -> None:
    pilot.state.overlay = RulesOverlay()


def with_a_popup(pilot: Pilot) -> None:
    pilot.state.overlay = Popup(Answer.NO, BLACK, pilot.state.now)


CHANGES: list[Callable[[Pilot], None]] = [
    nothing,
    hinted,
    in_the_past,
    with_a_problem,
    with_a_pass,
    with_a_menu,
    with_rules,
    with_a_popup,
]


@pytest.mark.parametrize(("skin", "theme"), LOOKS)
def test_every_word_of_a_game_can_be_read(
    played: Pilot, reader: Reader, skin: str, theme: str
) -> None:
    pilot, appearance = played, Appearance(skin=skin, theme=theme)
    pilot.state.form = NewGameForm(pilot.state.form.game, appearance)
    pilot.followed.apply_appearance(appearance)
    for change in CHANGES:
        notice = pilot.followed.notice
        change(pilot)
        pilot.picture()
        pilot.state.overlay, pilot.game.toast = None, None
        pilot.followed.say(notice.text, notice.kind)
        pilot.game.return_to_present()
        pilot.followed.clear_hint()
    assert len(reader.texts) > 300
    assert reader.hard_to_read(theme) == set()


@pytest.mark.parametrize("theme", THEMES)
def test_every_word_of_the_start_screen_can_be_read(reader: Reader, theme: str) -> None:
    for game in (GameOptions(), replace(FRIENDS, player1="human:Ann", clock="5+3")):
        with opened(game, Appearance(theme=theme), at_once=False) as pilot:
            pilot.state.message = "Something is wrong."
            pilot.state.is_opening = True
            pilot.press(Action.CHOOSE, "name1:")
    assert {"Player 1", "Oracle", "Starting ..."} <= {text for text, _, _ in reader.texts}
    assert reader.hard_to_read(theme) == set()
