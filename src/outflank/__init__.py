"""Outflank: Othello as a library, from rules to pictures.

>>> import outflank
>>> game = outflank.Game()
>>> _ = game.push("f5")
>>> game.position.legal_moves
<LegalMoves: f4 d6 f6>
"""

from __future__ import annotations

import importlib
import sys
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
    from outflank import native as native
    from outflank import notation as notation
    from outflank import notebook as notebook
    from outflank import play as play
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

    __version__: str

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

# Loaded at first use, so that `import outflank` loads only the rules.
_LAZY = {
    "Analysis": "outflank.engine",
    "Engine": "outflank.engine",
    "Limit": "outflank.engine",
    "Reading": "outflank.notation",
    "ScoredPosition": "outflank.notation",
    "analyse": "outflank.engine",
    "evaluate": "outflank.engine",
    "formats": "outflank.notation",
    "open_engine": "outflank.engine",
    "png": "outflank.drawing",
    "read": "outflank.notation",
    "read_file": "outflank.notation",
    "solve": "outflank.engine",
    "stream_file": "outflank.notation",
    "svg": "outflank.drawing",
    "text": "outflank.drawing",
    "write": "outflank.notation",
}
# The packages of the library, as in `outflank.archive.opening_of`.
_PACKAGES = frozenset(
    {
        "analysis",
        "archive",
        "arena",
        "client",
        "drawing",
        "engine",
        "environments",
        "errors",
        "native",
        "notation",
        "notebook",
        "play",
        "rules",
    }
)

# Type checkers know every name from the imports above; they take this for one that has any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("outflank")
        if name in _LAZY:
            return getattr(importlib.import_module(_LAZY[name]), name)
        problem = f"module 'outflank' has no attribute {name!r}"
        if name in _PACKAGES:
            from outflank.errors import MissingExtra

            try:
                return importlib.import_module(f"outflank.{name}")
            except MissingExtra as missing:
                # An AttributeError, so that `hasattr`, `help` and `inspect` work without the extra.
                problem = str(missing)
        raise AttributeError(problem, name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES, "__version__"})


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
