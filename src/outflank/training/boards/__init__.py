"""The learned evaluations of other games than classic 8x8: own games, least squares, files."""

from outflank.extras import require_extra

require_extra("train", "numpy")
