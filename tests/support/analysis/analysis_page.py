"""The analysis board in a browser, for tests: what it shows, and what it should show."""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, Page

from outflank.rules import BLACK, WHITE, Position, SquareSet
from support.browser import expect
from support.server.server_process import wait_until

__all__ = ["AnalysisPage", "OpenAnalysis", "names_of"]

# What a screen reader says of a square besides its disc and flips: the last move, values.
_BESIDES = re.compile(
    r"last move|flipped( by the answer)?|[+\N{MINUS SIGN}]?\d+(\.\d+)?|exact|estimated|framed"
)
_SKINS = {"classic": ("black", "white"), "yesno": ("YES", "NO"), "anti": ("black", "white")}


class AnalysisPage:
    """One analysis board."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.notice = page.locator("#notice")
        self.tree = page.locator("#tree")
        self.board = page.locator("#board")

    def square(self, name: str) -> Locator:
        """Return the square with this name on the board."""
        return self.board.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def play(self, *squares: str) -> None:
        """Click on squares, each after the move before it was played."""
        for square in squares:
            self.square(square).click()
            expect(self.square(square)).not_to_have_accessible_name(re.compile("empty"))

    def names(self) -> list[str]:
        """The spoken name of each square, without the last move and the values of moves."""
        self.board.evaluate("board => board.draw()")
        cells = "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        found = self.board.locator("[role=gridcell]").evaluate_all(cells)
        return [
            ", ".join(word for word in name.split(", ") if not _BESIDES.fullmatch(word))
            for name in found
        ]

    def expect_position(self, position: Position) -> None:
        """Wait until the board shows a position with its legal moves."""
        count = position.board.count(BLACK), position.board.count(WHITE)
        expect(self.page.locator("#black-count")).to_have_text(str(count[0]))
        expect(self.page.locator("#white-count")).to_have_text(str(count[1]))
        expect(self.board.locator("[role=gridcell]")).to_have_count(position.size**2)
        expected = names_of(position)
        wait_until(lambda: self.names() == expected, f"the squares of {position}")

    def moves(self) -> list[str]:
        """The moves of the tree, in the order in which it shows them."""
        found = self.tree.locator("[data-node]:not(.start)").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        return [re.sub(r"^(?:\d+\. )?\w+ (\w+).*", r"\1", label) for label in found]

    def current(self) -> Locator:
        """Return the current move."""
        return self.tree.locator("[aria-current]")

    def paste(self, text: str, notation: str = "") -> None:
        """Paste a text into the dialog, and open it."""
        self.page.click("#open")
        self.page.fill("#read-text", text)
        self.page.select_option("#read-format", notation)
        self.page.click("#read-form [type=submit]")


class OpenAnalysis(Protocol):
    """Opens the analysis board at an address, by default without the engine."""

    def __call__(
        self, address: str = "", *, engine: bool = False, **options: object
    ) -> AnalysisPage: ...


def names_of(position: Position) -> list[str]:
    """Return the spoken name that each square should have, without values."""
    black, white = _SKINS[position.variant.name]
    squares = () if position.is_over else position.legal_moves.squares
    is_known = not position.awaits_answer
    names = []
    for square in SquareSet.all(position.size):
        disc = position.board.disc_at(square)
        words = [str(square), "empty" if disc is None else black if str(disc) == "black" else white]
        if square in squares:
            words.append("legal")
            if is_known:
                placed = position.place(square)
                words.append(f"flips {len(placed.turned)}")
                if placed.color is not position.turn:
                    words.append(f"places {black if str(placed.color) == 'black' else white}")
        names.append(", ".join(words))
    return names
