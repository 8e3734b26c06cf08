"""The state of a match in words and a picture, for its page without scripts."""

from __future__ import annotations

from typing import Any

from outflank.drawing import svg
from outflank.drawing.skins import skin_of
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.rules import BLACK, PASS, WHITE, Placement
from outflank.server.matches.committed_state import CommittedState

__all__ = ["picture_of", "still_game"]

_SIZE = 640  # pixels; the page scales it


def still_game(state: CommittedState, black: str, white: str) -> dict[str, Any]:
    """Return the values for a match's page without scripts."""
    board = state.position.board
    counts = ", ".join(
        say_on_page("game.discs", name=name, count=board.count(color))
        for name, color in ((black, BLACK), (white, WHITE))
    )
    return {
        "is_running": state.outcome is None,
        "counts": counts,
        "news": _news(state, {BLACK: black, WHITE: white}),
        "alt": f"{counts}. {_cells(state)}",
        "moves": [str(move) for move in state.moves],
    }


def picture_of(state: CommittedState) -> str:
    """Return the board with the last move as SVG."""
    placed = _last_placement(state)
    return svg(
        state.position.board,
        size=_SIZE,
        skin=skin_of(state.position.variant),
        background=False,
        last_move=None if placed is None else placed.square,
        flips=[] if placed is None else list(placed.turned),
    )


def _last_placement(state: CommittedState) -> Placement | None:
    placed = (ply.placement for ply in reversed(list(state.node.path)) if ply.move is not PASS)
    return next(placed, None)


def _news(state: CommittedState, names: dict[Any, str]) -> str:
    outcome = state.outcome
    if outcome is None:
        turn = state.position.turn
        return say_on_page(f"still.turn_{turn}", name=names[turn])
    emptied = BLACK if not state.position.board.count(BLACK) else WHITE
    reason = say_on_page(f"game.because.{outcome.reason.value}", name=names[emptied])
    if outcome.winner is None:
        return say_on_page("still.draw", reason=reason)
    return say_on_page("still.won_by", name=names[outcome.winner], reason=reason)


def _cells(state: CommittedState) -> str:
    """Return the board row by row, for people who cannot see the picture."""
    size, cells = state.position.size, str(state.position.board)
    rows = (cells[at : at + size] for at in range(0, len(cells), size))
    return " ".join(f"{number}: {row}" for number, row in enumerate(rows, 1))
