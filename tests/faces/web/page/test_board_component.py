"""The board of the web page, in a real browser."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from outflank.drawing import contrast, skins, themes
from outflank.faces.web import board_demo
from outflank.faces.web.board_demo import board_state
from outflank.faces.web.security import _PAGE_POLICY
from outflank.rules import Board, Game, Position, Square, find_variant
from support.browser import NewPage, assert_accessible
from support.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

SKINS = [skin.name for skin in skins()]
THEMES = ["", *(theme.name for theme in themes())]
SHAPE, TEXT = 3.0, 4.5
FILE = Path(board_demo.__file__).parent / "static" / "board" / "outflank-board.js"

_EMPTY = """<!doctype html><html lang="en"><meta name="color-scheme" content="light dark">
<title>Board</title><link rel="icon" href="data:,">
<script type="module" src="/static/board/outflank-board.js"></script>
<main><h1>Board</h1><div></div></main></html>"""

_SHOW = """([state, attributes]) => {
  const board = document.createElement("outflank-board");
  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
  board.style.width = "400px";
  document.querySelector("div").replaceChildren(board);
  window.heard = [];
  for (const kind of ["play", "refuse", "focus-square"]) {
    board.addEventListener(kind, (event) => window.heard.push([kind, event.detail.square]));
  }
  board.state = state;
  board.draw();
}"""


class Table:
    """A page with one board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("outflank-board")

    def show(self, state: dict[str, Any], **attributes: str) -> None:
        """Put a new board on the page."""
        self.page.evaluate(_SHOW, [state, {"interactive": "", **attributes}])

    def change(self, state: dict[str, Any]) -> None:
        """Give the board another state, and draw it at once."""
        self.board.evaluate("(board, state) => { board.state = state; board.draw(); }", state)

    def names(self) -> list[str]:
        """What is heard of each square, row by row as it is seen."""
        cells = "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        return list(self.board.locator("[role=gridcell]").evaluate_all(cells))

    def square(self, name: str) -> Locator:
        return self.board.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def heard(self, *kinds: str) -> list[list[str]]:
        """The events that came since the last look."""
        heard = self.page.evaluate("() => window.heard.splice(0)")
        return [event for event in heard if event[0] in kinds]

    def focused(self) -> str:
        find = "board => board.shadowRoot.activeElement?.getAttribute('aria-label') ?? ''"
        return str(self.board.evaluate(find)).split(",")[0]

    def begin_at(self, name: str) -> None:
        self.board.evaluate("(board, square) => board.focus({square})", name)

    def press(self, *keys: str) -> str:
        for key in keys:
            self.page.keyboard.press(key)
        return self.focused()

    def count(self, selector: str) -> int:
        return self.board.locator(selector).count()

    def small_discs(self) -> tuple[int, int]:
        """The discs of a small board that lie still, black ones and white ones."""
        paths = [self.board.locator(f"path.mini.{side}") for side in ("black", "white")]
        black, white = ((path.get_attribute("d") or "").count("M") for path in paths)
        return black, white

    def animations(self) -> list[dict[str, Any]]:
        """The motions under way, from the first to the last to start."""
        found: list[dict[str, Any]] = self.board.evaluate(
            """board => board.shadowRoot.getAnimations().map(({animationName, effect}) => ({
              name: animationName,
              square: effect.target.closest(".cell")?.getAttribute("aria-label") ?? "",
              delay: Math.round(effect.getTiming().delay),
              duration: effect.getTiming().duration,
            }))"""
        )
        return found

    def finish_animations(self) -> None:
        self.board.evaluate(
            """async (board) => {
              for (const one of board.shadowRoot.getAnimations()) one.finish();
              await new Promise(requestAnimationFrame);
              await new Promise(requestAnimationFrame);
            }"""
        )


@pytest.fixture
def open_table(site: LiveServer, new_page: NewPage) -> Callable[..., Table]:
    """Opens an empty page that has the policy of the real ones and the component's one file."""

    def open_page(**options: Any) -> Table:
        page = new_page(**options)
        headers = {"Content-Type": "text/html", "Content-Security-Policy": _PAGE_POLICY}
        page.route("**/empty", lambda route: route.fulfill(headers=headers, body=_EMPTY))
        page.goto(f"{site.url}/empty")
        return Table(page)

    return open_page


