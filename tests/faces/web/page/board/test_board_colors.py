"""The colours of the board component: enough contrast in every skin and theme."""

from __future__ import annotations

from itertools import product

import pytest

from outflank.drawing import contrast, skins, themes
from support.board_page import BoardPage, OpenBoardPage, after, everything

pytestmark = pytest.mark.system("chromium")


SKINS = [skin.name for skin in skins()]
THEMES = ["", *(theme.name for theme in themes())]
SHAPE, TEXT = 3.0, 4.5


def colors_of(board_page: BoardPage) -> dict[str, str]:
    """Return the painted colours as #rrggbb, by what they paint."""
    return dict(
        board_page.element.evaluate(
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


def too_faint(seen: dict[str, str]) -> list[str]:
    """Return the parts without enough contrast to their background."""
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


def test_everything_stands_out_in_every_skin_and_theme(open_board_page: OpenBoardPage) -> None:
    board_page = open_board_page(color_scheme="light")
    felts, faint = {}, {}
    for skin, theme in product(SKINS, THEMES):
        board_page.show(everything(), skin=skin, theme=theme)
        for scheme in ("light", "dark"):
            board_page.page.emulate_media(color_scheme=scheme)
            seen = colors_of(board_page)
            felts[skin, theme, scheme] = seen["felt"]
            if found := too_faint(seen):
                faint[skin, theme, scheme] = found
    assert faint == {}
    assert felts["classic", "", "light"] != felts["classic", "", "dark"]


def test_the_page_can_choose_the_colours(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.element.evaluate("board => board.style.setProperty('--board-felt', '#7a4b8f')")
    fill = "element => getComputedStyle(element).fill"
    assert board_page.element.locator(".felt").evaluate(fill) == "rgb(122, 75, 143)"


def test_forced_colours_are_taken_from_the_system(open_board_page: OpenBoardPage) -> None:
    board_page = open_board_page(forced_colors="active")
    board_page.show(everything())
    seen = colors_of(board_page)
    assert seen["felt"] == "#ffffff"
    assert seen["black edge"] == seen["white edge"] == "#000000"
    assert contrast(seen["dot"], seen["felt"]) >= SHAPE
