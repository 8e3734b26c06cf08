"""The evaluation graph: bars above and below a line, with its scale and source."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual.widget import Widget

from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.match_view import EvaluationPoint
from outflank.rules import ScoreKind

__all__ = ["TerminalGraph", "describe_evaluation"]

_PARTS: Final = " ▁▂▃▄▅▆▇█"
_SCALES: Final = (4, 8, 16, 32, 64, 100, 144, 196, 256)  # the last are whole boards
_KINDS: Final = {
    ScoreKind.HEURISTIC: "estimate",
    ScoreKind.EXPECTED: "average over the answers",
    ScoreKind.BOOK: "book",
    ScoreKind.PROVEN: "proven",
    ScoreKind.EXACT: "exact",
}


class TerminalGraph(Widget):
    """Bars up where black is ahead and down where white is."""

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="graph")
        self.painter = painter
        self._points: dict[int, EvaluationPoint] = {}
        self._length = 1
        self._names = ("black", "white")

    def show(self, points: dict[int, EvaluationPoint], length: int, names: tuple[str, str]) -> None:
        """Show the evaluations by number of moves, for a game of this length."""
        if (points, length, names) != (self._points, self._length, self._names):
            self._points, self._length, self._names = dict(points), length, names
            self.refresh()

    def render(self) -> Text:
        """Draw the bars, the scale on their left and the source of the last one below."""
        palette = self.painter.palette
        soft = palette.soft or ""
        half = max((self.size.height - 2) // 2, 1)
        if not self._points:
            return Text("The evaluation graph appears here. Press v for a hint.", soft)
        largest = max(abs(point.discs) for point in self._points.values())
        scale = next((step for step in _SCALES if largest <= step), _SCALES[-1])
        width = max(self.size.width - 6, 4)
        values = self._columns(width)
        lines = []
        for row in range(2 * half):
            label = {0: f"+{scale}", half - 1: "0" if half > 1 else "", 2 * half - 1: f"-{scale}"}
            if half == 1:
                label = {0: f"+{scale}", 1: f"-{scale}"}
            line = Text(f"{label.get(row, ''):>4} ", soft)
            for value in values:
                line.append_text(self._bar(value, scale, half, row))
            lines.append(line)
        last = self._points[max(self._points)]
        lines.append(Text(describe_evaluation(last, self._names), soft))
        return Text("\n").join(lines)

    def _columns(self, width: int) -> list[float | None]:
        """Return the value of each column: the last evaluation up to that moment."""
        known = sorted(self._points)
        values: list[float | None] = []
        length = max(self._length, known[-1] + 1, 1)
        columns = min(width, max(length, 1) * 2)
        for column in range(columns):
            moment = column * length / columns
            before = [at for at in known if at <= moment + 1e-9]
            values.append(self._points[before[-1]].discs if before else None)
        return values

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
        # A bar that hangs down is the upper part of a character whose lower part is background.
        return Text(_PARTS[8 - filled], f"{palette.paper} on {ink}")


def describe_evaluation(point: EvaluationPoint, names: tuple[str, str]) -> str:
    """Return an evaluation in words: side, depth, confidence and source.

    >>> from outflank.rules import BLACK, Score
    >>> describe_evaluation(
    ...     EvaluationPoint(2.5, Score(2.5, depth=6), BLACK, "level 5"), ("black", "white")
    ... )
    'Black +2.5, depth 6, estimate by level 5'
    """
    name = names[0] if point.discs >= 0 else names[1]
    score = point.score
    depth = f", depth {score.depth}" if score.depth else ""
    sure = f" at {score.confidence} %" if score.confidence is not None else ""
    whom = f"{name[:1].upper()}{name[1:]} +{abs(point.discs):.1f}"
    return f"{whom}{depth}{sure}, {_KINDS[score.kind]} by {point.source}"
