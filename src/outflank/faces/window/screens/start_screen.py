"""The start screen: the form for a new game and the start button."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.drawing.skins import find_skin
from outflank.faces.local.new_game_form import FormRow
from outflank.faces.window.painting.buttons import Action, Button, draw_button
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.painting.text_field import TextField, draw_field
from outflank.faces.window.screens.layout import em_of, grid, is_tall, rows_of
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.state import WindowState
from outflank.rules import BLACK, WHITE
from outflank.texts import say

__all__ = ["StartLayout", "draw_start", "field_box", "field_of", "start_buttons"]

_FOOTER = (
    ("resume", Action.RESUME),
    ("open", Action.OPEN),
    ("paste", Action.PASTE),
    ("learn", Action.LEARN),
    ("rules", Action.RULES),
    ("quit", Action.QUIT),
)
_MAX_SEGMENTS = 4
_LETTER = 0.36  # the width of a small letter, in parts of the text size
_MAX_LETTERS = 40  # in a row of choices, if all were as long as the longest
NEXT, PREVIOUS = ">", "<"


@dataclass(frozen=True, slots=True)
class StartLayout:
    """The places of all parts of the start screen."""

    em: int
    title: Rect
    rows: tuple[Rect, ...]
    start: Rect
    message: Rect
    footer: tuple[Rect, ...]

    @classmethod
    def of(cls, window: tuple[int, int], rows: int) -> StartLayout:
        """Divide a window into a title, the rows of the form and buttons."""
        width, height = window
        em = em_of(width, height)
        footer_columns = _footer_columns(width, height, em)
        footer_height = round(em * 2.1) * rows_of(len(_FOOTER), footer_columns)
        # Everything but the rows; one row of buttons is included.
        fixed = round(em * 12.6) + footer_height - round(em * 2.1)
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
        footer = Rect(0, 0, min(breadth, em * 44), footer_height)
        footer.midtop = (width // 2, message.bottom)
        return cls(
            em,
            title,
            tuple(boxes[:rows]),
            start,
            message,
            tuple(grid(footer, len(_FOOTER), footer_columns, em // 2)),
        )


def _footer_columns(width: int, height: int, em: int) -> int:
    """Return how many buttons of the footer stand beside each other: all, if their labels fit."""
    letters = max(len(say(f"window.buttons.{name}")) for name, _ in _FOOTER)
    breadth = min(width - em, em * (32 if is_tall(width, height) else 44))
    room = breadth / len(_FOOTER) - em
    return len(_FOOTER) if letters * em * _LETTER <= room else rows_of(len(_FOOTER), 2)


def _cells(body: Rect, rows: int, columns: int, gap: int) -> list[Rect]:
    """Divide an area into cells, filled column by column."""
    width = (body.width - gap * (columns - 1)) // columns
    height = body.height // rows
    return [
        Rect(body.left + column * (width + gap), body.top + row * height, width, height)
        for column in range(columns)
        for row in range(rows)
    ]


def start_buttons(state: WindowState) -> list[Button]:
    """Return the buttons of the start screen."""
    rows = form_rows(state.form)
    layout = StartLayout.of(state.size, len(rows))
    buttons = []
    for row, box in zip(rows, layout.rows, strict=True):
        buttons += _row_buttons(row, _control(box, layout.em), layout.em)
    label = say("window.buttons.starting" if state.is_opening else "window.buttons.start")
    buttons.append(
        Button(layout.start, label, Action.START, is_primary=True, is_enabled=not state.is_opening)
    )
    buttons += [
        Button(box, say(f"window.buttons.{name}"), action)
        for box, (name, action) in zip(layout.footer, _FOOTER, strict=True)
    ]
    return buttons


def _control(box: Rect, em: int) -> Rect:
    """Return the part of a row to the right of its title."""
    title = round(box.width * 0.34)
    return Rect(box.left + title, box.top + em // 4, box.width - title, box.height - em // 2)


def field_box(state: WindowState, name: str) -> tuple[Rect, int]:
    """Return the place of a row's text field, and the text size."""
    rows = form_rows(state.form)
    layout = StartLayout.of(state.size, len(rows))
    place = [row.name for row in rows].index(name)
    return _control(layout.rows[place], layout.em), layout.em


def field_of(row: FormRow, caret: int) -> TextField:
    """Return the text field of a row."""
    return TextField(row.value, caret, row.max_length)


def _row_buttons(row: FormRow, box: Rect, em: int) -> list[Button]:
    """Return a button for each choice if they are few and short, otherwise two arrows."""
    if row.is_text:
        return [Button(box, "", Action.CHOOSE, f"{row.name}:")]
    choices = list(row.choices.items())
    letters = len(choices) * max(len(label) for _, label in choices)
    is_short = len(choices) <= _MAX_SEGMENTS and letters <= _MAX_LETTERS
    if is_short and box.width >= em * 3.3 * len(choices) ** 0.9:
        boxes = grid(box, len(choices), len(choices), max(2, em // 5))
        return [
            Button(
                place,
                label,
                Action.CHOOSE,
                f"{row.name}:{choice}",
                is_enabled=row.is_enabled,
                is_chosen=choice == row.value,
            )
            for place, (choice, label) in zip(boxes, choices, strict=True)
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


def draw_start(painter: WindowPainter, state: WindowState) -> None:
    """Draw the start screen."""
    palette = painter.palette
    rows = form_rows(state.form)
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
            continue  # a text field, which is already drawn
        draw_button(
            painter,
            button,
            em,
            is_hot=state.overlay is None and button.box.collidepoint(state.pointer),
            is_focused=state.focus == button.name,
        )
    if state.message:
        ink = palette.soft if state.is_message_good else palette.alert
        painter.text(state.message, layout.message, round(em * 0.9), ink, align="center")


def _title(painter: WindowPainter, box: Rect, em: int) -> None:
    skin = find_skin("classic")
    size = round(em * 2.0)
    name = painter.width("Outflank", size)
    disc = round(em * 2.4)
    left = box.centerx - (name + disc + em // 2) // 2
    patch = Rect(left, box.centery - disc // 2, disc, disc)
    painter.card(patch, painter.theme.felt, radius=disc // 5)
    half = disc // 2
    for color, area in ((BLACK, Rect(0, 0, half, disc)), (WHITE, Rect(half, 0, disc, disc))):
        picture = painter.discs.disc(skin.disc(color), disc)
        painter.surface.blit(picture, (patch.left + area.left, patch.top), area)
    words = Rect(patch.right + em // 2, box.top, box.width, box.height)
    painter.text("Outflank", words, size, painter.palette.ink)


def _draw_row(
    painter: WindowPainter, row: FormRow, box: Rect, em: int, *, is_focused: bool
) -> None:
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
        painter.text(row.label, between.inflate(-4, 0), round(em * 0.95), ink, align="center")


def _draw_text(painter: WindowPainter, state: WindowState, row: FormRow, box: Rect) -> None:
    """Draw the text field of a row."""
    blinks_at = None
    if state.overlay is None and state.focus == (Action.CHOOSE, row.name):
        blinks_at = state.caret_time
    field = field_of(row, state.caret)
    draw_field(
        painter, field, box, em_of(*state.size), placeholder=row.placeholder, blinks_at=blinks_at
    )
