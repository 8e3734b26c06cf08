"""The wire forms of /api/v1 as types, which decode, encode and document it."""