@pytest.fixture
def table(open_table: Callable[..., Table]) -> Table:
    return open_table()


@pytest.fixture
def open_demo(site: LiveServer, new_page: NewPage) -> Callable[..., Page]:
    def open_page(**options: Any) -> Page:
        page = new_page(**options)
        page.goto(f"{site.url}/board-demo")
        expect(page.locator("#notice")).to_contain_text("to move")
        return page

    return open_page


def after(moves: str, size: int = 8) -> dict[str, Any]:
    """Return the state after some moves, with the last of them."""
    position, last = find_variant("classic").start(size), None
    for name in moves.split():
        last = position.place(name)
        position = position.play(Square.parse(name))
    return board_state(position, last)


def spoken(position: Position, square: Square) -> str:
    """Return what must be heard of a square, reckoned from the rules alone."""
    disc = position.board.disc_at(square)
    if disc:
        return f"{square}, {disc}"
    if not position.is_legal(square):
        return f"{square}, empty"
    return f"{square}, empty, legal, flips {len(position.place(square).turned)}"


def random_position(size: int, plies: int) -> Position:
    chance, game = random.Random(size), Game(size=size)
    for _ in range(plies):
        if not game.is_over():
            game.push(chance.choice(list(game.position.legal_moves)))
    return game.position


# What is seen and heard


@pytest.mark.parametrize("size", [4, 6, 8, 12, 16])
def test_every_square_of_every_size_says_what_the_rules_say(table: Table, size: int) -> None:
    for plies in (0, size, size * 3):
        position = random_position(size, plies)
        table.show(board_state(position))
        squares = [Square.at(index, size) for index in range(size * size)]
        assert table.names() == [spoken(position, square) for square in squares]
        assert table.count("[role=row]") == size
        assert table.count(".face.black") == str(position.board).count("X")
        assert table.count(".dot") == len(position.legal_moves.squares)


def test_the_squares_lie_where_their_names_say(table: Table) -> None:
    table.show(after(""))
    corner, far, below = (table.square(name).bounding_box() for name in ("a1", "h1", "a2"))
    assert corner
    assert far
    assert below
    assert far["x"] > corner["x"] + 300
    assert far["y"] == corner["y"]
    assert below["y"] > corner["y"]
    assert below["x"] == corner["x"]


def test_the_last_move_and_what_it_flipped_are_seen_and_heard(table: Table) -> None:
    table.show(after("f5 f6"))
    names = table.names()
    assert "f6, white, last move" in names
    assert "e5, white, flipped" in names
    assert "f5, black" in names
    assert (table.count("circle.last"), table.count("circle.flipped")) == (1, 1)


def test_texts_marks_arrows_and_plans_are_seen_and_heard(table: Table) -> None:
    note = {"text": "+4", "strong": True, "source": "exact", "tone": "good"}
    table.show(
        {
            **after("f5"),
            "texts": {"d6": note, "f5": "1"},
            "marks": {"ring": ["d4"], "frame": ["a1"], "cross": ["h8"], "stable": ["e4"]},
            "arrows": [["a1", "h8"]],
            "premove": "g4",
        }
    )
    names = table.names()
    for name in (
        "d6, empty, legal, flips 1, +4, exact",
        "f5, black, last move, 1",
        "d4, white, ringed",
        "a1, empty, framed",
        "h8, empty, crossed",
        "e4, black, stable",
        "g4, empty, planned",
    ):
        assert name in names
    assert table.board.locator(".note.strong").text_content() == "+4✓"
    assert table.count(".dot") == 2  # the third legal square shows its value instead
    for shape in (".ring", ".frame", ".cross", ".stable", ".arrow", ".plan"):
        assert table.count(shape) == 1, shape


def test_a_text_is_never_markup(table: Table) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    table.show({**after(""), "texts": {"a1": hostile}}, label=hostile)
    assert table.count("img") == 0
    assert f"a1, empty, {hostile}" in table.names()
    assert table.board.locator(".note").text_content() == "<img …" + hostile


def test_the_skins_show_and_say_their_own_discs(table: Table) -> None:
    for skin, (black, white) in {
        "classic": ("black", "white"),
        "red-yellow": ("red", "yellow"),
        "xo": ("X", "O"),
        "yesno": ("YES", "NO"),
    }.items():
        table.show({**after("f5"), "skin": skin})
        assert f"f5, {black}, last move" in table.names()
        assert f"d4, {white}" in table.names()
    assert table.board.locator(".label").all_text_contents().count("YES") == 4
    label, last = (table.square("f5").locator(one).bounding_box() for one in (".label", ".last"))
    assert label
    assert last
    assert last["y"] + last["height"] <= label["y"] + label["height"] / 4


