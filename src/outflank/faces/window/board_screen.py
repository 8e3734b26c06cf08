"""The screen of a game: the board, the panel, the buttons, and what is said across the board."""

from __future__ import annotations

from typing import Final, NamedTuple

from pygame import Rect

from outflank.faces.window.board_picture import BoardPicture
from outflank.faces.window.graph import Graph
from outflank.faces.window.layout import PlayLayout
from outflank.faces.window.move_list import move_at
from outflank.faces.window.painter import Painter
from outflank.faces.window.panel import Panel
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import WindowState
from outflank.faces.window.widgets import Action, Button, draw_button
from outflank.rules import Square

__all__ = [
    "MOVES",
    "PRESENT",
    "aim_of",
    "board_buttons",
    "draw_board_screen",
    "moment_at",
    "play_layout",
]

MOVES: Final = (Action.LOOK, "")  # the list of moves, where the keyboard can be
PRESENT: Final = "present"


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


def moment_at(state: WindowState, game: ShownGame, point: tuple[int, int]) -> int | None:
    """Return the moment that a point of the list of moves or of the graph stands for."""
    layout, found = play_layout(state, game), None
    if layout.moves is not None:
        found = move_at(game.course, layout.moves, layout.em, point)
    if found is None and layout.graph is not None and game.course.evaluations:
        found = Graph(game.course, layout.graph, layout.em).moment_at(point)
    return found


class _Word(NamedTuple):
    """A button before it has a place."""

    label: str
    action: Action
    is_enabled: bool = True
    value: str = ""


def _words(game: ShownGame) -> list[_Word]:
    """Return the buttons of a game, as many of them whatever moment is looked at."""
    words = _walking_words(game) if game.course.is_past else _playing_words(game)
    return [_Word(*word) for word in words]


def _walking_words(game: ShownGame) -> list[tuple[str, Action, bool, str]]:
    is_first = game.course.moment == 0
    words = [
        ("First", Action.LOOK, not is_first, "0"),
        ("Back", Action.LOOK, not is_first, "-1"),
        ("Next", Action.LOOK, True, "+1"),
        ("Return", Action.LOOK, True, PRESENT),
    ]
    if game.people:
        more = [("Hint", Action.HINT, game.can_hint, ""), ("Menu", Action.MENU, True, "")]
        words[3:3] = more
    return words


def _playing_words(game: ShownGame) -> list[tuple[str, Action, bool]]:
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
        ("Hint", Action.HINT, game.can_hint),
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
            word.label,
            word.action,
            word.value,
            is_enabled=word.is_enabled,
            is_primary=word.action is Action.NEW_GAME or word.value == PRESENT,
            is_chosen=word.action is Action.HINT and (game.hinting or bool(game.scores)),
        )
        for box, word in zip(layout.actions, _words(game), strict=True)
    ]


def draw_board_screen(painter: Painter, state: WindowState, game: ShownGame) -> None:
    """Draw the screen of a game."""
    layout = play_layout(state, game)
    painter.surface.fill(painter.palette.paper)
    BoardPicture(painter, layout.board, game).draw(aim_of(state), state.now)
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
