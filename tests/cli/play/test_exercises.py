"""`outflank tutorial`, through a pipe and in a real terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.faces.terminal.line_mode.exercises import LineModeExercise
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.learning import course_of, courses, find_lesson
from support.command import Run
from support.pty_terminal import Terminal

FIRST = "First lesson"


def right_lines(variant: str) -> str:
    """Return the input of a learner who gets everything right."""
    steps = course_of(variant).steps
    return "".join(f"{step.wanted[0]}\n\n" if step.wanted else "\n" for step in steps)


@pytest.mark.parametrize("variant", courses())
def test_the_tutorial_works_through_a_pipe(run: Run, variant: str) -> None:
    done = run("tutorial", "--variant", variant, stdin=right_lines(variant))
    assert (done.code, done.err) == (0, "")
    for lesson in course_of(variant).lessons:
        for number, step in enumerate(lesson.steps, 1):
            assert f"{lesson.title}, {number} of {len(lesson.steps)}: {step.title}\n" in done.out
            assert step.text in done.out
    assert done.out.endswith("To play: outflank\n")


def test_wrong_moves_commands_and_nonsense_get_helpful_answers(run: Run) -> None:
    typed = "a1\nzz\nhelp\nd3x\nback\nshow\nc4\n\nback\nboard\nquit\n"
    done = run("tutorial", stdin=typed)
    assert done.code == 0
    assert "A disc on a1 would outflank nothing. Choose one of the marked squares." in done.out
    assert "'zz' is not a square. Type a square such as d3, or: show" in done.out
    assert "The move is d3. The white disc between your two flipped to black." in done.out
    assert "There is nothing to play here. Press Enter to go on." in done.out
    assert "This is the first one." in done.out
    assert done.out.endswith(f"You stopped at step 1 of 6 of the lesson: {FIRST}.\n")


def test_the_tutorial_goes_on_where_one_stopped(run: Run) -> None:
    run("tutorial", stdin="f5\n\n")
    done = run("tutorial", stdin="")
    assert (done.code, done.err) == (0, "")
    assert f"{FIRST}, 2 of 6: Every direction" in done.out
    assert done.out.endswith(f"Your move: \nYou stopped at step 2 of 6 of the lesson: {FIRST}.\n")


def test_one_lesson_can_be_chosen_by_its_name(run: Run) -> None:
    moves = "".join(f"{step.wanted[0]}\n\n" for step in find_lesson("parity").steps)
    done = run("tutorial", "--lesson", "parity", stdin=moves)
    assert done.code == 0
    assert done.out.endswith("Go on with: outflank tutorial --lesson edges\nTo play: outflank\n")
    wrong = run("tutorial", "--lesson", "xyz")
    assert (wrong.code, wrong.out) == (2, "")
    known = ", ".join(lesson.key for course in courses().values() for lesson in course.lessons)
    assert wrong.err == f"Error: --lesson: 'xyz' is not one of {known}.\n"


def test_the_board_says_what_its_letters_mean(run: Run) -> None:
    assert "X is Black, O is White, * is where you can play." in run("tutorial").out
    assert "Y is YES, N is NO, * is" in run("tutorial", "--variant", "yesno").out


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def test_the_tutorial_in_a_terminal_ends_with_ctrl_c(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal("tutorial", "--plain", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Your move:")
    terminal.send("f5\n")
    terminal.until("Well done!")
    terminal.interrupt()
    assert terminal.wait() == 130
    assert "Interrupted." in terminal.text


def test_a_terminal_shows_discs_and_breaks_lines_between_words(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal("tutorial", "--plain", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.send("q\n")
    assert terminal.wait() == 0
    assert "● is Black, ○ is White, * is where you can play." in terminal.text
    assert max(map(len, terminal.text.splitlines())) <= 80
    assert find_lesson("first").steps[0].text in " ".join(terminal.text.split())


def test_in_a_terminal_the_tutorial_is_full_screen(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal("tutorial", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Place a disc")
    terminal.send("f5\r")
    terminal.until("Press Enter to go on.")
    terminal.send("\r")
    terminal.until("2 of 6: Every direction")
    terminal.send("\x1b")
    assert terminal.wait() == 0
    assert terminal.text.endswith(f"You stopped at step 2 of 6 of the lesson: {FIRST}.\r\n")


@pytest.mark.parametrize("variant", courses())
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("color", [True, False])
def test_the_signs_of_the_legend_are_those_of_the_board(
    variant: str, *, unicode: bool, color: bool
) -> None:
    said = io.StringIO()
    lines = LineInput(io.StringIO("next\n"))
    LineModeExercise(Tutorial(variant), lines, said, unicode=unicode, color=color).run()
    legend, _, board = re.sub("\x1b\\[[0-9;]*m", "", said.getvalue()).partition(", 1 of ")
    signs = re.findall(r"(\S) is (?:Black|White|YES|NO|where)", legend)
    assert all(sign in board for sign in signs)
    if color and unicode and variant == "classic":
        assert "Black and White discs are shown in their own colours, * is" in legend
    else:
        assert len(signs) == 3
