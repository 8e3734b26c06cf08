"""The evaluation graph: bars above and below a line, with its scale and a sentence."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual.widget import Widget

from outflank.faces.local.evaluation import EvaluationGraph
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.texts import say

__all__ = ["TerminalGraph"]

_PARTS: Final = " ▁▂▃▄▅▆▇█"


class TerminalGraph(Widget):
    """Bars for each position: up if black is ahead, down if white is."""

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="graph")
        self.painter = painter
        self._graph = EvaluationGraph.of({}, 0)
        self._sentence = ""

    def show(self, graph: EvaluationGraph, sentence: str) -> None:
        """Show a graph, and the sentence on the viewed position."""
        if (graph, sentence) != (self._graph, self._sentence):
            self._graph, self._sentence = graph, sentence
            self.refresh()

    def render(self) -> Text:
        """Draw the bars, the scale on their left and the sentence below."""
        palette = self.painter.palette
        soft = palette.soft or ""
        half = max((self.size.height - 2) // 2, 1)
        if not any(value is not None for value in self._graph.values):
            return Text(say("terminal.graph"), soft)
        scale, values = self._graph.scale, self._columns(max(self.size.width - 6, 4))
        lines = []
        for row in range(2 * half):
            label = {0: f"+{scale}", half - 1: "0" if half > 1 else "", 2 * half - 1: f"-{scale}"}
            if half == 1:
                label = {0: f"+{scale}", 1: f"-{scale}"}
            line = Text(f"{label.get(row, ''):>4} ", soft)
            for value in values:
                line.append_text(self._bar(value, scale, half, row))
            lines.append(line)
        lines.append(Text(self._sentence, soft))
        return Text("\n").join(lines)

    def _columns(self, width: int) -> list[float | None]:
        """Return the value of each column."""
        columns, values = min(width, self._graph.length * 2), self._graph.values
        moments = (column * self._graph.length // columns for column in range(columns))
        return [values[min(moment, len(values) - 1)] for moment in moments]

    def _bar(self, value: float | None, scale: int, half: int, row: int) -> Text:
        """Draw one character of a bar; row 0 is on top, the line is in the middle."""
        if value is None:
            return Text(" ")
        palette = self.painter.palette
        eighths = round(min(abs(value), scale) / scale * half * 8) if value else 0
        is_up = row < half
        distance = (half - 1 - row) if is_up else row - half
        filled = min(max(eighths - 8 * distance, 0), 8) if (value > 0) == is_up else 0
        if not self.painter.unicode:
            return Text("#" if filled >= 4 else "-" if not distance and is_up else " ")
        ink = palette.accent if value > 0 else palette.gold
        if is_up:
            baseline = not distance and not filled
            return Text("▁" if baseline else _PARTS[filled], palette.line if baseline else ink)
        if not filled:
            return Text(" ")
        if not palette.has_color:
            return Text("█" if filled > 4 else "▀")
        # A bar that hangs down is drawn as a background whose lower part is covered with paper.
        return Text(_PARTS[8 - filled], f"{palette.paper} on {ink}")
