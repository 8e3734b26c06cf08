"""Somebody who never played, on the page of a lesson: tries, reads, clicks, and so takes time.

A beginner does at first what looks natural (`scripted_beginner.py` says where this is known from):
a move that flips many discs, or any square if no move is wrong. Then the beginner reads the answer
and finds the right move. What was read and clicked is counted, so that the time it takes can be
computed instead of measured.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from outflank.learning import Lesson, LessonStep
from outflank.rules import Square
from support.browser import expect

__all__ = ["LessonBeginner"]

_WORDS_A_MINUTE = 180  # of a slow reader
_SECONDS_A_CLICK = 5.0  # with finding the place


@dataclass
class LessonBeginner:
    """Goes through the lesson that a page shows."""

    page: Page
    words: int = 0
    clicks: int = 0

    @property
    def minutes(self) -> float:
        """The time that reading and clicking take."""
        return self.words / _WORDS_A_MINUTE + self.clicks * _SECONDS_A_CLICK / 60

    def finish(self, lesson: Lesson) -> None:
        """Do all steps, each with a wrong try first, and read what is said at the end."""
        for step in lesson.steps:
            self._read("#step-title", "#task")
            self._play(self._plausible(step), "wrong")
            self._play(step.wanted[0], "right")
            self.click("#next")
        self._read("#finished")

    def click(self, place: str) -> None:
        """Click or tap on something."""
        self.page.locator(place).click()
        self.clicks += 1

    def _read(self, *places: str) -> None:
        for place in places:
            expect(self.page.locator(place)).to_be_in_viewport(ratio=1)
            self.words += len(self.page.locator(place).inner_text().split())

    def _play(self, square: Square, outcome: str) -> None:
        self.click(f"#board [aria-label^='{square},']")
        expect(self.page.locator("#said")).to_have_class(outcome)
        self._read("#said")

    @staticmethod
    def _plausible(step: LessonStep) -> Square:
        """Return the wrong move that flips the most discs, or a square that cannot be played."""
        position = step.position
        wrong = [square for square in position.legal_moves.squares if not step.is_right(square)]
        if wrong:
            return max(wrong, key=lambda square: len(position.place(square).turned))
        board = position.board
        places = (square for square in board.empty_squares if not position.is_legal(square))
        return next(places, next(iter(board.discs(position.turn.opponent))))