def test_from_the_other_side_everything_is_turned(table: Table) -> None:
    table.show({**after("f5"), "orientation": 180, "arrows": [["a1", "a3"]]})
    assert [name.split(",")[0] for name in table.names()][:2] == ["h8", "g8"]
    letters = table.board.locator(".names text").all_text_contents()
    assert letters[:4] == ["h", "8", "g", "7"]
    table.begin_at("c3")
    assert table.press("ArrowRight") == "b3"
    assert table.press("ArrowDown") == "b2"
    assert table.press("Home") == "h2"
    table.square("d6").click()
    assert table.heard("play") == [["play", "d6"]]


def test_coordinates_stand_outside_inside_or_nowhere(table: Table) -> None:
    counts = {}
    for place in ("outside", "inside", "none"):
        table.show(after(""), coordinates=place)
        counts[place] = (table.count(".names text"), table.count(".inside"))
    assert counts == {"outside": (16, 0), "inside": (16, 1), "none": (0, 0)}


def test_a_small_board_is_one_picture_with_a_summary(table: Table) -> None:
    table.show(after("f5 f6"), mini="", label="Anna and Zoe")
    picture = table.board.get_by_role("img")
    summary = "Anna and Zoe. Board 8 by 8: black 3, white 3, last move f6"
    assert picture.get_attribute("aria-label") == summary
    assert table.count("[role=gridcell]") == 0
    assert table.small_discs() == (3, 3)


def test_a_state_that_cannot_be_drawn_is_refused_in_a_sentence(table: Table) -> None:
    table.show(after(""))
    refuse = """(board, state) => {
      try { board.state = state; } catch (error) { return `${error}`; }
    }"""
    start = after("")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"size": 17}, "RangeError: a board has 4 to 16 columns, not 17"),
        ({"cells": "-"}, "RangeError: cells are 64 of the signs X, O and -"),
        ({"cells": "x" * 64}, "RangeError: cells are 64 of the signs X, O and -"),
        ({"premove": "i1"}, "RangeError: there is no i1 on 8x8"),
        ({"premove": "a01"}, "RangeError: there is no a01 on 8x8"),
    ]
    for change, sentence in cases:
        assert table.board.evaluate(refuse, {**start, **change}) == sentence
    assert len(table.names()) == 64


def test_a_state_given_before_the_component_was_loaded_is_shown(table: Table) -> None:
    table.page.evaluate(
        """(state) => {
          const bare = new DOMParser().parseFromString("<outflank-board>", "text/html");
          const board = bare.querySelector("outflank-board");
          board.state = state;
          document.querySelector("div").replaceChildren(board);
        }""",
        after("f5"),
    )
    expect(table.square("f5")).to_have_attribute("aria-label", "f5, black, last move")


# Playing


def test_a_click_plays_a_legal_square_and_only_that(table: Table) -> None:
    table.show(after(""))
    table.square("f5").click()
    table.square("a1").click()
    table.square("d4").click()
    heard = table.heard("play", "refuse")
    assert heard == [["play", "f5"], ["refuse", "a1"], ["refuse", "d4"]]


def test_a_board_that_is_disabled_or_only_shown_plays_nothing(table: Table) -> None:
    table.show({**after(""), "disabled": True})
    table.square("f5").click(force=True)
    table.press("Enter")
    assert table.board.get_by_role("grid").get_attribute("aria-disabled") == "true"
    assert table.heard("play", "refuse") == []
    table.show(after(""))
    table.board.evaluate("board => { board.removeAttribute('interactive'); board.draw(); }")
    table.square("f5").click()
    assert table.board.get_by_role("grid").get_attribute("aria-readonly") == "true"
    assert table.heard("play", "refuse") == []
    assert table.press("ArrowRight") == "g5"


def test_other_squares_can_be_opened_for_plans_and_for_setting_up(table: Table) -> None:
    table.show({**after(""), "legal": [], "choose": "empty"})
    table.square("a1").click()
    table.square("d4").click()
    assert table.heard("play", "refuse") == [["play", "a1"], ["refuse", "d4"]]
    table.show({**after(""), "choose": "any"})
    table.square("d4").click()
    assert table.heard("play", "refuse") == [["play", "d4"]]


