"""Reaching a database: its URL, the lock of its server, and its errors in a sentence."""
