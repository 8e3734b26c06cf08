"""The screen of a game: the board, the panel, the buttons, and what is said across the board."""

from __future__ import annotations

from pygame import Rect

from outflank.faces.window.board_picture import BoardPicture
from outflank.faces.window.layout import PlayLayout
from outflank.faces.window.painter import Painter
from outflank.faces.window.panel import Panel
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import WindowState
from outflank.faces.window.widgets import Action, Button, draw_button
from outflank.rules import Square

__all__ = ["aim_of", "board_buttons", "draw_board_screen", "play_layout"]


def aim_of(state: WindowState) -> Square | None:
    """Return the square that is pointed at, by the mouse or else by the keyboard."""
    if state.overlay is not None or state.game is None:
        return None
    return state.hover if state.hover is not None else state.game.cursor


def play_layout(state: WindowState, game: ShownGame) -> PlayLayout:
    """Return where everything is."""
    return PlayLayout.of(
        state.size,
        game.board.size,
        actions=len(_words(game)),
        has_oracle=bool(game.match.setup.variant.answers),
        coordinates=state.form.look.coordinates,
    )


def _words(game: ShownGame) -> list[tuple[str, Action, bool]]:
    """Return the buttons of a game: label, action and whether it can be pressed now."""
    is_running = not game.is_over and game.pending is None
    last = ("New game", Action.NEW_GAME, True)
    again = ("Rematch", Action.REMATCH, True)
    if not game.people:
        pause = "Go on" if game.is_held_by_person else "Pause"
        return [
            again if game.is_over else (pause, Action.PAUSE, is_running),
            ("Step", Action.STEP, is_running),
            ("Menu", Action.MENU, True),
            last,
        ]
    return [
        ("Undo", Action.UNDO, game.undoer is not None),
        ("Redo", Action.REDO, game.can_redo and is_running),
        ("Hint", Action.HINT, game.turn is not None),
        again if game.is_over else ("Resign", Action.RESIGN, is_running),
        ("Menu", Action.MENU, True),
        last,
    ]


def board_buttons(state: WindowState, game: ShownGame) -> list[Button]:
    """Return everything that can be pressed beside the board."""
    layout = play_layout(state, game)
    return [
        Button(
            box,
            label,
            action,
            is_enabled=is_enabled,
            is_primary=action is Action.NEW_GAME,
            is_chosen=action is Action.HINT and (game.hinting or bool(game.scores)),
        )
        for box, (label, action, is_enabled) in zip(layout.actions, _words(game), strict=True)
    ]


def draw_board_screen(painter: Painter, state: WindowState, game: ShownGame) -> None:
    """Draw the screen of a game."""
    layout = play_layout(state, game)
    painter.surface.fill(painter.palette.paper)
    BoardPicture(painter, layout.board, game).draw(aim_of(state), state.now)
    Panel(painter, layout, game).draw(state.now)
    for button in board_buttons(state, game):
        draw_button(
            painter,
            button,
            layout.em,
            is_hot=state.overlay is None and button.box.collidepoint(state.pointer),
            is_focused=state.overlay is None and state.focus == button.name,
        )
    if game.toast is not None:
        _toast(painter, layout, game.toast.text)


def _toast(painter: Painter, layout: PlayLayout, text: str) -> None:
    """Write a sentence across the board."""
    palette, em = painter.palette, layout.em
    felt = layout.board.felt
    box = Rect(0, 0, round(felt.width * 0.86), round(em * 4.2))
    box.midtop = (felt.centerx, felt.top + layout.board.cell // 2)
    painter.card(box, palette.gold_card, border=palette.gold, radius=em, width=2)
    painter.paragraph(
        text, box.inflate(-2 * em, -em), round(em * 1.15), palette.gold_ink, align="center"
    )
