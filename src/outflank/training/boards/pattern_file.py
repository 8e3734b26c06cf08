"""The file of pattern weights, as core/evaluation/pattern_weights.hpp describes it, packed."""

from __future__ import annotations

import lzma
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.training.boards.board_patterns import BoardPatterns
from outflank.training.boards.learned_games import LearnedGame
from outflank.training.network.network_file import checksum

__all__ = [
    "FRONTIERS",
    "MOBILITIES",
    "SHARES",
    "UNITS_PER_DISC",
    "GameWeights",
    "unpacked_weights",
    "written_weights",
]

MOBILITIES = 32  # more legal moves than 31 count as 31
SHARES = 33  # of the discs that are the mover's
FRONTIERS = 64  # more frontier discs than 63 count as 63
UNITS_PER_DISC = 32
_MAGIC = b"OFLPAT1\n"
_FEWEST_WINS, _ORACLE, _DISCS, _NO_MOVES, _CHANGES = 1, 2, 4, 8, 16
_MOST = 32_000


@dataclass(frozen=True)
class GameWeights:
    """Scores in discs for the side to move; what a game does not count has no say."""

    constants: NDArray[np.float64]  # by the number of empty squares
    mobility: NDArray[np.float64]  # [stage, legal moves, the opponent's]
    shares: NDArray[np.float64]  # [stage, share of the discs]
    frontiers: NDArray[np.float64]  # [stage, side, frontier discs]
    patterns: NDArray[np.float64]  # [stage, kept column]


def written_weights(game: LearnedGame, weights: GameWeights) -> bytes:
    """Return the bytes of the file."""
    return lzma.compress(unpacked_weights(game, weights), preset=9 | lzma.PRESET_EXTREME)


def unpacked_weights(game: LearnedGame, weights: GameWeights) -> bytes:
    """Return what the core reads when the file has been unpacked."""
    variant = game.start.variant
    flags = _FEWEST_WINS * variant.fewest_wins | _ORACLE * bool(variant.answers)
    flags |= _DISCS * game.counts_discs | _NO_MOVES * (not game.counts_moves) | _CHANGES
    head = [game.size, flags, len(game.shapes), game.stages]
    for shape in game.shapes:
        head += [len(shape), *shape]
    kept = BoardPatterns.of(game.shapes, game.size).column_count
    assert weights.constants.shape == (game.squares + 1,)
    assert weights.mobility.shape == (game.stages, MOBILITIES, MOBILITIES)
    assert weights.shares.shape == (game.stages, SHARES)
    assert weights.frontiers.shape == (game.stages, 2, FRONTIERS)
    assert weights.patterns.shape == (game.stages, kept)
    tables = [weights.constants]
    tables += [weights.mobility] if game.counts_moves else []
    tables += [weights.shares, weights.frontiers] if game.counts_discs else []
    parts = [np.array(head), *(_whole(table).ravel() for table in tables)]
    words = b"".join(part.astype("<i2").tobytes() for part in parts)
    content = words + _changes(_whole(weights.patterns))
    return _MAGIC + checksum(content).to_bytes(8, "little") + content


def _whole(discs: NDArray[np.float64]) -> NDArray[np.int64]:
    units = np.rint(discs * UNITS_PER_DISC).astype(np.int64)
    return np.clip(units, -_MOST, _MOST)


def _changes(weights: NDArray[np.int64]) -> bytes:
    """Write weights, [stage, column], as their changes from the last stage to the first.

    Changes are in zigzag order (0, -1, 1, -2 ...), seven bits a byte, the lowest first.
    """
    change = np.diff(weights[::-1], axis=0, prepend=0).T.ravel()
    codes = np.where(change < 0, -2 * change - 1, 2 * change)
    is_used = np.stack([codes >= 0, codes >= 1 << 7, codes >= 1 << 14], axis=1)
    digits = np.stack([codes, codes >> 7, codes >> 14], axis=1) & 0x7F
    digits[:, :2] |= is_used[:, 1:] * 0x80  # more bytes follow
    return digits[is_used].astype(np.uint8).tobytes()
