"""The lessons on the page, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize

from outflank.engine import DEFAULT_LEVEL
from outflank.learning import courses, find_lesson
from outflank.rules import BLACK
from outflank.server.matches.live_room import LiveRoom
from support.browser import NewPage, assert_accessible, assert_accessible_and_fitting, expect
from support.engines.scripted_beginner import ADULT, ScriptedBeginner
from support.learning.lesson_beginner import LessonBeginner
from support.page_people import legal, room_of
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

PHONE: ViewportSize = {"width": 360, "height": 640}
SIX_MINUTES = 6.0
LAST_CLICK = 50  # empty squares; then the game goes on without the page's pauses
GAME = re.compile("/game/[0-9a-f]+$")
LESSONS = [lesson.key for course in courses().values() for lesson in course.lessons]


def open_lesson(site: LiveServer, page: Page, key: str) -> Page:
    page.goto(f"{site.url}/learn/lesson/{key}")
    expect(page.locator("#step-title")).not_to_be_empty()
    return page


def square(page: Page, name: object) -> None:
    """Click on a square."""
    page.locator(f"#board [aria-label^='{name},']").click()


def expect_together(page: Page) -> None:
    """Wait until the board, what is said and the button are seen without scrolling."""
    for place in ("#board", "#task", "#said", "#next"):
        expect(page.locator(place)).to_be_in_viewport(ratio=1)


def play_as_a_beginner(page: Page, room: LiveRoom) -> None:
    """Play black to the end of the game: the first moves by clicks, the rest without the page."""
    beginner = ScriptedBeginner(ADULT)
    while not room.is_over:
        with room.reading() as match:
            position = match.position
        seq = room.seq
        if position.turn is BLACK and not position.must_pass:
            move = beginner.choose(position, seed=position.board.empties)
            if position.board.empties > LAST_CLICK:
                page.locator(f"#board [aria-label^='{move}, empty, legal']").click()
            else:
                room.play(move)
        assert room.wait(seq + 1, 60) or room.is_over


def test_a_beginner_does_the_first_lesson_in_six_minutes_and_plays_a_first_game(
    site: LiveServer, new_page: NewPage
) -> None:
    page = open_lesson(site, new_page(viewport=PHONE), "first")
    beginner = LessonBeginner(page)
    beginner.finish(find_lesson("first"))
    assert beginner.minutes < SIX_MINUTES
    beginner.click("#play")
    legal(page).first.click()
    expect(page).to_have_url(GAME)
    room = room_of(site, page)
    assert room.setup.players[1].seat == f"computer:{DEFAULT_LEVEL}"
    assert room.wait(room.seq, 60)
    play_as_a_beginner(page, room)
    page.reload()  # the page shows the moves one after another, at the pace of people
    ended = re.compile(r"\bwins?\b|\b[Dd]raw\b")
    expect(page.locator("#notice")).to_contain_text(ended)


@pytest.mark.parametrize("key", LESSONS)
def test_on_a_phone_board_words_and_buttons_are_seen_together(
    site: LiveServer, new_page: NewPage, key: str
) -> None:
    page = open_lesson(site, new_page(viewport=PHONE), key)
    for step in find_lesson(key).steps:
        moves = step.position.legal_moves.squares if step.wanted else ()
        others = [each for each in moves if each not in step.wanted]
        if others:
            answers = {step.answer_to(each): each for each in others}
            longest = max(answers, key=len)
            square(page, answers[longest])
            expect(page.locator("#said")).to_have_text(longest)
        expect_together(page)
        if step.wanted:
            square(page, step.wanted[0])
            expect(page.locator("#said")).to_have_text(step.praise(step.wanted[0]))
            expect_together(page)
        page.locator("#next").click()
    expect(page.locator("#finished")).to_be_visible()


def test_what_is_done_is_kept_by_the_server_and_the_lesson_goes_on_there(
    site: LiveServer, page: Page
) -> None:
    open_lesson(site, page, "parity")
    with page.expect_response("**/api/v1/learning/entries"):
        square(page, "h7")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip").click()
    with page.expect_response("**/api/v1/learning/entries"):
        page.get_by_role("button", name="Show me").click()
    expect(page.locator("#said")).to_have_text(re.compile("^The move is e1"))
    page.goto(f"{site.url}/learn/lessons")
    parity = page.locator("[data-lesson=parity]")
    expect(parity).to_contain_text("2 of 3")
    parity.get_by_role("link").click()
    expect(page.locator("#step-title")).to_have_text("2 of 3: A tempting corner")


def test_without_the_server_a_done_step_waits_in_the_browser(
    site: LiveServer, new_page: NewPage
) -> None:
    page = open_lesson(site, new_page(excused=["Failed to load resource"]), "counting")
    page.route("**/api/v1/learning/entries", lambda route: route.abort())
    square(page, "h7")
    expect(page.locator("#said")).to_have_class("right")
    open_lesson(site, page, "counting")
    expect(page.locator("#step-title")).to_have_text("2 of 4: Not the corner")
    page.goto(f"{site.url}/learn/lessons")
    expect(page.locator("[data-lesson=counting]")).to_contain_text("1 of 4")


def test_a_lesson_is_done_with_the_keyboard_alone(site: LiveServer, page: Page) -> None:
    open_lesson(site, page, "first")
    page.locator("#board").evaluate("(board) => board.focus()")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="a1")).to_have_text(
        "A disc on a1 would outflank nothing. Choose one of the marked squares."
    )
    page.keyboard.type("d4")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text(
        "There is a disc on d4 already. Choose an empty square."
    )
    page.keyboard.type("f5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#step-title")).to_have_text("2 of 6: Every direction")
    expect(page.locator("#step-title")).to_be_focused()
    page.get_by_role("button", name="Back").press("Enter")
    expect(page.locator("#step-title")).to_have_text("1 of 6: Place a disc")
    for _ in range(6):
        page.locator("#next").press("Enter")
    expect(page.get_by_role("heading", name="Well done!")).to_be_focused()
    expect(page.get_by_role("link", name="Play a game")).to_have_attribute("href", "/")


def test_everybody_can_use_the_pages_of_the_lessons(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/learn/lessons")
    assert_accessible_and_fitting(page)
    open_lesson(site, page, "corners")
    square(page, "b2")
    assert_accessible_and_fitting(page)
    square(page, "b4")
    assert_accessible(page)
    for _ in range(4):
        page.locator("#next").click()
    expect(page.locator("#finished")).to_be_visible()
    assert_accessible(page)


def test_without_scripts_there_are_texts_pictures_and_answers(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{site.url}/learn/lesson/corners")
    sections = page.locator("noscript section")
    for step, section in zip(find_lesson("corners").steps, sections.all(), strict=True):
        shown = section.inner_text()
        assert step.title in shown
        assert step.text in shown
        assert step.explanation(step.wanted[0]) not in shown  # until one asks for it
        section.locator("summary").click()
        assert step.explanation(step.wanted[0]) in section.inner_text()
    for picture in page.locator("main img").all():
        assert site.get(picture.get_attribute("src") or "").headers["content-type"] == (
            "image/svg+xml"
        )
    page.goto(f"{site.url}/learn/lessons")
    expect(page.get_by_role("link", name="Counting")).to_be_visible()


@pytest.mark.parametrize("path", ["lesson/xyz", "lesson/first/xyz.svg", "lesson/xyz/place.svg"])
def test_an_unknown_lesson_is_a_page_that_says_so(site: LiveServer, path: str) -> None:
    answer = site.get(f"/learn/{path}")
    assert answer.status_code == 404
