"""Weights of features, for every board that has no patterns of its own, learned by playing."""

from outflank.extras import require_extra

require_extra("train", "numpy")
