"""The plain weights of 8x8, for browsers and small devices: fitted, packed, compared."""

from outflank.extras import require_extra

require_extra("train", "numpy")
