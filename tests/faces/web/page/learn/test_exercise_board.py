"""One task on a board, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from support.browser import expect
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

OPEN = """async () => {
  const { ExerciseBoard } = await import("/static/page/learn/exercise_board.js");
  document.querySelector("main").innerHTML = `<h1>Task</h1>
    <outflank-board interactive label="Task"></outflank-board><p role="status"></p>`;
  window.tries = [];
  const board = document.querySelector("main outflank-board");
  const notice = document.querySelector("main [role=status]");
  window.task = await ExerciseBoard.open(board, notice, (tried) => tries.push(tried));
  const cells = "-".repeat(27) + "OX------XO" + "-".repeat(27);
  task.show({
    position: { size: 8, variant: "classic", board: cells, turn: "black" },
    right: ["d3"],
    scores: { d3: 4, c4: 2, f5: -6, e6: -2 },
    line: ["d3", "c3", "c4"],
  });
}"""


@pytest.fixture
def task(site: LiveServer, page: Page) -> Page:
    page.goto(f"{site.url}/tournaments")  # a page without a board
    page.evaluate(OPEN)
    return page


def test_the_first_try_counts_and_others_may_follow(task: Page) -> None:
    notice = task.get_by_role("main").get_by_role("status")
    task.get_by_role("gridcell", name="c4,").click()
    expect(notice).to_have_text("c4 is good, but not best: it gives away 2 discs.")
    task.get_by_role("gridcell", name="f5,").click()
    expect(notice).to_have_text("f5 turns a win into a loss: it gives away 10 discs.")
    task.get_by_role("gridcell", name="d3,").click()
    expect(notice).to_have_text("Right: d3 wins by 4 discs.")
    facts = "tries.map(({ move, isRight, isFirst, loss }) => [move, isRight, isFirst, loss])"
    assert task.evaluate(facts) == [
        ["c4", False, True, 2],
        ["f5", False, False, 10],
        ["d3", True, False, 0],
    ]


def test_after_a_try_every_move_has_its_value_on_its_square(task: Page) -> None:
    expect(task.get_by_role("gridcell", name="d3, empty, legal, flips 1")).to_be_visible()
    task.get_by_role("gridcell", name="d3,").click()
    for name, words in (
        ("d3", r"d3, black, last move, \+4, exact"),
        ("c4", r"c4, empty, legal, \+2, exact"),
        ("e6", r"e6, empty, legal, .2, exact"),
        ("f5", r"f5, empty, legal, .6, exact"),
        ("d4", r"d4, black, flipped"),
    ):
        label = task.locator(f"main [aria-label^='{name},']")
        expect(label).to_have_attribute("aria-label", re.compile(words))


def test_hints_leave_fewer_squares_and_the_solution_counts_as_wrong(task: Page) -> None:
    assert task.evaluate("task.hint()") == ["c4", "d3", "e6"]
    assert task.evaluate("task.hint()") == ["d3"]
    task.evaluate("task.reveal()")
    assert task.evaluate("tries.map((one) => [one.move, one.isRight, one.hints])") == [
        ["", False, 2]
    ]
    expect(task.get_by_role("main").get_by_role("status")).to_have_text("The best move is d3.")


def test_the_best_line_is_walked_through(task: Page) -> None:
    task.evaluate("task.reveal(); task.walkTo(2)")
    expect(task.get_by_role("gridcell", name="c3, white, last move")).to_be_visible()
    assert task.evaluate("task.walked") == {"step": 2, "length": 3}
    task.evaluate("task.walkTo(0)")
    expect(task.get_by_role("gridcell", name="d3, empty, legal, flips 1, +4")).to_be_visible()


def test_a_task_is_solved_with_the_keyboard_alone(task: Page) -> None:
    task.locator("main outflank-board").evaluate("(board) => board.focus()")
    task.keyboard.type("e6")
    task.keyboard.press("Enter")
    notice = task.get_by_role("main").get_by_role("status")
    expect(notice).to_have_text("e6 turns a win into a loss: it gives away 6 discs.")
    task.keyboard.type("d3")
    task.keyboard.press("Enter")
    expect(notice).to_have_text("Right: d3 wins by 4 discs.")
