"""Outflank: Othello as a library, from rules to pictures.

>>> import outflank
>>> game = outflank.Game()
>>> _ = game.push("f5")
>>> game.position.legal_moves
<LegalMoves: f4 d6 f6>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.errors import (
    EngineError,
    GameOver,
    IllegalAnswer,
    IllegalMove,
    InvalidValue,
    NoMove,
    NotationError,
    OracleError,
    OutflankError,
    SizeError,
    UnknownName,
)
from outflank.lazy_names import lazy_names
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Color,
    Game,
    LegalMoves,
    Move,
    Node,
    Odds,
    Outcome,
    Pass,
    Placement,
    Ply,
    Position,
    Reason,
    Score,
    ScoreKind,
    Square,
    SquareSet,
    Symmetry,
    Variant,
    WinDrawLoss,
    YesNo,
    find_variant,
    parse_answer,
    parse_move,
    parse_moves,
    register_variant,
    variants,
)
from outflank.rules.text_reader import use_text_reader

if TYPE_CHECKING:
    # The packages of the library; they are loaded at first use too, but are not in __all__.
    from outflank import analysis as analysis
    from outflank import archive as archive
    from outflank import arena as arena
    from outflank import client as client
    from outflank import drawing as drawing
    from outflank import engine as engine
    from outflank import environments as environments
    from outflank import learning as learning
    from outflank import native as native
    from outflank import notation as notation
    from outflank import notebook as notebook
    from outflank import play as play
    from outflank import texts as texts
    from outflank.drawing import png, svg, text
    from outflank.engine import Analysis, Engine, Limit, analyse, evaluate, open_engine, solve
    from outflank.notation import (
        Reading,
        ScoredPosition,
        formats,
        read,
        read_file,
        stream_file,
        write,
    )
    from outflank.version_number import __version__ as __version__

__all__ = [
    "BLACK",
    "PASS",
    "SIZES",
    "WHITE",
    "Analysis",
    "Answer",
    "Anti",
    "Board",
    "Classic",
    "Color",
    "Engine",
    "EngineError",
    "Game",
    "GameOver",
    "IllegalAnswer",
    "IllegalMove",
    "InvalidValue",
    "LegalMoves",
    "Limit",
    "Move",
    "NoMove",
    "Node",
    "NotationError",
    "Odds",
    "OracleError",
    "Outcome",
    "OutflankError",
    "Pass",
    "Placement",
    "Ply",
    "Position",
    "Reading",
    "Reason",
    "Score",
    "ScoreKind",
    "ScoredPosition",
    "SizeError",
    "Square",
    "SquareSet",
    "Symmetry",
    "UnknownName",
    "Variant",
    "WinDrawLoss",
    "YesNo",
    "analyse",
    "evaluate",
    "find_variant",
    "formats",
    "open_engine",
    "parse_answer",
    "parse_move",
    "parse_moves",
    "png",
    "read",
    "read_file",
    "register_variant",
    "solve",
    "stream_file",
    "svg",
    "text",
    "variants",
    "write",
]

# Type checkers know every name from the imports above; `__getattr__` would stand for any name.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "outflank.drawing": ["png", "svg", "text"],
            "outflank.engine": [
                "Analysis",
                "Engine",
                "Limit",
                "analyse",
                "evaluate",
                "open_engine",
                "solve",
            ],
            "outflank.notation": [
                "Reading",
                "ScoredPosition",
                "formats",
                "read",
                "read_file",
                "stream_file",
                "write",
            ],
            "outflank.version_number": ["__version__"],
        },
        packages=[
            "analysis",
            "archive",
            "arena",
            "client",
            "drawing",
            "engine",
            "environments",
            "errors",
            "learning",
            "native",
            "notation",
            "notebook",
            "play",
            "rules",
            "texts",
        ],
    )


def _draw(value: Board | Position | Game | SquareSet) -> str:
    """Draw a value as SVG for a notebook."""
    from outflank.drawing import svg

    return svg(value)


def _draw_pixels(value: Board | Position | Game | SquareSet) -> bytes | None:
    """Draw a value as PNG for a notebook, if the extra for PNG is installed."""
    from outflank.drawing import can_draw_png, png

    return png(value) if can_draw_png() else None


def _read_position(text: str, **options: Any) -> Position:
    from outflank.notation import read_one

    return read_one(text, **options).position


def _read_game(text: str, **options: Any) -> Game:
    from outflank.notation import read_one

    return read_one(text, **options).game


use_text_reader("position", _read_position)
use_text_reader("game", _read_game)

# The rules do not import the drawings, so their notebook methods are attached here.
for _shown in (Board, Position, Game, SquareSet):
    setattr(_shown, "_repr_svg_", _draw)  # noqa: B010 - the types do not declare it
    setattr(_shown, "_repr_png_", _draw_pixels)  # noqa: B010
