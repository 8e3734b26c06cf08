"""The oracle's popup: a small animation of its answer before a move."""

from __future__ import annotations

import math
import time
from typing import Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from outflank.drawing.contrast import ink_on
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.closing import ClosesOnce
from outflank.faces.terminal.full_screen.shapes import CellSize, outline
from outflank.rules import Answer, Color
from outflank.texts import say

__all__ = ["OraclePopup"]

_DISC: Final = CellSize(15, 7)
_SPIN: Final = 1.2  # seconds until the disc stops
_ALONE: Final = 2.0  # seconds until the popup closes if only computers play


class OraclePopup(ModalScreen[None], ClosesOnce[None]):
    """A disc that spins and stops on the answer; any key or click closes it."""

    def __init__(
        self,
        answer: Answer,
        sentence: str,
        painter: TerminalPainter,
        *,
        disc: Color,
        closes: bool,
        moves: bool,
    ) -> None:
        super().__init__(classes="dialog popup")
        self._answer = answer
        self._sentence = sentence
        self._painter = painter
        self._disc = disc
        self._closes = closes
        self._moves = moves
        self._began = time.monotonic()

    def compose(self) -> ComposeResult:
        """Compose the popup."""
        with Vertical():
            answer = str(self._answer.text).upper()
            yield Static(
                say("terminal.oracle.says", answer=answer), classes="heading", markup=False
            )
            yield Static("", id="spin")
            yield Static(self._sentence, classes="sentence", markup=False)
            if not self._closes:
                yield Static(say("terminal.oracle.place"), classes="hint", markup=False)

    def on_mount(self) -> None:
        """Start the animation."""
        self._began = time.monotonic()
        self._draw()
        if self._moves:
            self.set_interval(1 / 20, self._draw)
        if self._closes:
            self.set_timer(_ALONE, self._close)

    def _draw(self) -> None:
        passed = time.monotonic() - self._began
        share = min(passed / _SPIN, 1.0) if self._moves else 1.0
        # The disc spins more and more slowly, showing both sides, until it stops.
        angle = 3 * math.pi * (1 - (1 - share) ** 2)
        is_still = share >= 1
        side = self._disc if is_still or math.cos(angle) < 0 else self._disc.opponent
        picture = self._picture(side, abs(math.cos(angle)), is_still)
        for spin in self.query("#spin").results(Static):  # none while the app is closing
            spin.update(picture, layout=False)

    def _picture(self, side: Color, width: float, still: bool) -> Text:  # noqa: FBT001
        palette = self._painter.palette
        word = str(self._answer.text).upper() if still else ""
        if not self._painter.unicode:
            return Text(f"\n\n  ( {word or '...'} )\n\n", "bold")
        fill = self._painter.skin.disc(side).fill
        if self._answer is Answer.MAYBE and still and palette.has_color:
            fill = palette.gold
        style = Style(color=fill, bgcolor=palette.felt) if palette.has_color else Style()
        picture = Text()
        for row, line in enumerate(outline("disc", _DISC, max(width, 0.1))):
            picture.append("\n" if row else "")
            if word and row == _DISC.rows // 2:
                at = (len(line) - len(word)) // 2
                label = Style(bold=True)
                if palette.has_color:
                    label += Style(color=ink_on(fill), bgcolor=fill)
                picture.append(line[:at], style).append(word, label)
                picture.append(line[at + len(word) :], style)
            else:
                picture.append(line, style)
        return picture

    def _close(self) -> None:
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        """Close the popup."""
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        """Close the popup."""
        self.dismiss()
