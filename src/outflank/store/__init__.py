"""Matches, players and tournaments kept in SQL."""
