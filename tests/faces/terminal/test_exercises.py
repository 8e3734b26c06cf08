"""The tutorial, puzzles and the look back at the terminal."""

from dataclasses import replace

import pytest
from textual.widgets import Static

from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.exercise_screen import ExerciseScreen
from outflank.faces.terminal.full_screen.start_screen import StartScreen
from outflank.rules import Square
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


async def opened(ann: Player, key: str) -> ExerciseScreen:
    await ann.press(key)
    await ann.until(lambda: isinstance(ann.app.screen, ExerciseScreen), "the exercise")
    screen = ann.app.screen
    assert isinstance(screen, ExerciseScreen)
    await ann.until_shown(screen.exercise.heading)
    return screen


def words(screen: ExerciseScreen, place: str) -> str:
    return str(screen.query_one(place, Static).content)


def test_the_tutorial_is_played_on_the_board() -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "l")
        await ann.press("n")
        await ann.until_shown("Lesson 2 of")
        board = screen.query_one(BoardWidget)
        board.cursor = Square.parse("a1")
        await ann.press("enter")
        await ann.until(lambda: "would outflank nothing" in words(screen, "#said"))
        await ann.press("tab", "enter")
        await ann.until(lambda: screen.exercise.is_right is True, "the right move")
        await ann.until(lambda: "Well done" in words(screen, "#said"))
        await ann.press("b")
        await ann.until_shown("Lesson 1 of")
        await ann.press("escape")
        await ann.until(lambda: isinstance(ann.app.screen, StartScreen))

    at_the_terminal(body)


@pytest.mark.parametrize("shows", [True, False])
def test_a_puzzle_is_solved_or_shown(*, shows: bool) -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "p")
        await ann.until(lambda: "Find the best move" in words(screen, "#task"))
        if shows:
            await ann.press("s")
            await ann.until(lambda: "The best move is" in words(screen, "#said"))
        else:
            solution = screen.exercise._solution()
            screen.query_one(BoardWidget).cursor = solution
            await ann.press("enter")
            await ann.until(lambda: words(screen, "#said").startswith("Right!"))
        await ann.press("n")
        await ann.until_shown("Puzzle 2 of")

    at_the_terminal(body)


def test_after_the_game_one_looks_back_at_the_worst_moves() -> None:
    async def body(ann: Player) -> None:
        await ann.play_to_the_end()
        await ann.until_shown("Play again?")
        await ann.press("b")
        await ann.until(lambda: "back)" in ann.screen(), "the graph")
        await ann.until(lambda: "orst" in ann.messages, "the worst moves")
        assert len(ann.followed.shown_evaluations) >= len(ann.moves)

    at_the_terminal(body, replace(PEOPLE, size=4))
