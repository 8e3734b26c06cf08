"""Access to a database: its URL, the lock of its server, and its errors as sentences."""
