"""The tutorial, puzzles and the review in the full-screen terminal."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from outflank.analysis import own_puzzles
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.due_cards import all_cards
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.storm import Storm
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.screens.dialogs import QuestionScreen
from outflank.faces.terminal.full_screen.screens.exercise_screen import ExerciseScreen
from outflank.faces.terminal.full_screen.screens.start_screen import StartScreen
from outflank.rules import Square
from support.local.learning import best_of, late_position, mistake
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


async def opened(ann: Player, key: str) -> ExerciseScreen:
    """Choose one of the entries of the menu about learning."""
    await ann.press("l")
    await ann.until(lambda: isinstance(ann.app.screen, QuestionScreen), "the menu")
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


def test_the_puzzle_of_the_day_is_done_once(home: Path) -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "d")
        assert isinstance(screen.exercise, PuzzleOfTheDay)
        await ann.press(*str(best_of(screen.exercise.puzzle)), "enter")
        await ann.until(lambda: words(screen, "#said").startswith("Right!"))
        await ann.press("escape")
        await ann.until_shown("on 1 day in a row.")
        await ann.press("l")
        await ann.until_shown("Puzzle of the day (done)")
        await ann.press("p")
        await ann.until_shown("Puzzle 1 of 20")
        await ann.press("escape")

    at_the_terminal(body)
    assert len(LocalLearner(home).tried) == 1


@pytest.mark.native
def test_a_card_is_tried_and_the_next_one_dropped(home: Path) -> None:
    learner = LocalLearner(home)
    position = late_position().play("a3").play("h7")
    other = mistake(7, position=position, best=("b8",), played="c8", source="")
    learner.record(mistake(5), other)

    async def body(ann: Player) -> None:
        screen = await opened(ann, "c")
        await ann.until(lambda: "Find a better move." in words(screen, "#task"))
        await ann.press("v")
        await ann.until(lambda: words(screen, "#said") in ("You played a8 here.", PLAYED))
        await ann.press("s")
        await ann.until(lambda: "The best line: " in words(screen, "#said"))
        await ann.press("enter")
        await ann.until_shown("Card 2 of 2")
        await ann.press("x")
        await ann.until_shown("That was the last one.")
        await ann.until(lambda: "Right: 0 of 1." in words(screen, "#said"))
        await ann.press("enter")
        await ann.until_shown("Right: 0 of 1.")
        await ann.press("l")
        await ann.until_shown("c    Cards")
        await ann.press("c")
        await ann.until_shown("Nothing is due.")

    at_the_terminal(body)
    assert len(all_cards(LocalLearner(home))) == 1


PLAYED = "You played c8 here."


def test_a_storm_counts_and_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(ann: Player) -> None:
        screen = await opened(ann, "s")
        storm = screen.exercise
        assert isinstance(storm, Storm)
        puzzle = own_puzzles().find(storm.subject.removeprefix("puzzle/"))
        assert puzzle is not None
        best = best_of(puzzle)
        await ann.press(*str(best), "enter")
        await ann.until_shown("1 solved")
        assert words(screen, "#said") == f"{best} was right."
        await ann.press("n")
        await ann.until(lambda: "10 seconds less" in words(screen, "#said"))
        assert not screen.check_action("solve", ())
        assert not screen.check_action("go", (-1,))
        monkeypatch.setattr(storm, "_ends", 0.0)
        await ann.until_shown("The time is over.")
        await ann.until_shown("1 puzzle solved, 0 failed.")
        await ann.press("enter")
        await ann.until(lambda: isinstance(ann.app.screen, StartScreen))

    at_the_terminal(body)
