"""The screen of the tutorial and the puzzles: the board, the task and the comments on moves."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from outflank.faces.window.exercise_view import ExerciseView
from outflank.faces.window.painting.buttons import Action, Button, draw_button
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.board_picture import BoardContent, BoardPicture
from outflank.faces.window.screens.layout import BoardLayout, em_of, grid, is_tall, rows_of
from outflank.faces.window.state import WindowState
from outflank.rules import Square, SquareSet
from outflank.texts import say

__all__ = ["ExerciseLayout", "draw_exercise", "exercise_buttons", "exercise_layout"]

_BUTTONS = 4  # of every exercise; some have more
_LONG = 140  # letters of a comment that needs the place of the task, too
_TEXT_SHARE = 0.52  # the task's part of the height that it shares with the comment


@dataclass(frozen=True, slots=True)
class ExerciseLayout:
    """The places of all parts of the screen."""

    em: int
    board: BoardLayout
    heading: Rect
    progress: Rect
    task: Rect
    said: Rect
    footnote: Rect
    buttons: tuple[Rect, ...]

    @classmethod
    def of(
        cls, window: tuple[int, int], size: int, *, coordinates: bool, buttons: int = _BUTTONS
    ) -> ExerciseLayout:
        """Divide a window into the board and the panel beside or below it.

        >>> ExerciseLayout.of((1180, 780), 8, coordinates=True).board.cell
        90
        """
        width, height = window
        em = em_of(width, height)
        gap = max(6, em * 3 // 4)
        letters = round(em * 1.5) if coordinates else 0
        if is_tall(width, height):
            side = min(width - gap, height - round(em * 19.5))
            side = max(side, min(width, height) // 3)
            area = Rect((width - side) // 2, gap // 2, side, side)
            panel = Rect(gap, area.bottom + gap, width - 2 * gap, height - area.bottom - 2 * gap)
        else:
            breadth = max(round(em * 15), min(em * 25, width - height - 2 * gap))
            side = min(height - gap, width - breadth - 3 * gap)
            spare = width - side - breadth - gap
            area = Rect(max(gap // 2, spare // 3), (height - side) // 2, side, side)
            left = area.right + gap + min(2 * gap, spare // 6)
            panel = Rect(left, gap, min(breadth, width - left - gap), height - 2 * gap)
        board = BoardLayout.within(area, size, letters)
        return cls._stacked(em, gap, board, panel, buttons)

    @classmethod
    def _stacked(
        cls, em: int, gap: int, board: BoardLayout, panel: Rect, count: int
    ) -> ExerciseLayout:
        heading = Rect(panel.left, panel.top, panel.width, round(em * 2.2))
        progress = Rect(panel.left, heading.bottom, panel.width, max(6, em // 2))
        wide = count if count <= _BUTTONS else rows_of(count, 2)
        columns = wide if panel.width >= em * 22 else 2
        rows = rows_of(count, columns)
        height = rows * round(em * 2.4) + (rows - 1) * (gap // 2)
        row = Rect(panel.left, panel.bottom - height, panel.width, height)
        footnote = Rect(panel.left, row.top - round(em * 1.9), panel.width, round(em * 1.9))
        top = progress.bottom + gap
        free = footnote.top - top
        # In a high window, the texts stay together near the top.
        free = min(free, em * 22)
        task = Rect(panel.left, top, panel.width, round(free * _TEXT_SHARE) - gap // 2)
        said = Rect(panel.left, task.bottom + gap, panel.width, free - task.height - gap)
        buttons = tuple(grid(row, count, columns, gap // 2))
        return cls(em, board, heading, progress, task, said, footnote, buttons)


def exercise_layout(state: WindowState, view: ExerciseView) -> ExerciseLayout:
    """Return the layout of the screen."""
    return ExerciseLayout.of(
        state.size,
        view.exercise.position.size,
        coordinates=state.form.appearance.coordinates,
        buttons=len(_actions(view)),
    )


def _actions(view: ExerciseView) -> list[tuple[str, Action, bool]]:
    """Return the name of each button, what it does, and whether it can do that now."""
    exercise = view.exercise
    onward = "skip" if exercise.awaits_move else "next"
    if exercise.is_last:
        onward = "finish"
    found = [
        ("leave", Action.LEAVE_EXERCISE, True),
        ("back", Action.PREVIOUS_TASK, exercise.can_go_back),
        ("show_me", Action.SHOW_SOLUTION, exercise.awaits_move and exercise.can_show),
    ]
    if exercise.has_hints:
        found.append(("hint", Action.HINT_TASK, exercise.can_hint))
    if exercise.can_drop:
        found.append(("drop", Action.DROP_TASK, True))
    return [*found, (onward, Action.NEXT_TASK, True)]


def exercise_buttons(state: WindowState, view: ExerciseView) -> list[Button]:
    """Return the buttons: leave, back, show the move, hint and drop if there are such, go on."""
    boxes = exercise_layout(state, view).buttons
    return [
        Button(
            box,
            say(f"window.buttons.{name}"),
            action,
            is_enabled=is_enabled,
            is_primary=action is Action.NEXT_TASK and not view.exercise.awaits_move,
        )
        for box, (name, action, is_enabled) in zip(boxes, _actions(view), strict=True)
    ]


def draw_exercise(painter: WindowPainter, state: WindowState, view: ExerciseView) -> None:
    """Draw the screen."""
    layout, exercise, palette = exercise_layout(state, view), view.exercise, painter.palette
    em = layout.em
    painter.surface.fill(palette.paper)
    BoardPicture(painter, layout.board, _content(state, view)).draw(state.now)
    painter.label(exercise.heading, layout.heading, round(em * 1.25), palette.ink)
    if exercise.seconds_left is None:
        _draw_progress(painter, layout.progress, exercise.number, exercise.total)
    radius = max(4, em * 5 // 8)
    text = exercise.said
    if view.typed:
        text = say("local.game.typed.press_enter", square=view.typed)
    is_long = len(text) > _LONG
    if not is_long:
        painter.card(layout.task, palette.card, border=palette.line, radius=radius)
        painter.paragraph(
            exercise.text, layout.task.inflate(-em * 3 // 2, -em), round(em * 1.05), palette.ink
        )
    if text:
        box = layout.task.union(layout.said) if is_long else layout.said
        _draw_said(painter, box, text, radius, em, is_right=exercise.is_right)
    footnote = " ".join(filter(None, (exercise.footnote, *exercise.skipped[-1:])))
    painter.text(footnote, layout.footnote, round(em * 0.85), palette.soft)
    for button in exercise_buttons(state, view):
        draw_button(
            painter,
            button,
            em,
            is_hot=state.overlay is None and button.box.collidepoint(state.pointer),
            is_focused=state.overlay is None and state.focus == button.name,
        )


def _draw_said(
    painter: WindowPainter, box: Rect, text: str, radius: int, em: int, *, is_right: bool | None
) -> None:
    """Draw the comment on a move, with a tick or a cross, so that colour is not the only sign."""
    palette = painter.palette
    border, ink = palette.line, palette.ink
    if is_right is False:
        border, ink = palette.alert, palette.alert
    elif is_right:
        border, ink = palette.accent, palette.accent
    painter.card(box, palette.card, border=border, radius=radius, width=2)
    inside = box.inflate(-em * 3 // 2, -em)
    if is_right is not None:
        side = round(em * 1.1)
        sign = Rect(inside.left, inside.centery - side // 2, side, side)
        _draw_sign(painter, sign, ink, is_right=is_right)
        left = sign.right + em * 3 // 4
        inside = Rect(left, inside.top, inside.right - left, inside.height)
    painter.paragraph(text, inside, round(em * 1.05), ink)


def _draw_sign(painter: WindowPainter, box: Rect, color: str, *, is_right: bool) -> None:
    """Draw a tick or a cross."""
    tick, cross = [[(0, 0.55), (0.35, 0.9), (1, 0.1)]], [[(0, 0), (1, 1)], [(1, 0), (0, 1)]]
    painter.strokes(box, tick if is_right else cross, color, max(2, box.width // 6))


def _draw_progress(painter: WindowPainter, box: Rect, number: int, total: int) -> None:
    """Draw the progress bar: the number of this task out of all."""
    palette = painter.palette
    painter.card(box, palette.muted, radius=box.height // 2)
    done = Rect(box.left, box.top, max(box.height, box.width * number // total), box.height)
    painter.card(done, palette.accent, radius=box.height // 2)


def _content(state: WindowState, view: ExerciseView) -> BoardContent:
    """Return what the board shows of an exercise."""
    exercise, appearance = view.exercise, state.form.appearance
    aim = _aim(state, view)
    is_framed = aim is not None and view.cursor == aim and exercise.awaits_move
    # The lessons mention the marks, so they are always shown.
    legal = view.legal if exercise.awaits_move else SquareSet(exercise.position.size)
    return BoardContent(
        exercise.position.board,
        view.skin(appearance),
        legal,
        last=exercise.last,
        preview=view.preview(aim),
        cursor=aim if is_framed else None,
        flips=view.flips,
    )


def _aim(state: WindowState, view: ExerciseView) -> Square | None:
    """Return the square under the mouse pointer, or else under the cursor."""
    if state.overlay is not None:
        return None
    return state.hover if state.hover is not None else view.cursor
