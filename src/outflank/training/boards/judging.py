"""How far pattern weights of 8x8 are off: the engine reads them and searches exact positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.engine.learned import data_file
from outflank.native.limits import Limit
from outflank.native.search import Search
from outflank.rules import BLACK, Board, Position
from outflank.training.positions.readers import ScoredPositions

__all__ = ["WeightsJudge"]

_HASH_BYTES = 4 << 20
_WORD = (1 << 64) - 1


class WeightsJudge:
    """Searches positions of 8x8 with unpacked weights; bad ones are an EngineError."""

    def __init__(self, weights: bytes) -> None:
        self._search = Search(
            threads=1,
            hash_bytes=_HASH_BYTES,
            probcut=data_file("probcut.txt"),
            patterns=weights,
        )

    def error(self, scored: ScoredPositions, depth: int) -> float:
        """Return the root mean square error in discs of searches of `depth` plies."""
        found = self.values(scored.mover, scored.opponent, depth)
        return float(np.sqrt(((found - scored.score) ** 2).mean()))

    def values(
        self, mover: NDArray[np.int64], opponent: NDArray[np.int64], depth: int
    ) -> NDArray[np.float32]:
        """Return the values in discs of positions in which the mover can move."""
        boards = zip(mover.tolist(), opponent.tolist(), strict=True)
        return np.array([self._value(*words, depth) for words in boards], np.float32)

    def _value(self, mover: int, opponent: int, depth: int) -> float:
        board = Board(8, mover & _WORD, opponent & _WORD)
        self._search.forget()  # so that no value depends on what was searched before
        self._search.start(Position(board, BLACK), Limit(depth=depth))
        score = self._search.finished()[-1].score
        assert score is not None
        return float(score.discs)
