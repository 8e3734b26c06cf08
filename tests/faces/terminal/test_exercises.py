"""The tutorial, puzzles and the review in the full-screen terminal."""

from dataclasses import replace

import pytest
from textual.widgets import Static

from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.screens.exercise_screen import ExerciseScreen
from outflank.faces.terminal.full_screen.screens.start_screen import StartScreen
from outflank.rules import Square
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


async def opened(ann: Player, key: str) -> ExerciseScreen:
    await ann.press(key)
    await ann.until(lambda: isinstance(ann.app.screen, ExerciseScreen), "the exercise")
    screen = ann.app.screen
    assert isinstance(screen, ExerciseScreen)
    await ann.until_shown(screen.exercise.heading.partition(":")[0])  # the rest may be cut
    return screen


def words(screen: ExerciseScreen, place: str) -> str:
    return str(screen.query_one(place, Static).content)


def test_the_tutorial_takes_typed_squares_and_enter_goes_on() -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "l")
        await ann.press(*"h9")
        await ann.until_shown("h9_")
        await ann.press("enter")
        await ann.until(lambda: words(screen, "#said") == "There is no square h9 on this board.")
        await ann.press(*"b2", "backspace", *"1", "enter")
        await ann.until(lambda: "on b1 would outflank nothing" in words(screen, "#said"))
        await ann.press(*"f5", "enter")
        await ann.until(lambda: "Well done" in words(screen, "#said"))
        await ann.until_shown("Press Enter to go on.")
        await ann.press("enter")
        await ann.until_shown("2 of 6: Every direction")
        screen.exercise.go_to(screen.exercise.total)
        await ann.press("n")
        await ann.until_shown("That was the last one.")
        await ann.press("enter")
        await ann.until(lambda: isinstance(ann.app.screen, StartScreen))

    at_the_terminal(body)


@pytest.mark.parametrize("square", ["a1", "f5"])
def test_a_small_terminal_shows_the_comment_on_a_move_and_how_to_leave(square: str) -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "l")
        await ann.press(*square, "enter")
        await ann.until(lambda: bool(screen.exercise.said), "the comment on the move")
        for word in screen.exercise.said.split():
            await ann.until_shown(word)
        if square == "f5":
            await ann.until_shown("Enter")
        assert "Esc Leave" in ann.screen()

    at_the_terminal(body, size=(40, 15))


def test_the_tutorial_is_played_on_the_board() -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "l")
        board = screen.query_one(BoardWidget)
        board.cursor = Square.parse("a1")
        await ann.press("enter")
        await ann.until(lambda: "would outflank nothing" in words(screen, "#said"))
        await ann.press("tab", "enter")
        await ann.until(lambda: screen.exercise.is_right is True, "the right move")
        await ann.until(lambda: "Well done" in words(screen, "#said"))
        await ann.press("n")
        await ann.until_shown("2 of 6: Every direction")
        await ann.press("comma")
        await ann.until_shown("1 of 6: Place a disc")
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
            assert isinstance(screen.exercise, PuzzleSession)
            assert screen.exercise.solution is not None
            await ann.press(*str(screen.exercise.solution.best[0]), "enter")
            await ann.until(lambda: words(screen, "#said").startswith("Right!"))
        await ann.press("enter")
        await ann.until_shown("Puzzle 2 of")
        await ann.press("escape")
        await ann.until_shown(f"Solved on the first try: {0 if shows else 1} of 1.")

    at_the_terminal(body)


def test_a_finished_game_can_be_reviewed() -> None:
    async def body(ann: Player) -> None:
        await ann.play_to_the_end()
        await ann.until_shown("Play again?")
        await ann.press("b")
        await ann.until(lambda: "White wins by 4 discs" in ann.screen(), "the graph")
        await ann.until(lambda: "orst" in ann.messages, "the worst moves")
        assert len(ann.followed.shown_evaluations) >= len(ann.moves)

    at_the_terminal(body, replace(PEOPLE, size=4))
