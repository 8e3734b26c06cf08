"""The analysis board in a browser, as tests see it: what is shown, and how it should be."""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, Page

from outflank.rules import BLACK, WHITE, Position, SquareSet
from support.browser import expect

__all__ = ["AnalysisPage", "OpenAnalysis", "names_of"]

# What is heard of a square besides its disc and what a move there does: the last move, values.
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
        """Return the square of a name on the board."""
        return self.board.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def play(self, *squares: str) -> None:
        """Click on squares, each once the one before is played."""
        for square in squares:
            self.square(square).click()
            expect(self.square(square)).not_to_have_accessible_name(re.compile("empty"))

    def names(self) -> list[str]:
        """What is heard of each square, without what was played last and what moves are worth."""
        self.board.evaluate("board => board.draw()")
        cells = "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        found = self.board.locator("[role=gridcell]").evaluate_all(cells)
        return [
            ", ".join(word for word in name.split(", ") if not _BESIDES.fullmatch(word))
            for name in found
        ]

    def expect_position(self, position: Position) -> None:
        """Wait until the board shows a position, with what may be played in it."""
        count = position.board.count(BLACK), position.board.count(WHITE)
        expect(self.page.locator("#black-count")).to_have_text(str(count[0]))
        expect(self.page.locator("#white-count")).to_have_text(str(count[1]))
        expect(self.board.locator("[role=gridcell]")).to_have_count(position.size**2)
        assert self.names() == names_of(position)

    def moves(self) -> list[str]:
        """The moves of the tree in the order in which they stand there."""
        found = self.tree.locator("[data-node]:not(.start)").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        return [re.sub(r"^(?:\d+\. )?\w+ (\w+).*", r"\1", label) for label in found]

    def current(self) -> Locator:
        """Return the move that is looked at."""
        return self.tree.locator("[aria-current]")

    def paste(self, text: str, notation: str = "") -> None:
        """Paste a text into the dialog, and open it."""
        self.page.click("#open")
        self.page.fill("#read-text", text)
        self.page.select_option("#read-format", notation)
        self.page.click("#read-form [type=submit]")


class OpenAnalysis(Protocol):
    """Opens the analysis board at an address; the engine runs only if it is wanted."""

    def __call__(
        self, address: str = "", *, engine: bool = False, **options: object
    ) -> AnalysisPage: ...


def names_of(position: Position) -> list[str]:
    """Return by what name each square should be heard, values left out."""
    black, white = _SKINS[position.variant.name]
    squares = () if position.is_over() else position.legal_moves.squares
    is_known = not position.awaits_answer()
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
