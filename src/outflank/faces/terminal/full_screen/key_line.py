"""The line at the bottom of a screen with the keys that have an effect now."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.widget import Widget

from outflank.texts import say

__all__ = ["KeyLine"]

_KEPT = 2  # the last keys of the line, such as help and quit, are never left out
_GAP = 2  # columns between keys


class KeyLine(Widget):
    """The keys of a screen, as many as fit; a click on a key presses it.

    The description of a binding is the key of a text in the catalogue.
    Textual's own footer cuts off a key at the end of the line and leaves out the last keys.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key", "key-line--description"}

    def __init__(self, is_shown: Callable[[Binding], bool] = lambda _: True) -> None:
        super().__init__(id="keys")
        self._is_shown = is_shown
        self._keys: list[tuple[str, str, str]] = []  # the shown name, the effect, the key itself

    def on_mount(self) -> None:
        """Follow changes of the screen's keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow()

    def _follow(self, _: object = None) -> None:
        if self.screen.is_active and (keys := self._possible()) != self._keys:
            self._keys = keys
            self.refresh()

    def _possible(self) -> list[tuple[str, str, str]]:
        """Return the keys to show, one for each action."""
        found: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and self._is_shown(binding):
                key = self.app.get_key_display(binding)
                found.setdefault(binding.action, (key, say(binding.description), binding.key))
        return list(found.values())

    def _fitting(self) -> list[tuple[str, str, str]]:
        """Return the keys that fit: leave out keys in front of the last ones."""
        keys = list(self._keys)
        while len(keys) > _KEPT and sum(map(_width, keys)) > self.size.width:
            del keys[-_KEPT - 1]
        return keys

    def render(self) -> Text:
        """Draw the keys that fit."""
        key_style = self.get_component_rich_style("key-line--key")
        word_style = self.get_component_rich_style("key-line--description")
        line = Text(no_wrap=True, overflow="crop")
        for shown, what, _ in self._fitting():
            line.append(f" {shown} ", key_style)
            line.append(f"{what} ", word_style)
        return line

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        right = 0
        for key in self._fitting():
            right += _width(key)
            if event.x < right:
                self.app.simulate_key(key[2])
                return


def _width(key: tuple[str, str, str]) -> int:
    return cell_len(key[0]) + cell_len(key[1]) + 1 + _GAP
