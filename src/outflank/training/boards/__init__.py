"""Pattern weights of all games: from labels or own games, by least squares; their files."""

from outflank.extras import require_extra

require_extra("train", "numpy")
