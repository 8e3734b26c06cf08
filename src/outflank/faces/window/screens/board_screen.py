"""The board screen: the board, the panel, the buttons and the toast."""

from __future__ import annotations

from typing import Final, NamedTuple

from pygame import Rect

from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.buttons import Action, Button, draw_button
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.board_picture import BoardContent, BoardPicture
from outflank.faces.window.screens.evaluation_graph import WindowGraph
from outflank.faces.window.screens.layout import PlayLayout, em_of
from outflank.faces.window.screens.move_list import move_at
from outflank.faces.window.screens.panel import Panel
from outflank.faces.window.state import WindowState
from outflank.rules import Square, SquareSet
from outflank.texts import say

__all__ = [
    "MOVES",
    "PRESENT",
    "aim_of",
    "board_buttons",
    "draw_board_screen",
    "draw_seats",
    "move_number_at",
    "play_layout",
]

MOVES: Final = (Action.VIEW, "")  # the name of the move list for the keyboard focus
_FLASH_OPACITY: Final = 0.45
_STILL_FLASH: Final = 0.3  # without animation
PRESENT: Final = "present"  # the value of Action.VIEW for the current position


def aim_of(state: WindowState) -> Square | None:
    """Return the square under the mouse pointer, or else under the cursor."""
    if state.overlay is not None or state.game is None:
        return None
    return state.hover if state.hover is not None else state.game.cursor


def play_layout(state: WindowState, game: WindowMatchView) -> PlayLayout:
    """Return the layout of the screen, above the strip that warns if saving fails."""
    width, height = state.size
    return PlayLayout.of(
        (width, height - _warning_strip(state, game).height),
        game.followed.board.size,
        actions=len(_button_specs(game)),
        has_oracle=bool(game.followed.match.setup.variant.answers),
        coordinates=state.form.appearance.coordinates,
    )


def _warning_strip(state: WindowState, game: WindowMatchView) -> Rect:
    """Return the place of the warning at the bottom; its height is 0 without a warning."""
    width, height = state.size
    strip = round(em_of(width, height) * 1.9) if game.commands.save_problem else 0
    return Rect(0, height - strip, width, strip)


def move_number_at(state: WindowState, game: WindowMatchView, point: tuple[int, int]) -> int | None:
    """Return the move number at a point of the move list or the graph."""
    layout, found = play_layout(state, game), None
    if layout.moves is not None:
        found = move_at(game.followed, layout.moves, layout.em, point)
    if found is None and layout.graph is not None and game.followed.shown_evaluations:
        found = WindowGraph(game.followed, layout.graph, layout.em).move_number_at(point)
    return found


class _ButtonSpec(NamedTuple):
    """A button that has no place yet."""

    label: str
    action: Action
    is_enabled: bool = True
    value: str = ""


def _button_specs(game: WindowMatchView) -> list[_ButtonSpec]:
    """Return the buttons of a game; their number is the same for earlier positions."""
    specs = _history_buttons(game) if game.followed.is_past else _playing_buttons(game)
    return [_ButtonSpec(*spec) for spec in specs]


def _history_buttons(game: WindowMatchView) -> list[tuple[str, Action, bool, str]]:
    is_first = game.followed.move_number == 0
    buttons = [
        (say("window.buttons.first"), Action.VIEW, not is_first, "0"),
        (say("window.buttons.back"), Action.VIEW, not is_first, "-1"),
        (say("window.buttons.forward"), Action.VIEW, True, "+1"),
        (say("window.buttons.return"), Action.VIEW, True, PRESENT),
    ]
    play_on = (say("window.buttons.what_if"), Action.WHAT_IF, True, "")
    if game.followed.people:
        hint = (say("window.buttons.hint"), Action.HINT, game.followed.can_hint, "")
        buttons[3:3] = [hint, play_on]
    else:
        buttons[0] = play_on
    return buttons


