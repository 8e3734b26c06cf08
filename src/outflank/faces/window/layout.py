"""Where things are in a window of any size: pure reckoning, nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.rules import Square

__all__ = ["BoardLayout", "PlayLayout", "em_of", "grid", "is_tall", "rows_of"]

_DESIGN = 16  # the size of text in the window the look was designed for
_SMALLEST_TEXT = 11
_WIDE, _HIGH = 1120, 740  # that window
_TALL_WIDE, _TALL_HIGH = 560, 960  # and when the panel is under the board
_TALL = 0.88  # a window narrower than this for its height has the panel under the board
_LARGE = 0.6  # of the width: a board that is smaller makes no room for other things


def is_tall(width: int, height: int) -> bool:
    """Tell whether the panel belongs under the board."""
    return width < height * _TALL


def em_of(width: int, height: int) -> int:
    """Return the size of ordinary text, by which everything else is measured.

    >>> em_of(1120, 740), em_of(480, 360), em_of(2240, 1480)
    (16, 11, 32)
    """
    wide, high = (_TALL_WIDE, _TALL_HIGH) if is_tall(width, height) else (_WIDE, _HIGH)
    return max(_SMALLEST_TEXT, round(_DESIGN * min(width / wide, height / high)))


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The board in its place: the squares' side, the rim and the room for coordinates."""

    size: int
    left: int  # of the felt
    top: int
    cell: int
    rim: int
    letters: int  # the room for coordinates, 0 without them

    @classmethod
    def within(cls, area: Rect, size: int, letters: int) -> BoardLayout:
        """Return the largest board that fits into an area, in its middle.

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
        """The squares, without the rim."""
        return Rect(self.left, self.top, self.cell * self.size, self.cell * self.size)

    @property
    def outside(self) -> Rect:
        """The board with its rim."""
        return self.felt.inflate(2 * self.rim, 2 * self.rim)

    def square(self, square: Square) -> Rect:
        """Return where a square is."""
        return Rect(
            self.left + square.col * self.cell,
            self.top + square.row * self.cell,
            self.cell,
            self.cell,
        )

    def square_at(self, point: tuple[int, int]) -> Square | None:
        """Return the square under a point of the window, None beside the board.

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
        """The four points that mark the middle of the board, none on the smallest."""
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
    """The whole screen of a game: the board and, beside or under it, the panel."""

    em: int
    board: BoardLayout
    upper: Rect  # the opponent's seat
    lower: Rect  # the seat of who sits at this side
    bar: Rect
    banner: Rect | None  # what the oracle says, where there is one
    notice: Rect
    moves: Rect | None  # None where there is no room
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
        """Share out a window among the board, the panel and a number of buttons."""
        width, height = window
        em = em_of(width, height)
        gap = max(6, em * 3 // 4)
        letters = round(em * 1.5) if coordinates else 0
        if is_tall(width, height):
            needed = _panel_height(em, gap, width - 2 * gap, actions, has_oracle=has_oracle)
            free = height - needed - 2 * gap
            more = _evaluation_height(em) + _course_height(em) + 3 * gap
            if free - more >= width * _LARGE:  # the board can spare it
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
        """Stack the panel: what must be seen first, then as much of the rest as fits."""
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
        course = take(min(free - gap, em * 30)) if free >= _course_height(em) + gap else None
        moves, graph = (None, None) if course is None else _course(course, em, gap)
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
    """Return how many rows a number of things takes."""
    return -(-count // columns)


def grid(area: Rect, count: int, columns: int, gap: int) -> list[Rect]:
    """Divide an area into equal boxes, row by row; a short last row is stretched.

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


def _course(box: Rect, em: int, gap: int) -> tuple[Rect, Rect | None]:
    """Share out a box between the list of moves and the graph, if there is room for both."""
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


def _course_height(em: int) -> int:
    """Return the height of the shortest list of moves."""
    return round(em * 3.5)


def _notice_height(em: int) -> int:
    return round(em * 3.3)


def _banner_height(em: int) -> int:
    return round(em * 3.5)


def _button_height(em: int) -> int:
    return round(em * 2.2)


def _columns(width: int, em: int, actions: int) -> int:
    """Return how many buttons stand side by side, none of them alone in the last row."""
    most = max(2, min(actions, 3 if width < em * 30 else actions, width // round(em * 4.4)))
    return most - 1 if most > 2 and actions % most == 1 else most


def _panel_height(em: int, gap: int, width: int, actions: int, *, has_oracle: bool) -> int:
    """Return the height of what must be in the panel."""
    rows = rows_of(actions, _columns(width, em, actions))
    heights = [_seat_height(em), max(8, em * 5 // 8), _notice_height(em), _seat_height(em)]
    if has_oracle:
        heights.append(_banner_height(em))
    buttons = rows * (_button_height(em) + gap // 2)
    return sum(heights) + gap * len(heights) + buttons
