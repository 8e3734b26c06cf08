"""The wire forms: their types, and how they are made from the server's values."""