def _playing_buttons(game: WindowMatchView) -> list[tuple[str, Action, bool]]:
    is_running = not game.followed.is_over and game.pending is None
    last = (say("window.buttons.new_game"), Action.NEW_GAME, True)
    if game.commands.is_offered("origin"):
        last = (say("window.buttons.origin"), Action.ORIGIN, True)
    again = (say("window.buttons.rematch"), Action.REMATCH, True)
    label = say("window.buttons.stop") if game.review.is_running else say("window.buttons.review")
    review = (label, Action.REVIEW, game.review.can_start)
    if not game.followed.people:
        pause = say("window.buttons.pause")
        if game.followed.is_paused_by_user:
            pause = say("window.buttons.continue")
        return [
            again if game.followed.is_over else (pause, Action.PAUSE, is_running),
            review
            if game.followed.is_over
            else (say("window.buttons.step"), Action.STEP, is_running),
            (say("window.buttons.menu"), Action.MENU, True),
            last,
        ]
    hint = (say("window.buttons.hint"), Action.HINT, game.followed.can_hint)
    if game.followed.is_paused_by_user and is_running:
        hint = (say("window.buttons.continue"), Action.PAUSE, True)
    elif game.commands.is_offered("move_now"):
        hint = (say("window.buttons.move_now"), Action.MOVE_NOW, is_running)
    redo = (say("window.buttons.redo"), Action.REDO, game.followed.can_redo and is_running)
    if game.commands.is_offered("pause") and not (redo[2] or game.followed.is_paused_by_user):
        redo = (say("window.buttons.pause"), Action.PAUSE, is_running)
    return [
        (say("window.buttons.undo"), Action.UNDO, game.can_undo),
        redo,
        review if game.followed.is_over else hint,
        again
        if game.followed.is_over
        else (say("window.buttons.resign"), Action.RESIGN, is_running),
        (say("window.buttons.menu"), Action.MENU, True),
        last,
    ]


def board_buttons(state: WindowState, game: WindowMatchView) -> list[Button]:
    """Return the buttons of the board screen."""
    layout = play_layout(state, game)
    return [
        Button(
            box,
            spec.label,
            spec.action,
            spec.value,
            is_enabled=spec.is_enabled,
            is_primary=spec.action in (Action.NEW_GAME, Action.ORIGIN) or spec.value == PRESENT,
            is_chosen=spec.action is Action.HINT and game.followed.has_hint,
        )
        for box, spec in zip(layout.actions, _button_specs(game), strict=True)
    ]


def draw_board_screen(painter: WindowPainter, state: WindowState, game: WindowMatchView) -> None:
    """Draw the board screen."""
    layout = play_layout(state, game)
    painter.surface.fill(painter.palette.paper)
    BoardPicture(painter, layout.board, _content(state, game)).draw(state.now)
    is_list_focused = state.overlay is None and state.focus == MOVES
    Panel(painter, layout, game).draw(state.now, is_list_focused=is_list_focused)
    for button in board_buttons(state, game):
        draw_button(
            painter,
            button,
            layout.em,
            is_hot=state.overlay is None and button.box.collidepoint(state.pointer),
            is_focused=state.overlay is None and state.focus == button.name,
        )
    if problem := game.commands.save_problem:
        strip = _warning_strip(state, game)
        painter.surface.fill(painter.palette.gold_card, strip)
        size = round(layout.em * 0.95)
        inside = strip.inflate(-2 * layout.em, 0)
        painter.text(problem, inside, size, painter.palette.gold_ink, align="center")
    if game.toast is not None:
        _toast(painter, layout, game.toast.text)


def draw_seats(painter: WindowPainter, state: WindowState, game: WindowMatchView) -> None:
    """Draw only the seats with their clocks; the rest stays as in the last frame."""
    Panel(painter, play_layout(state, game), game).draw_seats(state.now)


def _content(state: WindowState, game: WindowMatchView) -> BoardContent:
    """Return what the board shows of a match."""
    followed, aim = game.followed, aim_of(state)
    marks = followed.appearance.legal_marks
    # Most frames have no scores; then the legal moves need not be computed.
    moves = followed.position.legal_moves.squares if followed.scores else ()
    pending = game.pending
    is_framed = aim is not None and game.cursor == aim and game.turn is not None
    return BoardContent(
        followed.board,
        followed.skin,
        game.legal if marks else SquareSet(followed.board.size),
        {square: score for square, score in followed.scores.items() if square in moves},
        last=followed.last_move,
        preview=game.preview(aim),
        cursor=aim if is_framed else None,
        flips=game.flip_animation,
        pending=(pending, followed.live.place(pending).color) if pending is not None else None,
        flash=_flash(state, game),
        is_past=followed.is_past,
    )


def _flash(state: WindowState, game: WindowMatchView) -> float:
    """Return the opacity of the flash after the answer maybe; 0 without a flash."""
    left = game.flash_until - state.now
    if left <= 0:
        return 0.0
    return _FLASH_OPACITY * min(1.0, left / 0.5) if state.is_animated else _STILL_FLASH


def _toast(painter: WindowPainter, layout: PlayLayout, text: str) -> None:
    """Draw a sentence across the board."""
    palette, em = painter.palette, layout.em
    felt = layout.board.felt
    box = Rect(0, 0, round(felt.width * 0.86), round(em * 4.2))
    box.midtop = (felt.centerx, felt.top + layout.board.cell // 2)
    painter.card(box, palette.gold_card, border=palette.gold_line, radius=em, width=2)
    painter.paragraph(
        text, box.inflate(-2 * em, -em), round(em * 1.15), palette.gold_ink, align="center"
    )
