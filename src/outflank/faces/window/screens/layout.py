"""The places of all parts in a window of any size, without drawing."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.rules import Square

__all__ = ["BoardLayout", "PlayLayout", "em_of", "grid", "is_tall", "rows_of"]

_DESIGN = 16  # the text size in a window of the following size
_SMALLEST_TEXT = 11
_WIDE, _HIGH = 1120, 740
_TALL_WIDE, _TALL_HIGH = 560, 960  # with the panel below the board
_TALL = 0.88  # a window narrower than this part of its height has the panel below the board
_LARGE = 0.6  # move list and graph are left out if the board would be a smaller part of the width


def is_tall(width: int, height: int) -> bool:
    """Return whether the panel is below the board."""
    return width < height * _TALL


def em_of(width: int, height: int) -> int:
    """Return the size of ordinary text, the unit of all other sizes.

    >>> em_of(1120, 740), em_of(480, 360), em_of(2240, 1480)
    (16, 11, 32)
    """
    wide, high = (_TALL_WIDE, _TALL_HIGH) if is_tall(width, height) else (_WIDE, _HIGH)
    return max(_SMALLEST_TEXT, round(_DESIGN * min(width / wide, height / high)))


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The place of the board: its squares, rim and coordinates."""

    size: int
    left: int  # of the squares
    top: int
    cell: int
    rim: int
    letters: int  # the width of the coordinates, 0 without them

    @classmethod
    def within(cls, area: Rect, size: int, letters: int) -> BoardLayout:
        """Return the largest board that fits in an area, centred.

        >>> BoardLayout.within(Rect(0, 0, 440, 440), 8, 20).cell
        51
        """
        side = min(area.width, area.height)
        rim = max(3, round(side * 0.012))
        cell = max(1, (side - letters - 2 * rim) // size)
        taken = cell * size + 2 * rim + letters
        left = area.left + (area.width - taken) // 2 + letters + rim
        top = area.top + (area.height - taken) // 2 + letters + rim
        return cls(size, left, top, cell, rim, letters)

    @property
    def felt(self) -> Rect:
        """The area of the squares, without the rim."""
        return Rect(self.left, self.top, self.cell * self.size, self.cell * self.size)

    @property
    def outside(self) -> Rect:
        """The board with its rim."""
        return self.felt.inflate(2 * self.rim, 2 * self.rim)

    def square(self, square: Square) -> Rect:
        """Return the place of a square."""
        return Rect(
            self.left + square.col * self.cell,
            self.top + square.row * self.cell,
            self.cell,
            self.cell,
        )

    def square_at(self, point: tuple[int, int]) -> Square | None:
        """Return the square under a point of the window; None outside the board.

        >>> board = BoardLayout.within(Rect(0, 0, 440, 440), 8, 20)
        >>> str(board.square_at(board.square(Square.parse("f5")).center))
        'f5'
        """
        if not self.felt.collidepoint(point):
            return None
        column, row = (point[0] - self.left) // self.cell, (point[1] - self.top) // self.cell
        return Square(column, row)

    @property
    def stars(self) -> list[tuple[int, int]]:
        """The four dots around the middle of the board; the smallest board has none."""
        near, far = 2, self.size - 2
        if near >= far:
            return []
        return [
            (self.left + self.cell * column, self.top + self.cell * row)
            for row in (near, far)
            for column in (near, far)
        ]


@dataclass(frozen=True, slots=True)
class PlayLayout:
    """The board screen: the board and the panel beside or below it."""

    em: int
    board: BoardLayout
    upper: Rect  # the opponent's seat
    lower: Rect  # the near player's seat
    bar: Rect
    banner: Rect | None  # the oracle's answer, in games with an oracle
    notice: Rect
    moves: Rect | None  # None without room
    graph: Rect | None
    evaluation: Rect | None
    actions: tuple[Rect, ...]

    @classmethod
    def of(
        cls,
        window: tuple[int, int],
        size: int,
        *,
        actions: int,
        has_oracle: bool = False,
        coordinates: bool = True,
    ) -> PlayLayout:
        """Divide a window into the board, the panel and a number of buttons."""
        width, height = window
        em = em_of(width, height)
        gap = max(6, em * 3 // 4)
        letters = round(em * 1.5) if coordinates else 0
        if is_tall(width, height):
            needed = _panel_height(em, gap, width - 2 * gap, actions, has_oracle=has_oracle)
            free = height - needed - 2 * gap
            more = _evaluation_height(em) + _history_height(em) + 3 * gap
            if free - more >= width * _LARGE:  # the board stays large enough
                free -= more
            side = max(min(width - gap, free), min(width, height) // 3)
            area = Rect((width - side) // 2, gap // 2, side, side)
            board = BoardLayout.within(area, size, letters)
            panel = Rect(gap, area.bottom + gap, width - 2 * gap, height - area.bottom - 2 * gap)
        else:
            breadth = max(round(em * 13.5), min(em * 23, width - height - 2 * gap))
            side = min(height - gap, width - breadth - 3 * gap)
            spare = width - side - breadth - gap
            area = Rect(max(gap // 2, spare // 3), (height - side) // 2, side, side)
            board = BoardLayout.within(area, size, letters)
            left = area.right + gap + min(2 * gap, spare // 6)
            top = max(gap, board.outside.top)
            panel = Rect(left, top, min(breadth, width - left - gap), height - top - gap)
        return cls._stacked(em, gap, board, panel, actions, has_oracle=has_oracle)

    @classmethod
    def _stacked(
        cls, em: int, gap: int, board: BoardLayout, panel: Rect, actions: int, *, has_oracle: bool
    ) -> PlayLayout:
        """Stack the parts of the panel: the necessary ones, and as many others as fit."""
        seat, columns = _seat_height(em), _columns(panel.width, em, actions)
        buttons = rows_of(actions, columns) * (_button_height(em) + gap // 2) - gap // 2
        free = panel.height - _panel_height(em, gap, panel.width, actions, has_oracle=has_oracle)
        shows_evaluation = free >= _evaluation_height(em) + gap
        if shows_evaluation:
            free -= _evaluation_height(em) + gap
        y = panel.top

        def take(height: int) -> Rect:
            nonlocal y
            taken = Rect(panel.left, y, panel.width, height)
            y = taken.bottom + gap
            return taken

        upper = take(seat)
        bar = take(max(8, em * 5 // 8))
        banner = take(_banner_height(em)) if has_oracle else None
        notice = take(_notice_height(em))
        history = take(min(free - gap, em * 30)) if free >= _history_height(em) + gap else None
        moves, graph = (None, None) if history is None else _history_boxes(history, em, gap)
        evaluation = take(_evaluation_height(em)) if shows_evaluation else None
        lower = take(seat)
        row = Rect(panel.left, y, panel.width, buttons)
        return cls(
            em=em,
            board=board,
            upper=upper,
            lower=lower,
            bar=bar,
            banner=banner,
            notice=notice,
            moves=moves,
            graph=graph,
            evaluation=evaluation,
            actions=tuple(grid(row, actions, columns, gap // 2)),
        )


def rows_of(count: int, columns: int) -> int:
    """Return the number of rows for a number of items."""
    return -(-count // columns)


def grid(area: Rect, count: int, columns: int, gap: int) -> list[Rect]:
    """Divide an area into equal boxes, row by row; the boxes of a short last row are wider.

    >>> [box.width for box in grid(Rect(0, 0, 310, 40), 3, 3, 5)]
    [100, 100, 100]
    """
    rows = rows_of(count, columns)
    height = (area.height - gap * (rows - 1)) / max(1, rows)
    boxes = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        width = (area.width - gap * (here - 1)) / here
        boxes += [
            Rect(
                round(area.left + column * (width + gap)),
                round(area.top + row * (height + gap)),
                round(width),
                round(height),
            )
            for column in range(here)
        ]
    return boxes


def _history_boxes(box: Rect, em: int, gap: int) -> tuple[Rect, Rect | None]:
    """Divide a box into the move list and the graph, if both fit."""
    moves, graph = box.copy(), box.copy()
    if box.width >= em * 28:
        moves.width = (box.width - gap) // 2
        moves.height = graph.height = min(box.height, em * 12)
        graph.width = box.width - gap - moves.width
        graph.left = moves.right + gap
        return moves, graph
    graph.height = min(round(box.height * 0.4), em * 8)
    if graph.height < em * 4:
        return moves, None
    moves.height = box.height - graph.height - gap
    graph.top = moves.bottom + gap
    return moves, graph


def _seat_height(em: int) -> int:
    return round(em * 3.5)


def _evaluation_height(em: int) -> int:
    return round(em * 2.2)


def _history_height(em: int) -> int:
    """Return the height of the shortest move list."""
    return round(em * 3.5)


def _notice_height(em: int) -> int:
    return round(em * 3.3)


def _banner_height(em: int) -> int:
    return round(em * 3.5)


def _button_height(em: int) -> int:
    return round(em * 2.2)


def _columns(width: int, em: int, actions: int) -> int:
    """Return the number of buttons in a row; no button is alone in the last row."""
    most = max(2, min(actions, 3 if width < em * 30 else actions, width // round(em * 4.4)))
    return most - 1 if most > 2 and actions % most == 1 else most


def _panel_height(em: int, gap: int, width: int, actions: int, *, has_oracle: bool) -> int:
    """Return the height of the necessary parts of the panel."""
    rows = rows_of(actions, _columns(width, em, actions))
    heights = [_seat_height(em), max(8, em * 5 // 8), _notice_height(em), _seat_height(em)]
    if has_oracle:
        heights.append(_banner_height(em))
    buttons = rows * (_button_height(em) + gap // 2)
    return sum(heights) + gap * len(heights) + buttons
