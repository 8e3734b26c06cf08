"""A page with one board on it, and states of boards, for the tests of the board component."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from outflank.faces.web.pages.board_states import board_state
from outflank.rules import Square, find_variant

__all__ = ["HOLD_TIME", "BoardPage", "OpenBoardPage", "OpenDemo", "after", "everything"]

# Lets a figure follow its letter in time, however slowly the keys come.
HOLD_TIME = """() => Object.defineProperty(KeyboardEvent.prototype, "timeStamp", {
  get: () => 0,
  configurable: true,
})"""

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

_CLEAR = """() => {
  document.activeElement?.blur();
  document.querySelector("div").replaceChildren();
  window.heard = [];
  delete KeyboardEvent.prototype.timeStamp;
}"""

_CHANGE = """(board, state) => {
  board.state = state;
  board.draw();
  for (const one of board.shadowRoot.getAnimations()) one.pause();
}"""


class BoardPage:
    """A page with one board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.element = page.locator("outflank-board")

    def clear(self) -> None:
        """Remove the board, and move the pointer and the focus away from its place."""
        self.page.evaluate(_CLEAR)
        self.page.mouse.move(0, 0)

    def show(self, state: dict[str, Any], **attributes: str) -> None:
        """Put a new board on the page."""
        self.page.evaluate(_SHOW, [state, {"interactive": "", **attributes}])

    def change(self, state: dict[str, Any]) -> None:
        """Give the board another state, draw it at once, and hold all motions at their start."""
        self.element.evaluate(_CHANGE, state)

    def names(self) -> list[str]:
        """The spoken name of each square, row by row as the board is seen."""
        cells = "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        return list(self.element.locator("[role=gridcell]").evaluate_all(cells))

    def square(self, name: str) -> Locator:
        return self.element.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def heard(self, *kinds: str) -> list[list[str]]:
        """The events since the last call."""
        heard = self.page.evaluate("() => window.heard.splice(0)")
        return [event for event in heard if event[0] in kinds]

    def focused(self) -> str:
        find = "board => board.shadowRoot.activeElement?.getAttribute('aria-label') ?? ''"
        return str(self.element.evaluate(find)).split(",")[0]

    def begin_at(self, name: str) -> None:
        self.element.evaluate("(board, square) => board.focus({square})", name)

    def press(self, *keys: str) -> str:
        for key in keys:
            self.page.keyboard.press(key)
        return self.focused()

    def count(self, selector: str) -> int:
        return self.element.locator(selector).count()

    def small_discs(self) -> tuple[int, int]:
        """The discs of a small board that are not moving, black and white."""
        paths = [self.element.locator(f"path.mini.{side}") for side in ("black", "white")]
        black, white = ((path.get_attribute("d") or "").count("M") for path in paths)
        return black, white

    def animations(self) -> list[dict[str, Any]]:
        """The running motions, in the order in which they started."""
        found: list[dict[str, Any]] = self.element.evaluate(
            """board => board.shadowRoot.getAnimations().map(({animationName, effect}) => ({
              name: animationName,
              square: effect.target.closest(".cell")?.getAttribute("aria-label") ?? "",
              delay: Math.round(effect.getTiming().delay),
              duration: effect.getTiming().duration,
            }))"""
        )
        return found

    def finish_animations(self) -> None:
        self.element.evaluate(
            """async (board) => {
              for (const one of board.shadowRoot.getAnimations()) one.finish();
              const late = new Promise((drawn) => setTimeout(drawn, 10_000));
              for (let frame = 0; frame < 2; frame += 1) {
                await Promise.race([new Promise(requestAnimationFrame), late]);
              }
            }"""
        )


OpenBoardPage = Callable[..., BoardPage]
OpenDemo = Callable[..., Page]


def after(moves: str, size: int = 8) -> dict[str, Any]:
    """Return the state after some moves, with the last of them."""
    position, last = find_variant("classic").start(size), None
    for name in moves.split():
        last = position.place(name)
        position = position.play(Square.parse(name))
    return board_state(position, last)


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
