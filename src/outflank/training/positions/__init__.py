"""Positions to learn from: bitboards in arrays, the files of games, sampling and labels."""

from outflank.extras import require_extra

require_extra("train", "numpy")
