"""Games without variations: the core checks all moves of one in a single call."""
