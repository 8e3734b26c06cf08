"""Turns the server's values into wire forms."""
