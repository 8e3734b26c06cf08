"""Pages that are kept for use without network, for tests."""
