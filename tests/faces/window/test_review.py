"""The review of a game in the window: the graph fills, and the worst moves are shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from outflank.drawing.themes import find_theme
from outflank.faces.local.palette import Palette
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import play_layout
from outflank.faces.window.screens.evaluation_graph import WindowGraph
from outflank.notation import write
from outflank.rules import BLACK, Answer, Game
from support.local.window_pilot import Pilot, dialog, opened

pytestmark = pytest.mark.native


def random_game(variant: str = "classic", size: int = 4, seed: int = 1) -> Game:
    dice = random.Random(seed)
    game = Game(variant=variant, size=size)
    while not game.is_over:
        if game.position.awaits_answer:
            game.hear(dice.choice([Answer.YES, Answer.NO]))
        game.push(dice.choice(list(game.position.legal_moves)))
    return game


@contextmanager
def finished(folder: Path, game: Game) -> Iterator[Pilot]:
    """Open the window with a game that is over."""
    path = folder / "game.json"
    write(game, path)
    with opened(at_once=False, size=(1180, 780)) as pilot:
        pilot.post(pygame.DROPFILE, file=str(path))
        pilot.until(lambda: pilot.state.game is not None and pilot.followed.is_over)
        yield pilot


def run_review(pilot: Pilot) -> None:
    pilot.press(Action.REVIEW)
    pilot.until(lambda: pilot.game.review.is_done and not pilot.game.review.is_running)


def test_the_review_fills_the_graph_and_names_marks_and_shows_the_worst_moves(
    home: Path,
) -> None:
    with finished(home, random_game()) as pilot:
        assert Action.REVIEW in [one.action for one in dialog(pilot).buttons]
        run_review(pilot)
        reviewed = pilot.game.review
        assert reviewed.review is not None
        moves = range(1, len(pilot.followed.plies) + 1)
        assert set(pilot.followed.evaluations) >= set(moves)
        assert (dialog(pilot).title, dialog(pilot).text) == (
            "Review",
            "\n".join(reviewed.sentences),
        )
        assert "worst move was" in dialog(pilot).text
        assert pilot.followed.notice.text == " ".join(reviewed.sentences)

        pilot.press(Action.CLOSE)
        picture, layout = pilot.picture(), play_layout(pilot.state, pilot.game)
        assert layout.graph is not None
        graph = WindowGraph(pilot.followed, layout.graph, layout.em)
        alert = pygame.Color(Palette.of(find_theme("felt")).alert)
        for move in reviewed.worst_moves:
            column = graph.column(move.number)
            height = column.top + 2 if move.color is BLACK else column.bottom - 3
            assert picture.get_at((column.centerx, height)) == alert

        pilot.press(Action.REVIEW)  # shows the result again at once
        worst = reviewed.worst_moves[0]
        pilot.press(Action.VIEW_MISTAKE, str(worst.number))
        assert pilot.followed.move_number == worst.number - 1
        assert pilot.followed.position.turn is worst.color
        assert set(pilot.followed.scores) == {worst.move, worst.better}
        pilot.picture()

        pilot.press(Action.VIEW, "present")
        pilot.press(Action.UNDO)  # from now on it is another game
        assert not reviewed.can_start
        assert reviewed.worst_moves == []


def test_a_review_can_be_stopped_and_another_game_ends_it(home: Path) -> None:
    with finished(home, random_game(size=10)) as pilot:
        pilot.press(Action.REVIEW)
        pilot.until(lambda: pilot.game.review.review is not None)
        assert pilot.button(Action.REVIEW).label == "Stop"
        pilot.press(Action.REVIEW)
        pilot.until(lambda: not pilot.game.review.is_running)
        assert pilot.followed.notice.text.startswith("The review stopped after ")
        pilot.press(Action.REVIEW)
        first = pilot.game.review
        pilot.press(Action.REMATCH)
        pilot.until(lambda: not pilot.followed.is_over)
        assert pilot.game.review is not first
        assert pilot.game.review.review is None


def test_the_review_of_a_yes_no_game_uses_its_names(home: Path) -> None:
    with finished(home, random_game("yesno")) as pilot:
        run_review(pilot)
        yes, no = pilot.game.review.sentences
        assert yes.startswith("YES")
        assert no.startswith("NO")
