"""Viewing earlier positions in the window, and the evaluation graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from outflank.drawing import skins, themes
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import MOVES, play_layout
from outflank.faces.window.screens.evaluation_graph import WindowGraph
from outflank.faces.window.screens.move_list import PlacedMove, listed_moves
from outflank.rules import BLACK, WHITE, Score, Square
from support.local.window_pilot import FRIENDS, Pilot, opened, scripted

OPENING = ("f5", "d6", "c5", "f4", "e3", "c6")


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    with opened() as pilot:
        pilot.play(*OPENING)
        yield pilot


def move_number(pilot: Pilot) -> int:
    return pilot.followed.move_number


def is_past(pilot: Pilot) -> bool:
    return pilot.followed.is_past


def listed(pilot: Pilot) -> list[PlacedMove]:
    layout = play_layout(pilot.state, pilot.game)
    assert layout.moves is not None
    return listed_moves(pilot.followed, layout.moves, layout.em)


def graph(pilot: Pilot) -> WindowGraph:
    layout = play_layout(pilot.state, pilot.game)
    assert layout.graph is not None
    return WindowGraph(pilot.followed, layout.graph, layout.em)


# Stepping


def test_a_comma_steps_back_and_arrows_home_and_end_step_on_from_there(pilot: Pilot) -> None:
    pilot.key(",")
    assert move_number(pilot) == 5
    assert is_past(pilot)
    assert pilot.followed.board.disc_at(Square.parse("c6")) is None
    pilot.key("left", "left")
    assert move_number(pilot) == 3
    pilot.key("right", "up")
    assert move_number(pilot) == 2
    pilot.key("home")
    assert move_number(pilot) == 0
    assert (pilot.followed.board.count(BLACK), pilot.followed.board.count(WHITE)) == (
        2,
        2,
    )
    pilot.key("left")
    assert move_number(pilot) == 0
    pilot.key("end")
    assert not is_past(pilot)
    pilot.key(".")
    assert move_number(pilot) == 6


def test_a_click_on_a_move_shows_the_board_after_it(pilot: Pilot) -> None:
    third = next(move for move in listed(pilot) if move.move.number == 3)
    assert third.move.text == "c5"
    pilot.click(third.box.center)
    assert move_number(pilot) == 3
    last = pilot.followed.last_move
    assert last is not None
    assert str(last.square) == "c5"
    newest = next(move for move in listed(pilot) if move.move.number == 6)
    pilot.click(newest.box.center)
    assert not is_past(pilot)


def test_the_list_is_reached_by_tab_and_its_arrows_leave_the_boards_cursor_alone(
    pilot: Pilot,
) -> None:
    while pilot.state.focus != MOVES:
        pilot.key("tab")
    pilot.key("enter")
    assert pilot.moves.split() == list(OPENING), "the list itself cannot be pressed"
    pilot.key("left")
    assert move_number(pilot) == 5
    assert pilot.game.cursor is None


def test_the_wheel_steps_through_the_moves(pilot: Pilot) -> None:
    pilot.post(pygame.MOUSEWHEEL, x=0, y=2, flipped=False)
    assert move_number(pilot) == 4
    pilot.post(pygame.MOUSEWHEEL, x=0, y=-5, flipped=False)
    assert not is_past(pilot)


def test_buttons_step_while_an_earlier_position_is_viewed(pilot: Pilot) -> None:
    pilot.press(Action.MENU)
    pilot.press(Action.VIEW, "-1")
    pilot.press(Action.VIEW, "-1")
    assert move_number(pilot) == 4
    pilot.press(Action.VIEW, "+1")
    assert move_number(pilot) == 5
    pilot.press(Action.VIEW, "0")
    assert move_number(pilot) == 0
    assert not pilot.button(Action.VIEW, "-1").is_enabled
    pilot.press(Action.VIEW, "present")
    assert pilot.button(Action.UNDO).is_enabled


def test_without_moves_there_is_no_earlier_position() -> None:
    with opened() as pilot:
        pilot.key(",", "<")
        assert not is_past(pilot)


def test_arrows_step_through_a_finished_game(pilot: Pilot) -> None:
    pilot.press(Action.RESIGN)
    pilot.press(Action.RESIGN_NOW)
    pilot.press(Action.CLOSE)
    pilot.key("left")
    assert move_number(pilot) == 5
    pilot.key("home")
    assert move_number(pilot) == 0


# Returning


@pytest.mark.parametrize("key", ["esc", "enter", "space", "backspace"])
def test_a_key_returns_to_the_current_position_and_plays_nothing(pilot: Pilot, key: str) -> None:
    pilot.game.cursor = Square.parse("d3")
    pilot.key(",", ",", key)
    pilot.settle()
    assert not is_past(pilot)
    assert pilot.state.overlay is None
    assert pilot.moves.split() == list(OPENING)


def test_the_first_click_on_the_board_returns_and_the_second_plays(pilot: Pilot) -> None:
    pilot.key(",")
    assert not pilot.game.legal
    pilot.click(pilot.place_of("d3"))
    pilot.settle()
    assert not is_past(pilot)
    assert pilot.moves.split() == list(OPENING)
    pilot.play("d3")
    assert pilot.moves.split()[-1] == "d3"


def test_typing_a_square_returns_to_the_current_position(pilot: Pilot) -> None:
    pilot.key(",")
    pilot.type("d3")
    assert not is_past(pilot)
    assert pilot.game.typed == "d3"
    pilot.key("enter")
    pilot.settle()
    assert pilot.moves.split()[-1] == "d3"


def test_taking_back_returns_to_the_current_position(pilot: Pilot) -> None:
    pilot.key(",", ",", "u")
    pilot.settle()
    assert not is_past(pilot)
    assert move_number(pilot) == 5


def test_a_computer_move_does_not_leave_the_viewed_position() -> None:
    with opened(GameOptions(size=6, player2="computer:random", first="1", seed=3)) as pilot:
        pilot.click(pilot.place_of("c2"))
        pilot.key(",")
        pilot.until(lambda: len(pilot.followed.plies) >= 2)
        pilot.key("home")
        pilot.settle()
        assert move_number(pilot) == 0
        assert pilot.followed.summary().startswith("There is no winner yet: ")
        pilot.key("esc")
        assert move_number(pilot) == len(pilot.followed.plies)


# Texts and marks


def test_an_earlier_position_is_named_and_framed_in_every_skin_and_theme(pilot: Pilot) -> None:
    for skin in skins():
        for theme in themes():
            appearance = Appearance(skin=skin.name, theme=theme.name)
            pilot.state.form = NewGameForm(pilot.state.form.game, appearance)
            pilot.followed.apply_appearance(appearance)
            layout = play_layout(pilot.state, pilot.game)
            rim = layout.board.outside.left + 2, layout.board.outside.centery
            present = pilot.picture().get_at(rim)
            pilot.key(",")
            assert pilot.picture().get_at(rim) != present
            sentence = pilot.followed.describe_view()
            assert sentence == f"Move 5 of 6: {pilot.followed.sentences.who(BLACK)} played e3."
            pilot.key("esc")


def test_the_start_of_the_game_is_named_too(pilot: Pilot) -> None:
    pilot.key(",", "home")
    assert pilot.followed.describe_view() == "Start of the game, 6 moves ago."


def test_the_list_shows_the_oracles_answers(tmp_path: Path) -> None:
    with opened(scripted(tmp_path / "answers.txt", "yes no yes no", size=6)) as pilot:
        pilot.rest()
        pilot.play("c2", "b2")
        assert [move.move.text for move in listed(pilot)] == ["c2 yes", "b2 no"]
        pilot.key(",")
        assert "played c2 after yes" in pilot.followed.describe_view()


@pytest.mark.parametrize("size", [6, 12])
@pytest.mark.parametrize("window", [(480, 360), (480, 860), (1180, 780)])
def test_the_list_shows_the_viewed_move_in_every_window(size: int, window: tuple[int, int]) -> None:
    with opened(replace(FRIENDS, size=size), Appearance(animation=False), size=window) as pilot:
        for _ in range(11):
            pilot.play(str(next(iter(pilot.game.legal))))
        layout = play_layout(pilot.state, pilot.game)
        assert layout.moves is not None
        for at in range(11, 0, -1):
            assert at in [move.move.number for move in listed(pilot)]
            assert all(layout.moves.contains(move.box) for move in listed(pilot))
            pilot.key(",")


# The graph


def test_the_computers_evaluations_and_the_result_make_the_graph() -> None:
    game = GameOptions(size=4, player2="computer:1", first="1", seed=1)
    with opened(game, Appearance(animation=False), size=(1180, 780)) as pilot:
        while not pilot.followed.is_over:
            pilot.play(str(next(iter(pilot.game.legal))))
        history, outcome = pilot.followed, pilot.followed.match.outcome
        assert outcome is not None
        whites = [at for at, ply in enumerate(history.plies) if ply.color is WHITE]
        replies = [at for at in whites if history.plies[at].placement]
        assert set(replies) <= set(history.evaluations)
        assert history.evaluations[replies[0]].source == "Level 1"
        end = history.evaluations[len(history.plies)]
        assert end.discs == outcome.margin(empties_to_winner=True)
        assert " wins by " in end.sentence(pilot.followed.sentences)


def test_a_click_on_the_graph_views_that_position() -> None:
    with opened(size=(1180, 780)) as pilot:
        pilot.play(*OPENING)
        layout = play_layout(pilot.state, pilot.game)
        assert layout.graph is not None
        pilot.click(layout.graph.center)
        assert not is_past(pilot), "a click on an empty graph does nothing"
        pilot.followed.record(Evaluation(3.0, Score(3.0), "level 9"), 2)
        pilot.click(graph(pilot).column(4).center)
        assert move_number(pilot) == 4
        pilot.click(graph(pilot).column(8).center)
        assert not is_past(pilot)


def test_a_step_goes_up_for_black_and_down_for_white_in_the_colours_of_the_discs() -> None:
    with opened(appearance=Appearance(skin="red-yellow"), size=(1180, 780)) as pilot:
        pilot.play(*OPENING)
        for at, discs in enumerate((4.0, -4.0)):
            pilot.followed.record(Evaluation(discs, Score(4.0), "level 9"), at)
        picture, field = pilot.picture(), graph(pilot).field
        quarter = field.height // 4
        for at, y, side in ((0, -quarter, BLACK), (1, quarter, WHITE)):
            place = graph(pilot).column(at).centerx, field.centery + y
            assert picture.get_at(place) == pygame.Color(pilot.followed.skin.disc(side).fill)


def test_a_hint_on_an_earlier_position_is_shown_there_and_enters_the_graph() -> None:
    with opened(replace(FRIENDS, size=4)) as pilot:
        pilot.play("b1", "a1")
        pilot.key(",")
        assert pilot.followed.evaluation is None
        pilot.press(Action.HINT)
        pilot.until(lambda: not pilot.followed.is_hinting)
        assert pilot.followed.scores.keys() == set(pilot.followed.position.legal_moves.squares)
        assert list(pilot.followed.evaluations) == [1]
        pilot.key("esc")
        assert not pilot.followed.scores


def test_moves_that_were_taken_back_leave_the_graph(pilot: Pilot) -> None:
    for at in (2, 6):
        pilot.followed.record(Evaluation(1.0, Score(1.0), "level 9"), at)
    pilot.key("u")
    pilot.settle()
    assert list(pilot.followed.evaluations) == [2]
