"""Named start positions: reversed, random, and openings that favour neither side."""

from outflank.notation.starts.named_starts import START_NAMES, start_position
from outflank.notation.starts.opening_lists import even_openings, read_openings

__all__ = ["START_NAMES", "even_openings", "read_openings", "start_position"]
