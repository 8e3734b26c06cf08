"""The learned network in whole numbers: pattern numbers, values, its file, its constants."""

from outflank.extras import require_extra

require_extra("train", "numpy")
