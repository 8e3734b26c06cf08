"""Pages on which people learn, for tests."""
