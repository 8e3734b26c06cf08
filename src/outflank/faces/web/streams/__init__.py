"""Streams of a match, of a player's events and of what a page shows."""
