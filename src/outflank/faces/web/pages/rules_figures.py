"""The figures on the page with the rules."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from outflank.drawing import svg
from outflank.drawing.skins import skin_of
from outflank.faces.web.pages.board_states import board_state
from outflank.notation import read
from outflank.rules import Answer, Board, Classic, Position, Square, YesNo

__all__ = ["Figure", "figure_pictures", "rules_figures"]

_MIDDLE = b"------ --XX-- -OXXO- -OXXXO -OOXXX --OO-- X"
_MOVE = Square.parse("a4")  # outflanks in two directions and leaves an opponent's disc


@dataclass(frozen=True, slots=True)
class Figure:
    """The state of a board, and the key of its caption."""

    caption: str
    state: dict[str, Any]


@functools.cache
def rules_figures() -> dict[str, tuple[Figure, ...]]:
    """Return the figures of the handbook by the names of their chapters.

    >>> [figure.caption for figure in rules_figures()["moving"]]
    ['before', 'after']
    """
    middle = read(_MIDDLE).position
    turned = [str(square) for square in middle.place(_MOVE).turned]
    marks = {"frame": [str(_MOVE)], "ring": turned}
    oracle = Position(middle.board, middle.turn, variant=YesNo())
    return {
        "start": (Figure("start", board_state(Classic().start())),),
        "moving": (
            Figure("before", {**board_state(middle), "legal": {}, "marks": marks}),
            Figure("after", _after(middle)),
        ),
        "yesno": tuple(
            Figure(
                str(answer), {**_after(oracle.hear(answer)), "skin": skin_of(oracle.variant).name}
            )
            for answer in Answer
        ),
    }


@functools.cache
def figure_pictures() -> dict[str, str]:
    """Return every figure as SVG by caption, for browsers without scripts.

    >>> sorted(figure_pictures())
    ['after', 'before', 'maybe', 'no', 'start', 'yes']
    """
    figures = [figure for chapter in rules_figures().values() for figure in chapter]
    return {figure.caption: _picture(figure.state) for figure in figures}


def _picture(state: dict[str, Any]) -> str:
    last = state.get("last") or {}
    return svg(
        Board.parse(state["cells"]),
        size=320,
        skin=state.get("skin", "classic"),
        coordinates=False,
        background=False,
        legal=list(state["legal"]),
        last_move=last.get("square"),
        flips=[*last.get("flipped", ()), *last.get("forced", ())],
        marks=state.get("marks", {}),
    )


def _after(position: Position) -> dict[str, Any]:
    """Return the board after the move, which is marked."""
    placed = position.place(_MOVE)
    return {**board_state(position.play(_MOVE), placed), "legal": {}}