def test_a_tap_plays(open_table: Callable[..., Table]) -> None:
    table = open_table(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 700})
    table.show(after(""))
    table.square("d3").tap()
    assert table.heard("play", "refuse") == [["play", "d3"]]


def test_the_board_is_one_stop_of_the_tab_key(table: Table) -> None:
    table.show(after(""))
    assert table.count("[tabindex='0']") == 1
    table.page.keyboard.press("Tab")
    assert table.focused() == "d3"  # the first legal square
    table.page.keyboard.press("ArrowDown")
    assert table.count("[tabindex='0']") == 1
    table.page.keyboard.press("Tab")
    assert table.focused() == ""
    table.page.keyboard.press("Shift+Tab")
    assert table.focused() == "d4"


def test_keys_walk_over_the_board_and_stop_at_its_edge(table: Table) -> None:
    table.show(after(""))
    table.begin_at("c3")
    assert table.press("ArrowRight", "ArrowDown") == "d4"
    assert table.press("ArrowLeft", "ArrowUp") == "c3"
    assert table.press("Home") == "a3"
    assert table.press("ArrowLeft") == "a3"
    assert table.press("End") == "h3"
    assert table.press("PageDown") == "h8"
    assert table.press("ArrowDown") == "h8"
    assert table.press("Control+Home") == "a1"
    assert table.press("ArrowUp") == "a1"
    assert table.press("Control+End") == "h8"
    assert table.press("PageUp") == "h1"
    assert table.heard("focus-square")[-1] == ["focus-square", "h1"]


def test_enter_and_space_play_the_square_under_the_cursor(table: Table) -> None:
    table.show(after(""))
    table.begin_at("f5")
    table.press("Enter", "Space", "ArrowRight", "Enter")
    assert table.heard("play", "refuse") == [["play", "f5"], ["play", "f5"], ["refuse", "g5"]]


def test_a_typed_name_leads_to_its_square(table: Table) -> None:
    table.show(after(""))
    table.begin_at("a1")
    assert table.press("f") == "a1"
    assert table.count(".typed") == 1
    assert table.press("5") == "f5"
    assert table.count(".typed") == 0
    table.press("Enter")
    assert table.heard("play") == [["play", "f5"]]
    assert table.press("c", "9") == "f5"  # there is no ninth row
    assert table.press("4") == "c4"
    assert table.press("d", "Escape", "1") == "c4"
    assert table.press("C", "3") == "c3"


def test_a_typed_name_may_have_two_figures(table: Table) -> None:
    table.show(board_state(find_variant("classic").start(16)))
    table.begin_at("a1")
    assert table.press("p", "1") == "p1"
    assert table.press("6") == "p16"
    assert table.press("n", "1", "0") == "n10"
    assert table.press("n", "1", "7") == "n1"


def test_keys_lead_from_one_legal_square_to_the_next(table: Table) -> None:
    table.show(after(""))
    table.begin_at("d3")
    assert [table.press(key) for key in (".", "n", ".", ".")] == ["c4", "f5", "e6", "d3"]
    assert [table.press(key) for key in (",", "N")] == ["e6", "f5"]


def test_other_keys_are_left_to_the_page(table: Table) -> None:
    table.show(after(""))
    table.page.evaluate(
        """() => { window.left = [];
          addEventListener("keydown", (event) => event.defaultPrevented || left.push(event.key));
        }"""
    )
    table.begin_at("d3")
    table.press("u", "Escape", "p", "Control+a", "1", "ArrowUp", "a", "1", "Control+ArrowLeft")
    left = ["u", "Escape", "p", "Control", "a", "1", "Control", "ArrowLeft"]
    assert table.page.evaluate("() => window.left") == left


def test_the_cursor_stays_when_the_board_is_built_anew(table: Table) -> None:
    table.show(after(""))
    table.begin_at("f5")
    table.change({**after("f5"), "orientation": 180})
    assert table.focused() == "f5"
    table.change(after("", size=4))
    assert table.focused() == "b1"


# The preview of a move


