"""Screens that close once, however fast keys follow each other."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

__all__ = ["ClosesOnce"]


class ClosesOnce(Screen[ScreenResultType]):
    """A screen that gives its result once; keys that were typed ahead do not close others.

    Keys that come before the next screen is shown still reach this one.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen with a result, unless it is closed already."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_screen_suspend(self) -> None:
        """Let go of what was drawn.

        Textual remembers a thousand drawings of widgets, those of closed screens too, and so half
        a megabyte a game.
        """
        for widget in (self, *self.walk_children()):
            widget.refresh()
