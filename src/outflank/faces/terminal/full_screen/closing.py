"""Screens that close only once, however fast the player types."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

__all__ = ["ClosesOnce"]


class ClosesOnce(Screen[ScreenResultType]):
    """A screen that returns its result once; keys typed ahead do not close the next screen.

    Keys typed before the next screen is shown still reach this one.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen with a result, unless it is already closed."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_screen_suspend(self) -> None:
        """Free the memory of what was drawn.

        Textual remembers a thousand drawings of widgets, also of closed screens: half a megabyte
        for each game.
        """
        for widget in (self, *self.walk_children()):
            widget.refresh()