def test_the_pointer_shows_what_a_move_would_do(table: Table) -> None:
    table.show(after("f5"))
    table.square("d6").hover()
    expect(table.board.locator(".ghost")).to_have_count(1)
    assert table.square("d6").locator(".ghost .white").count() == 2  # its face and its edge
    assert table.square("d5").locator(".flip").count() == 1
    assert table.count(".flip") == 1
    assert table.count(".dot") == 2
    table.square("a1").hover()
    expect(table.board.locator(".ghost")).to_have_count(0)
    assert table.count(".flip") == 0


def test_the_keyboard_shows_it_too(table: Table) -> None:
    table.show(after("f5"))
    table.begin_at("c6")
    table.press("ArrowRight")
    expect(table.board.locator(".ghost")).to_have_count(1)
    assert table.square("d5").locator(".flip").count() == 1
    expect(table.square("d6").locator(".cursor")).to_be_visible()
    expect(table.square("c6").locator(".cursor")).to_be_hidden()


def test_a_board_that_is_only_shown_previews_nothing(table: Table) -> None:
    table.show({**after("f5"), "disabled": True})
    table.square("d6").hover()
    table.change({**after("f5"), "disabled": True})
    assert table.count(".ghost") == 0


def test_an_answer_decides_which_disc_is_previewed(table: Table) -> None:
    position = find_variant("yesno").start().hear("no")
    table.show({**board_state(position), "skin": "yesno"})
    assert "f5, empty, legal, flips 0, places NO" in table.names()
    table.square("f5").hover()
    expect(table.square("f5").locator(".ghost .label")).to_have_text("NO")
    assert table.count(".flip") == 0


def test_dots_can_be_left_away(table: Table) -> None:
    table.show({**after(""), "hints": False})
    assert table.count(".dot") == 0
    table.square("f5").click()
    assert table.heard("play") == [["play", "f5"]]


# Motion


