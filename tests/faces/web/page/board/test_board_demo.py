"""The board component as a whole: its demonstration page, accessibility and size."""

from __future__ import annotations

import gzip
import re

import pytest

from support.board_page import BoardPage, OpenBoardPage, OpenDemo, everything
from support.browser import assert_accessible, expect
from support.paths import ROOT

pytestmark = pytest.mark.system("chromium")


FOLDER = ROOT / "src/outflank/faces/web/static/board"


# Nineteen boards take their time, and most differ in nothing but their size or their discs.
_ONE_OF_A_KIND = """() => {
  const kinds = new Set();
  for (const board of document.querySelectorAll("outflank-board")) {
    const names = ["skin", "theme", "coordinates", "mini", "interactive"];
    const kind = JSON.stringify(names.map((name) => board.getAttribute(name)));
    if (kinds.has(kind)) board.remove();
    kinds.add(kind);
  }
  return kinds.size;
}"""


def test_axe_finds_no_fault_on_the_demonstration_page(open_demo: OpenDemo) -> None:
    page = open_demo()
    assert page.evaluate(_ONE_OF_A_KIND) > 3
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, colors_only=True)  # everything else is the same in both


def test_axe_finds_no_fault_on_a_board_full_of_marks(board_page: BoardPage) -> None:
    for attributes in ({}, {"mini": ""}, {"coordinates": "inside", "skin": "yesno"}):
        board_page.show(everything(), **attributes)
        assert_accessible(board_page.page)


def test_a_fault_that_axe_finds_fails_a_test(open_board_page: OpenBoardPage) -> None:
    page = open_board_page().page
    page.evaluate("document.querySelector('div').append(document.createElement('img'))")
    with pytest.raises(pytest.fail.Exception, match=r'image-alt: .* \["img"\]'):
        assert_accessible(page)
    assert_accessible(page, looks_only=True)


def test_a_game_can_be_played_on_the_demonstration_page(open_demo: OpenDemo) -> None:
    board_page = BoardPage(open_demo())
    notice, board_page.element = (
        board_page.page.locator("#notice"),
        board_page.page.locator("#board"),
    )
    for move, sentence in {
        "f5": "White to move. Black 4, white 1.",
        "f6": "Black to move. Black 3, white 3.",
    }.items():
        board_page.square(move).click()
        expect(notice).to_have_text(sentence)
    board_page.square("a1").click()
    expect(notice).to_have_text("a1 outflanks nothing.")
    board_page.page.get_by_role("button", name="Take back").click()
    expect(notice).to_have_text("White to move. Black 4, white 1.")
    board_page.page.get_by_label("Game").select_option("Yes/No Othello")
    expect(notice).to_contain_text("The oracle says")
    expect(board_page.square("d4")).to_have_attribute("aria-label", "d4, NO")
    board_page.page.get_by_label("Size").select_option("6")
    expect(board_page.square("f6")).to_have_attribute("aria-label", "f6, empty")


def test_a_phone_shows_the_whole_board_without_scrolling_sideways(
    open_demo: OpenDemo,
) -> None:
    page = open_demo(viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    box = page.locator("#board").bounding_box()
    assert box
    assert box["width"] == pytest.approx(box["height"])
    assert box["width"] > 280


def test_the_component_is_small_and_imports_nothing_from_elsewhere() -> None:
    files, waiting = {}, ["outflank-board.js"]
    while waiting:
        name = waiting.pop()
        if name not in files:
            files[name] = (FOLDER / name).read_text(encoding="utf-8")
            assert not re.search(r"^\s*import\(", files[name], re.MULTILINE)
            found = re.findall(
                r"^\s*(?:import|export)\b.*\bfrom \"(.*)\";$", files[name], re.MULTILINE
            )
            assert len(found) == len(re.findall(r"^\s*import\b", files[name], re.MULTILINE))
            assert all(re.fullmatch(r"\./[a-z_]+\.js", path) for path in found), name
            waiting += [path.removeprefix("./") for path in found]
    assert len(files) > 5
    assert len(gzip.compress("".join(files.values()).encode())) < 20_000
