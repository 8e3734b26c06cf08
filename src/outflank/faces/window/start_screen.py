"""The start screen: every choice in two columns, and one large button."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.drawing.skins import find_skin
from outflank.faces.window.choices import Choice, choices
from outflank.faces.window.layout import em_of, grid, is_tall, rows_of
from outflank.faces.window.painter import Painter
from outflank.faces.window.state import WindowState
from outflank.faces.window.text_field import TextField, draw_field
from outflank.faces.window.widgets import Action, Button, draw_button
from outflank.rules import BLACK, WHITE

__all__ = ["StartLayout", "draw_start", "field_box", "field_of", "start_buttons"]

_FOOT = (
    ("Resume", Action.RESUME),
    ("Open", Action.OPEN),
    ("Paste", Action.PASTE),
    ("Rules", Action.RULES),
    ("Quit", Action.QUIT),
)
_MOST_SEGMENTS = 4
_MOST_LETTERS = 40  # that a row has room for when every word gets as much as the longest
NEXT, PREVIOUS = ">", "<"


@dataclass(frozen=True, slots=True)
class StartLayout:
    """Where things are on the start screen."""

    em: int
    title: Rect
    rows: tuple[Rect, ...]
    start: Rect
    message: Rect
    foot: tuple[Rect, ...]

    @classmethod
    def of(cls, window: tuple[int, int], rows: int) -> StartLayout:
        """Share out a window among a title, rows of choices and buttons."""
        width, height = window
        em = em_of(width, height)
        fixed = round(em * 12.6)  # everything but the rows
        fits_one = is_tall(width, height) and height >= fixed + rows * round(em * 1.9)
        columns = 1 if fits_one else 2
        breadth = min(width - em, em * (32 if columns == 1 else 58))
        count = rows_of(rows, columns)
        row = min(round(em * 2.7), max(em + 4, (height - fixed) // count))
        left = (width - breadth) // 2
        used = fixed + row * count
        top = max(em // 2, (height - used) // 2)
        title = Rect(left, top, breadth, round(em * 3.2))
        body = Rect(left, title.bottom + em // 4, breadth, row * count)
        boxes = _cells(body, count, columns, 2 * em)
        start = Rect(0, 0, min(breadth, em * 22), round(em * 3.2))
        start.midtop = (width // 2, body.bottom + em)
        message = Rect(left, start.bottom, breadth, round(em * 1.5))
        foot = Rect(0, 0, min(breadth, em * 34), round(em * 2.1))
        foot.midtop = (width // 2, message.bottom)
        return cls(
            em,
            title,
            tuple(boxes[:rows]),
            start,
            message,
            tuple(grid(foot, len(_FOOT), len(_FOOT), em // 2)),
        )


def _cells(body: Rect, rows: int, columns: int, gap: int) -> list[Rect]:
    """Divide an area into rows, read down the first column and then down the second."""
    width = (body.width - gap * (columns - 1)) // columns
    height = body.height // rows
    return [
        Rect(body.left + column * (width + gap), body.top + row * height, width, height)
        for column in range(columns)
        for row in range(rows)
    ]


def start_buttons(state: WindowState) -> list[Button]:
    """Return everything that can be pressed on the start screen."""
    rows = choices(state.form)
    layout = StartLayout.of(state.size, len(rows))
    buttons = []
    for row, box in zip(rows, layout.rows, strict=True):
        buttons += _row_buttons(row, _control(box, layout.em), layout.em)
    label = "Setting up ..." if state.is_opening else "Start"
    buttons.append(
        Button(layout.start, label, Action.START, is_primary=True, is_enabled=not state.is_opening)
    )
    buttons += [
        Button(box, word, action) for box, (word, action) in zip(layout.foot, _FOOT, strict=True)
    ]
    return buttons


def _control(box: Rect, em: int) -> Rect:
    """Return the part of a row beside its title."""
    title = round(box.width * 0.34)
    return Rect(box.left + title, box.top + em // 4, box.width - title, box.height - em // 2)


def field_box(state: WindowState, name: str) -> tuple[Rect, int]:
    """Return where the field of a row is, and the size of text."""
    rows = choices(state.form)
    layout = StartLayout.of(state.size, len(rows))
    place = [row.name for row in rows].index(name)
    return _control(layout.rows[place], layout.em), layout.em


def field_of(row: Choice, caret: int) -> TextField:
    """Return the field of a row that is typed."""
    return TextField(row.chosen, caret, row.most_letters)


def _row_buttons(row: Choice, box: Rect, em: int) -> list[Button]:
    """Return a button for each word if they are few and short, or else one before and after."""
    if row.is_text:
        return [Button(box, "", Action.CHOOSE, f"{row.name}:")]
    words = list(row.words.items())
    letters = len(words) * max(len(shown) for _, shown in words)
    is_short = len(words) <= _MOST_SEGMENTS and letters <= _MOST_LETTERS
    if is_short and box.width >= em * 3.3 * len(words) ** 0.9:
        boxes = grid(box, len(words), len(words), max(2, em // 5))
        return [
            Button(
                place,
                shown,
                Action.CHOOSE,
                f"{row.name}:{word}",
                is_enabled=row.is_enabled,
                is_chosen=word == row.chosen,
            )
            for place, (word, shown) in zip(boxes, words, strict=True)
        ]
    side = min(box.height, round(em * 2.2))
    before, after = Rect(box.left, box.top, side, box.height), Rect(0, box.top, side, box.height)
    after.right = box.right
    return [
        Button(before, "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", Action.CHOOSE,
               f"{row.name}:{PREVIOUS}", is_enabled=row.is_enabled),
        Button(after, "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", Action.CHOOSE,
               f"{row.name}:{NEXT}", is_enabled=row.is_enabled),
    ]  # fmt: skip


def draw_start(painter: Painter, state: WindowState) -> None:
    """Draw the start screen."""
    palette = painter.palette
    rows = choices(state.form)
    layout = StartLayout.of(state.size, len(rows))
    em = layout.em
    painter.surface.fill(palette.paper)
    _title(painter, layout.title, em)
    for row, box in zip(rows, layout.rows, strict=True):
        _draw_row(painter, row, box, em, is_focused=state.focus == (Action.CHOOSE, row.name))
        if row.is_text:
            _draw_text(painter, state, row, _control(box, em))
    for button in start_buttons(state):
        if not button.label:
            continue  # a field, which is drawn already
        draw_button(
            painter,
            button,
            em,
            is_hot=state.overlay is None and button.box.collidepoint(state.pointer),
            is_focused=state.focus == button.name,
        )
    if state.message:
        painter.text(state.message, layout.message, round(em * 0.9), palette.alert, align="center")


def _title(painter: Painter, box: Rect, em: int) -> None:
    skin = find_skin("classic")
    size = round(em * 2.0)
    name = painter.width("Outflank", size)
    disc = round(em * 2.4)
    left = box.centerx - (name + disc + em // 2) // 2
    patch = Rect(left, box.centery - disc // 2, disc, disc)
    painter.card(patch, painter.palette.theme.felt, radius=disc // 5)
    half = disc // 2
    for color, area in ((BLACK, Rect(0, 0, half, disc)), (WHITE, Rect(half, 0, disc, disc))):
        picture = painter.discs.disc(skin.disc(color), disc)
        painter.surface.blit(picture, (patch.left + area.left, patch.top), area)
    words = Rect(patch.right + em // 2, box.top, box.width, box.height)
    painter.text("Outflank", words, size, painter.palette.ink)


def _draw_row(painter: Painter, row: Choice, box: Rect, em: int, *, is_focused: bool) -> None:
    palette = painter.palette
    if is_focused:
        around = box.inflate(em // 2, 0)
        painter.card(around, palette.card, border=palette.accent, radius=em // 2, width=2)
    title = Rect(box.left + em // 2, box.top, round(box.width * 0.34) - em, box.height)
    ink = palette.ink if row.is_enabled else palette.faint
    painter.text(row.title, title, round(em * 0.95), ink)
    buttons = _row_buttons(row, _control(box, em), em)
    if len(buttons) == 2 and buttons[0].value.endswith(f":{PREVIOUS}"):
        between = Rect(buttons[0].box.right, box.top, 0, box.height)
        between.width = buttons[1].box.left - between.left
        painter.text(row.shown, between.inflate(-4, 0), round(em * 0.95), ink, align="center")


def _draw_text(painter: Painter, state: WindowState, row: Choice, box: Rect) -> None:
    """Draw the field of a row that is typed."""
    blinks_at = None
    if state.overlay is None and state.focus == (Action.CHOOSE, row.name):
        blinks_at = state.now if state.is_animated else 0.0
    field = field_of(row, state.caret)
    draw_field(painter, field, box, em_of(*state.size), instead=row.instead, blinks_at=blinks_at)