def long_line() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the states before and after a move that flips five discs in a row."""
    board = Board.parse("-OOOOOX-" + "-" * 56)
    before = Position(find_variant("classic"), board, find_variant("classic").start().turn)
    return board_state(before), board_state(before.play("a1"), before.place("a1"))


def test_discs_turn_over_one_after_the_other(table: Table) -> None:
    before, then = long_line()
    table.show(before)
    table.change(then)
    moving = [one for one in table.animations() if one["name"] in ("away", "toward")]
    assert {one["duration"] for one in moving} == {300}
    for kind in ("away", "toward"):
        delays = sorted(one["delay"] for one in moving if one["name"] == kind)
        assert delays == [0, 35, 70, 105, 140]
    assert {one["delay"] for one in moving if one["square"].startswith("d1")} == {70}
    table.finish_animations()
    assert table.count(".away") + table.count(".toward") + table.count(".turning") == 0
    assert table.count(".face.black") == 7


def test_a_machine_that_cannot_keep_up_is_spared_the_motion(table: Table) -> None:
    before, then = long_line()
    table.show(before)
    table.change(then)
    assert table.animations()
    table.page.evaluate("{ const at = performance.now(); performance.now = () => at + 1000; }")
    table.finish_animations()
    table.change(before)
    table.change(then)
    assert table.animations() == []
    table.page.evaluate("{ const at = performance.now(); performance.now = () => at + 10_001; }")
    table.change(before)
    table.change(then)
    assert table.animations()


def test_discs_of_small_boards_turn_over_too(table: Table) -> None:
    before, then = long_line()
    table.show(before, mini="")
    assert table.animations() == []
    table.change(then)
    moving = table.animations()
    assert {(one["name"], one["duration"]) for one in moving} == {("turn", 300)}
    assert sorted(one["delay"] for one in moving) == [0, 35, 70, 105, 140]
    table.finish_animations()
    assert (table.count(".turning"), table.small_discs()) == (0, (7, 0))
    table.change({**before, "cells": "-" * 64})
    assert (table.small_discs(), table.count("circle.last")) == ((0, 0), 0)


def test_nothing_moves_but_what_a_move_flipped(table: Table) -> None:
    before, then = long_line()
    table.show(then)
    assert table.animations() == []  # the first thing shown
    table.change(before)
    assert table.animations() == []  # a move taken back
    table.change({**then, "last": None})
    assert table.animations() == []  # a position set up


def test_a_second_move_does_not_wait_for_the_first(table: Table) -> None:
    table.show(after(""))
    table.change(after("f5"))
    table.change(after("f5 f6"))
    assert {one["square"].split(",")[0] for one in table.animations()} == {"e5"}
    table.finish_animations()
    assert table.count(".away") == 0


@pytest.mark.parametrize(
    ("options", "attributes"), [({"reduced_motion": "reduce"}, {}), ({}, {"still": ""})]
)
def test_without_motion_discs_change_at_once(
    open_table: Callable[..., Table], options: dict[str, Any], attributes: dict[str, str]
) -> None:
    before, then = long_line()
    table = open_table(**options)
    table.show(before, **attributes)
    table.change({**then, "last": {**then["last"], "answer": "maybe"}})
    assert table.animations() == []
    assert table.count(".face.black") == 7
    assert table.count(".glow") + table.count(".away") == 0


def test_a_maybe_makes_the_board_glow_once(table: Table) -> None:
    before, then = long_line()
    table.show(before)
    maybe = {**then, "last": {**then["last"], "answer": "maybe", "forced": ["b1"]}}
    table.change(maybe)
    table.change(maybe)
    assert [one["duration"] for one in table.animations() if one["name"] == "glow"] == [600]
    assert "b1, black, flipped, turned by the answer" in table.names()
    table.finish_animations()
    assert table.count(".glow") == 0
    assert table.count("svg.maybe, .maybe") == 1


def test_only_what_changed_is_drawn_anew(table: Table) -> None:
    table.show(after(""))
    touched = table.board.evaluate(
        """(board, state) => {
          const watch = new MutationObserver(() => {});
          watch.observe(board.shadowRoot, {subtree: true, childList: true, attributes: true});
          board.state = {...board.state};
          board.draw();
          const none = watch.takeRecords().length;
          board.state = state;
          board.draw();
          const cells = watch.takeRecords().map((one) => one.target.closest(".cell"));
          return [none, new Set(cells.filter(Boolean)).size];
        }""",
        after("f5"),
    )
    # f5 and e5 changed, three legal squares went and three came, and the tab stop moved.
    assert touched == [0, 8]


# Colours


def colors_of(table: Table) -> dict[str, str]:
    """Return the colours as they are painted, as #rrggbb, by what they paint."""
    return dict(
        table.board.evaluate(
            """(board) => {
              const hex = (text) => "#" + text.match(/[\\d.]+/g).slice(0, 3)
                .map((one) => Math.round(one).toString(16).padStart(2, "0")).join("");
              const found = {};
              const note = (name, selector, property) => {
                const element = board.shadowRoot.querySelector(selector);
                found[name] = hex(getComputedStyle(element)[property]);
              };
              note("felt", ".felt", "fill");
              note("dot", ".dot", "fill");
              note("cursor", ".cursor", "stroke");
              note("plan", ".plan", "stroke");
              for (const mark of ["ring", "frame", "cross"]) note(mark, `.${mark}`, "stroke");
              note("arrow", ".arrow", "fill");
              note("arrow edge", ".arrow", "stroke");
              for (const side of ["black", "white"]) {
                note(`${side} edge`, `.face.${side}`, "stroke");
                note(`${side} flipped`, `.on-${side} .flipped`, "stroke");
                note(`${side} forced`, `.on-${side} .forced`, "stroke");
                note(`${side} stable`, `.on-${side} .stable`, "stroke");
                note(`${side} note`, `.on-${side} .note`, "fill");
                for (const stop of ["light", "body", "shade"]) {
                  note(`${side} ${stop}`, `#${side} .${stop}`, "stopColor");
                }
              }
              note("pill", ".pill:not(.strong)", "fill");
              for (const tone of ["good", "even", "bad"]) note(tone, `.note.${tone}`, "fill");
              note("best pill", ".pill.strong", "fill");
              note("best", ".note.strong", "fill");
              return found;
            }"""
        )
    )


def everything() -> dict[str, Any]:
    """Return a state with every kind of mark on it, on discs of both colours."""
    start = after("")
    return {
        **start,
        "cells": "XOXOXO--" + start["cells"][8:],
        "last": {"square": "a1", "flipped": ["a1", "b1"], "forced": ["c1", "d1"]},
        "marks": {"ring": ["a2"], "frame": ["b2"], "cross": ["c2"], "stable": ["e1", "f1"]},
        "arrows": [["a8", "h8"]],
        "premove": "h7",
        "texts": {
            "e1": "1",
            "f1": "2",
            "a4": {"text": "+1", "tone": "good"},
            "a5": {"text": "0"},
            "a6": {"text": "-1", "tone": "bad"},
            "a7": {"text": "+9", "tone": "even", "strong": True},
        },
    }


