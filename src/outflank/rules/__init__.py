"""The game as values: boards, positions, variants and games.

Nothing here reads files, draws or waits; the standard library is all it needs.
"""

from outflank.rules.answer import Answer, Odds, parse_answer
from outflank.rules.board import BLACK, WHITE, Board, Color
from outflank.rules.game import Game
from outflank.rules.geometry import SIZES
from outflank.rules.moves import LegalMoves, Placement
from outflank.rules.outcome import Outcome, Reason
from outflank.rules.position import Classic, Position, Variant
from outflank.rules.score import Score, ScoreKind, WinDrawLoss
from outflank.rules.square import PASS, Move, Pass, Square, parse_move, parse_moves
from outflank.rules.squareset import SquareSet
from outflank.rules.symmetry import Symmetry
from outflank.rules.tree import Node, Ply
from outflank.rules.variants import (
    Anti,
    YesNo,
    find_variant,
    register_variant,
    variants,
)

__all__ = [
    "BLACK",
    "PASS",
    "SIZES",
    "WHITE",
    "Answer",
    "Anti",
    "Board",
    "Classic",
    "Color",
    "Game",
    "LegalMoves",
    "Move",
    "Node",
    "Odds",
    "Outcome",
    "Pass",
    "Placement",
    "Ply",
    "Position",
    "Reason",
    "Score",
    "ScoreKind",
    "Square",
    "SquareSet",
    "Symmetry",
    "Variant",
    "WinDrawLoss",
    "YesNo",
    "find_variant",
    "parse_answer",
    "parse_move",
    "parse_moves",
    "register_variant",
    "variants",
]
