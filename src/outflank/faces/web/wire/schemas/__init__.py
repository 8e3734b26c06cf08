"""The wire forms of /api/v1, as types: they decode, encode and document it."""