def too_faint(seen: dict[str, str]) -> list[str]:
    """Return what does not stand out enough from what lies behind it."""
    pairs = [(name, "felt", SHAPE) for name in ("dot", "cursor", "plan", "ring", "frame", "cross")]
    pairs += [("arrow", "felt", SHAPE), ("arrow edge", "arrow", SHAPE)]
    pairs += [(name, "pill", TEXT) for name in ("good", "even", "bad")]
    pairs += [("best", "best pill", TEXT)]
    for side, stop in product(("black", "white"), ("light", "body", "shade")):
        behind = f"{side} {stop}"
        pairs += [(f"{side} edge", "felt", SHAPE), (f"{side} note", behind, TEXT)]
        pairs += [(f"{side} {mark}", behind, SHAPE) for mark in ("flipped", "forced", "stable")]
    return [
        f"{name} on {behind}: {contrast(seen[name], seen[behind]):.2f}"
        for name, behind, ratio in pairs
        if contrast(seen[name], seen[behind]) < ratio
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_stands_out_in_every_skin_and_theme(
    open_table: Callable[..., Table], scheme: str
) -> None:
    table = open_table(color_scheme=scheme)
    faint = {}
    for skin, theme in product(SKINS, THEMES):
        table.show(everything(), skin=skin, theme=theme)
        if found := too_faint(colors_of(table)):
            faint[skin, theme] = found
    assert faint == {}


def test_the_page_may_choose_the_colours(table: Table) -> None:
    table.show(after(""))
    table.board.evaluate("board => board.style.setProperty('--board-felt', '#7a4b8f')")
    fill = "element => getComputedStyle(element).fill"
    assert table.board.locator(".felt").evaluate(fill) == "rgb(122, 75, 143)"


def test_forced_colours_are_the_systems(open_table: Callable[..., Table]) -> None:
    table = open_table(forced_colors="active")
    table.show(everything())
    seen = colors_of(table)
    assert seen["felt"] == "#ffffff"
    assert seen["black edge"] == seen["white edge"] == "#000000"
    assert contrast(seen["dot"], seen["felt"]) >= SHAPE


# The whole


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_demonstration_page(
    open_demo: Callable[..., Page], scheme: str
) -> None:
    assert_accessible(open_demo(color_scheme=scheme))


def test_axe_finds_nothing_on_a_board_full_of_marks(table: Table) -> None:
    for attributes in ({}, {"mini": ""}, {"coordinates": "inside", "skin": "yesno"}):
        table.show(everything(), **attributes)
        assert_accessible(table.page)


def test_a_game_is_played_on_the_demonstration_page(open_demo: Callable[..., Page]) -> None:
    table = Table(open_demo())
    notice, table.board = table.page.locator("#notice"), table.page.locator("#board")
    for move, sentence in {
        "f5": "White to move. Black 4, white 1.",
        "f6": "Black to move. Black 3, white 3.",
    }.items():
        table.square(move).click()
        expect(notice).to_have_text(sentence)
    table.square("a1").click()
    expect(notice).to_have_text("a1 outflanks nothing.")
    table.page.get_by_role("button", name="Take back").click()
    expect(notice).to_have_text("White to move. Black 4, white 1.")
    table.page.get_by_label("Game").select_option("Yes/No Othello")
    expect(notice).to_contain_text("The oracle says")
    expect(table.square("d4")).to_have_attribute("aria-label", "d4, NO")
    table.page.get_by_label("Size").select_option("6")
    expect(table.square("f6")).to_have_attribute("aria-label", "f6, empty")


def test_a_phone_shows_the_whole_board_without_scrolling_sideways(
    open_demo: Callable[..., Page],
) -> None:
    page = open_demo(viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    box = page.locator("#board").bounding_box()
    assert box
    assert box["width"] == pytest.approx(box["height"])
    assert box["width"] > 280


def test_the_component_is_one_small_file() -> None:
    written = FILE.read_text(encoding="utf-8")
    assert not re.search(r"^\s*import\b|\bimport\(\"", written, re.MULTILINE)
    assert len(gzip.compress(written.encode())) < 20_000
